"""The origin's semantics, surprises included."""

from __future__ import annotations

import pytest

from fsmc.diagnostics import Span
from fsmc.importers.autowebworld import origin
from fsmc.importers.autowebworld.located import Json
from fsmc.importers.autowebworld.spec import Action, Condition, Effect

HERE = Span("a.json", 0, 0)


def condition(operator: str, value: Json) -> Condition:
    return Condition("$.x", operator, value, HERE)


def effect(operator: str, value: Json = None, **given: Json) -> Effect:
    reference = given.get("reference")
    assert reference is None or isinstance(reference, str)
    step = given.get("step", 1)
    return Effect(operator, "$.x", value, reference, given.get("expression"), step, HERE)


def action(parameters: dict[str, Json]) -> Action:
    return Action("A", "click", None, parameters, (), (), (), (), HERE)


@pytest.mark.parametrize(
    ("type_text", "default"),
    [
        ("string|null", None),
        ("array<object>|null", None),
        ("string", ""),
        ("boolean", False),
        ("integer", 0),
        ("integer>=1", 1),
        ("number", 0.0),
        ("array<string>", []),
        ("boolean | null", False),
        ("string | null", ""),
        ("integer >= 1", 0),
        ("null|string", ""),
        ("date", ""),
        ("object", ""),
        (" Boolean", False),
    ],
)
def test_defaults(type_text: str, default: Json) -> None:
    found = origin.default_of(type_text)
    assert origin.spelled(found) == origin.spelled(default)


@pytest.mark.parametrize(
    ("value", "operator", "expected", "holds"),
    [
        (None, "eq", None, True),
        (True, "eq", True, True),
        ("true", "eq", True, False),
        ("x", "eq", "$.y", False),
        (None, "neq", True, True),
        (None, "not_null", None, False),
        ("", "not_null", None, True),
        ("", "length_gt", 0, False),
        ("a", "length_gt", 0, True),
        ([1], "length_gt", 0, True),
        (None, "length_gt", 0, False),
        (3, "length_gt", 0, False),
        ("a", "in", ["a", "b"], True),
        ("a", "in", None, False),
        (None, "gt", 0, False),
        (None, "lt", 9, False),
        (2, "gt", 1, True),
        (2, "gte", 2, True),
        (2, "lte", 1, False),
        ("b", "gt", "a", True),
        ("b", "gt", 1, False),
        ("a", "exists", None, False),
        ("a", "oneof", ["a"], False),
        (None, "not_exists", None, False),
    ],
)
def test_conditions(value: Json, operator: str, expected: Json, holds: bool) -> None:
    assert origin.holds(value, condition(operator, expected)) is holds


@pytest.mark.parametrize(
    ("before", "done", "after"),
    [
        ("a", effect("set", "b"), "b"),
        ("a", effect("set", expression="now()"), None),
        ("a", effect("set", reference="{item}"), "tea"),
        ("a", effect("set", reference="{other}"), None),
        ("a", effect("set", reference="$.y"), None),
        (None, effect("inc"), 1),
        (4, effect("inc", step=-2), 2),
        (["a"], effect("clear"), []),
        ("a", effect("clear"), None),
        (True, effect("clear"), False),
        (None, effect("clear"), None),
        (3, effect("clear"), 0),
        (["a"], effect("append_unique", "b"), ["a", "b"]),
        (["a"], effect("append_unique", "a"), ["a"]),
        (None, effect("append_unique", reference="{item}"), ["tea"]),
        (True, effect("toggle"), True),
    ],
)
def test_effects(before: Json, done: Effect, after: Json) -> None:
    values: dict[str, Json] = {"x": before}
    origin.apply(done, action({"item": "tea"}), values, ["x"])
    assert origin.spelled(values["x"]) == origin.spelled(after)


@pytest.mark.parametrize(
    ("before", "done"),
    [("a", effect("inc")), (1, effect("append_unique", "a")), (1, effect("inc", step="a"))],
)
def test_effects_that_stop_the_origin(before: Json, done: Effect) -> None:
    with pytest.raises(origin.OriginCrashError):
        origin.apply(done, action({}), {"x": before}, ["x"])
