"""Orders rows: keys that can be compared, and a row's rank among those shown."""

from __future__ import annotations

from dataclasses import replace

from fsmc.diagnostics import Span
from fsmc.model.domains import (
    Bool,
    Date,
    Enum,
    Int,
    Money,
    Optional,
    Row,
    Set,
    String,
    Text,
    Value,
    value_order,
)
from fsmc.model.expr import Bound, Column, Const, Each, Expr, Op, substitute
from fsmc.model.places import Places
from fsmc.model.scope import Ground
from fsmc.model.simplify import choose, conj, disj, equal
from fsmc.model.types import kind_of
from fsmc.model.world import SortKey, TableColumn

INT = Int(0, None)


def sort_key(places: Places, key: Expr, span: Span) -> Expr:
    """The key as something with an order: texts of fixed columns by their rank by code point."""
    match key.type:
        case Int() | Money() | Date() | Enum() | Row():
            return key
        case Bool():
            return choose(key, Const(1, Int(1, 1)), Const(0, Int(0, 0)), Int(0, 1))
        case String() | Text() if isinstance(key, Column):
            return _rank_column(places, key)
        case Optional():
            raise places.ground.refuse(
                "FSM214",
                "what may be none has no order",
                span,
                "may be none",
                help="add `when … != none`, or sort by something every row has",
            )
        case _:
            raise places.ground.refuse(
                "FSM214",
                f"{kind_of(key.type)} has no order here",
                span,
                "cannot be sorted by",
                help="sort by a number, date, enum, or a fixed text column",
            )


def _rank_column(places: Places, key: Column) -> Column:
    """The column `name#rank`: for each row the position of its text among all, by code point."""
    table = places.ground.tables[key.table]
    name = f"{key.column}#rank"
    while any(c.name == name and c.span is not None for c in table.columns):
        name += "#"  # the author has a column of this name
    if all(c.name != name for c in table.columns):
        texts = [str(v) for v in table.column(key.column).values]
        order = {text: rank for rank, text in enumerate(sorted(set(texts)))}
        values: tuple[Value, ...] = tuple(order[text] for text in texts)
        rank = TableColumn(name, Int(0, len(order) - 1), values, None, None)
        places.ground.tables[key.table] = replace(table, columns=(*table.columns, rank))
    domain = places.ground.tables[key.table].column(name).domain
    return Column(key.table, name, key.row, domain)


def sheet_rank(
    ground: Ground, source: Expr, where: Expr, row: Bound, sort: tuple[SortKey, ...]
) -> Expr:
    """How many rows of the list come before `row`."""
    other = Bound(ground.fresh(row.name), row.type)
    swap: dict[str, Expr] = {row.name: other}
    before: Expr = _file_order(other, row)
    for key in reversed(sort):
        mine, theirs = key.key, substitute(key.key, bound=swap)
        smaller = Op("gt" if key.descending else "lt", (theirs, mine), Bool())
        ordered = disj(smaller, conj(equal(theirs, mine), before))
        before = choose(key.present, ordered, before, Bool())
    where = conj(substitute(where, bound=swap), before)
    return Each("count", other.name, source, where, other, INT)


def _file_order(other: Bound, row: Bound) -> Expr:
    """Whether `other` comes before `row` where no sort key tells: in the order of the source."""
    if isinstance(row.type, Row | Int | Money | Date | Enum):
        return Op("lt", (other, row), Bool())
    ordered = tuple(sorted(row.type.values(), key=value_order))
    options = Const(ordered, Set(row.type))
    places = (Op("position", (other, options), INT), Op("position", (row, options), INT))
    return Op("lt", places, Bool())
