"""What may stand at a place, in words; and the finding for a token that is none of it."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from fsmc.diagnostics import Diagnostic
from fsmc.resources import read_text
from fsmc.syntax.machine import END, beginning
from fsmc.syntax.mistakes.mistake import HEADS, SIGNS, Mistake, is_keyword
from fsmc.syntax.table import load_table

OPERATORS = frozenset({
    "AND", "OR", "NOT", "IMPLIES", "IN", "PLUS", "MINUS", "TIMES", "COMPARE", "MEMBER", "LSQB",
    "LPAR",
})  # fmt: skip
"""What may follow a value that is whole already."""

VALUE = frozenset({
    "NAME", "INT", "MONEY", "DATE", "STRING", "TRUE", "FALSE", "NONE", "OTHER", "LPAR", "LBRACE",
    "LSQB", "AT", "MINUS",
})  # fmt: skip
CONDITION = VALUE | {"NOT", "IF"}
TYPE = frozenset({
    "NAME", "STRING", "EQUAL", "ENUM", "SET", "SEQ", "MAP", "FILE", "INT", "MONEY", "DATE", "MINUS",
})  # fmt: skip
EFFECT = frozenset({"NAME", "NEW", "MOVE", "FOR", "IF"})
_GROUPS = ((EFFECT, "an effect"), (CONDITION, "a value"), (VALUE, "a value"), (TYPE, "a type"))

_WORDS = {
    "NAME": "a name", "STRING": "a text in quotes", "INT": "a whole number", "MONEY": "an amount",
    "DATE": "a date such as `@2026-06-01`", "LABEL": "a name and `:`", "COMPARE": "a comparison",
    "ASSIGN": "`:=`, `+=` or `-=`", "PLUS": "`+`", "MINUS": "`-`", "TIMES": "`*` or `/`",
    "MEMBER": "`.` and a name", END: "the end of the text",
}  # fmt: skip

_PART, _CLAUSE = "the next part", "the next clause"
_BLOCKS = {
    None: ("a world", "the next item"), "PAGE": ("a page", _PART), "ON": ("a scope", _PART),
    "EVERYWHERE": ("a scope", _PART), "DIALOG": ("a dialog", _PART), "LIST": ("a list", _PART),
    "SECTION": ("a section", _PART), "ACTION": ("an action", _CLAUSE),
    "LINK": ("the body of a link", _CLAUSE), "FIELD": ("the body of a field", _CLAUSE),
    "PATCH": ("a patch", _CLAUSE), "TOOL": ("a tool", _CLAUSE), "GOAL": ("a goal", _CLAUSE),
}  # fmt: skip
"""By the word that began a block: what it is, and what follows a whole part of it."""

_LATER = frozenset({"MUST", "CONFIRM", "GIVES", "WITHHOLD", "WORTH"})
"""Words of later parts of the language: they are not offered."""

ITEMS = (
    "`enum`, `table`, `state`, `let`, `page`, `on`, `everywhere`, `env patch`, `user patch`, "
    "`goal`, `invariant`, `reachable`, `eventually`, `scenario` or `include`"
)

_HOMES = {
    kind: home
    for home, kinds in (
        ("a page, scope, dialog, list or section", "ACTION FIELD LINK LIST SHOW SECTION"),
        ("a page, scope or dialog", "DIALOG LOCAL"),
        ("a list", "EMPTY"),
        ("the body of an action, link, field or patch", "WHEN DO SAYS"),
        ("the body of an action", "GOTO BY"),
        ("a `when`, right behind its condition", "ELSE"),
        ("a goal", "REACH AVOID KEEP ANSWER AFTER"),
        ("a table", "ROW KEY"),
        ("a variable of `state`", "LASTS"),
        ("a scenario", "REFUSED ABSENT"),
        ("the world itself, outside all braces", "PAGE GOAL STATE TABLE ENUM INVARIANT SCENARIO"),
    )
    for kind in kinds.split()
}
"""Where the words belong that are most often misplaced."""


def spelling(kind: str) -> str | None:
    """How a terminal is always spelt, None when it has many spellings."""
    return _spellings().get(kind)


@functools.cache
def _spellings() -> dict[str, str]:
    """Of each terminal with one spelling, in the order of the words in the grammar."""
    entries = load_table()["memo"].values()
    fixed = {
        entry["name"]: str(entry["pattern"]["value"])
        for entry in entries
        if entry["__type__"] == "TerminalDef" and entry["pattern"]["__type__"] == "PatternStr"
    }
    grammar = read_text("fsmc.grammars", "fsm.lark")
    return dict(sorted(fixed.items(), key=lambda item: grammar.find(f'"{item[1]}"')))


def expectation(mistake: Mistake) -> str:
    """What may stand where the mistake is."""
    accepted = set(mistake.cursor.accepts())
    head, block = mistake.heads()
    begin = {kind for kind in accepted if kind in HEADS and kind != "FILE"}
    if len(begin) > 3 and block in _BLOCKS:
        name, one = _BLOCKS[block]
        if head is None:
            held = ITEMS if block is None else listed(_described(begin - _LATER))
            return f"{name} holds {held}"
        others = accepted - begin - OPERATORS - {"RBRACE", END}
        if block is None:
            others -= set(beginning("items").accepts())
        return f"here may stand {listed([*_described(others), one])}"
    rest = accepted - OPERATORS if "COMPARE" in accepted and accepted - OPERATORS else accepted
    return f"here may stand {listed(_described(rest))}"


def _described(kinds: set[str]) -> list[str]:
    found: list[str] = []
    for group, words in _GROUPS:
        if group <= kinds:
            found.append(words)
            kinds = kinds - group
    found += [_WORDS[kind] for kind in sorted(kinds) if kind in _WORDS]
    return found + [f"`{spelt}`" for kind, spelt in _spellings().items() if kind in kinds]


def is_word(kind: str) -> bool:
    """Whether a terminal is a word of the language."""
    spelt = spelling(kind)
    return spelt is not None and spelt.isalpha()


def listed(words: Iterable[str]) -> str:
    """`a`, `b` or `c`."""
    *most, last = list(dict.fromkeys(words))
    return f"{', '.join(most)} or {last}" if most else last


def unexpected(mistake: Mistake) -> Diagnostic:
    """The finding when nothing better is known: what is missing, or what stands there and may."""
    lacking = _lacking(mistake)
    if lacking and mistake.at > mistake.first:
        place, words = mistake.gap()
        last = f"`{mistake.tokens[mistake.at - 1]}`"
        return mistake.finding("FSM114", f"{lacking} is missing after {last}", words, place=place)
    if mistake.kind == END:
        what = "expression" if mistake.start == "expr" else "text"
        return mistake.finding("FSM103", f"the {what} ends too early", expectation(mistake))
    what = "this text" if mistake.kind == "STRING" else f"`{mistake.text}`"
    home = _HOMES.get(mistake.kind) if is_keyword(mistake.tokens[mistake.at]) else None
    help = f"`{mistake.text}` belongs into {home}" if home else ""
    return mistake.finding("FSM102", f"{what} cannot stand here", expectation(mistake), help=help)


def _lacking(mistake: Mistake) -> str | None:
    """What is simply not there: nothing but this may stand here, and something ends instead."""
    ends = mistake.kind == END or mistake.kind in SIGNS or is_word(mistake.kind)
    accepted = set(mistake.cursor.accepts())
    if len(accepted) == 1 and (ends or mistake.kind == "COMMA" or accepted == {"STRING"}):
        (only,) = accepted
        return _WORDS.get(only) or f"`{spelling(only)}`"
    groups = (
        words
        for group, words in _GROUPS
        if group <= accepted and not accepted - group - {"NOT", "IF"}
    )
    return (
        next(groups, None)
        if ends or mistake.kind in ("COMMA", "COMPARE", "EQUAL", "TIMES")
        else None
    )
