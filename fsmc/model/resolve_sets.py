"""Resolves comprehensions, aggregates, set and map literals."""

from __future__ import annotations

from dataclasses import replace

from fsmc.diagnostics import Fix
from fsmc.diagnostics.suggest import closest
from fsmc.model.domains import (
    Bool,
    Date,
    Domain,
    Int,
    Map,
    Money,
    Nothing,
    Optional,
    Set,
    finite,
    value_order,
)
from fsmc.model.expr import Bound, Const, Each, EachKind, Expr, Op
from fsmc.model.narrow import when_true
from fsmc.model.resolve_names import Names
from fsmc.model.scope import Scope, ValueName
from fsmc.model.simplify import TRUE, choose
from fsmc.model.types import (
    bounds,
    element_of,
    fits,
    optional,
    spoken,
    with_bounds,
)
from fsmc.syntax import tree as t

AGGREGATES = ("sum", "count", "any", "all", "min", "max", "first", "the")


class Collections(Names):
    """Everything that runs through rows, or holds several values."""

    def source(self, e: t.Expression, scope: Scope) -> tuple[Expr, Domain]:
        """What a list, loop or comprehension runs through, and the domain of its elements."""
        if isinstance(e, t.Group):
            return self.source(e.inner, scope)
        if isinstance(e, t.NameRef) and e.name.text not in scope.names:
            domain: Domain | None = None
            if e.name.text in self.ground.tables:
                domain = self.ground.row(e.name.text)
            elif e.name.text in self.ground.enums:
                domain = self.ground.enums[e.name.text]
            if domain is not None:
                return Const(tuple(domain.values()), Set(domain)), domain
        found = self.resolve(e, scope)
        domain = element_of(found.type)
        if isinstance(found.type, Map):
            return self.source_of_map(found)
        if domain is None:
            raise self.ground.refuse(
                "FSM210",
                "one can only run through a table, an enum, a set or a map",
                e.span,
                f"is {spoken(found.type)}",
            )
        return found, domain

    def source_of_map(self, found: Expr) -> tuple[Expr, Domain]:
        """The keys that a map holds, as a set."""
        assert isinstance(found.type, Map)
        name = self.ground.fresh("k")
        key = Bound(name, found.type.key)
        entry = Op("item", (found, self.position(key)), optional(found.type.of))
        keys = Const(tuple(found.type.key.values()), Set(found.type.key))
        test = Op("ne", (entry, Const(None, Nothing())), Bool())
        return Each("set", name, keys, test, key, Set(found.type.key)), found.type.key

    def opened(self, over: t.Comprehension, scope: Scope) -> tuple[str, Expr, Expr, Scope]:
        """Name, source and condition of a comprehension, and the scope of its body."""
        source, domain = self.source(over.source, scope)
        name = self.ground.fresh(over.variable.text)
        element = Bound(name, domain)
        inner = scope.bind(**{over.variable.text: ValueName(element, over.variable.span, "row")})
        if (entry := self._map_entry(over.source, scope, element)) is not None:
            inner = inner.knowing((entry,))
        where = TRUE if over.where is None else self.boolean(over.where, inner)
        return name, source, where, inner.knowing(when_true(where))

    def _map_entry(self, e: t.Expression, scope: Scope, key: Expr) -> Expr | None:
        if isinstance(e, t.NameRef) and e.name.text in scope.names:
            found = self.resolve(e, scope)
            if isinstance(found.type, Map):
                return Op("item", (found, self.position(key)), optional(found.type.of))
        return None

    def _aggregate(self, e: t.Aggregate, scope: Scope, want: Domain | None) -> Expr:
        word = e.function.text
        if word not in AGGREGATES:
            near = closest(word, AGGREGATES)
            raise self.ground.refuse(
                "FSM206",
                f"`{word}` does not run through rows",
                e.function.span,
                "not one of those that do",
                help=f"did you mean `{near}`?" if near else "these do: " + ", ".join(AGGREGATES),
                fix=Fix(f"write `{near}`", e.function.span, near) if near else None,
            )
        return self._each(word, e.body, e.over, scope, want)

    def _each(
        self,
        kind: str,
        body: t.Expression,
        over: t.Comprehension,
        scope: Scope,
        want: Domain | None,
    ) -> Expr:
        name, source, where, inner = self.opened(over, scope)
        of = want.of if kind == "set" and isinstance(want, Set) else want
        found = (
            self.boolean(body, inner) if kind in ("any", "all") else self.resolve(body, inner, of)
        )
        return Each(
            self._kind(kind), name, source, where, found, self._type(kind, found, source, body)
        )

    def _kind(self, word: str) -> EachKind:
        match word:
            case "set" | "sum" | "count" | "any" | "all" | "min" | "max" | "first":
                return word
            case _:
                return "first"  # `the`: data makes it unique

    def _type(self, kind: str, body: Expr, source: Expr, written: t.Expression) -> Domain:
        size = source.type.bound if isinstance(source.type, Set) else None
        match kind:
            case "any" | "all":
                return Bool()
            case "count":
                return Int(0, size)
            case "set":
                if isinstance(body.type, Optional) or not finite(body.type):
                    raise self._wrong(written, body, "something that a set can hold")
                return Set(body.type)
            case "sum":
                if not isinstance(body.type, Int | Money):
                    raise self._wrong(written, body, "a number or money")
                low, high = bounds(body.type)
                return with_bounds(
                    body.type,
                    None if low is None or size is None else min(0, low * size),
                    None if high is None or size is None else max(0, high * size),
                )
            case "min" | "max":
                if not isinstance(body.type, Int | Money | Date):
                    raise self._wrong(written, body, "a number, money or a date")
                return optional(body.type)
            case "the":
                return body.type
            case _:
                return optional(body.type)

    def _set(self, e: t.SetLiteral, scope: Scope, want: Domain | None) -> Expr:
        if isinstance(want, Map) and not e.elements:
            return Const((None,) * want.key.size, want)
        of = want.of if isinstance(want, Set) else None
        found: Expr = Const((), Set(of or Nothing()))
        fixed: list[Expr] = []
        optional_parts: list[tuple[Expr, Expr]] = []
        for element in e.elements:
            present = None if element.present is None else self.boolean(element.present, scope)
            inner = scope if present is None else scope.knowing(when_true(present))
            value = self.resolve(element.value, inner, of)
            if isinstance(value.type, Optional | Nothing):
                raise self._maybe_none(element.value, value)
            if of is not None and not fits(value.type, of):
                raise self._wrong(element.value, value, spoken(of))
            of = of or value.type
            if present is None:
                fixed.append(value)
            else:
                optional_parts.append((present, value))
        kind = Set(of or Nothing())
        if fixed and all(isinstance(v, Const) for v in fixed):
            values = {v.value for v in fixed if isinstance(v, Const)}
            found = Const(tuple(sorted(values, key=value_order)), kind)
        elif fixed:
            found = Op("set_of", tuple(fixed), kind)
        for test, value in optional_parts:
            one = choose(test, Op("set_of", (value,), kind), Const((), kind), kind)
            found = one if found == Const((), kind) else Op("union", (found, one), kind)
        return found

    def _map(self, e: t.MapLiteral, scope: Scope, want: Domain | None) -> Expr:
        if not isinstance(want, Map):
            raise self.ground.refuse(
                "FSM210", "a map can only stand where one is expected", e.span, ""
            )
        found: Expr = Const((None,) * want.key.size, want)
        for entry in e.entries:
            key = (
                self._name(entry.key, scope, want.key)
                if isinstance(entry.key, t.Name)
                else self.value(entry.key, scope, want.key)
            )
            value = self.value(entry.value, scope, want.of)
            position = self.position(replace(key, type=want.key) if isinstance(key, Const) else key)
            if (
                isinstance(found, Const)
                and isinstance(position, Const)
                and isinstance(value, Const)
            ):
                assert isinstance(found.value, tuple)
                assert isinstance(position.value, int)
                cells = list(found.value)
                cells[position.value] = value.value
                found = Const(tuple(cells), want)
            else:
                found = Op("store", (found, position, value), want)
        return found
