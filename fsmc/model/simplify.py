"""Folds constants and drops what cannot matter: `and true`, `if true`, a column of a known row."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from fsmc.model.domains import Bool, Domain, Value
from fsmc.model.expr import Bound, Column, Const, Each, Expr, Op, Slot, substitute
from fsmc.model.ops import OPERATORS, fold

Data = Mapping[tuple[str, str], Sequence[Value]]
"""Fixed columns by table and name."""

TRUE = Const(True, Bool())
FALSE = Const(False, Bool())


def conj(*parts: Expr) -> Expr:
    """All of them; flat, without repeats."""
    return _junction("and", TRUE, FALSE, parts)


def disj(*parts: Expr) -> Expr:
    """Any of them; flat, without repeats."""
    return _junction("or", FALSE, TRUE, parts)


def _junction(name: str, unit: Const, zero: Const, parts: tuple[Expr, ...]) -> Expr:
    flat: dict[Expr, None] = {}
    for part in parts:
        inner = part.args if isinstance(part, Op) and part.name == name else (part,)
        flat.update(dict.fromkeys(p for p in inner if p != unit))
    if zero in flat:
        return zero
    if len(flat) < 2:
        return next(iter(flat), unit)
    return Op(name, tuple(flat), Bool())


def negation(part: Expr) -> Expr:
    if isinstance(part, Const):
        return Const(not part.value, Bool())
    if isinstance(part, Op) and part.name == "not":
        return part.args[0]
    return Op("not", (part,), Bool())


def choose(test: Expr, then: Expr, otherwise: Expr, type: Domain | None = None) -> Expr:
    if isinstance(test, Const):
        return then if test.value else otherwise
    if then == otherwise:
        return then
    return Op("if", (test, then, otherwise), type or then.type)


def equal(a: Expr, b: Expr) -> Expr:
    if a == b:
        return TRUE
    if isinstance(a, Const) and isinstance(b, Const):
        return Const(a.value == b.value, Bool())
    return Op("eq", (a, b), Bool())


def simplify(expr: Expr, data: Data) -> Expr:
    """The same value in every state, with all that is known at compile time worked out.

    Parts that are never looked at (after a test that fails) are not worked out, as they may have no
    value: `undo != none and undo.stock > 0`. Parts that are one object are worked out once.
    """
    return _simplify(expr, data, {})


def _simplify(expr: Expr, data: Data, done: dict[int, Expr]) -> Expr:
    if isinstance(expr, Const | Slot | Bound):
        return expr
    found = done.get(id(expr))
    if found is None:
        found = done[id(expr)] = _worked_out(expr, data, done)
    return found


def _worked_out(expr: Column | Op | Each, data: Data, done: dict[int, Expr]) -> Expr:
    match expr:
        case Op(name="and", args=args):
            return _junction("and", TRUE, FALSE, _until(FALSE, args, data, done))
        case Op(name="or", args=args):
            return _junction("or", FALSE, TRUE, _until(TRUE, args, data, done))
        case Op(name="implies", args=(a, b)):
            test = _simplify(a, data, done)
            if isinstance(test, Const):
                return _simplify(b, data, done) if test.value else TRUE
            then = _simplify(b, data, done)
            return TRUE if then == TRUE else _with_args(expr, (test, then))
        case Op(name="if", args=(test, a, b), type=type_):
            test = _simplify(test, data, done)
            if isinstance(test, Const):
                return _simplify(a if test.value else b, data, done)
            return choose(test, _simplify(a, data, done), _simplify(b, data, done), type_)
        case Op(name=name, args=args):
            parts = tuple(_simplify(a, data, done) for a in args)
            if name == "not":
                return negation(parts[0])
            if name == "eq" and parts[0] == parts[1]:
                return TRUE
            if name == "store" and (kept := _unchanged(parts)) is not None:
                return kept
            if all(isinstance(a, Const) for a in parts):
                values = [a.value for a in parts if isinstance(a, Const)]
                if name in _NONE_ALLOWED or None not in values:
                    return Const(OPERATORS[name].function(*values), expr.type)
            return _with_args(expr, parts)
        case Column(table=table, column=column, row=row):
            row = _simplify(row, data, done)
            if isinstance(row, Const) and isinstance(row.value, int):
                return Const(data[table, column][row.value], expr.type)
            return expr if row is expr.row else replace(expr, row=row)
        case Each(source=source, where=where, body=body):
            source = _simplify(source, data, done)
            if isinstance(source, Const) and source.value == ():
                return Const(fold(expr.kind, ()), expr.type)
            where, body = _simplify(where, data, done), _simplify(body, data, done)
            if (source, where, body) == (expr.source, expr.where, expr.body):
                return expr
            return replace(expr, source=source, where=where, body=body)
        case _:
            assert_never(expr)


_NONE_ALLOWED = ("eq", "ne", "store")
"""Operators that have a value for none; all others are only reached behind a test."""


def _until(
    zero: Const, args: tuple[Expr, ...], data: Data, done: dict[int, Expr]
) -> tuple[Expr, ...]:
    """The parts worked out in order, up to the first that settles the whole."""
    parts: list[Expr] = []
    for arg in args:
        parts.append(_simplify(arg, data, done))
        if parts[-1] == zero:
            break
    return tuple(parts)


def _with_args(expr: Op, args: tuple[Expr, ...]) -> Op:
    if all(a is b for a, b in zip(expr.args, args, strict=True)):
        return expr
    return replace(expr, args=args)


def _unchanged(parts: tuple[Expr, ...]) -> Expr | None:
    """The vector of a `store` that writes back what stands there."""
    vector, index, value = parts
    return vector if value == Op("item", (vector, index), value.type) else None


def constant(expr: Expr, data: Data) -> Value:
    """The value of an expression without slots and free names. Raises ValueError otherwise."""
    match expr:
        case Const(value=value):
            return value
        case Slot() | Bound():
            raise ValueError("not a constant")
        case Column(table=table, column=column, row=row):
            position = constant(row, data)
            assert isinstance(position, int)
            return data[table, column][position]
        case Op(name=name, args=args):
            operator = OPERATORS[name]
            if operator.lazy:
                found: Value = operator.function(*(_later(arg, data) for arg in args))
            else:
                found = operator.function(*(constant(arg, data) for arg in args))
            return found
        case Each(kind=kind, variable=variable, source=source, where=where, body=body):
            values = constant(source, data)
            assert isinstance(values, tuple)
            kept: list[Value] = []
            for value in values:
                one: dict[str, Expr] = {variable: Const(value, source.type)}
                if constant(substitute(where, bound=one), data):
                    kept.append(constant(substitute(body, bound=one), data))
            return fold(kind, kept)
        case _:
            assert_never(expr)


def _later(expr: Expr, data: Data) -> Callable[[], Value]:
    return lambda: constant(expr, data)
