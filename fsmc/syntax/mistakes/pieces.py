"""Mistakes of one small piece: a `:` or `,` too few or too many, `,` for `|`, `-` for `..`."""

from __future__ import annotations

from fsmc.diagnostics import Diagnostic
from fsmc.syntax.machine import END
from fsmc.syntax.mistakes.expected import CONDITION, is_word, spelling
from fsmc.syntax.mistakes.mistake import HEADS, SIGNS, Mistake


def piece(mistake: Mistake) -> Diagnostic | None:
    """What small piece is missing, needless or another's, if that is all."""
    return (
        _alternatives(mistake)
        or _several(mistake)
        or _range(mistake)
        or _colon(mistake)
        or _needless(mistake)
    )


def _alternatives(mistake: Mistake) -> Diagnostic | None:
    """`"a", "b"` for `"a" | "b"`, and alternatives without quotes."""
    if not mistake.cursor.after("VBAR"):
        bare = mistake.kind == "VBAR" and mistake.kind_of(-1) == "NAME"
        if not bare or not mistake.cursor.after("OPT"):
            return None
        name = str(mistake.tokens[mistake.at - 1])
        return mistake.finding(
            "FSM116", "the alternatives of a text stand in quotes", "`|` joins texts",
            help=f'write `"{name}" | …`, or `enum {{ {name}, … }}` for names',
        )  # fmt: skip
    if mistake.kind == "STRING":
        return mistake.finding(
            "FSM116", "two alternatives without `|` between them", "another alternative",
            help="write `|` between them", edit=(mistake.behind(), " |"),
        )  # fmt: skip
    if mistake.kind not in ("COMMA", "OR") or mistake.kind_of(1) not in ("STRING", "OTHER"):
        return None
    return mistake.finding(
        "FSM116", f"the alternatives of a text are joined by `|`, not by `{mistake.text}`",
        "between two alternatives", help="write `|`", edit=(mistake.place(), _spaced(mistake, "|")),
    )  # fmt: skip


def _spaced(mistake: Mistake, sign: str) -> str:
    return f" {sign}" if mistake.adjacent(0) else sign


def _several(mistake: Mistake) -> Diagnostic | None:
    """`x in (a, b)`, `when a, b` and `do { … }`."""
    if mistake.kind == "COMMA" and (opened := mistake.opened()):
        opener = opened[-1]
        if mistake.tokens[opener].type == "LPAR" and mistake.cursor.after("RPAR"):
            place = mistake.place(opener - mistake.at)
            return mistake.finding(
                "FSM116", "several values stand in braces", "another value",
                other=(place, "`(` only groups"), help="write `{a, b}`",
            )  # fmt: skip
    head, _ = mistake.heads()
    if (
        mistake.kind == "COMMA"
        and head in ("WHEN", "WHERE", "REACH")
        and mistake.cursor.after("AND")
    ):
        return mistake.finding(
            "FSM116", "two conditions are joined by `and`, not by `,`", "between two conditions",
            help="write `and`", edit=(mistake.place(), " and" if mistake.adjacent(0) else "and"),
        )  # fmt: skip
    if mistake.kind == "LBRACE" and mistake.kind_of(-1) == "DO":
        return mistake.finding(
            "FSM116", "`do` has no braces", "its effects stand right behind it, with `,` between",
            help="take the braces out: `do x := 1, y := 2`",
        )  # fmt: skip
    return None


def _range(mistake: Mistake) -> Diagnostic | None:
    """`0-5` and `0 to 5` for `0..5`."""
    if not mistake.cursor.after("__ANON_0") or mistake.kind not in (
        "MINUS",
        "TO",
        "COLON",
        "MEMBER",
    ):
        return None
    return mistake.finding(
        "FSM116", f"a range is written with `..`, not with `{mistake.text}`",
        "between its two ends", help="write `..`", edit=(mistake.place(), ".."),
    )  # fmt: skip


def _colon(mistake: Mistake) -> Diagnostic | None:
    """A column, variable or property without `:` behind its name."""
    if mistake.kind == END or not mistake.cursor.after("LABEL"):
        return None
    named = mistake.kind == "NAME" or (is_word(mistake.kind) and mistake.kind not in CONDITION)
    if not named or not mistake.goes_on("LABEL", "COLON", skip=1, count=2):
        return None
    place = mistake.place()
    text = mistake.text
    after = mistake.place()
    return mistake.finding(
        "FSM114", f"`:` is missing after `{text}`", "a name and `:` belong here",
        help=f"write `{text}:`", edit=(place, f"{text}:"),
        place=after,
    )  # fmt: skip


def _needless(mistake: Mistake) -> Diagnostic | None:
    """A comma before a closing bracket, two commas, commas between variables or clauses."""
    if mistake.kind == "COMMA" and (
        mistake.goes_on(skip=1, count=2) or mistake.kind_of(1) == "COMMA"
    ):
        return _no_comma(mistake, 0, "nothing comes between two of these but a blank")
    closing = mistake.kind in SIGNS or is_word(mistake.kind) or mistake.kind == END
    before = mistake.cursor_of(-1)
    if mistake.kind_of(-1) != "COMMA" or not closing or before is None:
        return None
    if before.goes_on(mistake.kinds(0, 2)) < len(mistake.kinds(0, 2)):
        return None
    return _no_comma(mistake, -1, "nothing comes after it")


def _no_comma(mistake: Mistake, offset: int, why: str) -> Diagnostic:
    place = mistake.place(offset)
    return mistake.finding(
        "FSM116", "this `,` is one too many", why, place=place, help="take it out", edit=(place, "")
    )


def missing(mistake: Mistake) -> Diagnostic | None:
    """A word or sign that alone would make it right."""
    if mistake.kind == END:
        return None
    fitting = [
        spelt
        for kind in mistake.cursor.accepts()
        if kind not in HEADS and (spelt := spelling(kind)) and mistake.goes_on(kind, count=3)
    ]
    if "," in fitting:
        fitting = [","]
    if len(fitting) != 1:
        return None
    sign = fitting[0]
    place, words = mistake.gap()
    whole = sign not in SIGNS.values()  # a bracket is but half of what is missing
    blank = "" if sign in (",", ":") else " "
    return mistake.finding(
        "FSM114", f"`{sign}` is missing here", words, place=place, help=f"write `{sign}`",
        edit=(mistake.behind(), blank + sign) if whole else None,
    )  # fmt: skip
