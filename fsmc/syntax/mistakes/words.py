"""Mistakes of words: misspelt, taken from other languages, used as names though they are kept."""

from __future__ import annotations

from lark import Token

from fsmc.diagnostics import Diagnostic
from fsmc.diagnostics.suggest import closest
from fsmc.syntax.machine import Cursor
from fsmc.syntax.mistakes.expected import ITEMS, OPERATORS, is_word, spelling
from fsmc.syntax.mistakes.mistake import Mistake, is_keyword

_OTHER_WORDS = {
    "button": "action", "command": "action", "event": "action", "transition": "action",
    "input": "field", "control": "field", "screen": "page", "view": "page", "route": "page",
    "modal": "dialog", "popup": "dialog", "text": "show", "label": "show", "print": "show",
    "import": "include", "vars": "state", "variables": "state", "data": "state", "store": "state",
    "def": "let", "const": "let", "function": "let", "define": "let", "task": "goal",
    "objective": "goal", "always": "invariant", "assert": "invariant", "never": "invariant",
    "sometimes": "reachable", "navigate": "goto", "go": "goto", "open": "goto", "set": "do",
    "effect": "do", "guard": "when", "require": "when", "if": "when", "unless": "when",
    "message": "says", "toast": "says", "say": "says", "group": "section", "box": "section",
    "foreach": "list", "each": "list", "for": "list", "class": "table", "type": "enum",
    "where": "when", "test": "scenario", "global": "everywhere", "globals": "everywhere",
    "until": "while", "expect": "reach", "achieve": "reach", "return": "answer",
}  # fmt: skip
"""Words of other languages, and the word here."""


def word(mistake: Mistake) -> Diagnostic | None:
    """What is wrong with the word at the mistake, or with the one before it."""
    return (
        _conditional(mistake)
        or _kept_word(mistake)
        or _misspelt(mistake, 0)
        or _misspelt(mistake, -1)
        or _no_item(mistake)
    )


def _conditional(mistake: Mistake) -> Diagnostic | None:
    """`elif`, `if` without `else`, `else` behind an effect."""
    if mistake.text in ("elif", "elsif", "elseif") and mistake.cursor.after("ELSE"):
        return mistake.finding(
            "FSM115", f"there is no `{mistake.text}`", "another condition begins with `else if`",
            help="write `else if`", edit=(mistake.place(), "else if"),
        )  # fmt: skip
    if mistake.kind == "IF" and mistake.cursor.after("DO") and mistake.cursor.after("WHEN"):
        return mistake.finding(
            "FSM115", "`if` begins no clause", "a clause begins here",
            help="what an action needs is `when P`; what it does if P holds is `do if P { … }`",
        )  # fmt: skip
    begun = mistake.last("IF")
    if mistake.kind == "ELSE" and mistake.kind_of(-1) == "RBRACE" and begun:
        return mistake.finding(
            "FSM115", "an `if` in `do` has no `else`", "effects come under one condition each",
            other=(begun, "this `if`"), help="write a second `if` with the opposite condition",
        )  # fmt: skip
    if begun and _lacks_only_else(mistake):
        return mistake.finding(
            "FSM115", "this `if` has no `else`", "an expression needs a value for both cases",
            place=begun, other=(mistake.place(), "`else` is missing before this"),
            help="write `if … then … else …`",
        )  # fmt: skip
    return None


def _lacks_only_else(mistake: Mistake) -> bool:
    """Whether the innermost `if … then …` cannot do without `else` here."""
    then, must = mistake.last("THEN"), mistake.last("MUST")
    begun = mistake.last("IF")
    assert begun is not None
    after_then = then is not None and then.start > begun.start
    no_must = must is None or must.start < begun.start
    return after_then and no_must and set(mistake.cursor.accepts()) - OPERATORS == {"ELSE"}


def _kept_word(mistake: Mistake) -> Diagnostic | None:
    """A word of the language where a name belongs."""
    if mistake.at >= len(mistake.tokens) or not is_keyword(mistake.tokens[mistake.at]):
        return None
    if not mistake.goes_on("NAME", skip=1, count=1) or not _name_is_likely(mistake):
        return None
    place, text = mistake.place(), mistake.text
    return mistake.finding(
        "FSM108", f"`{text}` is a word of the language, so it is no name by itself",
        "a name belongs here",
        help=f"write it in backticks, `` `{text}` ``, or choose another name",
        edit=(place, f"`{text}`"),
    )  # fmt: skip


def _name_is_likely(mistake: Mistake) -> bool:
    """Not so where the word begins a clause of its own and the one before it is unfinished."""
    after = mistake.kind_of(1)
    begins_clause = mistake.begins_line() and after in ("NAME", "STRING", "LABEL")
    return not begins_clause


def _misspelt(mistake: Mistake, offset: int) -> Diagnostic | None:
    """A word that is nearly one that may stand here, or that other languages have for it."""
    cursor = mistake.cursor_of(offset)
    number = mistake.at + offset
    if cursor is None or number >= len(mistake.tokens):
        return None
    token = mistake.tokens[number]
    if token.type not in ("NAME", "LABEL") and not is_keyword(token):
        return None
    right = _meant(cursor, mistake, token, offset)
    if right is None:
        return None
    place = mistake.place(offset)
    return mistake.finding(
        "FSM109", f"`{token}` is not a word of the language", f"`{right}` is probably meant",
        place=place, help=f"did you mean `{right}`?", edit=(place, right),
    )  # fmt: skip


def _meant(cursor: Cursor, mistake: Mistake, token: Token, offset: int) -> str | None:
    words = {
        spelt: kind for kind in cursor.accepts() if is_word(kind) and (spelt := spelling(kind))
    }
    following = mistake.kinds(offset + 1, 2)

    def works(candidate: str) -> bool:
        wanted = (words[candidate], *following)
        return cursor.goes_on(wanted) == len(wanted)

    near = closest(str(token), [w for w in words if works(w)]) if token.type == "NAME" else None
    other = _OTHER_WORDS.get(str(token))
    return near or (other if other in words and works(other) else None)


def _no_item(mistake: Mistake) -> Diagnostic | None:
    """A name between two items of a world, a patch that is nobody's."""
    if mistake.kind == "PATCH" and mistake.cursor.after("GOAL"):
        return mistake.finding(
            "FSM114", "whose patch is this?", "an actor belongs before it",
            help="write `env patch`, or `user patch`", edit=(mistake.place(), "env patch"),
        )  # fmt: skip
    if mistake.kind_of(-1) != "NAME" or set(mistake.cursor.accepts()) != {"PATCH", "TOOL"}:
        return None
    place, text = mistake.place(-1), str(mistake.tokens[mistake.at - 1])
    if text in ("env", "user"):
        return mistake.finding(
            "FSM114", f"what of `{text}`?", "`patch` is missing before this",
            help=f"write `{text} patch NAME {{ … }}`",
        )  # fmt: skip
    return mistake.finding(
        "FSM109", f"`{text}` begins nothing", f"here may stand {ITEMS}", place=place
    )
