"""A variable's type in the language, and its tests and writes as expressions of that type."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from fsmc.importers.autowebworld.located import Json
from fsmc.importers.autowebworld.variables import Absent, Value, token
from fsmc.importers.autowebworld.words import name, quoted, readable, unique

WIDEST_RANGE: Final = 64

Test = Callable[[Value], bool]


@dataclass(frozen=True, slots=True)
class Domain:
    """The finite type of one variable: `spellings` gives each value's expression, by token."""

    variable: str
    type: str
    values: tuple[Value, ...]
    spellings: dict[str, str]

    @property
    def numeric(self) -> bool:
        return ".." in self.type

    def spell(self, value: Value) -> str:
        return self.spellings[token(value)]

    def test(self, holds: Test, prefer: str = "") -> str | None:
        """An expression that is true at exactly those values; None when it is always true."""
        inside = self._spelled(v for v in self.values if holds(v))
        outside = self._spelled(v for v in self.values if not holds(v))
        if not outside:
            return None
        if not inside:
            return "false"
        if inside == ["none"]:
            return self._is("none")
        if threshold := self._threshold(holds):
            return threshold
        listed = " or ".join(map(self._is, inside))
        excluded = sorted(outside, key=_none_first)
        if prefer in ("eq", "in") or len(excluded) > len(inside) + 1:
            return listed
        return " and ".join(f"{self.variable} != {x}" for x in excluded)

    def write(
        self, after: Callable[[Value], Value], befores: Iterable[Value], touched: bool
    ) -> str | None:
        """The expression of a new value for each of the old values; None when nothing changes.

        A constant is written even if it changes nothing where the file writes it (`touched`).
        """
        changes = {self.spell(v): self.spell(after(v)) for v in befores}
        results = list(dict.fromkeys(changes.values()))
        if len(results) == 1 and touched:
            return results[0]
        if all(before == result for before, result in changes.items()):
            return None
        if len(results) == 1:
            return results[0]
        if self.numeric and (counted := self._counted(changes)):
            return counted
        kept = [before for before, result in changes.items() if before == result]
        groups = {r: [b for b, x in changes.items() if x == r and b not in kept] for r in results}
        groups = {result: befores for result, befores in groups.items() if befores}
        if not kept:
            last = max(groups, key=lambda result: len(groups[result]))
            del groups[last]
        otherwise = self.variable if kept else last
        for result, before in reversed(list(groups.items())):
            asked = " or ".join(map(self._is, sorted(before, key=_none_first)))
            otherwise = f"if {asked} then {result} else {otherwise}"
        return otherwise

    def _spelled(self, values: Iterable[Value]) -> list[str]:
        return list(dict.fromkeys(map(self.spell, values)))

    def _is(self, spelling: str) -> str:
        return f"{self.variable} == {spelling}"

    def _threshold(self, holds: Test) -> str | None:
        """`x > 3` and the like, where the values are numbers and more than one is on a side."""
        if not self.numeric:
            return None
        numbers = sorted(v for v in self.values if isinstance(v, int))
        inside = [n for n in numbers if holds(n)]
        if any(holds(v) for v in self.values if v is None or isinstance(v, Absent)):
            return None
        guard = f"{self.variable} != none and " if self.type.endswith("?") else ""
        if not inside or inside == numbers:
            return None
        if inside == numbers[-len(inside) :]:
            return f"{guard}{self.variable} >= {inside[0]}"
        if inside == numbers[: len(inside)]:
            return f"{guard}{self.variable} <= {inside[-1]}"
        return None

    def _counted(self, changes: dict[str, str]) -> str | None:
        """`x + 1`, where every number moves by the same step."""
        steps = {int(r) - int(b) for b, r in changes.items() if "none" not in (b, r)}
        if len(steps) != 1 or "none" in [r for b, r in changes.items() if b != "none"]:
            return None
        step = steps.pop()
        moved = f"{self.variable} {'+' if step > 0 else '-'} {abs(step)}"
        if "none" not in changes:
            return moved
        return f"if {self._is('none')} then {changes['none']} else {moved}"


def _none_first(spelling: str) -> tuple[int, int]:
    return (0 if spelling == "none" else 1, 0)


def domain_of(variable: str, values: Iterable[Value], declared: str, merged: bool) -> Domain:
    """The type for these values of the variable with this name in the language.

    `merged`: absent is the same as null here. `declared` is the type text of the file, which
    decides where the values alone say nothing.
    """
    found: dict[str, Value] = {token(v): v for v in values}
    known: list[Json] = [v for v in found.values() if not isinstance(v, Absent) and v is not None]
    apart = "absent" in found and not merged
    optional = "null" in found or ("absent" in found and merged)
    spellings = {"null": "none"}
    if merged:
        spellings["absent"] = "none"
    mark = "?" if optional else ""
    flags = known or declared.lower().strip().startswith("boolean")
    if flags and not apart and all(isinstance(v, bool) for v in known):
        spellings |= {"false": "false", "true": "true"}
        return _domain(variable, f"bool{mark}", [*found.values(), False, True], spellings)
    whole = _whole_numbers(known)
    if whole and not apart and max(whole) - min(whole) < WIDEST_RANGE:
        span: list[Value] = list(range(min(whole), max(whole) + 1))
        spellings |= {token(v): f"{int(v)}" for v in [*span, *known] if isinstance(v, int | float)}
        numbers = [v for v in found.values() if v is None or isinstance(v, Absent)]
        return _domain(variable, f"{min(whole)}..{max(whole)}{mark}", [*numbers, *span], spellings)
    texts: list[str] = []
    for value in known:
        texts.append(unique(readable(value), texts))
        spellings[token(value)] = quoted(texts[-1])
    if apart:
        texts.append(unique("absent", texts))
        spellings["absent"] = quoted(texts[-1])
    if not texts:
        nothing: Json = [] if declared.lower().strip().startswith("array") else ""
        known.append(nothing)
        texts.append(readable(nothing))
        spellings[token(nothing)] = quoted(readable(nothing))
    alternatives = " | ".join(map(quoted, texts))
    return _domain(variable, f"{alternatives}{mark}", [*found.values(), *known], spellings)


def _domain(variable: str, type: str, values: list[Value], spellings: dict[str, str]) -> Domain:
    each = {token(v): v for v in values}
    return Domain(name(variable), type, tuple(each.values()), spellings)


def _whole_numbers(known: list[Json]) -> list[int] | None:
    """The values as integers, when all are whole and no two of them become one."""
    numbers = [v for v in known if isinstance(v, int | float) and not isinstance(v, bool)]
    if not numbers or len(numbers) != len(known) or any(v != int(v) for v in numbers):
        return None
    whole = [int(v) for v in numbers]
    return whole if len(set(whole)) == len(whole) else None
