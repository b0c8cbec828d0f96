"""What fits what: static types of expressions are domains, perhaps without bounds."""

from __future__ import annotations

from dataclasses import replace

from fsmc.model.domains import (
    OTHER,
    Bool,
    Date,
    Domain,
    Enum,
    File,
    Int,
    Map,
    Money,
    Nothing,
    Optional,
    Row,
    Set,
    String,
    Text,
    Vector,
    finite,
    to_json,
)
from fsmc.model.expr import Expr

INT = Int(None, None)
MONEY = Money(None, None)
DATE = Date(None, None)
NUMBERS = (Int, Money, Date)


def strip(domain: Domain) -> Domain:
    """The domain without its `?`."""
    return domain.of if isinstance(domain, Optional) else domain


def optional(domain: Domain) -> Domain:
    """The domain with a `?`, once."""
    return domain if isinstance(domain, Optional | Nothing) else Optional(domain)


def is_text(domain: Domain) -> bool:
    return isinstance(domain, Text | String)


def fits(source: Domain, target: Domain) -> bool:
    """Whether values of `source` are of the kind of `target`; bounds are the explorer's affair."""
    match target:
        case Optional(of=of):
            return isinstance(source, Nothing) or fits(strip(source), of)
        case Bool() | Int() | Money() | Date() | Nothing():
            return type(source) is type(target)
        case File():
            return isinstance(source, File | String)
        case Text() | String():
            return is_text(source)
        case Enum():
            return source == target
        case Row(table=table):
            return isinstance(source, Row) and source.table == table
        case Set(of=of):
            return isinstance(source, Set) and (
                isinstance(source.of, Nothing) or fits(source.of, of)
            )
        case Map(key=key, of=of):
            return isinstance(source, Map) and fits(source.key, key) and fits(source.of, of)
        case Vector(of=of, table=table):
            return isinstance(source, Vector) and source.table == table and fits(source.of, of)


def join(a: Domain, b: Domain) -> Domain | None:
    """The smallest type that holds both, or None when they are of different kinds."""
    if isinstance(a, Nothing):
        return optional(b)
    if isinstance(b, Nothing):
        return optional(a)
    if isinstance(a, Optional) or isinstance(b, Optional):
        inner = join(strip(a), strip(b))
        return None if inner is None else optional(inner)
    if isinstance(a, Int) and isinstance(b, Int):
        return Int(*_hull(a, b))
    if isinstance(a, Money) and isinstance(b, Money):
        return Money(*_hull(a, b))
    if isinstance(a, Date) and isinstance(b, Date):
        return Date(*_hull(a, b))
    if is_text(a) and is_text(b):
        return a if a == b else String()
    if isinstance(a, Set) and isinstance(b, Set):
        inner = a.of if isinstance(b.of, Nothing) else join(a.of, b.of)
        if isinstance(a.of, Nothing):
            inner = b.of
        return None if inner is None else Set(inner)
    if isinstance(a, Map) and isinstance(b, Map):
        return a if a.key == b.key else None
    return a if fits(a, b) else None


def _hull(a: Int | Money | Date, b: Int | Money | Date) -> tuple[int | None, int | None]:
    low = None if a.low is None or b.low is None else min(a.low, b.low)
    high = None if a.high is None or b.high is None else max(a.high, b.high)
    return low, high


def most(domain: Set | Map) -> int | None:
    """How many elements or entries there can be; None when there is no bound."""
    inner = domain.of if isinstance(domain, Set) else domain.key
    return domain.bound if finite(inner) else domain.at_most


def bounds(domain: Domain) -> tuple[int | None, int | None]:
    """The interval of a number's type; unbounded for everything else."""
    return (domain.low, domain.high) if isinstance(domain, NUMBERS) else (None, None)


def with_bounds(domain: Domain, low: int | None, high: int | None) -> Domain:
    """The same kind of number within other bounds, without a step."""
    match domain:
        case Int():
            return Int(low, high)
        case Money():
            return Money(low, high)
        case Date():
            return Date(low, high)
        case _:
            return domain


def without_other(domain: Domain) -> bool:
    return not (isinstance(domain, Text) and OTHER in domain.alternatives)


def element_of(domain: Domain) -> Domain | None:
    """The domain of what a collection holds; None when it holds nothing one could run through."""
    match domain:
        case Set(of=of):
            return of
        case Map(key=key):
            return key
        case _:
            return None


def spoken(domain: Domain) -> str:
    """The type in the author's words."""
    match domain:
        case Bool():
            return "true or false"
        case Int(low=None) | Int(high=None):
            return "a number"
        case Int(low=low, high=high) if low == high:
            return f"the number {low}"
        case Int(low=low, high=high, step=step):
            return f"a number {low}..{high}" + (f" step {step}" if step != 1 else "")
        case Money(low=None) | Money(high=None):
            return "money"
        case Money():
            return _money(domain)
        case Date(low=None) | Date(high=None):
            return "a date"
        case Date(low=low, high=high):
            return f"a date {to_json(domain, low)}..{to_json(domain, high)}"
        case Enum(name=name, members=members):
            return name or "one of " + ", ".join(f"`{m}`" for m in members)
        case Text(alternatives=alternatives) if 0 < len(alternatives) <= 6:
            return "one of the texts " + ", ".join(
                "other" if text == OTHER else f'"{text}"' for text in alternatives
            )
        case Text() | String():
            return "text"
        case File():
            return "a file"
        case Nothing():
            return "none"
        case Row(table=table):
            return f"a row of {table}"
        case Optional(of=of):
            return f"{spoken(of)}, or none"
        case Set(of=Nothing()):
            return "an empty set"
        case Set(of=Row(table=table)):
            return f"a set of rows of {table}"
        case Set(of=of):
            return f"a set of {spoken(of).removeprefix('a ')}"
        case Map(key=key, of=of):
            return f"a map from {spoken(key)} to {spoken(of)}"
        case Vector(of=of, table=table):
            return f"{spoken(of)} for each row of {table}"


def arguments(count: int) -> str:
    """A number of arguments in words."""
    return "no arguments" if count == 0 else "1 argument" if count == 1 else f"{count} arguments"


def way_out(found: Domain, wanted: Domain) -> str:
    """What one may have meant who wrote a value of one type where another must stand."""
    match wanted, found:
        case Bool(), Optional():
            return "test it: `… != none`"
        case Bool(), Set():
            return "test it: `… != {}`, or `x in …`"
        case Bool(), _:
            return "compare it with something: `… == …`"
        case Set(of=of), _ if fits(found, of):
            return "put it in braces: `{…}`"
        case _, Set(of=of) if fits(of, wanted):
            return "this holds several: `first(x for x in …)` gives one of them"
        case Money(), Int():
            return "multiply it by an amount: `… * 1.00`"
        case _:
            return ""


def kind_of(domain: Domain) -> str:
    """The type in the author's words, without its bounds."""
    match domain:
        case Int():
            return "a number"
        case Money():
            return "money"
        case Date():
            return "a date"
        case Text():
            return "text"
        case Optional(of=of):
            return f"{kind_of(of)}, or none"
        case _:
            return spoken(domain)


def _money(domain: Money) -> str:
    low, high = to_json(domain, domain.low), to_json(domain, domain.high)
    if low == high:
        return f"the amount {low}"
    step = "" if domain.step is None else f" step {to_json(Money(None, None), domain.step)}"
    return f"an amount {low}..{high}{step}"


def retype(expr: Expr, domain: Domain) -> Expr:
    """The same node with a narrower static type."""
    return replace(expr, type=domain)
