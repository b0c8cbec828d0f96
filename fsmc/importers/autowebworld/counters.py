"""Counters: the bounds that keep a field finite that the origin would count up for ever."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from fsmc.importers.autowebworld import origin
from fsmc.importers.autowebworld.located import Json
from fsmc.importers.autowebworld.spec import Action, Spec
from fsmc.importers.autowebworld.variables import Value, Variable

AT_LEAST: Final = 10
"""An unguarded counter may go this far, or one step past the largest number in the file."""


@dataclass(frozen=True, slots=True)
class Bounds:
    low: float
    high: float


def bounds_of(variable: Variable, spec: Spec) -> Bounds | None:
    """How far the counter may go; None for a variable that nothing counts."""
    steps: list[float] = []
    numbers: list[float] = [n for v in variable.defaults.values() for n in _numbers(v)]
    for page in spec.pages:
        for action in page.actions:
            for condition in variable.relevant(action):
                numbers += _numbers(condition.value)
            for effect in action.effects:
                if not variable.concerns(origin.keys_of(effect.path)):
                    continue
                if effect.operator == "inc":
                    steps += _numbers(effect.step)
                elif effect.operator == "set":
                    numbers += _numbers(origin.written(effect, action))
    if not steps:
        return None
    up, down = max(0, *steps), min(0, *steps)
    high = max(AT_LEAST if up else 0, *(n + up for n in [0, *numbers]))
    low = min(-AT_LEAST if down else 0, *(n + down for n in [0, *numbers]))
    return Bounds(low, high)


def keeps(bounds: Bounds | None, variable: Variable, action: Action, value: Value) -> bool:
    """Whether the action may leave the variable at `value`."""
    if bounds is None or isinstance(value, bool) or not isinstance(value, int | float):
        return True
    counts = any(
        effect.operator == "inc" and variable.concerns(origin.keys_of(effect.path))
        for effect in action.effects
    )
    return not counts or bounds.low <= value <= bounds.high


def _numbers(value: Json) -> list[float]:
    return [value] if isinstance(value, int | float) and not isinstance(value, bool) else []
