"""Mistakes of signs: quotation marks and operators of other languages."""

from __future__ import annotations

import re
from collections.abc import Callable

from fsmc.diagnostics import Diagnostic, Span
from fsmc.syntax.machine import END
from fsmc.syntax.mistakes.mistake import Mistake
from fsmc.syntax.mistakes.numbers import number
from fsmc.syntax.scan import STRAY, scan

_OTHER_SIGNS = {
    "&&": "and", "&": "and", "||": "or", "!": "not ", "¬": "not ", "∧": "and", "∨": "or",
    "≠": "!=", "≤": "<=", "≥": ">=", "∈": "in", "∉": "not in", "×": "*", "÷": "/", "–": "-",
    "−": "-", "→": "implies", "⇒": "implies",
}  # fmt: skip
"""What stands for it here."""

_NO_SIGNS = {
    ";": "nothing stands between two clauses but a blank",
    "%": "there is no remainder; shares are written `half_up(total * 15 / 100)`",
    "$": "amounts are written without a sign, `4.50`; the currency stands in the first line",
    "€": "amounts are written without a sign, `4.50`; the currency stands in the first line",
    "£": "amounts are written without a sign, `4.50`; the currency stands in the first line",
    "…": "write out what it stands for",
    "\\": "a clause goes on in the next line without a sign",
    ".": "the name of a column follows its `.` at once, `p.name`",
}  # fmt: skip

_OPERATORS = re.compile(r"[:=<>!+\-]{2,}")
_RUNS = {
    "===": "==", "!==": "!=", "=>": ">=", "=<": "<=", "<>": "!=", "=!": "!=", "=:": ":=",
    "<==": "<=", ">==": ">=", "==>": "implies", "->": "implies", "++": "+= 1", "--": "-= 1",
}  # fmt: skip
"""Runs of operator signs that are no operator, and what was probably meant."""

_QUOTES = {"'": "'", "“": "”", "„": "“", "«": "»", "‹": "›", "‘": "’", "”": "”"}


def sign(mistake: Mistake) -> Diagnostic | None:
    """What is wrong with the signs at the mistake, if anything is."""
    for rule in _RULES:
        found = rule(mistake)
        if found:
            return found
    return None


def _quotes(mistake: Mistake) -> Diagnostic | None:
    """Texts that are not closed, or stand in other marks."""
    text, place = mistake.text, mistake.place()
    if mistake.kind != STRAY:
        return _quote_inside(mistake)
    if text[0] in _QUOTES:
        inner = text[1:].rstrip("'“”„«»‹›‘’\"")
        right = '"' + inner.replace('"', '\\"') + '"'
        closed = len(text) > 1 and text[-1] in (*_QUOTES.values(), '"')
        return mistake.finding(
            "FSM106", f"`{text[0]}` is not a quotation mark here", 'texts stand in `"`',
            help=f"write `{right}`" if closed else 'put the text in `"`',
            edit=(place, right) if closed else None,
        )  # fmt: skip
    if text[0] == '"':
        return _open_text(mistake)
    if text[0] == "`":
        return mistake.finding("FSM106", "this name is not closed", "there is no second backtick")
    return None


def _open_text(mistake: Mistake) -> Diagnostic:
    place = mistake.place()
    if mistake.kind_of(-1) == "STRING" and mistake.text.count('"') == 1 and len(mistake.text) < 2:
        return mistake.finding("FSM106", 'this `"` opens a text that is not there')
    return mistake.finding(
        "FSM106", "this text is not closed",
        "opened here, and there is no `\"` before the line ends", place=place,
        help="close it with `\"`; a `\"` inside a text is written `\\\"`",
    )  # fmt: skip


def _quote_inside(mistake: Mistake) -> Diagnostic | None:
    """`"say "hi" to"`: the text ends where its author did not mean it to."""
    if mistake.kind_of(-1) != "STRING" or not mistake.adjacent(0) or not mistake.text[:1].isalnum():
        return None
    before = mistake.place(-1)
    return mistake.finding(
        "FSM106", "the text ends before this word", 'a `"` inside a text is written `\\"`',
        other=(Span(before.file, before.end - 1, before.end), "it ends here"),
    )  # fmt: skip


def _run(mistake: Mistake) -> Diagnostic | None:
    """`===`, `=>`, `<>`."""
    if mistake.kind == END:
        return None
    start = mistake.place().start
    line, _ = mistake.line_of(start)
    for match in _OPERATORS.finditer(mistake.source.text, line, mistake.span.end):
        right = _RUNS.get(match.group())
        if right and match.start() <= start < match.end():
            place = Span(mistake.span.file, match.start(), match.end())
            fits = _may_stand(mistake, place.start, right)
            label = f"`{right}` is probably meant" if fits else "not a sign of the language"
            return mistake.finding(
                "FSM112", f"there is no operator `{match.group()}`", label, place=place,
                help=f"write `{right}`" if fits else "", edit=(place, right) if fits else None,
            )  # fmt: skip
    return None


def _may_stand(mistake: Mistake, place: int, operator: str) -> bool:
    """Whether an operator may stand at a place shortly before the mistake."""
    kind = str(scan(operator)[0].type)
    offsets = (n for n in (0, -1, -2) if mistake.kind_of(n) and mistake.place(n).start == place)
    cursor = next((mistake.cursor_of(n) for n in offsets), None)
    return cursor is not None and cursor.after(kind) is not None


