"""JSON with places: the same values as the standard library reads, and spans that fit."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fsmc.diagnostics import Failure
from fsmc.importers.autowebworld.located import read_json

VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**9), 10**9)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=12,
)


def at(value: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        value = value[step]
    return value


@given(VALUES, st.booleans(), st.sampled_from([None, 2]))
def test_reads_what_json_reads_and_spans_fit(value: Any, ascii_only: bool, indent: int) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    located = read_json(text, "a.json")
    assert located.value == value
    for path, span in located.values.items():
        assert json.loads(text[span.start : span.end]) == at(value, path)
    for path, span in located.keys.items():
        assert json.loads(text[span.start : span.end]) == path[-1]


@pytest.mark.parametrize(
    ("text", "offset"),
    [
        ("", 0),
        ("{", 1),
        ("[1,]", 3),
        ('{"a" 1}', 5),
        ('{"a": 1,}', 8),
        ("{a: 1}", 1),
        ('"open', 0),
        ('["a\nb"]', 1),
        (r'["\x"]', 2),
        (r'["\ud800"]', 1),
        ("[NaN]", 1),
        ("[1e999]", 1),
        ("[" + "9" * 400 + "]", 1),
        ("[1] 2", 4),
        ("'a'", 0),
        ("[" * 100 + "]" * 100, 65),
    ],
)
def test_the_first_wrong_character_is_named(text: str, offset: int) -> None:
    with pytest.raises(Failure) as caught:
        read_json(text, "a.json")
    (found,) = caught.value.diagnostics
    assert found.code == "FSM530"
    assert found.span is not None
    assert found.span.start == offset
    assert found.label
    assert found.help


def test_a_repeated_key_is_noted_and_the_last_one_counts() -> None:
    located = read_json('{"a": 1, "a": 2}', "a.json")
    assert located.value == {"a": 2}
    assert [d.code for d in located.repeated] == ["FSM530"]


def test_places_of_what_does_not_exist_are_those_around_it() -> None:
    located = read_json('{"a": {"b": 1}}', "a.json")
    assert located.at("a", "c", 3) == located.at("a")
    assert located.key("a", "c") == located.at("a")
