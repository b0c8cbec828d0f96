"""Finds the name that a misspelt word was probably meant to be."""

from __future__ import annotations

from collections.abc import Iterable


def distance(a: str, b: str) -> int:
    """Edits that turn `a` into `b`: insert, delete, replace, or swap two neighbours."""
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, start=1):
        last, before, row = before, row, [i]
        for j, y in enumerate(b, start=1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and y == a[i - 2]:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
    return row[-1]


def closest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that `word` may stand for, or None when nothing is near enough.

    Near is one edit in three letters; case and underscores weigh nothing. Ties go to the name
    that sorts first, so the answer does not depend on the order of `candidates`.

    >>> closest("delivry", ["delivery", "order"])
    'delivery'
    """
    plain = _plain(word)
    allowed = max(1, len(plain) // 3)
    found = [
        (edits, candidate)
        for candidate in candidates
        if candidate != word and (edits := distance(plain, _plain(candidate))) <= allowed
        # one letter for another says nothing when there is but one letter
        if edits == 0 or len(plain) > 1
    ]
    return min(found)[1] if found else None


def _plain(word: str) -> str:
    return word.strip("`").replace("_", "").casefold()