def _equals(mistake: Mistake) -> Diagnostic | None:
    """`=` for `==` or `:=`, and the other way round."""
    accepts = mistake.cursor.after
    written = mistake.text
    if mistake.kind == "EQUAL" and accepts("ASSIGN"):
        why, right = "what `do` writes is written with `:=`", ":="
    elif mistake.kind == "COMPARE" and written == "==" and accepts("ASSIGN"):
        why, right = "`==` compares; `do` writes with `:=`", ":="
    elif mistake.kind in ("EQUAL", "ASSIGN") and accepts("COMPARE"):
        why, right = "values are compared with `==`", "=="
    elif written in (":=", "==") and accepts("EQUAL"):
        why, right = "a first value or a definition comes after `=`", "="
    elif mistake.kind == "COMPARE" and _compared_already(mistake):
        return mistake.finding(
            "FSM112", "comparisons do not chain", "a comparison stands before it already",
            help="compare twice: `0 < x and x < 9`",
        )  # fmt: skip
    else:
        return None
    return mistake.finding(
        "FSM112", f"`{written}` cannot stand here", why,
        help=f"write `{right}`", edit=(mistake.place(), right),
    )  # fmt: skip


def _compared_already(mistake: Mistake) -> bool:
    return mistake.cursor.after("AND") is not None and mistake.cursor.after("PLUS") is not None


def _comment(mistake: Mistake) -> Diagnostic | None:
    """`// like this`."""
    twice = mistake.kind == mistake.kind_of(1) == "TIMES" or (
        mistake.kind == mistake.kind_of(-1) == "TIMES"
    )
    if not twice:
        return None
    first = 0 if mistake.kind_of(1) == "TIMES" else -1
    place = mistake.place(first).to(mistake.place(first + 1))
    slashes = mistake.source.text[place.start : place.end]
    if slashes not in ("//", "/*"):
        return None
    return mistake.finding(
        "FSM101", f"`{slashes}` does not begin a comment", "comments begin with `#`", place=place,
        help="write `#`", edit=(place, "#"),
    )  # fmt: skip


def _bar(mistake: Mistake) -> Diagnostic | None:
    """`a | b` as a condition."""
    if mistake.kind != "VBAR" or not mistake.cursor.after("OR"):
        return None
    place = mistake.place()
    if mistake.kind_of(1) == "VBAR" and mistake.adjacent(1):
        place = place.to(mistake.place(1))
    written = mistake.source.text[place.start : place.end]
    return mistake.finding(
        "FSM113", f"`{written}` cannot stand here", "conditions are joined by words", place=place,
        help="write `or`", edit=(place, "or"),
    )  # fmt: skip


def _stray(mistake: Mistake) -> Diagnostic | None:
    """Any other sign that is not of the language."""
    if mistake.kind != STRAY:
        return None
    text = mistake.text
    if word := _OTHER_SIGNS.get(text):
        place = mistake.place()
        right = _apart(mistake, word) if word[0].isalpha() else word
        return mistake.finding(
            "FSM113", f"`{text}` is written `{word.strip()}` here", "not a sign of the language",
            help=f"write `{word.strip()}`", edit=(place, right),
        )  # fmt: skip
    if text.startswith("@"):
        return mistake.finding("FSM111", f"`{text}` is not a date", "dates look like `@2026-06-01`")
    if text[0].isdigit():
        return mistake.finding(
            "FSM110", f"`{text}` is not a number", "numbers look like `12` or `4.50`"
        )
    if text[0].isalpha():
        return _letters(mistake)
    help = _NO_SIGNS.get(text, "")
    shown = text if text.isprintable() else f"U+{ord(text[0]):04X}"
    return mistake.finding(
        "FSM101", f"`{shown}` cannot stand here", "not a sign of the language", help=help
    )


def _letters(mistake: Mistake) -> Diagnostic:
    """A word with letters other than a to z."""
    first, last = 0, 0
    while mistake.kind_of(first - 1) in ("NAME", STRAY) and mistake.adjacent(first):
        first -= 1
    while mistake.kind_of(last + 1) in ("NAME", "LABEL", STRAY) and mistake.adjacent(last + 1):
        last += 1
    place = mistake.place(first).to(mistake.place(last))
    word = mistake.source.text[place.start : place.end]
    return mistake.finding(
        "FSM101", f"`{word}` is no plain name",
        "plain names have the letters a to z, digits and `_`", place=place,
        help=f"write it in backticks, `` `{word}` ``", edit=(place, f"`{word}`"),
    )  # fmt: skip


def _dashed(mistake: Mistake) -> Diagnostic | None:
    """`my-shop` as a name."""
    dashed = mistake.kinds(-1, 2) == ("NAME", "MINUS") and mistake.text_of(1)[:1].isalpha()
    if not dashed or not mistake.adjacent(0) or not mistake.adjacent(1):
        return None
    place = mistake.place(-1).to(mistake.place(1))
    word = mistake.source.text[place.start : place.end]
    plain = word.replace("-", "_")
    return mistake.finding(
        "FSM101", f"`{word}` is no plain name",
        "plain names have the letters a to z, digits and `_`", place=place,
        help=f"write `{plain}`", edit=(place, plain),
    )  # fmt: skip


def _apart(mistake: Mistake, word: str) -> str:
    """The word with blanks where it would grow together with its neighbours."""
    place, text = mistake.place(), mistake.source.text
    before = text[place.start - 1 : place.start]
    after = text[place.end : place.end + 1]
    left = " " if before.isalnum() or before == "_" else ""
    right = " " if (after.isalnum() or after == "_") and not word.endswith(" ") else ""
    return left + word + right


_RULES: tuple[Callable[[Mistake], Diagnostic | None], ...] = (
    number, _quotes, _run, _comment, _equals, _bar, _dashed, _stray,
)  # fmt: skip
