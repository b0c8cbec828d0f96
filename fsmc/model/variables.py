"""Declares the variables of `state` and the columns that change, with their first values."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fsmc.diagnostics import Label
from fsmc.model.domains import Domain, Vector, contains
from fsmc.model.expr import Const, Expr, Slot, slots_of, substitute
from fsmc.model.place import NONE
from fsmc.model.places import Places
from fsmc.model.resolve_types import finite_domain
from fsmc.model.scope import Binding, Broken, Scope, Unresolved, ValueName
from fsmc.model.simplify import constant
from fsmc.model.world import Kind
from fsmc.syntax import tree as t


@dataclass(frozen=True, slots=True)
class Declared:
    slot: int
    domain: Domain
    item: t.VariableItem


def declare_state(places: Places, items: list[t.StateItem]) -> None:
    """Slots of all variables and changing columns, then their first values, all constants."""
    names: dict[str, Binding] = dict(places.world_scope.names)
    declared: list[Declared] = []
    for item in (v for block in items for v in block.variables):
        word = item.name.text
        before = names.get(word)
        if before is not None:
            first = before.span if isinstance(before, ValueName) else None
            places.ground.twice(item.name, first, "variable")
            continue
        try:
            domain = places.own(finite_domain(places.ground, item.type), word)
        except Unresolved:
            names[word] = Broken()
            continue
        slot = places.slot(word, Kind.STATE, domain, (), item.name.span)
        names[word] = ValueName(Slot(slot, domain), item.name.span, "variable", slot)
        declared.append(Declared(slot, domain, item))
        if item.lasts is not None:
            places.ground.at_least_one(item.lasts, "`lasts`", item.span)
            places.lasts[slot] = max(1, item.lasts)
    places.world_scope = Scope(names)
    places.resolver.world_names = names
    _columns(places)
    for variable in declared:
        places.initial[variable.slot] = _first(places, variable)
    for variable in declared:
        _settle(places, variable, {v.slot: v for v in declared}, ())


def _columns(places: Places) -> None:
    for table in list(places.ground.tables.values()):
        columns = list(table.columns)
        for i, column in enumerate(columns):
            if (table.name, column.name) not in places.ground.mutable:
                continue
            domain = Vector(table.name, len(table.keys), column.domain)
            name = f"{table.name}.{column.name}"
            slot = places.slot(name, Kind.COLUMN, domain, (), column.span)
            places.ground.mutable[table.name, column.name] = slot
            places.initial[slot] = Const(column.values, domain)
            columns[i] = replace(column, slot=slot)
        places.ground.tables[table.name] = replace(table, columns=tuple(columns))


def _first(places: Places, variable: Declared) -> Expr:
    try:
        written = variable.item.initial
        return places.resolver.value(written, places.world_scope, variable.domain)
    except Unresolved:
        return NONE


def _settle(
    places: Places, variable: Declared, all_: dict[int, Declared], open_: tuple[int, ...]
) -> None:
    """Works the first value out, after those that it reads; refuses a circle."""
    initial = places.initial[variable.slot]
    if isinstance(initial, Const):
        _inside(places, variable, initial)
        return
    word = variable.item.name.text
    for other in sorted(slots_of(initial)):
        if other in (*open_, variable.slot):
            places.ground.refuse(
                "FSM219",
                f"the first value of `{word}` depends on itself",
                variable.item.initial.span,
                "leads back to it",
                related=(Label(variable.item.name.span, "declared here"),),
                help="give one of the variables a value of its own",
            )
            places.initial[variable.slot] = NONE
            return
        if other in all_:
            _settle(places, all_[other], all_, (*open_, variable.slot))
    if any(places.initial[other] is NONE for other in slots_of(initial)):
        places.initial[variable.slot] = NONE  # what it reads is wrong, and told
        return
    settled = substitute(initial, places.initial)
    found = Const(constant(settled, places.ground.data()), variable.domain)
    places.initial[variable.slot] = found
    _inside(places, variable, found)


def _inside(places: Places, variable: Declared, initial: Const) -> None:
    if initial is not NONE and not contains(variable.domain, initial.value):
        places.ground.refuse(
            "FSM226",
            f"`{variable.item.name.text}` starts outside its own domain",
            variable.item.initial.span,
            "this value is not in it",
            related=(Label(variable.item.type.span, "the domain"),),
            help="give it a value of its domain, or a larger domain",
        )
