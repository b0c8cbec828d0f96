"""From written expressions to typed nodes: names, types and narrowing, in one walk."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from fsmc.diagnostics import Fix, Label
from fsmc.diagnostics.suggest import closest
from fsmc.model.domains import (
    OTHER,
    Bool,
    Date,
    Domain,
    Int,
    Map,
    Money,
    Nothing,
    Set,
    String,
    Text,
)
from fsmc.model.expr import Bound, Const, Expr, Op
from fsmc.model.resolve_operators import Operators
from fsmc.model.resolve_sets import AGGREGATES
from fsmc.model.resolve_types import date_value, domain_of
from fsmc.model.scope import LetName, Scope
from fsmc.model.simplify import negation
from fsmc.model.types import (
    arguments,
    spoken,
    strip,
)
from fsmc.syntax import tree as t

ROUNDING = ("up", "down", "half_up", "half_even")
FUNCTIONS = ("len", "was", *ROUNDING, *AGGREGATES)


class Resolver(Operators):
    """Resolves every expression of a world."""

    def resolve(self, e: t.Expression, scope: Scope, expected: Domain | None = None) -> Expr:
        """The typed node; `expected` helps bare members, literals and empty sets."""
        want = None if expected is None else strip(expected)
        match e:
            case t.Number(value=number):
                if isinstance(want, Money):
                    return Const(number * 100, Money(number * 100, number * 100))
                return Const(number, Int(number, number))
            case t.Amount(value=cents):
                return Const(cents, Money(cents, cents))
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
                return Const(OTHER, want if isinstance(want, Text) else String())
            case t.NameRef(name=name):
                return self._name(name, scope, want)
            case t.Dot():
                return self._dot(e, scope, want)
            case t.Index():
                return self._index(e, scope)
            case t.Call():
                return self._call(e, scope, want)
            case t.Aggregate():
                return self._aggregate(e, scope, want)
            case t.Unary(operator="not", operand=operand):
                return negation(self.boolean(operand, scope))
            case t.Unary(operand=operand):
                return self._negative(operand, scope, want)
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

    def _call(self, e: t.Call, scope: Scope, want: Domain | None) -> Expr:
        word = e.function.text
        binding = scope.names.get(word)
        if isinstance(binding, LetName):
            return self._let_call(e, binding.item, scope)
        if word in ROUNDING:
            return self._rounded(e, scope)
        if word == "len" and len(e.args) == 1:
            of = self.resolve(e.args[0], scope)
            match of.type:
                case Set():
                    return Op("size", (of,), Int(0, of.type.bound))
                case Map():
                    return Op("present", (of,), Int(0, of.type.bound))
                case _:
                    raise self.ground.refuse(
                        "FSM210",
                        "`len` counts what a set or map holds",
                        e.args[0].span,
                        f"is {spoken(of.type)}",
                    )
        if word == "was" and len(e.args) == 1:
            if not scope.in_goal:
                raise self.ground.refuse(
                    "FSM235",
                    "`was` looks at the start of a task",
                    e.span,
                    "only goals have a start",
                    help="use it in `reach` or `keep` of a goal",
                )
            old = self.resolve(e.args[0], replace(scope, known=frozenset()))
            self.was.append(old)
            return Bound(f"was:{len(self.was) - 1}", old.type)
        if word in FUNCTIONS:
            form = f"{word}(x for x in …)" if word in AGGREGATES else f"{word}(…)"
            raise self.ground.refuse(
                "FSM209", f"`{word}` is not called like this", e.span, "", help=f"write `{form}`"
            )
        near = closest(
            word, [*FUNCTIONS, *(n for n, b in scope.names.items() if isinstance(b, LetName))]
        )
        raise self.ground.refuse(
            "FSM206",
            f"there is no function called `{word}`",
            e.function.span,
            "not a function",
            help=f"did you mean `{near}`?"
            if near
            else "define it with `let`, or use one of " + ", ".join(FUNCTIONS),
            fix=Fix(f"write `{near}`", e.function.span, near) if near else None,
        )

    def _let_call(self, e: t.Call, item: t.LetItem, scope: Scope) -> Expr:
        params = item.params or ()
        if len(params) != len(e.args):
            raise self.ground.refuse(
                "FSM209",
                f"`{e.function.text}` takes {arguments(len(params))}, not {len(e.args)}",
                e.span,
                "",
                related=(Label(item.name.span, "defined here"),),
            )
        args: list[Expr] = []
        for param, arg in zip(params, e.args, strict=True):
            if param.type is None:
                args.append(self.resolve(arg, scope))
            else:
                args.append(self.value(arg, scope, domain_of(self.ground, param.type)))
        return self._let(item, tuple(args), scope, e.span)
