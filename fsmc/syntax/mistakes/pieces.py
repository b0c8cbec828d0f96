"""Mistakes of one small piece: a `:` or `,` too few or too many, `,` for `|`, `-` for `..`."""

from __future__ import annotations

from fsmc.diagnostics import Diagnostic, Span
from fsmc.syntax.machine import END
from fsmc.syntax.mistakes.expected import CONDITION, is_word, spelling
from fsmc.syntax.mistakes.mistake import HEADS, SIGNS, Mistake

RANGE = "__ANON_0"
"""The type of `..`."""

_SMALL = frozenset({"ON", "VAR", "FREE", "OF", "TO", "IN", "AT", "AS"})
"""Small words that are easily written where they are not needed."""


def piece(mistake: Mistake) -> Diagnostic | None:
    """What small piece is missing, needless or another's, if that is all."""
    return (
        _alternatives(mistake)
        or _several(mistake)
        or _range(mistake)
        or _parameter(mistake)
        or _colon(mistake)
        or _no_colon(mistake)
        or _no_arguments(mistake)
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
    """`0-5` and `0 to 5` for `0..5`; a range as a value."""
    if mistake.kind == RANGE and mistake.cursor.after("PLUS"):
        return mistake.finding(
            "FSM116", "a range is a type, not a value", "a value stands before it",
            help="compare twice: `0 <= x and x <= 3`",
        )  # fmt: skip
    if not mistake.cursor.after(RANGE) or mistake.kind not in (
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
    if not named:
        return None
    place, text = mistake.place(), mistake.text
    if mistake.kind_of(1) == "EQUAL":
        if mistake.goes_on("LABEL", "COLON", skip=2, count=2):  # a cell
            equal = place.to(mistake.place(1))
            return mistake.finding(
                "FSM114", f"`:` is missing after `{text}`", "`=` stands there", place=equal,
                help=f"write `{text}:`", edit=(equal, f"{text}:"),
            )  # fmt: skip
        return mistake.finding(
            "FSM114",
            f"`{text}` has no type",
            "missing after this",
            help=f"write `{text}: TYPE = …`",
        )
    fits = mistake.goes_on("LABEL", "COLON", skip=1, count=2)
    if not fits and mistake.cursor.accepts() != ("LABEL",):
        return None
    return mistake.finding(
        "FSM114", f"`:` is missing after `{text}`", "a name and `:` belong here",
        help=f"write `{text}:`", edit=(place, f"{text}:") if fits else None,
    )  # fmt: skip


def _no_colon(mistake: Mistake) -> Diagnostic | None:
    """`show: "Hello"`, `page p: "P"`: a name or word that no `:` follows."""
    if mistake.kind != "LABEL":
        return None
    kinds = [kind for kind in mistake.cursor.accepts() if spelling(kind) == mistake.text]
    kinds += ["NAME"] if mistake.cursor.after("NAME") else []
    if not kinds:
        return None
    fits = any(mistake.goes_on(kind, skip=2, count=1) for kind in kinds)
    place = mistake.place(1)
    return mistake.finding(
        "FSM116", f"no `:` stands after `{mistake.text}`", "one too many", place=place,
        help="take it out", edit=(place, "") if fits else None,
    )  # fmt: skip


def _parameter(mistake: Mistake) -> Diagnostic | None:
    """`(p)` and `(p Product)` for `(p: Product)`."""
    opened = mistake.opened()
    inside = bool(opened) and mistake.tokens[opened[-1]].type == "LPAR"
    if not inside or mistake.cursor.accepts() != ("IN",) or mistake.kind_of(-1) != "NAME":
        return None
    name = str(mistake.tokens[mistake.at - 1])
    fits = mistake.kind == "NAME"
    return mistake.finding(
        "FSM114", f"the parameter `{name}` has no type", "missing after this",
        place=mistake.place(-1), help=f"write `{name}: TYPE`",
        edit=(mistake.behind(), ":") if fits else None,
    )  # fmt: skip


def _no_arguments(mistake: Mistake) -> Diagnostic | None:
    """`goto home()` for `goto home`."""
    before = mistake.cursor_of(-1)
    if mistake.kinds(-1, 2) != ("LPAR", "RPAR") or before is None or before.after("RPAR"):
        return None
    following = mistake.kinds(1, 2)
    if before.goes_on(following) < len(following):
        return None
    place = mistake.place(-1).to(mistake.place())
    return mistake.finding(
        "FSM116", "there is nothing between these brackets", "a place without arguments has none",
        place=place, help="take them out", edit=(place, ""),
    )  # fmt: skip


def _needless(mistake: Mistake) -> Diagnostic | None:
    """A comma before a closing bracket, two commas, commas between variables or clauses."""
    if mistake.kind == "COMMA" and (
        mistake.goes_on(skip=1, count=2) or mistake.kind_of(1) == "COMMA"
    ):
        return _no_comma(mistake, 0, "nothing comes between two of these but a blank")
    if mistake.kind in _SMALL and mistake.goes_on(skip=1, count=3):
        with_blank = Span(mistake.span.file, mistake.place().start, mistake.place(1).start)
        return mistake.finding(
            "FSM116", f"this `{mistake.text}` is one too many", "nothing stands here",
            help="take it out", edit=(with_blank, ""),
        )  # fmt: skip
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
