"""From written expressions to typed nodes: names, types and narrowing, in one walk."""

from __future__ import annotations

from typing import assert_never

from fsmc.model.domains import OTHER, Bool, Date, Domain, Int, Money, Nothing, String, Text
from fsmc.model.expr import Const, Expr
from fsmc.model.measure import DEEPEST, EXACT
from fsmc.model.resolve_calls import Calls
from fsmc.model.resolve_types import date_value
from fsmc.model.scope import Ground, Scope, Unresolved
from fsmc.model.simplify import negation
from fsmc.model.types import strip
from fsmc.syntax import tree as t


class Resolver(Calls):
    """Resolves every expression of a world."""

    def __init__(self, ground: Ground) -> None:
        super().__init__(ground)
        self._depth = 0

    def resolve(self, e: t.Expression, scope: Scope, expected: Domain | None = None) -> Expr:
        """The typed node; `expected` helps bare members, literals and empty sets."""
        if self._depth >= DEEPEST:
            raise self.ground.refuse(
                "FSM240",
                "this expression is nested too deeply",
                e.span,
                f"more than {DEEPEST} levels down",
                help="name its parts with `let`, or keep a value in `state`",
            )
        self._depth += 1
        try:
            return self._resolve(e, scope, expected)
        finally:
            self._depth -= 1

    def _resolve(self, e: t.Expression, scope: Scope, expected: Domain | None) -> Expr:
        want = None if expected is None else strip(expected)
        match e:
            case t.Number() | t.Amount():
                return self._number(e, want)
            case t.DateLiteral():
                day = date_value(self.ground, e)
                return Const(day, Date(day, day))
            case t.StringLiteral(value=quoted):
                return Const(quoted.text, String())
            case t.Truth(value=truth):
                return Const(truth, Bool())
            case t.NoneLiteral():
                return Const(None, Nothing())
            case t.OtherLiteral():
                return self._other(e, want)
            case t.NameRef(name=name):
                return self._name(name, scope, want)
            case t.Dot():
                return self._dot(e, scope)
            case t.Index():
                return self._index(e, scope)
            case t.Call():
                return self._call(e, scope, want)
            case t.Aggregate():
                return self._aggregate(e, scope, want)
            case t.Unary(operator="not", operand=operand):
                return negation(self.boolean(operand, scope))
            case t.Unary():
                return self._negative(e, scope, want)
            case t.Binary():
                return self._binary(e, scope, want)
            case t.IfElse():
                return self._if(e, scope, expected)
            case t.Group(inner=inner):
                return self.resolve(inner, scope, expected)
            case t.SetLiteral():
                return self._set(e, scope, want)
            case t.MapLiteral():
                return self._map(e, scope, want)
            case t.SetFrom(body=body, over=over):
                return self._each("set", body, over, scope, want)
            case t.SequenceLiteral():
                raise self.ground.refuse(
                    "FSM301", "ordered sequences come in a later version", e.span, "not yet"
                )
            case t.AtPlace(place=place):
                assert self.place_test is not None
                return self.place_test(place, scope)
            case _:
                assert_never(e)

    def _number(self, e: t.Number | t.Amount, want: Domain | None) -> Expr:
        money = isinstance(e, t.Amount) or isinstance(want, Money)
        value = e.value * 100 if money and isinstance(e, t.Number) else e.value
        if value > EXACT:
            raise self._too_large(e)
        return Const(value, Money(value, value) if money else Int(value, value))

    def _too_large(self, e: t.Number | t.Amount) -> Unresolved:
        return self.ground.refuse(
            "FSM236",
            "this number is too large to be exact",
            e.span,
            "beyond 9,007,199,254,740,991",
            help="write a smaller one",
        )

    def _other(self, e: t.OtherLiteral, want: Domain | None) -> Expr:
        if isinstance(want, Text):
            return Const(OTHER, want)
        raise self.ground.refuse(
            "FSM212",
            "`other` is a value of text fields alone",
            e.span,
            "no text field stands beside it",
            help='compare it with a field, as in `query == other`, where `query: "" | other`',
        )
