"""The origin's semantics on plain JSON values: defaults, conditions, effects, page entry.

Follows its action search word for word, surprises included: unknown operators are false, unknown
effects do nothing, a computed value writes null.
"""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import dataclass
from typing import Final

from fsmc.importers.autowebworld.located import Json
from fsmc.importers.autowebworld.spec import Action, Condition, Effect, Page

GATE_WORDS: Final = ("accepted", "permission", "granted")
NO_GATE_WORD: Final = "captcha"
OPERATORS: Final = ("eq", "neq", "not_null", "length_gt", "in", "gt", "lt", "gte", "lte")
EFFECTS: Final = ("set", "inc", "clear", "append_unique")


class OriginCrashError(Exception):
    """The origin's own search would end with an exception here."""


def same(a: Json, b: Json) -> bool:
    """Whether two values are one state to the origin, which compares their JSON text."""
    return spelled(a) == spelled(b)


def spelled(value: Json) -> str:
    """The JSON text by which the origin tells values apart."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def default_of(type_text: str) -> Json:
    """What a field of this type holds when its page is entered without it."""
    text = type_text.lower()
    if "|null" in text:
        return None
    text = text.strip()
    starts: tuple[tuple[str, Json], ...] = (
        ("array", []),
        ("boolean", False),
        ("integer>=1", 1),
        ("integer", 0),
        ("number", 0.0),
    )
    return deepcopy(next((value for start, value in starts if text.startswith(start)), ""))


def schema_of(page: Page) -> dict[str, str]:
    """The page's fields with nested objects flattened to dotted names; empty objects vanish."""
    flat: dict[str, str] = {}

    def walk(prefix: str, part: Json) -> None:
        if isinstance(part, dict):
            for key, inner in part.items():
                walk(f"{prefix}.{key}" if prefix else key, inner)
        else:
            flat[prefix] = str(part)

    walk("", page.schema)
    return flat


def entry_values(page: Page) -> dict[str, Json]:
    """What the page holds when nothing is carried into it, by top-level name."""
    values: dict[str, Json] = {}
    for name, type_text in schema_of(page).items():
        write(values, name, default_of(type_text))
    return values


def keys_of(path: str) -> list[str]:
    """The steps of a path such as `$.filters.price`."""
    return path.replace("$.", "").split(".")


def read(values: Json, keys: list[str]) -> Json:
    for key in keys:
        if key == "":
            continue
        if not isinstance(values, dict):
            return None
        values = values.get(key)
    return values


def write(values: Json, name: str, value: Json) -> None:
    """Writes at a dotted name; raises OriginCrashError where something on the way is no object."""
    keys = name.split(".")
    for key in keys[:-1]:
        if not isinstance(values, dict):
            raise OriginCrashError
        values = values.setdefault(key, {})
    if not isinstance(values, dict):
        raise OriginCrashError
    values[keys[-1]] = value


def holds(value: Json, condition: Condition) -> bool:
    """Whether the condition is true of the value its path reads."""
    expected = condition.value
    try:
        match condition.operator:
            case "eq":
                return value == expected
            case "neq":
                return value != expected
            case "not_null":
                return value is not None
            case "length_gt":
                return value is not None and len(value) > expected  # type: ignore[arg-type, operator]
            case "in":
                return value in (expected or [])  # type: ignore[operator]
            case "gt":
                return value > expected  # type: ignore[operator]
            case "lt":
                return value < expected  # type: ignore[operator]
            case "gte":
                return value >= expected  # type: ignore[operator]
            case "lte":
                return value <= expected  # type: ignore[operator]
            case _:
                return False
    except TypeError:
        return False


def cleared(value: Json) -> Json:
    match value:
        case list():
            return []
        case bool():
            return False
        case int():
            return 0
        case float():
            return 0.0
        case _:
            return None


def written(effect: Effect, action: Action) -> Json:
    """The constant that a `set` or `append_unique` writes."""
    if effect.reference is None:
        return effect.value
    return action.parameters.get(effect.reference.strip("{} "))


def apply(effect: Effect, action: Action, values: Json, keys: list[str]) -> None:
    """Does one effect in place at `keys`; raises OriginCrashError where the origin would."""
    path = ".".join(keys)
    match effect.operator:
        case "set":
            write(values, path, deepcopy(written(effect, action)))
        case "inc":
            before = read(values, keys)
            total = 0 if before is None else before
            if not isinstance(total, int | float) or not isinstance(effect.step, int | float):
                raise OriginCrashError
            write(values, path, total + effect.step)
        case "clear":
            write(values, path, cleared(read(values, keys)))
        case "append_unique":
            before = read(values, keys)
            items = [] if before is None else before
            if not isinstance(items, list | str | dict):
                raise OriginCrashError
            item = effect.value if not effect.reference else written(effect, action)
            write(values, path, [*items, *([] if item in list(items) else [deepcopy(item)])])
        case _:
            pass


@dataclass(frozen=True, slots=True)
class Gate:
    """A nullable field that the origin takes for a dialog, because of a word in its name."""

    field: str
    word: str


def gates_of(page: Page) -> tuple[Gate, ...]:
    """The fields of the page that hold its other actions back while they are null (`gated`)."""
    found = []
    for name, type_text in page.schema.items():
        word = next((w for w in GATE_WORDS if w in name.lower()), None)
        if word is None or NO_GATE_WORD in name.lower() or "." in name:
            continue
        if isinstance(type_text, str) and "null" in type_text.lower():
            found.append(Gate(name, word))
    return tuple(found)


def opens_gates(action: Action) -> bool:
    """Whether the action may be done while a gate is closed: it sets some field named like one."""
    return any(
        effect.operator == "set"
        and NO_GATE_WORD not in effect.path.lower()
        and any(word in effect.path.lower() for word in GATE_WORDS)
        for effect in action.effects
    )
