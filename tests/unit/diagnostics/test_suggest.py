"""Suggestions are near, and the same every time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fsmc.diagnostics.suggest import closest, distance


@pytest.mark.parametrize(
    ("word", "candidates", "expected"),
    [
        ("delivry", ["order", "delivery"], "delivery"),
        ("odrer", ["order", "delivery"], "order"),
        ("openCart", ["open_cart"], "open_cart"),
        ("xyz", ["order", "delivery"], None),
        ("a", ["b"], None),
        ("order", ["order"], None),
        ("cart", [], None),
        ("cat", ["car", "bat"], "bat"),
    ],
)
def test_closest(word: str, candidates: list[str], expected: str | None) -> None:
    assert closest(word, candidates) == expected
    assert closest(word, reversed(candidates)) == expected


@given(st.text("abc", max_size=6), st.text("abc", max_size=6))
def test_distance_is_symmetric_and_zero_only_for_equals(a: str, b: str) -> None:
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
