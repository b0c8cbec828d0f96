"""Edits that diagnostics offer."""

from __future__ import annotations

from fsmc.diagnostics import Fix, Span
from fsmc.diagnostics.fixes import apply_fixes


def fix(start: int, end: int, replacement: str) -> Fix:
    return Fix("t", Span("w.fsm", start, end), replacement)


def test_fixes_apply_in_any_order() -> None:
    fixes = [fix(4, 5, "EE"), fix(0, 1, "")]
    assert apply_fixes("abcdef", fixes) == apply_fixes("abcdef", fixes[::-1]) == "bcdEEf"


def test_insertions() -> None:
    assert apply_fixes("ab", [fix(1, 1, "-"), fix(2, 2, "!")]) == "a-b!"


def test_equal_fixes_are_made_once_and_overlaps_by_the_first() -> None:
    assert apply_fixes("abcd", [fix(0, 2, "x"), fix(0, 2, "x"), fix(1, 3, "y")]) == "xcd"
    assert apply_fixes("ab", [fix(1, 1, "-"), fix(1, 1, "-")]) == "a-b"
