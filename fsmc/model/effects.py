"""Unfolds `do`: loops, branches, `then` and writes to cells become one new value for each slot."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fsmc.diagnostics import Label, Span
from fsmc.diagnostics.suggest import closest
from fsmc.model.domains import Date, Domain, Int, Map, Money, Optional, Row, Set
from fsmc.model.expr import Const, Expr, Op, Slot, substitute
from fsmc.model.narrow import when_true
from fsmc.model.places import Places
from fsmc.model.scope import Scope, ValueName
from fsmc.model.simplify import TRUE, choose, conj, disj, simplify
from fsmc.model.types import INT, spoken, strip
from fsmc.syntax import tree as t

NEEDS = "a column that changes needs `var` and a finite domain"


@dataclass(frozen=True, slots=True)
class Cell:
    """What an effect writes: a slot, or one entry of it."""

    slot: int
    index: Expr | None
    domain: Domain
    current: Expr


@dataclass(frozen=True, slots=True)
class Pending:
    """One write before they are put together."""

    cell: Cell
    operator: str
    value: Expr
    test: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Written:
    """The new value of a slot; `always` False means that `test` says when it was written at all."""

    value: Expr
    test: Expr


class Effects:
    """Runs effects symbolically: every expression is over the state before the whole `do`."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.ground = places.ground
        self.resolver = places.resolver

    def run(self, stages: tuple[tuple[t.Effect, ...], ...], scope: Scope) -> dict[int, Written]:
        """The new values by slot. Stages see what the earlier ones wrote."""
        done: dict[int, Written] = {}
        for number, stage in enumerate(stages):
            inner = scope if number == 0 else scope.forgetting()
            before = {slot: w.value for slot, w in done.items()}
            pending = [p for effect in stage for p in self._effect(effect, inner, TRUE)]
            if before:
                pending = [self._seen(p, before) for p in pending]
            for slot, written in self.combine(pending, before).items():
                test = disj(written.test, done[slot].test) if slot in done else written.test
                done[slot] = Written(written.value, test)
        return done

    def _seen(self, p: Pending, before: dict[int, Expr]) -> Pending:
        index = None if p.cell.index is None else substitute(p.cell.index, before)
        return replace(
            p,
            cell=replace(p.cell, index=index, current=substitute(p.cell.current, before)),
            value=substitute(p.value, before),
            test=substitute(p.test, before),
        )

    # ---- one effect -------------------------------------------------------------------------
    def _effect(self, effect: t.Effect, scope: Scope, test: Expr) -> list[Pending]:
        match effect:
            case t.Assign():
                return [self._assign(effect, scope, test)]
            case t.Branch(test=written, body=body):
                found = self.resolver.boolean(written, scope)
                inner = scope.knowing(when_true(found))
                return [p for e in body for p in self._effect(e, inner, conj(test, found))]
            case t.Loop():
                return self._loop(effect, scope, test)
            case t.Later(what=what, span=span):
                raise self.ground.refuse(
                    "FSM301", f"{what} come in a later version", span, "not yet"
                )

    def _loop(self, loop: t.Loop, scope: Scope, test: Expr) -> list[Pending]:
        over = t.Comprehension(loop.variable, loop.source, loop.where, loop.span)
        name, source, where, inner = self.resolver.opened(over, scope)
        pending = [p for e in loop.body for p in self._effect(e, inner, TRUE)]
        assert isinstance(source.type, Set)
        domain = source.type.of
        out: list[Pending] = []
        for value in domain.values():
            element = Const(value, domain)
            one = {name: element}
            inside = simplify(Op("in", (element, source), test.type), self.places.ground.data())
            for p in pending:
                cell = replace(
                    p.cell,
                    index=None if p.cell.index is None else substitute(p.cell.index, bound=one),
                    current=substitute(p.cell.current, bound=one),
                )
                when = conj(
                    test, inside, substitute(where, bound=one), substitute(p.test, bound=one)
                )
                when = simplify(when, self.places.ground.data())
                out.append(replace(p, cell=cell, value=substitute(p.value, bound=one), test=when))
        return [p for p in out if p.test != Const(False, p.test.type)]

    def _assign(self, effect: t.Assign, scope: Scope, test: Expr) -> Pending:
        cell = self.cell(effect.place, scope)
        if effect.operator == ":=":
            value = self.resolver.value(effect.value, scope, cell.domain)
            return Pending(cell, ":=", value, test, effect.span)
        match cell.domain:
            case Set():
                wanted: Domain = Set(cell.domain.of)
            case Int():
                wanted = INT
            case Money():
                wanted = Money(None, None)
            case Date():
                wanted = INT
            case _:
                raise self.ground.refuse(
                    "FSM210",
                    f"`{effect.operator}` changes numbers, money, dates and sets",
                    effect.span,
                    f"this is {spoken(cell.domain)}",
                    help="write the new value with `:=`",
                )
        value = self.resolver.value(effect.value, scope, wanted)
        return Pending(cell, effect.operator, value, test, effect.span)

    # ---- what is written --------------------------------------------------------------------
    def cell(self, place: t.PlacePath, scope: Scope) -> Cell:
        """The slot, or the entry of a slot, that a path names; refuses what cannot be written."""
        binding = scope.names.get(place.name.text)
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

    def _fixed(self, place: t.PlacePath, binding: object) -> Exception:
        what = binding.what if isinstance(binding, ValueName) else "definition"
        span = binding.span if isinstance(binding, ValueName) else None
        return self.ground.refuse(
            "FSM222",
            f"`{place.name.text}` cannot be written",
            place.span,
            f"a {what} does not change",
            related=(Label(span, "declared here"),) if span else (),
            help="only variables of `state`, locals, fields and `var` columns change",
        )

    # ---- putting writes together ------------------------------------------------------------
    def combine(self, pending: list[Pending], before: dict[int, Expr]) -> dict[int, Written]:
        """One new value for each slot: `+=` and `-=` add up, `:=` twice is refused."""
        by_slot: dict[int, list[Pending]] = {}
        for p in pending:
            by_slot.setdefault(p.cell.slot, []).append(p)
        return {slot: self._combined(slot, found, before) for slot, found in by_slot.items()}

    def _combined(self, slot: int, found: list[Pending], before: dict[int, Expr]) -> Written:
        self._once(found)
        base = before.get(slot, Slot(slot, self.places.variables[slot].domain))
        value: Expr = base
        for p in found:
            if p.cell.index is None:
                value = self._whole(p, value)
            else:
                inner = replace(p.cell, current=Op("item", (value, p.cell.index), p.cell.domain))
                entry = self._whole(replace(p, cell=inner), inner.current)
                value = Op("store", (value, p.cell.index, entry), base.type)
        return Written(simplify(value, self.ground.data()), disj(*(p.test for p in found)))

    def _whole(self, p: Pending, current: Expr) -> Expr:
        if p.operator == ":=":
            return choose(p.test, p.value, current, p.cell.domain)
        plus = p.operator == "+="
        if isinstance(strip(p.cell.domain), Set):
            name = "union" if plus else "difference"
        else:
            name = "add" if plus else "sub"
        return choose(p.test, Op(name, (current, p.value), p.cell.domain), current, p.cell.domain)

    def _once(self, found: list[Pending]) -> None:
        seen: dict[Expr | None, Pending] = {}
        for p in found:
            other = seen.get(p.cell.index)
            if other is not None and ":=" in (p.operator, other.operator):
                raise self.ground.refuse(
                    "FSM223",
                    "this is written twice at once",
                    p.span,
                    "a second write",
                    related=(Label(other.span, "the first"),),
                    help="all effects happen at once: write it once, or join the steps with `then`",
                )
            seen[p.cell.index] = p
