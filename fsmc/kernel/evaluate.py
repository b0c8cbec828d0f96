"""The reference evaluator: the value of an expression in a state. The definition of all engines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

from fsmc.model.domains import Value
from fsmc.model.expr import Bound, Column, Const, Each, Expr, Op, Slot
from fsmc.model.ops import OPERATORS, fold
from fsmc.model.world import State, World


def evaluate(world: World, expr: Expr, state: State, bound: Mapping[str, Value]) -> Value:
    """The value of `expr` in `state`, parameters and rows as in `bound`. Cannot fail."""
    match expr:
        case Const(value=value):
            return value
        case Slot(index=index):
            return state[index]
        case Bound(name=name):
            return bound[name]
        case Column(table=table, column=column, row=row):
            position = evaluate(world, row, state, bound)
            assert isinstance(position, int)
            return world.table(table).column(column).values[position]
        case Op(name=name, args=args):
            operator = OPERATORS[name]
            if operator.lazy:
                thunks = [lambda arg=arg: evaluate(world, arg, state, bound) for arg in args]
                return operator.function(*thunks)  # type: ignore[no-any-return]
            values = [evaluate(world, arg, state, bound) for arg in args]
            return operator.function(*values)  # type: ignore[no-any-return]
        case Each():
            return _each(world, expr, state, bound)
        case _:
            assert_never(expr)


def _each(world: World, expr: Each, state: State, bound: Mapping[str, Value]) -> Value:
    source = evaluate(world, expr.source, state, bound)
    assert isinstance(source, tuple)
    found: list[Any] = []
    for value in source:
        inner = {**bound, expr.variable: value}
        if evaluate(world, expr.where, state, inner):
            found.append(evaluate(world, expr.body, state, inner))
    return fold(expr.kind, found)
