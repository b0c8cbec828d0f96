"""Offsets to lines and back."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fsmc.diagnostics.positions import LineIndex, Position

TEXTS = st.text(alphabet="ab\n名\t")


def test_lines_and_columns_start_at_one() -> None:
    index = LineIndex("ab\ncd\n")
    assert index.position(0) == Position(1, 1)
    assert index.position(4) == Position(2, 2)
    assert index.position(6) == Position(3, 1)
    assert index.lines == 3


def test_line_breaks_of_windows_are_no_text() -> None:
    assert LineIndex("ab\r\ncd").line(1) == "ab"


@given(TEXTS, st.integers(0, 30))
def test_offset_undoes_position(text: str, offset: int) -> None:
    index = LineIndex(text)
    assert index.offset(index.position(offset)) == min(offset, len(text))


@given(TEXTS)
def test_lines_join_to_the_text(text: str) -> None:
    index = LineIndex(text)
    assert "\n".join(index.line(n + 1) for n in range(index.lines)) == text
