"""Where a value can be read on the site: what the plan of an `answer` goal has to reach."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fsmc.model.domains import Bool
from fsmc.model.expr import Bound, Column, Const, Each, Expr, Op, Slot, bound_of, substitute
from fsmc.model.places import Places
from fsmc.model.simplify import FALSE, TRUE, conj, disj, equal
from fsmc.model.world import Dialog, Element, Field, Kind, ListView, Page, Section, Show


@dataclass(frozen=True, slots=True)
class Reading:
    """A value that can be read while `visible` holds; `rows` are the names of lists around it."""

    value: Expr
    visible: Expr
    rows: frozenset[str]


def readings(
    places: Places,
    pages: tuple[Page, ...],
    dialogs: tuple[Dialog, ...],
    titles: dict[str, tuple[Expr, ...]],
    guards: dict[int, Expr],
) -> tuple[Reading, ...]:
    """Everything that is shown somewhere. `titles` gives the values in titles by place name."""
    found: list[Reading] = []
    for page, place in zip(pages, places.pages, strict=True):
        here = conj(places.on_pages((page.index,)), places.uncovered((page.index,)))
        found += [Reading(v, here, frozenset()) for v in titles.get(page.name, ())]
        found += _elements((*page.navigation, *page.elements), here, frozenset(), guards)
        assert place.name == page.name
    for dialog in dialogs:
        found += [
            Reading(v, dialog.on_top, frozenset()) for v in titles.get(f"dialog {dialog.name}", ())
        ]
        found += _elements(dialog.elements, dialog.on_top, frozenset(), guards)
    return tuple(found)


def _elements(
    elements: tuple[Element, ...], visible: Expr, rows: frozenset[str], guards: dict[int, Expr]
) -> Iterator[Reading]:
    for element in elements:
        match element:
            case Show(items=items, present=present):
                for item in items:
                    yield Reading(item.value, conj(visible, present), rows)
            case Field(value=value):
                yield Reading(value, visible, rows)
            case Section(present=present, elements=inner):
                yield from _elements(inner, conj(visible, present), rows, guards)
            case ListView(
                variable=variable, source=source, where=where, pager=pager, elements=inner
            ):
                row = Bound(variable.name, variable.domain)
                shown = conj(visible, Op("in", (row, source), Bool()), where)
                if pager is not None:
                    shown = conj(shown, guards.get(pager.slot, TRUE))
                inside = rows | {variable.name}
                yield Reading(row, shown, inside)
                yield from _elements(inner, shown, inside, guards)
            case _:
                continue


def shown(places: Places, found: tuple[Reading, ...], value: Expr) -> Expr:
    """Whether `value` can be read: shown as it is, or else all that it is computed from."""
    hits = [hit for r in found if (hit := _match(places, r, value)) is not None]
    if hits:
        return disj(*hits)
    match value:
        case Const() | Bound():
            return TRUE
        case Op(args=args):
            return conj(*(shown(places, found, a) for a in args))
        case Each(variable=variable, source=source, where=where, body=body):
            inside = shown(places, found, body)
            if isinstance(body, Bound):
                rows = [hit for r in found if (hit := _match(places, r, body)) is not None]
                inside = disj(*rows)
            if inside == TRUE:
                return TRUE
            return Each("all", variable, source, where, inside, Bool())
        case Column() | Slot():
            return FALSE


def _match(places: Places, reading: Reading, value: Expr) -> Expr | None:
    rows: dict[str, Expr] = {}
    tests: list[Expr] = []
    if not _unify(places, reading.value, value, reading.rows, rows, tests):
        return None
    if reading.rows - rows.keys():
        return None
    return conj(substitute(reading.visible, bound=rows), *tests)


def _unify(
    places: Places,
    pattern: Expr,
    value: Expr,
    names: frozenset[str],
    rows: dict[str, Expr],
    tests: list[Expr],
) -> bool:
    if isinstance(pattern, Bound) and pattern.name in names:
        if pattern.name in rows:
            tests.append(equal(rows[pattern.name], value))
            return True
        if pattern.type != value.type and type(pattern.type) is not type(value.type):
            return False
        rows[pattern.name] = value
        return True
    if pattern == value and not bound_of(pattern) & names:
        return True
    if isinstance(pattern, Slot) and places.variables[pattern.index].kind in (
        Kind.ARGUMENT,
        Kind.DIALOG_ARGUMENT,
    ):
        if type(pattern.type) is not type(value.type) or isinstance(value, Op):
            return False
        tests.append(equal(pattern, value))
        return True
    match pattern, value:
        case Column(table=a, column=b, row=r), Column(table=c, column=d, row=s):
            return (a, b) == (c, d) and _unify(places, r, s, names, rows, tests)
        case Op(name=a, args=x), Op(name=b, args=y):
            return (
                a == b
                and len(x) == len(y)
                and all(_unify(places, p, v, names, rows, tests) for p, v in zip(x, y, strict=True))
            )
        case _:
            return False
