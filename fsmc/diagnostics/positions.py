"""Turns character offsets of one text into lines and columns, and back."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A place in a text as editors count: `line` and `column` start at 1, in characters."""

    line: int
    column: int


class LineIndex:
    """The lines of one text. Offsets outside the text are moved to its nearest end."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [0, *(i + 1 for i, c in enumerate(text) if c == "\n")]

    @property
    def lines(self) -> int:
        """The number of lines; a final line break opens one more, empty line."""
        return len(self._starts)

    def position(self, offset: int) -> Position:
        inside = min(max(offset, 0), len(self._text))
        line = bisect_right(self._starts, inside)
        return Position(line, inside - self._starts[line - 1] + 1)

    def offset(self, position: Position) -> int:
        """The inverse of `position`; a column past its line's end gives that end."""
        start = self._starts[position.line - 1]
        return min(start + position.column - 1, start + len(self.line(position.line)))

    def line(self, number: int) -> str:
        """The text of one line without its line break."""
        start = self._starts[number - 1]
        end = self._starts[number] - 1 if number < len(self._starts) else len(self._text)
        return self._text[start:end].removesuffix("\r")
