"""Hypothesis strategies: typed expressions over a small world, and states to evaluate them in.

Every expression is total: divisors are positive literals, positions lie inside, sets are bounded.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from hypothesis import strategies as st

from fsmc.model.domains import (
    OTHER,
    Bool,
    Date,
    Domain,
    Enum,
    Int,
    Money,
    Nothing,
    Optional,
    Row,
    Set,
    String,
    Text,
    Value,
    Vector,
    value_order,
)
from fsmc.model.expr import Bound, Column, Const, Each, Expr, Op, Slot
from fsmc.model.world import Kind, State, Table, TableColumn, Variable, World

ROWS = 4
INT, MONEY, DATE = Int(-9, 9), Money(-500, 500, 1), Date(-400, 20_700)
TEXT = Text(("", "tea", "é\U0001f600", OTHER))
ROW = Row("Tea", tuple("abcd"))
ENUM = Enum("Size", ("small", "large"), ("Small", "Large"))
BOOL, STRING = Bool(), String()
SLOTS: tuple[Domain, ...] = (
    ENUM, INT, MONEY, DATE, TEXT, ROW, BOOL, Optional(INT), Optional(ROW), Set(ROW), Set(INT, 3),
    Vector("Tea", ROWS, Int(0, 5)),
)  # fmt: skip
TRUE = Const(True, BOOL)


def small_world() -> World:
    """One slot of each kind of domain, and a table with fixed columns."""
    columns = (
        TableColumn("name", STRING, ("Mint", "Chai", "Zoë", "\uffee"), None, None),
        TableColumn("price", MONEY, (300, -50, 0, 1299), None, None),
        TableColumn("since", DATE, (-1, 0, 20605, 19782), None, None),
    )
    table = Table("Tea", ROW.keys, (None,) * ROWS, columns, None)
    variables = tuple(
        Variable(f"v{i}", Kind.STATE, domain, (), None) for i, domain in enumerate(SLOTS)
    )
    return World(
        "small",
        "Small",
        "EUR",
        "en",
        0,
        variables,
        (table,),
        (),
        (),
        (),
        (),
        (),
        (),
        (),
        (),
        "",
        "",
    )


# ---- values and states -----------------------------------------------------------------------


def values(domain: Domain) -> st.SearchStrategy[Value]:
    """Values of a domain."""
    match domain:
        case Optional(of=of):
            return st.none() | values(of)
        case Set(of=of):
            return st.lists(values(of), max_size=domain.bound).map(
                lambda found: tuple(sorted(set(found), key=value_order))
            )
        case Vector(of=of, length=length):
            return st.tuples(*(values(of) for _ in range(length)))
        case Int(low=low, high=high) | Money(low=low, high=high) | Date(low=low, high=high):
            return st.integers(low, high)
        case String():
            return st.text(max_size=3)
        case _:
            return st.sampled_from(tuple(domain.values()))


def states() -> st.SearchStrategy[State]:
    """States of the small world."""
    return st.tuples(*(values(domain) for domain in SLOTS))


# ---- expressions -----------------------------------------------------------------------------

Names = tuple[Bound, ...]


def expressions(depth: int = 2) -> st.SearchStrategy[Expr]:
    """Expressions of every kind, without free names."""
    makers: list[Callable[[int, Names], st.SearchStrategy[Expr]]] = [
        booleans, numbers, texts, row_sets, number_sets, optional_rows, vectors,
    ]  # fmt: skip
    return st.one_of([make(depth, ()) for make in makers])


def _slots(*kinds: Domain) -> list[Expr]:
    return [Slot(i, domain) for i, domain in enumerate(SLOTS) if domain in kinds]


@cache
def _leaves(domain: Domain, names: Names) -> st.SearchStrategy[Expr]:
    known = [*_slots(domain), *(name for name in names if name.type == domain)]
    constants: st.SearchStrategy[Expr] = values(domain).map(lambda v: Const(v, domain))
    return constants | st.sampled_from(known) if known else constants


@cache
def numbers(depth: int, names: Names) -> st.SearchStrategy[Expr]:
    leaves = _leaves(INT, names) | _leaves(MONEY, names) | _leaves(DATE, names)
    if depth == 0:
        return leaves
    inner = st.deferred(lambda: numbers(depth - 1, names))
    rows = st.deferred(lambda: rows_(depth - 1, names))
    cell = st.sampled_from(("price", "since"))
    divisor = st.integers(1, 7).map(lambda n: Const(n, INT))
    stock = Slot(SLOTS.index(Vector("Tea", ROWS, Int(0, 5))), SLOTS[-1])
    return st.one_of(
        leaves,
        _op(("add", "sub", "mul"), INT, inner, inner),
        _op(("up", "down", "half_up", "half_even"), INT, inner, divisor),
        _op(("neg",), INT, inner),
        _op(("year", "month", "day"), INT, _leaves(DATE, names)),
        _op(("size",), INT, st.deferred(lambda: row_sets(depth - 1, names))),
        _op(("present",), INT, st.deferred(lambda: vectors(depth - 1, names))),
        _op(("position",), INT, _leaves(TEXT, names), st.just(Const(TEXT.alternatives, STRING))),
        st.builds(lambda c, r: Column("Tea", c, r, MONEY), cell, rows),
        rows.map(lambda r: Op("item", (stock, r), INT)),
        _if(depth, names, inner),
        _each(("sum", "count"), depth, names, lambda n: numbers(0, n)),
    )


@cache
def rows_(depth: int, names: Names) -> st.SearchStrategy[Expr]:
    leaves = _leaves(ROW, names)
    return leaves if depth == 0 else leaves | _if(depth, names, leaves)


@cache
def booleans(depth: int, names: Names) -> st.SearchStrategy[Expr]:
    if depth == 0:
        return _leaves(BOOL, names)
    inner = st.deferred(lambda: booleans(depth - 1, names))
    number = st.deferred(lambda: numbers(depth - 1, names))
    text = st.deferred(lambda: texts(depth - 1, names))
    found = st.deferred(lambda: row_sets(depth - 1, names))
    maybe = st.deferred(lambda: optional_rows(depth - 1, names))
    return st.one_of(
        _leaves(BOOL, names),
        _op(("and", "or"), BOOL, inner, inner, inner),
        _op(("implies",), BOOL, inner, inner),
        _op(("not",), BOOL, inner),
        _op(("eq", "ne", "lt", "le", "gt", "ge"), BOOL, number, number),
        _op(("eq", "ne"), BOOL, text, text),
        _op(("eq", "ne"), BOOL, found, found),
        _op(("eq", "ne"), BOOL, maybe, maybe | st.just(Const(None, Nothing()))),
        _op(("in",), BOOL, rows_(depth - 1, names), found),
        _each(("any", "all"), depth, names, lambda n: booleans(1, n)),
    )


@cache
def texts(depth: int, names: Names) -> st.SearchStrategy[Expr]:
    leaves = _leaves(TEXT, names) | values(STRING).map(lambda v: Const(v, STRING))
    if depth == 0:
        return leaves
    inner = st.deferred(lambda: texts(depth - 1, names))
    currency = st.sampled_from(("EUR", "XTS")).map(lambda c: Const(c, STRING))
    shown = st.just(Const("something else", STRING))
    return st.one_of(
        leaves,
        _op(("concat",), STRING, inner, inner),
        _op(("show_int",), STRING, st.deferred(lambda: numbers(depth - 1, names))),
        _op(("show_money",), STRING, _leaves(MONEY, names), currency),
        _op(("show_date",), STRING, _leaves(DATE, names)),
        _op(("show_text",), STRING, _leaves(TEXT, names), shown),
        rows_(depth - 1, names).map(lambda r: Column("Tea", "name", r, STRING)),
        _if(depth, names, inner),
        _each(("join",), depth, names, lambda n: texts(0, n)),
    )


@cache
def row_sets(depth: int, names: Names) -> st.SearchStrategy[Expr]:
    leaves = _leaves(Set(ROW), names)
    if depth == 0:
        return leaves
    inner = st.deferred(lambda: row_sets(depth - 1, names))
    one = rows_(0, names)
    return st.one_of(
        leaves,
        _op(("union", "difference"), Set(ROW), inner, inner),
        _op(("set_of",), Set(ROW), one, one),
        _each(("set",), depth, names, lambda n: rows_(0, n)),
    )


@cache
def number_sets(depth: int, names: Names) -> st.SearchStrategy[Expr]:
    leaves = _leaves(Set(INT, 3), names)
    if depth == 0:
        return leaves
    number = numbers(depth - 1, names)
    return st.one_of(
        leaves,
        _op(("set_of",), Set(INT), number, number, number),
        _op(("union", "difference"), Set(INT), leaves, leaves),
        _each(("set",), depth, names, lambda n: numbers(1, n)),
    )


@cache
def optional_rows(depth: int, names: Names) -> st.SearchStrategy[Expr]:
    leaves = _leaves(Optional(ROW), names)
    if depth == 0:
        return leaves
    return leaves | _each(("first", "min", "max"), depth, names, lambda n: rows_(0, n))


@cache
def vectors(depth: int, names: Names) -> st.SearchStrategy[Expr]:
    domain = SLOTS[-1]
    leaves = _leaves(domain, names)
    if depth == 0:
        return leaves
    return leaves | _op(("store",), domain, leaves, rows_(0, names), numbers(0, names))


def _op(
    names: tuple[str, ...], type_: Domain, *args: st.SearchStrategy[Expr]
) -> st.SearchStrategy[Expr]:
    return st.builds(lambda name, *a: Op(name, a, type_), st.sampled_from(names), *args)


def _if(depth: int, names: Names, branch: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    test = st.deferred(lambda: booleans(depth - 1, names))
    return st.builds(lambda t, a, b: Op("if", (t, a, b), a.type), test, branch, branch)


def _each(
    kinds: tuple[str, ...],
    depth: int,
    names: Names,
    body: Callable[[Names], st.SearchStrategy[Expr]],
) -> st.SearchStrategy[Expr]:
    """A fold over rows; its variable may have the name of one around it."""
    row = st.sampled_from(("p", "p~1", "p_1")).map(lambda name: Bound(name, ROW))

    @cache
    def made(variable: Bound) -> st.SearchStrategy[Expr]:
        inside = (*(n for n in names if n.name != variable.name), variable)
        return st.builds(
            lambda kind, source, where, b: Each(kind, variable.name, source, where, b, b.type),
            st.sampled_from(kinds), row_sets(depth - 1, names), booleans(min(1, depth - 1), inside),
            body(inside),
        )  # fmt: skip

    return row.flatmap(made)
