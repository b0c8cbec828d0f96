"""The operator table: each operator's meaning as one plain function. This is the definition.

Evaluators call these; printers only spell them; a test proves that every printer spells each.
An operator marked lazy gets functions instead of values and calls the ones it needs.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from fsmc.model.domains import EPOCH, OTHER, Value, value_order

SYMBOLS = {"EUR": "€", "USD": "$", "GBP": "£", "JPY": "¥", "INR": "₹", "KRW": "₩"}
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@dataclass(frozen=True, slots=True)
class Operator:
    """One row: `arity` None means any number of arguments; `example` is a doc line that is run."""

    name: str
    arity: int | None
    function: Callable[..., Any]
    example: tuple[tuple[Any, ...], Any]
    lazy: bool = False


def normal(values: Any) -> tuple[Value, ...]:
    """The canonical form of a set: sorted, without repeats."""
    return tuple(sorted(set(values), key=value_order))


def fold(kind: str, found: Sequence[Any]) -> Value:
    """What an Each of this kind makes of the values of its body, in the order of its source."""
    match kind:
        case "set":
            return normal(found)
        case "sum":
            total: int = sum(found)
            return total
        case "count":
            return len(found)
        case "any":
            return any(found)
        case "all":
            return all(found)
        case "min":
            least: Value = min(found, default=None)
            return least
        case "max":
            most: Value = max(found, default=None)
            return most
        case "first":
            return found[0] if found else None
        case "join":
            return ", ".join(found)
        case _:
            raise ValueError(f"there is no Each of kind {kind}")


def _up(a: int, b: int) -> int:
    return -((-a) // b)


def _down(a: int, b: int) -> int:
    return a // b


def _half_up(a: int, b: int) -> int:
    return (2 * a + b) // (2 * b)


def _half_even(a: int, b: int) -> int:
    quotient, rest = divmod(a, b)
    return quotient + (2 * rest > b or (2 * rest == b and quotient % 2 == 1))


def _store(vector: tuple[Value, ...], index: int, value: Value) -> tuple[Value, ...]:
    return (*vector[:index], value, *vector[index + 1 :])


def _date(days: int) -> datetime.date:
    return EPOCH + datetime.timedelta(days=days)


def show_money(cents: int, currency: str) -> str:
    """An amount in hundredths as people read it, such as €1,234.50."""
    sign, size = ("-" if cents < 0 else ""), abs(cents)
    return f"{sign}{SYMBOLS.get(currency, currency + ' ')}{size // 100:,}.{size % 100:02d}"


def show_date(days: int) -> str:
    """Days since 1970 as people read them, such as 1 Jun 2026."""
    date = _date(days)
    return f"{date.day} {MONTHS[date.month - 1]} {date.year}"


def _lazy_and(*parts: Callable[[], bool]) -> bool:
    return all(part() for part in parts)


def _lazy_or(*parts: Callable[[], bool]) -> bool:
    return any(part() for part in parts)


def _lazy_implies(a: Callable[[], bool], b: Callable[[], bool]) -> bool:
    return (not a()) or b()


def _lazy_if(test: Callable[[], bool], a: Callable[[], Value], b: Callable[[], Value]) -> Value:
    return a() if test() else b()


_ROWS = (
    Operator("and", None, _lazy_and, ((True, False), False), lazy=True),
    Operator("or", None, _lazy_or, ((True, False), True), lazy=True),
    Operator("implies", 2, _lazy_implies, ((True, False), False), lazy=True),
    Operator("if", 3, _lazy_if, ((True, 1, 2), 1), lazy=True),
    Operator("not", 1, lambda a: not a, ((True,), False)),
    Operator("eq", 2, lambda a, b: a == b, (((1, 2), (1, 2)), True)),
    Operator("ne", 2, lambda a, b: a != b, ((None, 0), True)),
    Operator("lt", 2, lambda a, b: a < b, ((1, 2), True)),
    Operator("le", 2, lambda a, b: a <= b, ((2, 2), True)),
    Operator("gt", 2, lambda a, b: a > b, ((1, 2), False)),
    Operator("ge", 2, lambda a, b: a >= b, ((2, 2), True)),
    Operator("add", 2, lambda a, b: a + b, ((2, -3), -1)),
    Operator("sub", 2, lambda a, b: a - b, ((2, 3), -1)),
    Operator("mul", 2, lambda a, b: a * b, ((2, -3), -6)),
    Operator("neg", 1, lambda a: -a, ((2,), -2)),
    Operator("up", 2, _up, ((-7, 2), -3)),
    Operator("down", 2, _down, ((-7, 2), -4)),
    Operator("half_up", 2, _half_up, ((-7, 2), -3)),
    Operator("half_even", 2, _half_even, ((5, 2), 2)),
    Operator("in", 2, lambda a, b: a in b, ((1, (1, 2)), True)),
    Operator("set_of", None, lambda *a: normal(a), ((2, 1, 2), (1, 2))),
    Operator("union", 2, lambda a, b: normal(a + b), (((1, 3), (2,)), (1, 2, 3))),
    Operator(
        "difference", 2, lambda a, b: tuple(v for v in a if v not in b), (((1, 3), (3,)), (1,))
    ),
    Operator("size", 1, len, (((1, 3),), 2)),
    Operator("present", 1, lambda a: sum(v is not None for v in a), (((None, 3),), 1)),
    Operator("item", 2, lambda a, b: a[b], (((5, 6), 1), 6)),
    Operator("store", 3, _store, (((5, 6), 1, 7), (5, 7))),
    Operator("position", 2, lambda a, b: b.index(a), (("b", ("a", "b")), 1)),
    Operator("year", 1, lambda a: _date(a).year, ((20605,), 2026)),
    Operator("month", 1, lambda a: _date(a).month, ((20605,), 6)),
    Operator("day", 1, lambda a: _date(a).day, ((20605,), 1)),
    Operator("concat", None, lambda *a: "".join(a), (("a", "b"), "ab")),
    Operator("show_int", 1, str, ((-5,), "-5")),
    Operator("show_money", 2, show_money, ((123450, "EUR"), "€1,234.50")),
    Operator("show_date", 1, show_date, ((20605,), "1 Jun 2026")),
    Operator("show_text", 2, lambda a, b: b if a == OTHER else a, ((OTHER, "x"), "x")),
)

OPERATORS: dict[str, Operator] = {row.name: row for row in _ROWS}
