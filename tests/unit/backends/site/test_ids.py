"""Ids and selectors are made of names and keys, and stay distinct."""

from __future__ import annotations

import pytest

from fsmc.backends.site import ids
from fsmc.model.domains import Bool, Date, Enum, Optional, Row, Text


@pytest.mark.parametrize(
    ("domain", "expected"),
    [
        (Bool(), ("no", "yes")),
        (Enum("E", ("a", "b c"), ("A", "B C")), ("a", "b-c")),
        (Optional(Enum("E", ("a",), ("A",))), ("none", "a")),
        (Row("T", ("x y", "x-y", "", "é")), ("x-y-0", "x-y-1", "empty", "3")),
        (Text(("", "tea", "\ue000")), ("empty", "tea", "other")),
        (Date(0, 1), ("1970-01-01", "1970-01-02")),
    ],
)
def test_keys_are_readable_and_distinct(domain: object, expected: tuple[str, ...]) -> None:
    assert ids.keys(domain) == expected  # type: ignore[arg-type]
    assert [ids.key(domain, v) for v in domain.values()] == list(expected)  # type: ignore[arg-type, attr-defined]


@pytest.mark.parametrize(
    ("id_", "selector"), [("page-go", "#page-go"), ("1st", '[id="1st"]'), ('a"b', '[id="a\\"b"]')]
)
def test_selectors_are_quoted_where_needed(id_: str, selector: str) -> None:
    assert ids.selector(id_) == selector


def test_pins() -> None:
    assert ids.pinned_id("#go") == "go"
    assert ids.pinned_id(".go") is None
    assert ids.pinned_id("#go > a") is None
    assert ids.pinned_classes(".a.b-c") == ("a", "b-c")
    assert ids.pinned_classes("#a") == ()
    assert ids.pinned_classes(None) == ()
