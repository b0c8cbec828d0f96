"""Finds rows that a person could not tell apart: two rows of one list shown with one name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fsmc.explore.graph import Graph
from fsmc.kernel.evaluate import evaluate
from fsmc.model.domains import Value
from fsmc.model.expr import Expr, bound_of, slots_of
from fsmc.model.simplify import conj
from fsmc.model.world import Button, Element, Field, Link, ListView, Section, State, World
from fsmc.printers.python import predicate


@dataclass(frozen=True, slots=True)
class Twins:
    """Two rows of a list that have one name in a state in which both are shown."""

    list: ListView
    state: int
    name: str
    rows: tuple[Value, Value]


@dataclass(frozen=True, slots=True)
class _Shown:
    """A list with the lists around it and the conditions of the sections and dialogs around it.

    `present[i]` is what must hold, over the rows of the first i lists, for what stands in them.
    """

    list: ListView
    outer: tuple[ListView, ...]
    present: tuple[Expr, ...]
    pages: tuple[int, ...]


def twins(graph: Graph) -> tuple[Twins, ...]:
    """For each list whose rows can be acted on, the nearest state that shows two rows alike."""
    found: list[Twins] = []
    for shown in _lists(graph.world):
        if not _acts(shown.list.elements) or _distinct_in_data(graph.world, shown.list):
            continue
        if (twin := _nearest(graph, shown)) is not None:
            found.append(twin)
    return tuple(found)


def _lists(world: World) -> Iterator[_Shown]:
    for page in world.pages:
        yield from _inside((*page.navigation, *page.elements), (), (conj(),), (page.index,))
    for dialog in world.dialogs:
        pages = tuple(p.index for p in world.pages if dialog.index in p.dialogs)
        yield from _inside(dialog.elements, (), (dialog.on_top,), pages)


def _inside(
    elements: tuple[Element, ...],
    outer: tuple[ListView, ...],
    present: tuple[Expr, ...],
    pages: tuple[int, ...],
) -> Iterator[_Shown]:
    for element in elements:
        if isinstance(element, Section):
            here = (*present[:-1], conj(present[-1], element.present))
            yield from _inside(element.elements, outer, here, pages)
        elif isinstance(element, ListView):
            yield _Shown(element, outer, present, pages)
            yield from _inside(element.elements, (*outer, element), (*present, conj()), pages)


def _acts(elements: tuple[Element, ...]) -> bool:
    return any(
        isinstance(e, Button | Link | Field)
        or (isinstance(e, Section | ListView) and _acts(e.elements))
        for e in elements
    )


def _distinct_in_data(world: World, view: ListView) -> bool:
    """Whether the names differ whatever is shown: fixed texts of all rows, all different."""
    if view.row_name is None:
        return True
    if slots_of(view.row_name) or bound_of(view.row_name) > {view.variable.name}:
        return False
    values = tuple(view.variable.domain.values())
    names = [evaluate(world, view.row_name, world.initial, {view.variable.name: v}) for v in values]
    return len(set(names)) == len(names)


def _nearest(graph: Graph, shown: _Shown) -> Twins | None:
    world, view = graph.world, shown.list
    assert view.row_name is not None
    scope = tuple(v.variable.name for v in shown.outer)
    present = [predicate(world, test, scope[:i]) for i, test in enumerate(shown.present)]
    around = [
        (predicate(world, v.source, scope[:i]), predicate(world, v.where, scope[: i + 1]))
        for i, v in enumerate(shown.outer)
    ]
    source = predicate(world, view.source, scope)
    inner = (*scope, view.variable.name)
    where, name = predicate(world, view.where, inner), predicate(world, view.row_name, inner)

    def scopes(state: State, values: tuple[Value, ...] = ()) -> Iterator[tuple[Value, ...]]:
        if not present[len(values)](state, *values):
            return
        if len(values) == len(around):
            yield values
            return
        from_, kept = around[len(values)]
        rows = from_(state, *values)
        assert isinstance(rows, tuple)
        for row in rows:
            if kept(state, *values, row):
                yield from scopes(state, (*values, row))

    for number, state in enumerate(graph.states):
        if state[0] not in shown.pages:
            continue
        for values in scopes(state):
            seen: dict[Value, Value] = {}
            rows = source(state, *values)
            assert isinstance(rows, tuple)
            for row in rows:
                if where(state, *values, row):
                    said = name(state, *values, row)
                    if said in seen:
                        return Twins(view, number, str(said), (seen[said], row))
                    seen[said] = row
    return None
