"""Mistakes of words: misspelt, taken from other languages, used as names though they are kept."""

from __future__ import annotations

from lark import Token

from fsmc.diagnostics import Diagnostic
from fsmc.diagnostics.suggest import closest
from fsmc.syntax.machine import END, Cursor
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
    "effect": "do", "guard": "when", "require": "when", "if": "when where", "unless": "when",
    "message": "says", "toast": "says", "say": "says", "group": "section", "box": "section",
    "foreach": "list", "each": "list", "for": "list", "class": "table", "type": "enum",
    "where": "when", "test": "scenario", "global": "everywhere", "globals": "everywhere",
    "until": "while", "expect": "reach", "achieve": "reach", "return": "answer",
}  # fmt: skip
"""Words of other languages, and the words here."""

_COMPARISONS = {
    "is": "==", "equals": "==", "eq": "==", "isnt": "!=", "ne": "!=", "gt": ">", "lt": "<",
    "ge": ">=", "le": "<=",
}  # fmt: skip

_UNSAID = {
    "GOAL": ("REACH",), "ACTION": ("DO", "WHEN"), "LINK": ("WHEN",), "FIELD": ("WHEN",),
    "PATCH": ("DO", "WHEN"), "PAGE": ("SHOW",), "SECTION": ("SHOW",), "LIST": ("SHOW",),
    "DIALOG": ("SHOW",),
}  # fmt: skip
"""By the word that began a block: the words that are most easily forgotten in it."""

_SETTINGS = ("currency", "locale", "today")


def word(mistake: Mistake) -> Diagnostic | None:
    """What is wrong with the word at the mistake, or with the one before it."""
    return (
        _conditional(mistake)
        or _kept_word(mistake)
        or _comparison(mistake)
        or _misspelt(mistake, 0)
        or _misspelt(mistake, -1)
        or _unsaid(mistake)
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
    if mistake.kind == "IF" and mistake.cursor.after("SECTION") and not mistake.heads()[0]:
        return mistake.finding(
            "FSM115", "`if` begins no part of a page", "a part of a page begins here",
            help='write `section "Title" when P { … }`, or `show e when P`',
        )  # fmt: skip
    if mistake.kind == "THEN" and mistake.cursor.after("LBRACE") and mistake.last("DO"):
        return mistake.finding(
            "FSM115", "an `if` in `do` has braces, no `then`", "`{` belongs here",
            help="write `do if P { x := 1 }`",
        )  # fmt: skip
    if mistake.kind == "OPT" and mistake.cursor.after("COMPARE"):
        return mistake.finding(
            "FSM115", "there is no `… ? … : …`", "a value behind a condition is an `if`",
            help="write `if P then a else b`",
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
    problem = "cannot stand here" if is_keyword(token) else "is not a word of the language"
    return mistake.finding(
        "FSM109", f"`{token}` {problem}", f"`{right}` is probably meant", place=place,
        help=f"did you mean `{right}`?", edit=(place, right),
    )  # fmt: skip


def _meant(cursor: Cursor, mistake: Mistake, token: Token, offset: int) -> str | None:
    words = {
        spelt: kind for kind in cursor.accepts() if is_word(kind) and (spelt := spelling(kind))
    }
    following = mistake.kinds(offset + 1, 2)

    def works(candidate: str) -> bool:
        wanted = (words[candidate], *following)
        return cursor.goes_on(wanted) == len(wanted)

    fitting = [candidate for candidate in words if works(candidate)]
    likely = token.type == "NAME" and len(token) > 2
    near = closest(str(token), fitting) if likely else None
    others = _OTHER_WORDS.get(str(token), "").split()
    return near or next((other for other in others if other in fitting), None)


def _comparison(mistake: Mistake) -> Diagnostic | None:
    """`x is y`, `x not y`."""
    sign = _COMPARISONS.get(mistake.text)
    if sign and mistake.goes_on("COMPARE", skip=1):
        return mistake.finding(
            "FSM112", f"there is no comparison `{mistake.text}`", f"`{sign}` is probably meant",
            help=f"write `{sign}`", edit=(mistake.place(), sign),
        )  # fmt: skip
    before = mistake.cursor_of(-1)
    if mistake.kind_of(-1) != "NOT" or not before or not before.after("COMPARE"):
        return None
    place = mistake.place(-1)
    return mistake.finding(
        "FSM112", "`not` does not compare", "`not in` and `!=` do", place=place,
        help="write `!=`", edit=(place, "!="),
    )  # fmt: skip


def _unsaid(mistake: Mistake) -> Diagnostic | None:
    """A condition, an effect or a text without the word that says what it is for."""
    head, block = mistake.heads()
    alone = mistake.kind == "NAME" and mistake.kind_of(1) in ("RBRACE", END)
    if head is not None or alone or mistake.kind not in ("NAME", "STRING", "LPAR", "NOT"):
        return None
    for kind in _UNSAID.get(block or "", ()):
        if kind == "SHOW" and mistake.kind != "STRING":
            continue
        if mistake.cursor.after(kind) and mistake.goes_on(kind, count=3):
            spelt = spelling(kind)
            return mistake.finding(
                "FSM114", f"`{spelt}` is missing here", "missing before this",
                help=f"write `{spelt}`", edit=(mistake.place(), f"{spelt} {mistake.text}"),
            )  # fmt: skip
    return None


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
    if text in _SETTINGS:
        return mistake.finding(
            "FSM114", f"`:` is missing after `{text}`", "a setting of the world", place=place,
            help=f"write `{text}:`", edit=(place, f"{text}:"),
        )  # fmt: skip
    if text in ("env", "user"):
        return mistake.finding(
            "FSM114", f"what of `{text}`?", "`patch` is missing before this",
            help=f"write `{text} patch NAME {{ … }}`",
        )  # fmt: skip
    return mistake.finding(
        "FSM109", f"`{text}` begins nothing", f"here may stand {ITEMS}", place=place
    )
