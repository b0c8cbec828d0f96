"""Draws a few source lines with carets under the marked stretches."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from fsmc.diagnostics.diagnostic import Span
from fsmc.diagnostics.positions import LineIndex

TAB = 4


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch to underline: with `^` when it is the culprit, with `-` when it is a witness."""

    span: Span
    text: str
    culprit: bool


@dataclass(frozen=True, slots=True)
class _Row:
    """One underline: characters `start` to `end` of line `line`."""

    line: int
    start: int
    end: int
    text: str
    culprit: bool


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """One line of an excerpt: `number` is None for an underline."""

    number: int | None
    text: str
    culprit: bool = False


def draw(index: LineIndex, marks: Iterable[Mark], width: int) -> list[DrawnLine]:
    """The marked lines in text order, each followed by its underlines; at most `width` columns."""
    rows = sorted(
        (row for mark in marks for row in _rows(index, mark)),
        key=lambda row: (row.line, row.start, not row.culprit),
    )
    drawn: list[DrawnLine] = []
    for number in sorted({row.line for row in rows}):
        here = [row for row in rows if row.line == number]
        line = index.line(number)
        window = _window(line, here, width)
        drawn.append(DrawnLine(number, window.text))
        drawn += [DrawnLine(None, _underline(window, row), row.culprit) for row in here]
    return drawn


def _rows(index: LineIndex, mark: Mark) -> list[_Row]:
    """One underline, or two for a span over several lines: its first line and its last."""
    first, last = index.position(mark.span.start), index.position(mark.span.end)
    if last.column == 1 and last.line > first.line:  # ends with a line break: that is no line more
        last = index.position(mark.span.end - 1)
    start, end = first.column - 1, last.column - 1
    if first.line == last.line:
        return [_Row(first.line, start, max(end, start + 1), mark.text, mark.culprit)]
    tail = index.line(last.line)
    head_end = max(len(index.line(first.line).rstrip()), start + 1)
    indent = min(len(tail) - len(tail.lstrip()), max(end - 1, 0))
    return [
        _Row(first.line, start, head_end, "from here", mark.culprit),
        _Row(last.line, indent, max(end, indent + 1), mark.text, mark.culprit),
    ]


@dataclass(frozen=True, slots=True)
class _Window:
    """The part of a line that is shown, and the columns its characters take."""

    text: str
    columns: tuple[int, ...]  # column of each character of the whole line, and one past its end

    def column(self, character: int) -> int:
        past = max(0, character - (len(self.columns) - 1))
        return max(self.columns[min(character, len(self.columns) - 1)], 0) + past


def _window(line: str, rows: list[_Row], width: int) -> _Window:
    cells = [_cells(c) for c in line]
    columns = [0]
    for cell, c in zip(cells, line, strict=True):
        columns.append(columns[-1] + (TAB - columns[-1] % TAB if c == "\t" else cell))
    texts = [
        " " * (columns[i + 1] - columns[i]) if c == "\t" else _visible(c)
        for i, c in enumerate(line)
    ]
    if columns[-1] <= width:
        return _Window("".join(texts), tuple(columns))
    start = min(row.start for row in rows)
    left = max(0, columns[min(start, len(line))] - width // 4) if width > 8 else 0
    keep = [
        i for i in range(len(line)) if left <= columns[i] and columns[i + 1] <= left + width - 2
    ]
    if not keep:
        return _Window("".join(texts), tuple(columns))
    before = "…" if keep[0] > 0 else ""
    after = "…" if keep[-1] < len(line) - 1 else ""
    shift = columns[keep[0]] - len(before)
    limit = columns[keep[-1] + 1] - shift
    shifted = tuple(min(column - shift, limit) for column in columns)
    return _Window(before + "".join(texts[i] for i in keep) + after, shifted)


def _underline(window: _Window, row: _Row) -> str:
    left, right = window.column(row.start), window.column(row.end)
    mark = ("^" if row.culprit else "-") * max(1, right - left)
    return " " * left + mark + (f" {row.text}" if row.text else "")


def _cells(character: str) -> int:
    """How many terminal columns a character takes."""
    if unicodedata.combining(character) or unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1


def _visible(character: str) -> str:
    """Control characters as signs, so that a source text cannot steer the terminal."""
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    return "\ufffd" if unicodedata.category(character) in {"Cc", "Zl", "Zp", "Cs"} else character
