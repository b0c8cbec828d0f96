"""Folds constants and drops what cannot matter: `and true`, `if true`, a column of a known row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fsmc.model.domains import Bool, Domain, Value
from fsmc.model.expr import Column, Const, Each, Expr, Op, children, rebuild, substitute
from fsmc.model.ops import OPERATORS, normal

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
    """The same value in every state, with all that is known at compile time worked out."""
    expr = rebuild(expr, lambda part: simplify(part, data))
    match expr:
        case Op(name="and", args=args):
            return conj(*args)
        case Op(name="or", args=args):
            return disj(*args)
        case Op(name="not", args=(part,)):
            return negation(part)
        case Op(name="implies", args=(a, b)):
            if isinstance(a, Const):
                return b if a.value else TRUE
            return TRUE if b == TRUE else expr
        case Op(name="if", args=(test, a, b), type=type_):
            return choose(test, a, b, type_)
        case Op(name=name, args=args, type=type_):
            if all(isinstance(a, Const) for a in args):
                values = [a.value for a in args if isinstance(a, Const)]
                return Const(OPERATORS[name].function(*values), type_)
            return expr
        case Column(table=table, column=column, row=Const(value=int(row))):
            return Const(data[table, column][row], expr.type)
        case Each(source=Const(value=tuple() as source)) if not source:
            return Const(_empty(expr), expr.type)
        case _:
            return expr


def constant(expr: Expr, data: Data) -> Value:
    """The value of an expression without slots and free names. Raises ValueError otherwise."""
    done = simplify(_unfold(expr, data), data)
    if not isinstance(done, Const):
        raise ValueError("not a constant")
    return done.value


def _unfold(expr: Expr, data: Data) -> Expr:
    """Runs every Each over its constant source."""
    expr = rebuild(expr, lambda part: part if isinstance(expr, Each) else _unfold(part, data))
    if not isinstance(expr, Each):
        return expr
    source = constant(expr.source, data)
    assert isinstance(source, tuple)
    element = next(iter(children(expr.source)), expr.source).type
    found: list[Value] = []
    for value in source:
        one = {expr.variable: Const(value, element)}
        if constant(substitute(expr.where, bound=one), data):
            found.append(
                value if expr.kind == "count" else constant(substitute(expr.body, bound=one), data)
            )
    return Const(_fold(expr, found), expr.type)


def _fold(expr: Each, found: list[Value]) -> Value:
    values: list[object] = list(found)
    match expr.kind:
        case "set":
            return normal(values)
        case "sum":
            return sum(v for v in found if isinstance(v, int))
        case "count":
            return len(found)
        case "any":
            return any(values)
        case "all":
            return all(values)
        case "min":
            return min((v for v in found if isinstance(v, int)), default=None)
        case "max":
            return max((v for v in found if isinstance(v, int)), default=None)
        case "first":
            return found[0] if found else None
        case "join":
            return ", ".join(str(v) for v in found)


def _empty(expr: Each) -> Value:
    return _fold(expr, [])
