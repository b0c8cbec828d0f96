"""English for values: a noun phrase for each operator and each kind of collection."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from fsmc.model.domains import Row, Set
from fsmc.model.expr import Bound, Const, Each, Expr, Op, Slot
from fsmc.model.world import Kind
from fsmc.printers.english_clauses import elements, grouped
from fsmc.printers.english_words import humanise, listed, plural, possessive, quoted

if TYPE_CHECKING:
    from fsmc.printers.english_expressions import Speaker


def _part(speaker: Speaker, expr: Expr) -> str:
    """A noun inside a calculation: in brackets when it is one itself."""
    said = speaker.noun(expr)
    return f"({said})" if isinstance(expr, Op) and expr.name in _CALCULATIONS else said


def _between(word: str) -> Noun:
    def say(speaker: Speaker, op: Op) -> str:
        a, b = op.args
        return f"{_part(speaker, a)} {word} {_part(speaker, b)}"

    return say


def _rounded(how: str) -> Noun:
    def say(speaker: Speaker, op: Op) -> str:
        a, b = op.args
        return f"{_part(speaker, a)} divided by {_part(speaker, b)}, rounded {how}"

    return say


def _before(words: str) -> Noun:
    return lambda speaker, op: f"{words} {_part(speaker, op.args[0])}"


def _if_noun(speaker: Speaker, op: Op) -> str:
    test, then, otherwise = op.args
    return f"{speaker.noun(then)} if {grouped(speaker, test, True)}, else {speaker.noun(otherwise)}"


def _set_of(speaker: Speaker, op: Op) -> str:
    return listed([speaker.noun(part) for part in op.args]) or "nothing"


def _size(speaker: Speaker, op: Op) -> str:
    of = op.args[0].type
    match of:
        case Set(of=Row(table=table)):
            return f"the number of {plural(humanise(table))} in {speaker.noun(op.args[0])}"
        case Set():
            return f"the number of elements of {speaker.noun(op.args[0])}"
        case _:
            return f"the length of {speaker.noun(op.args[0])}"


def _item(speaker: Speaker, op: Op) -> str:
    source, at = op.args
    if isinstance(source, Const):  # the texts of an enum or of rows: the value speaks for itself
        return speaker.noun(at)
    if isinstance(source, Slot):
        variable = speaker.world.variables[source.index]
        if variable.kind is Kind.COLUMN:
            column = humanise(variable.name.rpartition(".")[2])
            return f"{possessive(speaker.noun(at))} {column}"
    return f"the entry of {speaker.noun(source)} for {speaker.noun(at)}"


def _store(speaker: Speaker, op: Op) -> str:
    source, at, value = op.args
    return f"{speaker.noun(source)} with {speaker.noun(at)} set to {speaker.noun(value)}"


def _position(speaker: Speaker, op: Op) -> str:
    value, source = op.args
    if isinstance(source, Const):
        return speaker.noun(value)
    return f"the position of {speaker.noun(value)} in {speaker.noun(source)}"


def _concat(speaker: Speaker, op: Op) -> str:
    said = [
        part.value
        if isinstance(part, Const) and isinstance(part.value, str)
        else f"[{speaker.noun(part)}]"
        for part in op.args
    ]
    return quoted("".join(said))


def _same(speaker: Speaker, op: Op) -> str:
    return speaker.noun(op.args[0])


def _fold(words: str, many: bool = True) -> Fold:
    def say(speaker: Speaker, each: Each) -> str:
        inner = speaker.inside(each, "each")
        if isinstance(each.body, Bound) and each.body.name == each.variable:
            return f"{words} {elements(speaker, inner, each, many)}"
        return f"{words} {inner.noun(each.body)} over the {elements(speaker, inner, each, True)}"

    return say


def _count(speaker: Speaker, each: Each) -> str:
    return f"the number of {elements(speaker, speaker.inside(each, 'that'), each, True)}"


Noun = Callable[["Speaker", Op], str]
Fold = Callable[["Speaker", Each], str]

_CALCULATIONS = frozenset(
    (
        "add",
        "sub",
        "mul",
        "up",
        "down",
        "half_up",
        "half_even",
        "union",
        "difference",
        "if",
        "store",
    )
)

NOUNS: dict[str, Noun] = {
    "if": _if_noun,
    "add": _between("plus"),
    "sub": _between("minus"),
    "mul": _between("times"),
    "neg": _before("minus"),
    "up": _rounded("up"),
    "down": _rounded("down"),
    "half_up": _rounded("to the nearest, halves up"),
    "half_even": _rounded("to the nearest, halves to even"),
    "set_of": _set_of,
    "union": _between("together with"),
    "difference": _between("without"),
    "size": _size,
    "present": _before("the number of entries of"),
    "item": _item,
    "store": _store,
    "position": _position,
    "year": _before("the year of"),
    "month": _before("the month of"),
    "day": _before("the day of"),
    "concat": _concat,
    "show_int": _same,
    "show_money": _same,
    "show_date": _same,
    "show_text": _same,
}

FOLDS: dict[str, Fold] = {
    "set": _fold("the set of"),
    "sum": _fold("the sum of"),
    "count": _count,
    "min": _fold("the smallest"),
    "max": _fold("the largest"),
    "first": _fold("the first", many=False),
    "join": _fold("the list of"),
}
