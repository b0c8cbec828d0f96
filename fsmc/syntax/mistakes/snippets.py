"""Finds what the table of malformed snippets, `grammars/malformed.md`, says of a mistake."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from fsmc.diagnostics import Diagnostic
from fsmc.resources import read_text
from fsmc.syntax.mistakes.expected import OPERATORS, VALUE
from fsmc.syntax.mistakes.mistake import Mistake
from fsmc.syntax.mistakes.reading import end_of
from fsmc.syntax.scan import scan

MARK = "‸"


@dataclass(frozen=True, slots=True)
class Snippet:
    """A row of the table; `missing` says what is, where the title does not."""

    text: str
    title: str
    help: str
    missing: str


@functools.cache
def snippets() -> tuple[Snippet, ...]:
    """The rows of `grammars/malformed.md`."""
    lines = read_text("fsmc.grammars", "malformed.md").splitlines()
    rows = (
        line.removeprefix("| ").removesuffix("|").split(" | ") for line in lines if MARK in line
    )
    return tuple(
        Snippet(text[1:-1], title, help, missing.strip())
        for text, title, help, missing in (row for row in rows if len(row) == 4)
    )


Likeness = tuple[str | None, frozenset[str], str, str]
"""The word that began the clause, what may follow, the word before the mistake, what was found."""

_MAY_BE_LEFT_OUT = frozenset({"OPT", "STEP", "VBAR", "AT", "PER"})
"""What may follow a type before the rest goes on."""

_ENDS = VALUE | {"LABEL", "RPAR", "RSQB"}
"""Types of words behind which it does not matter what stood there."""


def snippet(mistake: Mistake) -> Diagnostic | None:
    """What the table says of a mistake like this one."""
    table = _likenesses()
    head, _ = mistake.heads()
    before = mistake.kind_of(-1)
    looks = [(head, _follows(mistake), b, k) for b in (before, "") for k in (mistake.kind, "")]
    found = next((table[look] for look in looks if look in table), None)
    if found is None:
        return None
    place, missing = mistake.gap()
    names = mistake.names() or ["NAME"]
    help = found.help.replace("{name}", names[0]).replace("{last}", names[-1])
    label = f"{found.missing} {'are' if ' and ' in found.missing else 'is'} {missing}".strip()
    return mistake.finding(
        "FSM114", found.title, label if found.missing else missing, place=place, help=help
    )


def _follows(mistake: Mistake) -> frozenset[str]:
    accepted = frozenset(mistake.cursor.accepts())
    if "COMPARE" in accepted:
        return accepted - OPERATORS
    return accepted - _MAY_BE_LEFT_OUT if "OPT" in accepted else accepted


@functools.cache
def _likenesses() -> dict[Likeness, Snippet]:
    table: dict[Likeness, Snippet] = {}
    for entry in snippets():
        text, _, wrong = entry.text.partition(MARK)
        start = "start" if entry.text == MARK or text.startswith("world") else "items"
        mistake = end_of(text, start)
        head, _ = mistake.heads()
        before = mistake.kind_of(-1)
        before = "" if before in _ENDS else before
        kind = str(scan(wrong)[0].type) if wrong else ""
        table[head, _follows(mistake), before, kind] = entry
    return table
