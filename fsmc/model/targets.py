"""What effects and fields write: a variable, a cell of a column, an entry of a map."""

from __future__ import annotations

from dataclasses import dataclass

from fsmc.diagnostics import Label
from fsmc.diagnostics.suggest import closest
from fsmc.model.domains import Domain, Map, Optional, Row
from fsmc.model.expr import Expr, Op, Slot
from fsmc.model.places import Places
from fsmc.model.scope import Binding, Broken, LetName, Scope, Unresolved, ValueName
from fsmc.syntax import tree as t

NEEDS = "a column that changes needs `var` and a finite domain"


@dataclass(frozen=True, slots=True)
class Cell:
    """What an effect writes: a slot, or one entry of it."""

    slot: int
    index: Expr | None
    domain: Domain
    current: Expr


class Targets:
    """Finds what a written path names, and refuses what does not change."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.ground = places.ground
        self.resolver = places.resolver

    def cell(self, place: t.PlacePath, scope: Scope) -> Cell:
        """The slot, or the entry of a slot, that a path names; refuses what cannot be written."""
        binding = scope.names.get(place.name.text)
        if isinstance(binding, Broken):
            raise Unresolved
        if not place.parts:
            if binding is None:
                self.resolver.resolve(t.NameRef(place.name, place.name.span), scope)
            if not isinstance(binding, ValueName) or binding.slot is None:
                raise self._fixed(place, binding)
            domain = binding.expr.type
            return Cell(binding.slot, None, domain, Slot(binding.slot, domain))
        *first, last = place.parts
        of = self._prefix(place.name, first)
        if not isinstance(last, t.Name):
            return self._entry(of, last, scope)
        row = self.resolver.resolve(of, scope)
        if not isinstance(row.type, Row):
            self.resolver.member(row, last, of)
            raise self.ground.refuse(
                "FSM222",
                "this cannot be written",
                place.span,
                "only variables and `var` columns change",
            )
        self.resolver.member(row, last, of)
        table = self.ground.tables[row.type.table]
        slot = self.ground.mutable.get((table.name, last.text))
        column = table.column(last.text)
        if slot is None:
            near = [c.name for c in table.columns if (table.name, c.name) in self.ground.mutable]
            meant = closest(last.text, near) or (near[0] if len(near) == 1 else None)
            raise self.ground.refuse(
                "FSM221",
                "this effect writes a fixed column",
                place.span,
                f"`{table.name}.{last.text}` may not change",
                related=(Label(column.span, "declared without `var`"),) if column.span else (),
                help=f"did you mean `{place.name.text}.{meant}`? {NEEDS}" if meant else NEEDS,
            )
        current = self.resolver.cell(table.name, last.text, row)
        return Cell(slot, row, column.domain, current)

    def _prefix(self, name: t.Name, parts: list[t.Name | t.Expression]) -> t.Expression:
        found: t.Expression = t.NameRef(name, name.span)
        for part in parts:
            found = (
                t.Dot(found, part, name.span.to(part.span))
                if isinstance(part, t.Name)
                else t.Index(found, part, name.span.to(part.span))
            )
        return found

    def _entry(self, of: t.Expression, key: t.Expression, scope: Scope) -> Cell:
        if isinstance(of, t.NameRef):
            binding = scope.names.get(of.name.text)
            if (
                isinstance(binding, ValueName)
                and binding.slot is not None
                and isinstance(binding.expr.type, Map)
            ):
                domain = binding.expr.type
                index = self.resolver.position(self.resolver.value(key, scope, domain.key))
                slot = Slot(binding.slot, domain)
                return Cell(
                    binding.slot,
                    index,
                    Optional(domain.of),
                    Op("item", (slot, index), Optional(domain.of)),
                )
        raise self.ground.refuse(
            "FSM222",
            "this cannot be written",
            of.span,
            "only entries of maps are written by `[…]`",
            help="write a column as `row.column := …`",
        )

    def _fixed(self, place: t.PlacePath, binding: Binding | None) -> Unresolved:
        what, span = "value", None
        if isinstance(binding, ValueName):
            what, span = binding.what, binding.span
        elif isinstance(binding, LetName):
            what, span = "definition", binding.item.name.span
        return self.ground.refuse(
            "FSM222",
            f"`{place.name.text}` cannot be written",
            place.span,
            f"a {what} does not change",
            related=(Label(span, "declared here"),) if span else (),
            help="only variables of `state`, locals, fields and `var` columns change",
        )
