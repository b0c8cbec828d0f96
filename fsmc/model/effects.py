"""Unfolds `do`: loops, branches, `then` and writes to cells become one new value for each slot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from fsmc.diagnostics import Label, Span
from fsmc.model.domains import Bool, Date, Domain, Int, Map, Money, Optional, Set
from fsmc.model.expr import Bound, Const, Expr, Op, Slot, substitute
from fsmc.model.measure import DEEPEST, MOST_TURNS, many, too_large
from fsmc.model.narrow import when_true
from fsmc.model.scope import Binding, Scope, Unresolved, ValueName
from fsmc.model.simplify import FALSE, TRUE, choose, conj, disj, simplify
from fsmc.model.targets import Cell, Targets
from fsmc.model.types import INT, MONEY, spoken, strip
from fsmc.syntax import tree as t


@dataclass(frozen=True, slots=True)
class Pending:
    """One write before they are put together."""

    cell: Cell
    operator: str
    value: Expr
    test: Expr
    span: Span

    def with_values(
        self, bound: Mapping[str, Expr], slots: Mapping[int, Expr] | None = None
    ) -> Pending:
        """The same write with slots replaced first, then bound names, in every expression."""

        def change(e: Expr) -> Expr:
            return substitute(substitute(e, slots), bound=bound)

        index = None if self.cell.index is None else change(self.cell.index)
        cell = replace(self.cell, index=index, current=change(self.cell.current))
        return replace(self, cell=cell, value=change(self.value), test=change(self.test))


@dataclass(frozen=True, slots=True)
class Written:
    """The new value of a slot; `test` says when it is written at all, else `value` is the old."""

    value: Expr
    test: Expr


class Effects(Targets):
    """Runs effects symbolically: every expression is over the state before the whole `do`."""

    def run(self, do: t.Do, scope: Scope) -> dict[int, Written]:
        """The new values by slot. Stages see what the earlier ones wrote; a `let` does not."""
        done: dict[int, Written] = {}
        for number, stage in enumerate(do.stages):
            before = {slot: w.value for slot, w in done.items()}
            inner, lets = (scope, {}) if number == 0 else self._later(scope)
            pending = [p for effect in stage for p in self._effect(effect, inner, TRUE, 0)]
            if number > 0:
                pending = [p.with_values(lets, before) for p in pending]
            for slot, written in self.combine(pending, before).items():
                self._not_too_large(written, do)
                test = disj(written.test, done[slot].test) if slot in done else written.test
                done[slot] = Written(written.value, test)
        return done

    def _later(self, scope: Scope) -> tuple[Scope, dict[str, Expr]]:
        """The scope after `then`: nothing is known, and definitions keep their first value."""
        lets: dict[str, Expr] = {}
        names: dict[str, Binding] = {}
        for word, binding in scope.names.items():
            if isinstance(binding, ValueName) and binding.what == "definition":
                known = self.resolver.narrowed(binding.expr, scope)
                held = Bound(self.ground.fresh(word), known.type)
                names[word], lets[held.name] = replace(binding, expr=held), known
        return scope.forgetting().bind_all(names), lets

    def _not_too_large(self, written: Written, do: t.Do) -> None:
        if too_large(written.value) or too_large(written.test):
            raise self.ground.refuse(
                "FSM240",
                "this effect unfolds into something too large",
                do.span,
                "too many writes to one variable or column",
                help="run through fewer rows, or use fewer `then`",
            )

    # ---- one effect -------------------------------------------------------------------------
    def _effect(self, effect: t.Effect, scope: Scope, test: Expr, depth: int) -> list[Pending]:
        if depth > DEEPEST:
            raise self.ground.refuse(
                "FSM240",
                "this effect is nested too deeply",
                effect.span,
                f"more than {DEEPEST} levels down",
                help="join the conditions with `and`",
            )
        match effect:
            case t.Assign():
                return [self._assign(effect, scope, test)]
            case t.Branch(test=written, body=body):
                found = self.resolver.boolean(written, scope)
                inner = scope.knowing(when_true(found))
                both = conj(test, found)
                return [p for e in body for p in self._effect(e, inner, both, depth + 1)]
            case t.Loop():
                return self._loop(effect, scope, test, depth)
            case t.Later(what=what, span=span):
                raise self.ground.refuse(
                    "FSM301", f"{what} come in a later version", span, "not yet"
                )

    def _loop(self, loop: t.Loop, scope: Scope, test: Expr, depth: int) -> list[Pending]:
        over = t.Comprehension(loop.variable, loop.source, loop.where, loop.span)
        name, source, where, inner = self.resolver.opened(over, scope)
        pending = [p for e in loop.body for p in self._effect(e, inner, TRUE, depth + 1)]
        assert isinstance(source.type, Set)
        domain = source.type.of
        turns = domain.size * max(1, len(pending))
        if turns > MOST_TURNS:
            raise self.ground.refuse(
                "FSM239",
                f"this loop unfolds into {many(turns)} writes",
                loop.span,
                f"more than {MOST_TURNS:,}",
                help="run through a smaller table or set",
            )
        data = self.ground.data()
        out: list[Pending] = []
        for value in domain.values():
            element = Const(value, domain)
            one: dict[str, Expr] = {name: element}
            inside = simplify(Op("in", (element, source), Bool()), data)
            for p in pending:
                turn = p.with_values(one)
                when = conj(test, inside, substitute(where, bound=one), turn.test)
                turn = replace(turn, test=simplify(when, data))
                if turn.test != FALSE:
                    out.append(turn)
        return out

    def _assign(self, effect: t.Assign, scope: Scope, test: Expr) -> Pending:
        cell = self.cell(effect.place, scope)
        if effect.operator == ":=":
            value = self.resolver.value(effect.value, scope, cell.domain)
            return Pending(cell, ":=", value, test, effect.span)
        now = self.resolver.narrowed(cell.current, scope).type
        match now:
            case Set():
                return Pending(
                    cell, effect.operator, self._elements(effect, now, scope), test, effect.span
                )
            case Int() | Date():
                wanted: Domain = INT
            case Money():
                wanted = MONEY
            case Optional():
                raise self.resolver.maybe_none(effect.place.span, now)
            case _:
                raise self.ground.refuse(
                    "FSM210",
                    f"`{effect.operator}` changes numbers, money, dates and sets",
                    effect.span,
                    f"this is {spoken(now)}",
                    help="take an entry out with `…[key] := none`"
                    if isinstance(now, Map)
                    else "write the new value with `:=`",
                )
        value = self.resolver.value(effect.value, scope, wanted)
        return Pending(cell, effect.operator, value, test, effect.span)

    def _elements(self, effect: t.Assign, held: Set, scope: Scope) -> Expr:
        """What is added to a set, or taken from it: a set too."""
        with self.ground.trying():
            try:
                one = self.resolver.value(effect.value, scope, held.of)
            except Unresolved:
                one = None
        if one is not None:
            raise self.ground.refuse(
                "FSM210",
                f"`{effect.operator}` takes a set, and this is {spoken(one.type)}",
                effect.value.span,
                "one element",
                help="put it in braces, `{…}`",
            )
        return self.resolver.value(effect.value, scope, Set(held.of))

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
                entry = self._whole(p, _entry(value, p.cell.index, p.cell.domain))
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
            for index, other in seen.items():
                same = index == p.cell.index and ":=" in (p.operator, other.operator)
                if same or (index is None) != (p.cell.index is None):
                    raise self.ground.refuse(
                        "FSM223",
                        "this is written twice at once",
                        p.span,
                        "a second write",
                        related=(Label(other.span, "the first"),),
                        help="all effects happen at once: write it once, or join the steps with "
                        "`then`",
                    )
            seen[p.cell.index] = p


def _entry(held: Expr, index: Expr, domain: Domain) -> Expr:
    """The entry of a vector or map at `index`, seen through writes that cannot meet it."""
    while isinstance(held, Op) and held.name == "store":
        inner, at, value = held.args
        if at == index:
            return value
        if not (isinstance(at, Const) and isinstance(index, Const)):
            break
        held = inner
    return Op("item", (held, index), domain)
