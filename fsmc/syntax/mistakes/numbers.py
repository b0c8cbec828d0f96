"""Mistakes of numbers and dates: no `@`, zeros in front, amounts without two decimals."""

from __future__ import annotations

import re

from fsmc.diagnostics import Diagnostic, Fix, Source, Span
from fsmc.syntax.machine import END
from fsmc.syntax.mistakes.mistake import Mistake
from fsmc.syntax.scan import STRAY, scan

_DATE = re.compile(r"@?(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?![\w-])")
_BARE = re.compile(r"\b(\d{4})-(0[1-9]|1[0-2])-([0-2]\d|3[01])\b")
_NUMBER = re.compile(r"\d[\d_]*(?:[.,]\d+)?")


def number(mistake: Mistake) -> Diagnostic | None:
    """What is wrong with the number or date at the mistake, if there is one."""
    return None if mistake.kind == END else _date(mistake) or _number(mistake)


def bare_dates(source: Source, span: Span) -> tuple[Diagnostic, ...]:
    """Dates without `@` that happen to read as differences, such as `2026-12-10`."""
    found = list(_BARE.finditer(source.text, span.start, span.end))
    if not found:
        return ()
    starts = {token.start_pos for token in scan(source.text, span.start, span.end)}
    return tuple(
        _no_date(match, Span(source.file, match.start(), match.end()))
        for match in found
        if match.start() in starts
    )


def _date(mistake: Mistake) -> Diagnostic | None:
    """`2026-06-01` without `@`, and `@2026-6-1`."""
    start = mistake.place().start
    line, _ = mistake.line_of(start)
    for match in _DATE.finditer(mistake.source.text, line, mistake.span.end):
        if match.start() > start:
            return None
        if start < match.end() and _reads_as_numbers(mistake, match):
            place = Span(mistake.span.file, match.start(), match.end())
            found = _no_date(match, place)
            return None if found.fix and found.fix.replacement == match.group() else found
    return None


def _no_date(match: re.Match[str], place: Span) -> Diagnostic:
    year, month, day = (int(part) for part in match.groups())
    written = f"@{year:04}-{month:02}-{day:02}"
    bare = not match.group().startswith("@")
    problem = "has no `@`" if bare else "is not written in full"
    return Diagnostic(
        "FSM111", f"the date `{match.group()}` {problem}", place, "dates look like `@2026-06-01`",
        help=f"write `{written}`", fix=Fix(f"write `{written}`", place, written),
    )  # fmt: skip


def _reads_as_numbers(mistake: Mistake, match: re.Match[str]) -> bool:
    """Whether the match begins with a token: it is no part of a text or comment."""
    return any(token.start_pos == match.start() for token in mistake.tokens[mistake.first :])


def _number(mistake: Mistake) -> Diagnostic | None:
    """Leading zeros, amounts without two decimals, separators of thousands."""
    before = mistake.kinds(-2, 3)
    if before == ("INT", "COMMA", "INT") and mistake.adjacent(-1) and mistake.adjacent(0):
        first = -2  # 4,50
    elif before[1] == "INT" and mistake.adjacent(0) and mistake.kind in (STRAY, "NAME", "COMMA"):
        first = -1  # 4.5
    elif mistake.kind == STRAY:
        first = 0  # 007
    else:
        return None
    start = mistake.place(first).start
    match = _NUMBER.match(mistake.source.text, start, mistake.span.end)
    if not match or match.end() <= mistake.place().start:
        return None
    place = Span(mistake.span.file, start, match.end())
    written = match.group()
    right = _rewritten(written)
    if right is None or right == written:
        return None
    if "," in written:
        title, label = f"the amount `{written}` has a comma", "amounts look like `4.50`"
    elif "." in written:
        title, label = f"the amount `{written}` needs two decimals", "amounts look like `4.50`"
    elif "_" in written:
        title, label = f"the number `{written}` has a separator", "numbers are digits alone"
    else:
        title, label = f"the number `{written}` begins with 0", "numbers have no zeros in front"
    return mistake.finding(
        "FSM110", title, label, place=place, help=f"write `{right}`", edit=(place, right)
    )


def _rewritten(number: str) -> str | None:
    """How a number is written here; None when it would be another number."""
    whole, _, decimals = number.replace(",", ".").replace("_", "").partition(".")
    whole = whole.lstrip("0") or "0"
    if not decimals:
        return whole
    decimals = decimals.rstrip("0").ljust(2, "0")
    return f"{whole}.{decimals}" if len(decimals) == 2 else None
