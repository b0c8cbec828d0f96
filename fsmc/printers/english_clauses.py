"""English for tests: a clause for each boolean operator, and for its opposite."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from fsmc.model.domains import Bool, Date, Domain, Enum, Int, Map, Nothing, Optional, Row, Set
from fsmc.model.expr import Const, Each, Expr, Op, Slot
from fsmc.model.world import Kind, World
from fsmc.printers.english_words import humanise, listed, plural, value_words

if TYPE_CHECKING:
    from fsmc.printers.english_expressions import Speaker


def grouped(speaker: Speaker, expr: Expr, holds: bool) -> str:
    """A clause inside another: in brackets when it is a list itself."""
    said = speaker.clause(expr, holds)
    nested = isinstance(expr, Op) and expr.name in ("and", "or", "implies", "if")
    return f"({said})" if nested else said


def _junction(word: str, opposite: str) -> Clause:
    def say(speaker: Speaker, op: Op, holds: bool) -> str:
        parts = [grouped(speaker, part, holds) for part in op.args]
        return listed(parts, word if holds else opposite)

    return say


def _implies(speaker: Speaker, op: Op, holds: bool) -> str:
    condition, then = op.args
    if holds:
        return f"if {speaker.clause(condition)}, then {speaker.clause(then)}"
    return f"{grouped(speaker, condition, True)} and yet {grouped(speaker, then, False)}"


def _if_clause(speaker: Speaker, op: Op, holds: bool) -> str:
    test, then, otherwise = op.args
    return (
        f"{grouped(speaker, then, holds)} if {grouped(speaker, test, True)}, "
        f"and otherwise {grouped(speaker, otherwise, holds)}"
    )


def _equal(speaker: Speaker, op: Op, holds: bool) -> str:
    a, b = op.args
    if isinstance(a, Const) and not isinstance(b, Const):
        a, b = b, a
    is_ = "is" if holds else "is not"
    subject = speaker.noun(a)
    if isinstance(a, Slot) and speaker.world.variables[a.index].kind is Kind.PAGE:
        assert isinstance(b, Const)
        return f"the page {is_} {page_name(speaker.world, b.value)}"
    if isinstance(b, Const) and (b.value is None or isinstance(b.type, Nothing)):
        return f"{subject} is {'not set' if holds else 'set'}"
    if isinstance(b, Const) and b.value == ():
        return f"{subject} {is_} empty"
    if isinstance(b, Const) and b.value == "":
        return f"{subject} {is_} blank"
    if isinstance(b, Const) and isinstance(b.value, bool):
        return speaker.clause(a, holds == b.value)
    if isinstance(a.type, Set):
        holds_ = "holds exactly" if holds else "does not hold exactly"
        return f"{subject} {holds_} {speaker.noun(b)}"
    return f"{subject} {is_} {_told(speaker, a, b)}"


def _told(speaker: Speaker, about: Expr, expr: Expr) -> str:
    """A constant said in the type of what it is compared with."""
    if isinstance(expr, Const) and expr.value is not None:
        type_ = about.type.of if isinstance(about.type, Optional) else about.type
        plain = isinstance(expr.type, Int) and not isinstance(type_, Int | Set | Map | Bool)
        return value_words(speaker.world, type_ if plain else expr.type, expr.value)
    return speaker.noun(expr)


def page_name(world: World, value: object) -> str:
    return humanise(world.pages[value].name) if isinstance(value, int) else "none"


def _compare(words: str, dates: str) -> Clause:
    def say(speaker: Speaker, op: Op, holds: bool) -> str:
        a, b = op.args
        is_ = "is" if holds else "is not"
        chosen = dates if isinstance(a.type, Date) else words
        return f"{speaker.noun(a)} {is_} {chosen} {_told(speaker, a, b)}"

    return say


def _in(speaker: Speaker, op: Op, holds: bool) -> str:
    element, source = op.args
    is_ = "is" if holds else "is not"
    if isinstance(source, Const) and isinstance(source.value, tuple):
        of = source.type.of if isinstance(source.type, Set) else element.type
        names = [value_words(speaker.world, of, v) for v in source.value]
        if len(names) > 1:
            return f"{speaker.noun(element)} {is_} one of {listed(names)}"
        return f"{speaker.noun(element)} {is_} {names[0] if names else 'anything'}"
    return f"{speaker.noun(element)} {is_} in {speaker.noun(source)}"


def _filtered(inner: Speaker, each: Each) -> str:
    always = isinstance(each.where, Const) and each.where.value is True
    return "" if always else f" for which {grouped(inner, each.where, True)}"


def _some(speaker: Speaker, each: Each, holds: bool) -> str:
    inner = speaker.inside(each, "that")
    said = grouped(inner, each.body, True)
    return f"for {'some' if holds else 'no'} {elements(speaker, inner, each)}, {said}"


def _every(speaker: Speaker, each: Each, holds: bool) -> str:
    inner = speaker.inside(each, "that")
    said = grouped(inner, each.body, True)
    return f"for {'every' if holds else 'not every'} {elements(speaker, inner, each)}, {said}"


def elements(speaker: Speaker, inner: Speaker, each: Each, many: bool = False) -> str:
    """`product`, `products in the cart`, `product for which …`."""
    word = element_word(each.source, each.variable)
    return (
        (plural(word) if many else word) + _of_source(speaker, each.source) + _filtered(inner, each)
    )


def _of_source(speaker: Speaker, source: Expr) -> str:
    if isinstance(source, Const) and isinstance(source.type, Set):
        whole = isinstance(source.type.of, Row) and len(_tuple(source)) == source.type.of.size
        return "" if whole else f" among {speaker.noun(source)}"
    return f" in {speaker.noun(source)}"


def _tuple(source: Const) -> tuple[object, ...]:
    return source.value if isinstance(source.value, tuple) else ()


def element_word(source: Expr, variable: str) -> str:
    """What one element of a set is called."""
    match source.type:
        case Set(of=of) | Map(key=of):
            return value_word(of, variable) or "element"
        case _:
            return humanise(variable) or "element"


def value_word(domain: Domain, variable: str) -> str:
    """A row is called by its table, a member by its enum where the variable is but a letter."""
    match domain:
        case Row(table=table):
            return humanise(table)
        case Enum(name=name) if name and len(variable) == 1:
            return humanise(name)
        case _:
            return humanise(variable)


Clause = Callable[["Speaker", Op, bool], str]
Test = Callable[["Speaker", Each, bool], str]

CLAUSES: dict[str, Clause] = {
    "and": _junction("and", "or"),
    "or": _junction("or", "and"),
    "implies": _implies,
    "if": _if_clause,
    "not": lambda speaker, op, holds: speaker.clause(op.args[0], not holds),
    "eq": _equal,
    "ne": lambda speaker, op, holds: _equal(speaker, op, not holds),
    "lt": _compare("below", "before"),
    "le": _compare("at most", "at the latest"),
    "gt": _compare("above", "after"),
    "ge": _compare("at least", "at the earliest"),
    "in": _in,
}

TESTS: dict[str, Test] = {"any": _some, "all": _every}
