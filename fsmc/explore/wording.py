"""Says values, steps, traces and states as the author would write them in a world."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence

from fsmc.explore.graph import Edge, page_of
from fsmc.model.domains import (
    EPOCH,
    OTHER,
    Bool,
    Date,
    Domain,
    Enum,
    File,
    Int,
    Map,
    Money,
    Nothing,
    Optional,
    Row,
    Set,
    String,
    Text,
    Value,
    Vector,
    to_json,
)
from fsmc.model.world import Args, Kind, State, Transition, World

LONGEST = 24
"""A longer trace is cut in its middle."""

SEEN = (Kind.STATE, Kind.LOCAL)


def spell(world: World, domain: Domain, value: Value) -> str:
    """A value as a world writes it: `express`, `Product["tea"]`, `{a, b}`, `4.50`, `none`."""
    if value is None:
        return "none"
    match domain:
        case Bool():
            return "true" if value else "false"
        case Int() | Money() | Enum() | Nothing():
            return str(to_json(domain, value))
        case Date():
            assert isinstance(value, int)
            return f"@{(EPOCH + datetime.timedelta(days=value)).isoformat()}"
        case Row(table=name, keys=keys):
            assert isinstance(value, int)
            bare = world.table(name).row_names[value]
            return bare or f"{name}[{quoted(keys[value])}]"
        case Text() | String() | File():
            return "other" if value == OTHER else quoted(str(value))
        case Optional(of=of):
            return spell(world, of, value)
        case Set(of=of):
            assert isinstance(value, tuple)
            return "{" + ", ".join(spell(world, of, v) for v in value) + "}"
        case Map(key=key, of=of):
            assert isinstance(value, tuple)
            pairs = zip(key.values(), value, strict=True)
            inner = [
                f"{spell(world, key, k)}: {spell(world, of, v)}" for k, v in pairs if v is not None
            ]
            return "{" + ", ".join(inner) + "}"
        case Vector(of=of):
            assert isinstance(value, tuple)
            return "[" + ", ".join(spell(world, of, v) for v in value) + "]"


def quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("{", "\\{")
    return f'"{escaped}"'


def call(world: World, transition: Transition, args: Args) -> str:
    """A step as scenarios write it: `delivery(standard)`."""
    given = [spell(world, p.domain, v) for p, v in zip(transition.params, args, strict=True)]
    return transition.name + (f"({', '.join(given)})" if given else "")


def trace(world: World, edges: Sequence[Edge]) -> str:
    """Steps in their order, as scenarios write them; `(at the start)` for none."""
    steps = [call(world, world.transitions[e.transition], e.args) for e in edges]
    if len(steps) > LONGEST:
        half = LONGEST // 2
        steps = [*steps[:half], f"… {len(steps) - 2 * half} more …", *steps[-half:]]
    return ", ".join(steps) or "(at the start)"


def state(world: World, now: State) -> str:
    """A state: page and dialog, all variables, and the cells that are not as at first."""
    parts = [place(world, now)]
    for slot, variable in enumerate(world.variables):
        value = now[slot]
        if variable.kind is Kind.COLUMN:
            parts += _cells(world, slot, value)
        elif variable.kind in SEEN and (not variable.pages or now[0] in variable.pages):
            parts.append(f"{variable_name(world, slot)} {spell(world, variable.domain, value)}")
    return ", ".join(parts)


def place(world: World, now: State) -> str:
    """`page product(tea), dialog cookies`."""
    page = world.pages[page_of(now)]
    given = [spell(world, world.variables[s].domain, now[s]) for s in page.arguments]
    said = f"page {page.name}" + (f"({', '.join(given)})" if given else "")
    for slot, variable in enumerate(world.variables):
        if variable.kind is Kind.DIALOG and now[slot] is not None:
            said += f", dialog {spell(world, variable.domain, now[slot])}"
    return said


def _cells(world: World, slot: int, value: Value) -> list[str]:
    domain, before = world.variables[slot].domain, world.initial[slot]
    assert isinstance(domain, Vector)
    assert isinstance(value, tuple)
    assert isinstance(before, tuple)
    return [
        f"{cell_name(world, slot, row)} {spell(world, domain.of, now)}"
        for row, (now, old) in enumerate(zip(value, before, strict=True))
        if now != old
    ]


def cell_name(world: World, slot: int, row: int | None) -> str:
    """A cell as `allow` would name it: `cart`, `Product["tea"].stock`."""
    variable = world.variables[slot]
    if row is None or not isinstance(variable.domain, Vector):
        return variable_name(world, slot)
    table = world.table(variable.domain.table)
    column = variable.name.removeprefix(f"{table.name}.")
    return f"{table.row_names[row] or f'{table.name}[{quoted(table.keys[row])}]'}.{column}"


def variable_name(world: World, slot: int) -> str:
    """A variable as its author wrote it: without the page that it lives on, without numbers."""
    variable = world.variables[slot]
    if variable.kind is Kind.COLUMN:
        return variable.name
    return variable.name.rpartition(".")[2] if variable.pages else variable.name


def pages(world: World, numbers: Iterable[int]) -> str:
    """`page a`, `pages a and b`, `any page`."""
    names = [f"`{world.pages[n].name}`" for n in numbers]
    if len(names) > 1 and len(names) == len(world.pages):
        return "any page"
    return f"page{'s' if len(names) > 1 else ''} {listed(names)}"


def listed(parts: Sequence[str], word: str = "and", most: int = 6) -> str:
    """`a`, `a and b`, `a, b and c`; the rest beyond `most` is counted."""
    if len(parts) > most:
        parts = [*parts[: most - 1], f"{len(parts) - most + 1} more"]
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def number(domain: Int | Money, value: int | None) -> str:
    return str(to_json(domain, value or 0))


def values(world: World, slot: int, found: Sequence[Value]) -> str:
    """What a variable holds: `always none`, `only 1 or 2`."""
    domain = world.variables[slot].domain
    said = [spell(world, domain, value) for value in found]
    return f"always {said[0]}" if len(said) == 1 else f"only {listed(said, 'or')}"
