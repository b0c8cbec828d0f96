"""The texts of refusals, made of the conditions that refuse."""

from __future__ import annotations

from typing import Final

from fsmc.importers.autowebworld.located import Json
from fsmc.importers.autowebworld.spec import Condition
from fsmc.importers.autowebworld.words import phrase, readable

_COMPARED: Final = {"gt": "more than", "lt": "less than", "gte": "at least", "lte": "at most"}


def refusal(condition: Condition) -> str:
    """Why an action is refused while the condition is false: "Still empty: new task name"."""
    field = phrase(condition.path.replace("$.", ""))
    value = condition.value
    match condition.operator:
        case "eq" if value is None:
            return f"Already set: {field}"
        case "eq" if value is True:
            return f"Not yet: {field}"
        case "eq" if value is False:
            return f"Only before: {field}"
        case "eq":
            return f"Needs to be {_spoken(value)}: {field}"
        case "neq" | "not_null" if value is None:
            return f"Not set yet: {field}"
        case "neq" if value is True:
            return f"Already done: {field}"
        case "neq":
            return f"May not be {_spoken(value)}: {field}"
        case "length_gt" if value == 0:
            return f"Still empty: {field}"
        case "length_gt":
            return f"Needs to be longer than {_spoken(value)}: {field}"
        case "gt" | "lt" | "gte" | "lte":
            return f"Needs to be {_COMPARED[condition.operator]} {_spoken(value)}: {field}"
        case "in":
            return f"Needs to be one of {_spoken(value)}: {field}"
        case "not_null":
            return f"Not set yet: {field}"
        case _:
            return f"Never possible: {condition.operator.replace('_', ' ')} {field}"


def closed_gate(field: str) -> str:
    return f"Answer first: {phrase(field)}"


def full_counter(field: str) -> str:
    return f"Counted as far as this world goes: {phrase(field)}"


def _spoken(value: Json) -> str:
    return readable(value) or "empty"
