"""What stands between two words on one line, and where a line that is too long may break."""

from __future__ import annotations

from fsmc.syntax.pieces import Word

_TIGHT_BEFORE = frozenset({"COMMA", "COLON", "OPT", "RPAR", "RSQB", "MEMBER"})
_TIGHT_AFTER = frozenset({"LPAR", "LSQB"})
_CALLS = frozenset({"args", "args0", "params", "aggregate"})
_INDEXES = frozenset({"index", "item_of"})
_SIGNS = frozenset({"minus", "literal", "same"})
_RANGE = ".."

_BREAK_BEFORE = frozenset({
    "AND", "OR", "IMPLIES", "THEN", "ELSE", "IF", "FOR", "PLUS", "TIMES", "VBAR", "TO", "AS",
    "WHILE", "WITH", "FROM", "ON", "PINNED", "JOIN", "STEP", "PAGED",
})  # fmt: skip
_TITLED = frozenset({"page", "dialog", "goal"})
_CLAUSES = {"WHERE": "where", "SORT": "sort", "ELSE": "otherwise", "WHEN": "present"}
"""Words that begin a clause inside a line, by the rule of the clause."""


def between(left: Word, right: Word) -> str:
    """The blanks between two words that follow each other."""
    tight = (
        right.kind in _TIGHT_BEFORE
        or left.kind in _TIGHT_AFTER
        or _RANGE in (left.text, right.text)
        or (right.kind == "LPAR" and right.rule in _CALLS)
        or (right.kind == "LSQB" and right.rule in _INDEXES)
        or (left.kind in ("MINUS", "EQUAL") and left.rule in _SIGNS)
        or (left.kind == "LBRACE" and (left.tight or _is_empty_set(left, right)))
        or (right.kind == "RBRACE" and right.tight)
    )
    return "" if tight else " "


def _is_empty_set(left: Word, right: Word) -> bool:
    return right.kind == "RBRACE" and left.rule == "set"


def break_level(left: Word, right: Word) -> int | None:
    """How readily a line breaks between two words: the smallest first, None for never."""
    if left.kind == "COMMA" or (right.kind == "STRING" and right.rule in _TITLED):
        return 2 * right.depth if right.kind == "STRING" else 2 * left.depth
    if right.kind == "PAGED" or _CLAUSES.get(right.kind) == right.rule:
        return 2 * (right.depth - (right.kind != "PAGED"))
    if right.rule != "asif" and (right.kind in _BREAK_BEFORE or _is_binary_minus(right)):
        return 2 * right.depth + 1
    return None


def _is_binary_minus(word: Word) -> bool:
    return word.kind == "MINUS" and word.rule == "add"
