"""Resolves comprehensions and aggregates: everything that runs through rows."""

from __future__ import annotations

from itertools import islice, product

from fsmc.model.domains import Bool, Domain, Int, Map, Money, Nothing, Optional, Set, finite
from fsmc.model.domains import Date as DateDomain
from fsmc.model.expr import (
    Bound,
    Const,
    Each,
    EachKind,
    Expr,
    Op,
    bound_of,
    slots_of,
    substitute,
    walk,
)
from fsmc.model.narrow import when_true
from fsmc.model.resolve_names import Names
from fsmc.model.scope import Scope, ValueName
from fsmc.model.simplify import TRUE, conj, constant
from fsmc.model.types import bounds, element_of, most, optional, spoken, with_bounds
from fsmc.syntax import tree as t

AGGREGATES = ("sum", "count", "any", "all", "min", "max", "first", "the")
MOST_TRIED = 2_000
"""The most groundings for which `the` is tried out."""


class Running(Names):
    """Comprehensions, and what folds them."""

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
        if isinstance(found.type, Optional):
            raise self._maybe_none(e, found)
        domain = element_of(found.type)
        if isinstance(found.type, Map):
            return self.source_of_map(found)
        if domain is None or isinstance(domain, Nothing):
            raise self.ground.refuse(
                "FSM210",
                "one can only run through a table, an enum, a set or a map",
                e.span,
                f"is {spoken(found.type)}" if domain is None else "is always empty",
            )
        return found, domain

    def source_of_map(self, found: Expr) -> tuple[Expr, Domain]:
        """The keys that a map holds, as a set."""
        assert isinstance(found.type, Map)
        name = self.ground.fresh("k")
        key = Bound(name, found.type.key)
        keys = Const(tuple(found.type.key.values()), Set(found.type.key))
        test = Op("ne", (self.entry(found, key), Const(None, Nothing())), Bool())
        return Each("set", name, keys, test, key, Set(found.type.key)), found.type.key

    def entry(self, held: Expr, key: Expr) -> Expr:
        """`held[key]` of a map."""
        assert isinstance(held.type, Map)
        return Op("item", (held, self.position(key)), optional(held.type.of))

    def entry_there(self, e: t.Expression, scope: Scope, key: Expr) -> tuple[Expr, ...]:
        """Running through a map one knows that its entry at the key is there."""
        if isinstance(e, t.NameRef) and e.name.text in scope.names:
            found = self.resolve(e, scope)
            if isinstance(found.type, Map):
                return (self.entry(found, key),)
        return ()

    def opened(self, over: t.Comprehension, scope: Scope) -> tuple[str, Expr, Expr, Scope]:
        """Name, source and condition of a comprehension, and the scope of its body."""
        source, domain = self.source(over.source, scope)
        name = self.ground.fresh(over.variable.text)
        element = Bound(name, domain)
        inner = scope.bind(**{over.variable.text: ValueName(element, over.variable.span, "row")})
        inner = inner.knowing(self.entry_there(over.source, scope, element))
        where = TRUE if over.where is None else self.boolean(over.where, inner)
        return name, source, where, inner.knowing(when_true(where))

    def _aggregate(self, e: t.Aggregate, scope: Scope, want: Domain | None) -> Expr:
        word = e.function.text
        if word not in AGGREGATES:
            raise self.ground.unknown(
                "FSM206",
                f"`{word}` does not run through rows",
                e.function,
                AGGREGATES,
                "not one of those that do",
                help="these do: " + ", ".join(AGGREGATES),
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
        each = Each(
            self._kind(kind), name, source, where, found, self._type(kind, found, source, body)
        )
        if kind == "the":
            self._exactly_one(each, over)
        return each

    def _kind(self, word: str) -> EachKind:
        match word:
            case "set" | "sum" | "count" | "any" | "all" | "min" | "max" | "first":
                return word
            case _:
                return "first"  # `the`: data makes it unique

    def _type(self, kind: str, body: Expr, source: Expr, written: t.Expression) -> Domain:
        size = most(source.type) if isinstance(source.type, Set) else None
        match kind:
            case "any" | "all":
                return Bool()
            case "count":
                return Int(0, size)
            case "set":
                if isinstance(body.type, Optional | Nothing) or not finite(body.type):
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
                if not isinstance(body.type, Int | Money | DateDomain):
                    raise self._wrong(written, body, "a number, money or a date")
                return optional(body.type)
            case "the":
                return body.type
            case _:
                return optional(body.type)

    def _exactly_one(self, each: Each, over: t.Comprehension) -> None:
        """Refuses a `the` that finds none or several rows, for whatever it depends on."""
        which = conj(Op("in", (Bound(each.variable, each.type), each.source), Bool()), each.where)
        names = sorted(bound_of(which) - {each.variable})
        free = {n.name: n.type for n in walk(which) if isinstance(n, Bound) and n.name in names}
        if slots_of(which) or not all(finite(domain) for domain in free.values()):
            raise self.ground.refuse(
                "FSM233",
                "`the` must find its row in data that never changes",
                over.span,
                "depends on the state",
                help="write `first(…)`, and test that it is not none",
            )
        count = Each("count", each.variable, each.source, each.where, TRUE, Int(0, None))
        data = self.ground.data()
        combinations = product(*(free[name].values() for name in names))
        for values in islice(combinations, MOST_TRIED):
            one: dict[str, Expr] = {
                name: Const(value, free[name]) for name, value in zip(names, values, strict=True)
            }
            found = constant(substitute(count, bound=one), data)
            if found != 1:
                raise self.ground.refuse(
                    "FSM504",
                    f"`the` finds {found or 'no'} row{'' if found == 1 else 's'} here, not one",
                    over.span,
                    "in the data as it is" if not names else "for one of the rows it is asked for",
                    help="make the condition name one row, or write `first(…)` and test it",
                )
