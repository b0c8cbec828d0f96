"""Typed expressions: the only form in which guards, effects, goals and shown texts exist.

Six frozen nodes. Equality is structural and leaves types out, so a node is also the path that a
test on an optional narrows. Every operator is a row of `ops.py`; printers spell nodes, never add
meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from fsmc.model.domains import Domain, Value

EachKind: TypeAlias = Literal["set", "sum", "count", "any", "all", "min", "max", "first", "join"]
EACH_KINDS: tuple[EachKind, ...] = (
    "set",
    "sum",
    "count",
    "any",
    "all",
    "min",
    "max",
    "first",
    "join",
)


@dataclass(frozen=True, slots=True)
class Const:
    """A value known when the world is compiled."""

    value: Value
    type: Domain = field(compare=False)


@dataclass(frozen=True, slots=True)
class Slot:
    """The value of one state slot before the step."""

    index: int
    type: Domain = field(compare=False)


@dataclass(frozen=True, slots=True)
class Bound:
    """A parameter of a transition or goal, a list's row, or the variable of an Each."""

    name: str
    type: Domain = field(compare=False)


@dataclass(frozen=True, slots=True)
class Column:
    """A fixed cell: `tables[table].column(column).values[row]`."""

    table: str
    column: str
    row: Expr
    type: Domain = field(compare=False)


@dataclass(frozen=True, slots=True)
class Op:
    """An operator of `ops.OPERATORS` applied to its arguments."""

    name: str
    args: tuple[Expr, ...]
    type: Domain = field(compare=False)


@dataclass(frozen=True, slots=True)
class Each:
    """Runs `variable` through `source` (a tuple), keeps what passes `where`, folds `body`.

    `set` collects a sorted set, `sum` adds, `count` counts elements (its body is not looked at),
    `any` and `all` test, `min`, `max`, `first` give an optional, `join` writes texts with ", ".
    """

    kind: EachKind
    variable: str
    source: Expr
    where: Expr
    body: Expr
    type: Domain = field(compare=False)


Expr: TypeAlias = Const | Slot | Bound | Column | Op | Each


def children(expr: Expr) -> tuple[Expr, ...]:
    """The direct parts of a node, in evaluation order."""
    match expr:
        case Const() | Slot() | Bound():
            return ()
        case Column(row=row):
            return (row,)
        case Op(args=args):
            return args
        case Each(source=source, where=where, body=body):
            return (source, where, body)


def walk(expr: Expr) -> Iterator[Expr]:
    """The node and everything in it, outside first."""
    yield expr
    for child in children(expr):
        yield from walk(child)


def rebuild(expr: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """The node with `change` applied to its direct parts; the same object if none changed."""
    parts = children(expr)
    new = tuple(change(part) for part in parts)
    if all(a is b for a, b in zip(parts, new, strict=True)):
        return expr
    match expr:
        case Column():
            return replace(expr, row=new[0])
        case Op():
            return replace(expr, args=new)
        case Each():
            return replace(expr, source=new[0], where=new[1], body=new[2])
        case Const() | Slot() | Bound():
            return expr


def substitute(
    expr: Expr, slots: Mapping[int, Expr] | None = None, bound: Mapping[str, Expr] | None = None
) -> Expr:
    """Replaces slots and bound names.

    The resolver gives every Each a name of its own, so no replacement can be captured. Parts that
    occur several times as one object are looked at once and stay one object.
    """
    slots = slots or {}
    bound = bound or {}
    done: dict[int, Expr] = {}

    def change(node: Expr) -> Expr:
        match node:
            case Const():
                return node
            case Slot(index=index):
                return slots.get(index, node)
            case Bound(name=name):
                return bound.get(name, node)
            case _:
                found = done.get(id(node))
                if found is None:
                    found = done[id(node)] = rebuild(node, change)
                return found

    return change(expr) if slots or bound else expr


def slots_of(expr: Expr) -> frozenset[int]:
    """The slots that the expression reads."""
    found: set[int] = set()
    seen: set[int] = set()
    open_nodes = [expr]
    while open_nodes:
        node = open_nodes.pop()
        if isinstance(node, Slot):
            found.add(node.index)
        elif id(node) not in seen:
            seen.add(id(node))
            open_nodes += children(node)
    return frozenset(found)


def bound_of(expr: Expr) -> frozenset[str]:
    """The bound names that occur free in the expression."""
    match expr:
        case Bound(name=name):
            return frozenset((name,))
        case Each(variable=variable, source=source, where=where, body=body):
            return bound_of(source) | ((bound_of(where) | bound_of(body)) - {variable})
        case _:
            return frozenset().union(*(bound_of(child) for child in children(expr)))
