"""Resolves sets and maps that are written out."""

from __future__ import annotations

from dataclasses import replace

from fsmc.diagnostics import Label, Span
from fsmc.model.domains import Domain, Map, Nothing, Optional, Set, String, Text, value_order
from fsmc.model.expr import Const, Expr, Op
from fsmc.model.narrow import when_true
from fsmc.model.resolve_sets import Running
from fsmc.model.scope import Scope
from fsmc.model.simplify import choose
from fsmc.model.types import fits, join, spoken
from fsmc.syntax import tree as t


class Literals(Running):
    """Sets and maps element by element."""

    def _set(self, e: t.SetLiteral, scope: Scope, want: Domain | None) -> Expr:
        if isinstance(want, Map) and not e.elements:
            return Const((None,) * want.key.size, want)
        of = want.of if isinstance(want, Set) else None
        always: list[Expr] = []
        sometimes: list[tuple[Expr, Expr]] = []
        elements: list[tuple[t.Expression, Expr]] = []
        for element in e.elements:
            present = None if element.present is None else self.boolean(element.present, scope)
            inner = scope if present is None else scope.knowing(when_true(present))
            value = self.resolve(element.value, inner, of)
            if isinstance(value.type, Optional | Nothing):
                raise self._maybe_none(element.value, value)
            if of is not None and not fits(value.type, of):
                raise self._wrong(element.value, value, spoken(of))
            elements.append((element.value, value))
            if present is None:
                always.append(value)
            else:
                sometimes.append((present, value))
        kind = Set(of or self._element_type(elements), len(elements))
        found: Expr = Op("set_of", tuple(always), kind)
        if all(isinstance(v, Const) for v in always):
            constants = {v.value for v in always if isinstance(v, Const)}
            found = Const(tuple(sorted(constants, key=value_order)), kind)
        for test, value in sometimes:
            one = choose(test, Op("set_of", (value,), kind), Const((), kind), kind)
            found = one if found == Const((), kind) else Op("union", (found, one), kind)
        return found

    def _element_type(self, elements: list[tuple[t.Expression, Expr]]) -> Domain:
        """The smallest domain that holds all elements; texts make alternatives."""
        found: Domain | None = None
        values = [value for _, value in elements]
        for written, value in elements:
            joined = value.type if found is None else join(found, value.type)
            if joined is None:
                raise self._wrong(written, value, spoken(found or Nothing()))
            found = joined
        if isinstance(found, String) and all(isinstance(v, Const) for v in values):
            return Text(tuple(dict.fromkeys(str(v.value) for v in values if isinstance(v, Const))))
        return found or Nothing()

    def _map(self, e: t.MapLiteral, scope: Scope, want: Domain | None) -> Expr:
        if not isinstance(want, Map):
            raise self.ground.refuse(
                "FSM210", "a map can only stand where one is expected", e.span, "no map expected"
            )
        found: Expr = Const((None,) * want.key.size, want)
        seen: dict[Expr, Span] = {}
        for entry in e.entries:
            key = (
                self.value(t.NameRef(entry.key, entry.key.span), scope, want.key)
                if isinstance(entry.key, t.Name)
                else self.value(entry.key, scope, want.key)
            )
            if key in seen:
                raise self.ground.refuse(
                    "FSM202",
                    "this map has two entries for one key",
                    entry.span,
                    "again here",
                    related=(Label(seen[key], "first here"),),
                )
            seen[key] = entry.span
            value = self.value(entry.value, scope, want.of)
            position = self.position(replace(key, type=want.key) if isinstance(key, Const) else key)
            found = self._with_entry(found, position, value, want)
        return found

    def _with_entry(self, held: Expr, position: Expr, value: Expr, kind: Map) -> Expr:
        parts = (held, position, value)
        if all(isinstance(part, Const) for part in parts):
            cells, at, new = (part.value for part in parts if isinstance(part, Const))
            assert isinstance(cells, tuple)
            assert isinstance(at, int)
            return Const((*cells[:at], new, *cells[at + 1 :]), kind)
        return Op("store", parts, kind)
