"""Cases as data: an expression and its value, chosen where languages are known to differ."""

from __future__ import annotations

from dataclasses import dataclass

from fsmc.model.domains import OTHER, Bool, Domain, Int, Nothing, Set, String, Value
from fsmc.model.expr import Bound, Column, Const, Each, EachKind, Expr, Op
from fsmc.model.ops import OPERATORS
from fsmc.model.world import Table, TableColumn, World

INT, STRING, BOOL = Int(None, None), String(), Bool()
TRUE = Const(True, BOOL)
LONG = 5_000


@dataclass(frozen=True, slots=True)
class Case:
    """`expr` reads no state and has this value in every engine."""

    name: str
    expr: Expr
    value: Value


def world() -> World:
    """A world with one long table, for cases that read columns."""
    column = TableColumn("n", INT, tuple(range(-3, LONG - 3)), None, None)
    names = TableColumn("the name", STRING, tuple(f"row {i}" for i in range(LONG)), None, None)
    keys = tuple(str(i) for i in range(LONG))
    table = Table("Long table", keys, (None,) * LONG, (column, names), None)
    return World(
        "cases", "Cases", "EUR", "en", 0, (), (table,), (), (), (), (), (), (), (), (), "", ""
    )


def const(value: Value, domain: Domain = INT) -> Const:
    return Const(value, domain)


def op(name: str, *values: Value, domain: Domain = INT) -> Op:
    """The operator on constants; their kind does not matter to engines."""
    return Op(name, tuple(Const(v, domain) for v in values), domain)


def each(
    kind: EachKind, values: tuple[Value, ...], where: Expr = TRUE, body: Expr | None = None
) -> Each:
    x = Bound("x~1", INT)
    return Each(kind, "x~1", Const(values, Set(INT)), where, x if body is None else body, INT)


X, Y = Bound("x~1", INT), Bound("x", INT)
HALF = Op("down", (X, const(2)), INT)
ODD = Op(
    "eq",
    (Op("sub", (X, Op("mul", (Op("down", (X, const(2)), INT), const(2)), INT)), INT), const(1)),
    BOOL,
)


def _rounding() -> list[Case]:
    table = [
        ("up", -7, 2, -3), ("up", 7, 2, 4), ("up", -6, 2, -3), ("up", -1, 2, 0),
        ("down", -7, 2, -4), ("down", 7, 2, 3), ("down", -1, 3, -1), ("down", 0, 5, 0),
        ("half_up", -7, 2, -3), ("half_up", 7, 2, 4), ("half_up", -5, 10, 0), ("half_up", 4, 10, 0),
        ("half_even", 5, 2, 2), ("half_even", 7, 2, 4), ("half_even", -5, 2, -2),
        ("half_even", -7, 2, -4), ("half_even", 1, 3, 0), ("half_even", -1, 2, 0),
    ]  # fmt: skip
    return [Case(f"{name} {a}/{b}", op(name, a, b), value) for name, a, b, value in table]


def _values() -> list[Case]:
    astral, private = "\U0001f600", "\uffee"
    quoted = "\"'\\\n\u2028</script>&{x}"
    return [
        Case("none is not false", op("eq", None, False), False),
        Case("none equals none", op("eq", None, None), True),
        Case("empty sets are equal", op("eq", (), ()), True),
        Case("sets differ by one", op("ne", (1, 2), (1, 2, 3)), True),
        Case("nested tuples", op("eq", ((1,), (2, None)), ((1,), (2, None))), True),
        Case("other is no text of the author", op("eq", OTHER, "other"), False),
        Case("other is shown", op("show_text", OTHER, "representative"), "representative"),
        Case("code points", op("set_of", private, astral, "a", "Z"), ("Z", "a", private, astral)),
        Case("numbers by value", op("set_of", 10, 9, -1, 9), (-1, 9, 10)),
        Case("none comes first in a set", op("set_of", 3, None), (None, 3)),
        Case("union of empty sets", op("union", (), ()), ()),
        Case("difference keeps order", op("difference", (1, 2, 3), (2,)), (1, 3)),
        Case("in an empty set", op("in", 1, ()), False),
        Case("a set in a set of sets", op("in", (1, 2), ((1,), (1, 2))), True),
        Case("store leaves the rest", op("store", (1, 2, 3), 2, None), (1, 2, None)),
        Case("present counts what is there", op("present", (None, 0, False)), 2),
        Case("position of a text", op("position", "b", ("a", "b")), 1),
        Case("signs in texts", op("concat", quoted, astral), quoted + astral),
        Case("nothing joined", Op("concat", (), STRING), ""),
        Case("no elements", Op("set_of", (), Set(INT)), ()),
        Case("money, negative", op("show_money", -5, "EUR"), "-€0.05"),
        Case("money, thousands", op("show_money", 123456789, "USD"), "$1,234,567.89"),
        Case("money, a currency without a sign", op("show_money", 100000, "CHF"), "CHF 1,000.00"),
        Case("money, an odd currency", op("show_money", 100, "toString"), "toString 1.00"),
        Case("a date before 1970", op("show_date", -1), "31 Dec 1969"),
        Case("a leap day", op("show_date", 19782), "29 Feb 2024"),
        Case("the year of a date before 1970", op("year", -1), 1969),
        Case("big numbers", op("mul", 94906265, 94906265), 94906265**2),
        Case("minus nothing", op("neg", 0), 0),
    ]  # fmt: skip


