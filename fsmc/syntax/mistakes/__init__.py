"""Says in the author's words why a text could not be read; reading goes on at the next item."""

from __future__ import annotations

from collections.abc import Callable

from lark import Token

from fsmc.diagnostics import Diagnostic, Source, Span
from fsmc.syntax.machine import beginning
from fsmc.syntax.mistakes.brackets import bracket
from fsmc.syntax.mistakes.expected import unexpected
from fsmc.syntax.mistakes.mistake import Mistake
from fsmc.syntax.mistakes.pieces import missing, piece
from fsmc.syntax.mistakes.reading import read
from fsmc.syntax.mistakes.signs import sign
from fsmc.syntax.mistakes.snippets import snippet
from fsmc.syntax.mistakes.words import word
from fsmc.syntax.scan import scan

__all__ = ["begins_item", "mistakes"]

_RULES: tuple[Callable[[Mistake], Diagnostic | None], ...] = (
    sign, bracket, piece, word, snippet, missing,
)  # fmt: skip
"""The most certain first."""


def mistakes(source: Source, start: str, span: Span) -> tuple[Diagnostic, ...]:
    """Everything found wrong: the first mistake, and the first of each later item at a line start.

    The text at `span` must not be a `start`.
    """
    tokens = tuple(scan(source.text, span.start, span.end))
    found: list[Diagnostic] = []
    mistake = read(source, span, start, tokens)
    while mistake is not None:
        found.append(_explained(mistake))
        following = None if start == "expr" else _next_item(mistake)
        mistake = None if following is None else read(source, span, "items", tokens, following)
    assert found, "the text is whole"
    return tuple(dict.fromkeys(found))


def _explained(mistake: Mistake) -> Diagnostic:
    for rule in _RULES:
        if found := rule(mistake):
            return found
    return unexpected(mistake)


def _next_item(mistake: Mistake) -> int | None:
    """The number of the next token that begins an item where a line begins."""
    margin = mistake.line_of(mistake.place(mistake.first - mistake.at).start)[1]
    for number in range(
        max(mistake.at, mistake.first + (mistake.start == "items")), len(mistake.tokens)
    ):
        offset = number - mistake.at
        if not begins_item(mistake.tokens[number : number + 2]) or not mistake.begins_line(offset):
            continue
        if mistake.line_of(mistake.place(offset).start)[1] <= margin:
            return number
    return None


def begins_item(tokens: tuple[Token, ...] | list[Token]) -> bool:
    """Whether an item may begin with these tokens; a file that begins so has no `world` line."""
    kinds = [str(token.type) for token in tokens[:2]]
    if not kinds:
        return False
    after = beginning("items").after(kinds[0])
    if after is None:
        return False
    return kinds[0] not in ("NAME", "FREE") or (
        len(kinds) > 1 and after.after(kinds[1]) is not None
    )