def _each() -> list[Case]:
    product = Op("mul", (X, Bound("y~2", INT)), INT)
    inner = Each("sum", "x~1", const((10, 20), Set(INT)), TRUE, product, INT)
    pairs = Each("sum", "y~2", const((1, 2, 3), Set(INT)), TRUE, inner, INT)
    shadow = Each(
        "set",
        "x",
        const((1, 2), Set(INT)),
        TRUE,
        Each("sum", "x", const((5, 6), Set(INT)), TRUE, Y, INT),
        Set(INT),
    )
    long = Each(
        "sum", "r~9", const(tuple(range(LONG)), Set(INT)), TRUE,
        Column("Long table", "n", Bound("r~9", INT), INT), INT,
    )  # fmt: skip
    named = Column("Long table", "the name", const(4999), STRING)
    return [
        Case("sum of nothing", each("sum", ()), 0),
        Case("min of nothing", each("min", ()), None),
        Case("max of nothing", each("max", ()), None),
        Case("first of nothing", each("first", ()), None),
        Case("all of nothing", each("all", (), body=TRUE), True),
        Case("any of nothing", each("any", (), body=TRUE), False),
        Case("join of nothing", each("join", (), body=const("a", STRING)), ""),
        Case("set sorts, drops repeats", each("set", (3, 1, 2), body=HALF), (0, 1)),
        Case("odd numbers below zero", each("count", (-3, -2, -1, 0, 1), where=ODD), 3),
        Case("min", each("min", (3, -1, 2)), -1),
        Case("max", each("max", (3, -1, 2)), 3),
        Case("first that passes", each("first", (2, 4, 5, 7), where=ODD), 5),
        Case("join", each("join", (1, 2), body=Op("show_int", (X,), STRING)), "1, 2"),
        Case("nested", pairs, 180),
        Case("inner names win", shadow, (11,)),
        Case("a long table", long, sum(range(-3, LONG - 3))),
        Case("a column with a blank in its name", named, "row 4999"),
        Case("names with underscores and tildes differ", _two_names(), 12),
    ]  # fmt: skip


def _two_names() -> Expr:
    inner = Op("sub", (Bound("a_7e_1", INT), Bound("a~1", INT)), INT)
    one = Each("sum", "a~1", const((3,), Set(INT)), TRUE, inner, INT)
    return Each("sum", "a_7e_1", const((15,), Set(INT)), TRUE, one, INT)


def _lazy() -> list[Case]:
    wrong = Op("item", (const(()), const(0)), BOOL)
    no = const(False, BOOL)
    inner = Op("if", (TRUE, const(None, Nothing()), const(2)), INT)
    return [
        Case("and stops", Op("and", (no, wrong), BOOL), False),
        Case("or stops", Op("or", (TRUE, wrong), BOOL), True),
        Case("implies stops", Op("implies", (no, wrong), BOOL), True),
        Case("if takes one branch", Op("if", (TRUE, const(1), wrong), INT), 1),
        Case("an and of one", Op("and", (TRUE,), BOOL), True),
        Case("if in if", Op("if", (no, const(1), inner), INT), None),
    ]


def _examples() -> list[Case]:
    """The doc line of each operator."""
    return [
        Case(f"example of {row.name}", op(row.name, *row.example[0]), row.example[1])
        for row in OPERATORS.values()
    ]


CASES: tuple[Case, ...] = (*_rounding(), *_values(), *_each(), *_lazy(), *_examples())
