"""Finds gestures that could mean two things: one widget by role and label, two enabled steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

from fsmc.explore.graph import Edge, Graph
from fsmc.model.domains import String, Value
from fsmc.model.expr import Bound, Const, Expr
from fsmc.model.world import (
    Args,
    BackLink,
    Button,
    Element,
    Field,
    Gui,
    Link,
    ListView,
    Section,
    Show,
    State,
    Step,
    World,
)
from fsmc.printers.python import predicate

NOTHING = Const("", String())

Shape = tuple[str | None, ...]
"""What two ways share that are one gesture: verbs, roles, pinned selectors, lists around."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to fire a transition: the fixed `shape`, and the `texts` that complete it.

    `args` are those of the transition, over the rows in scope and the choices; `rows` are the names
    of these rows.
    """

    transition: int
    args: tuple[Expr, ...]
    rows: tuple[str, ...]
    shape: Shape
    texts: tuple[Expr, ...]
    label: Expr
    sets: bool = False  # a field: its values are no gestures of their own

    def concrete(self, world: World) -> Callable[[State, Args], tuple[Value, ...] | None]:
        """Texts and rows of the gesture that does a step; None when it is not done this way."""
        names = tuple(dict.fromkeys(a.name for a in self.args if isinstance(a, Bound)))
        given = [predicate(world, a, names) for a in self.args]
        said = [predicate(world, t, names) for t in (*self.texts, *self._row_terms(names))]

        def gesture(state: State, args: Args) -> tuple[Value, ...] | None:
            known: dict[str, Value] = {}
            for term, value in zip(self.args, args, strict=True):
                if isinstance(term, Bound):
                    known.setdefault(term.name, value)
            values = tuple(known[name] for name in names)
            if tuple(g(state, *values) for g in given) != args:
                return None
            return tuple(s(state, *values) for s in said)

        return gesture

    def _row_terms(self, names: tuple[str, ...]) -> list[Expr]:
        """The rows of the lists around that the step is given."""
        found = {a.name: a for a in self.args if isinstance(a, Bound)}
        return [found[name] for name in self.rows if name in names]


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """A gesture that fires two different steps of one state."""

    state: int
    label: str
    first: Edge
    second: Edge


def ambiguities(graph: Graph) -> tuple[Ambiguity, ...]:
    """The nearest state for each pair of transitions that share a gesture there."""
    world = graph.world
    groups: dict[tuple[tuple[Shape, ...], tuple[int, ...]], list[Way]] = {}
    for ways in _places(world):
        for group in _suspicious(ways):
            key = (tuple(w.shape for w in group), tuple(w.transition for w in group))
            groups.setdefault(key, group)
    found: dict[tuple[int, int], Ambiguity] = {}
    for group in groups.values():
        for item in _check(graph, group):
            found.setdefault((item.first.transition, item.second.transition), item)
    return tuple(sorted(found.values(), key=lambda a: (a.state, a.first.number, a.second.number)))


def _check(graph: Graph, group: list[Way]) -> Iterator[Ambiguity]:
    by_transition: dict[int, list[tuple[Way, Callable[[State, Args], object]]]] = {}
    for way in group:
        by_transition.setdefault(way.transition, []).append((way, way.concrete(graph.world)))
    transitions, args = graph.found.transition, graph.found.args
    pairs: set[tuple[int, int]] = set()
    for number, state in enumerate(graph.states):
        done: dict[tuple[Shape, object], int] = {}
        for edge in graph.numbers_out(number):
            for way, concrete in by_transition.get(transitions[edge], ()):
                gesture = concrete(state, args[edge])
                if gesture is None:
                    continue
                first = done.setdefault((way.shape, gesture), edge)
                pair = (transitions[first], transitions[edge])
                one_field = way.sets and pair[0] == pair[1]
                if first != edge and not one_field and pair not in pairs:
                    pairs.add(pair)
                    yield Ambiguity(
                        number, _label(graph, way, edge), graph.edge(first), graph.edge(edge)
                    )


def _label(graph: Graph, way: Way, edge: int) -> str:
    names = tuple(dict.fromkeys(a.name for a in way.args if isinstance(a, Bound)))
    found: dict[str, Value] = {}
    for term, value in zip(way.args, graph.found.args[edge], strict=True):
        if isinstance(term, Bound):
            found.setdefault(term.name, value)
    state = graph.states[graph.found.source[edge]]
    return str(predicate(graph.world, way.label, names)(state, *(found[n] for n in names)))


def _suspicious(ways: list[Way]) -> Iterator[list[Way]]:
    """Ways on one place that may be one gesture: equal shapes, and texts that may be equal."""
    by_shape: dict[Shape, list[Way]] = {}
    for way in ways:
        by_shape.setdefault(way.shape, []).append(way)
    for same in by_shape.values():
        kept: dict[int, Way] = {}
        for a, b in combinations(range(len(same)), 2):
            if all(_may_equal(x, y) for x, y in zip(same[a].texts, same[b].texts, strict=True)):
                kept |= {a: same[a], b: same[b]}
        for number, way in enumerate(same):
            if _alone(way):
                kept[number] = way
        if kept:
            yield [kept[n] for n in sorted(kept)]


def _may_equal(a: Expr, b: Expr) -> bool:
    return not (isinstance(a, Const) and isinstance(b, Const)) or a.value == b.value


def _alone(way: Way) -> bool:
    """Whether one widget may do two steps: an argument is no row around it nor in its texts."""
    if way.sets:
        return False
    free = [a.name for a in way.args if isinstance(a, Bound) and a.name not in way.rows]
    spoken = {a for t in way.texts if isinstance(t, Bound) for a in (t.name,)}
    return any(name not in spoken for name in free)


# ---- all ways on a place --------------------------------------------------------------------
def _places(world: World) -> Iterator[list[Way]]:
    """The ways to act on each page and each dialog."""
    for page in world.pages:
        yield list(_ways(world, (*page.navigation, *page.elements), (), ()))
    for dialog in world.dialogs:
        yield list(_ways(world, dialog.elements, (), ()))


def _ways(
    world: World, elements: tuple[Element, ...], lists: Shape, rows: tuple[str, ...]
) -> Iterator[Way]:
    for element in elements:
        match element:
            case Section():
                yield from _ways(world, element.elements, lists, rows)
            case ListView():
                inner = (*lists, element.id)
                yield from _ways(world, element.elements, inner, (*rows, element.variable.name))
                if element.pager is not None:
                    for text, index in element.pager.buttons:
                        shape = (element.pager.id, "click", "button", None)
                        label = Const(text, String())
                        yield Way(index, (), rows, shape, (label,), label)
            case Button() | Link():
                role = "button" if isinstance(element, Button) else "link"
                choices = element.choices if isinstance(element, Button) else ()
                args = (*element.args, *(Bound(p.name, p.domain) for p in choices))
                yield from _routes(element, role, args, lists, rows)
            case BackLink(transition=index, label=label):
                yield Way(index, (), rows, (*lists, "click", "link", None), (label,), label)
            case Field():
                yield _field(world, element, lists, rows)
            case Show():
                continue


def _routes(
    element: Button | Link,
    role: str,
    args: tuple[Expr, ...],
    lists: Shape,
    rows: tuple[str, ...],
) -> Iterator[Way]:
    if not element.routes:
        shape = (*lists, "click", role, None)
        yield Way(element.transition, args, rows, shape, (element.label,), element.label)
    for route in element.routes:
        parts = [_step(step) for step in route]
        shape = (*lists, *(word for words, _ in parts for word in words))
        texts = tuple(text for _, said in parts for text in said)
        yield Way(element.transition, args, rows, shape, texts, element.label)


def _step(step: Step) -> tuple[Shape, tuple[Expr, ...]]:
    """A click is its verb, role and label; other steps add what is typed and where it ends."""
    role = None if step.target is None or step.pinned else step.target.role
    words: Shape = (step.verb, role, step.pinned)
    texts: tuple[Expr, ...] = (
        NOTHING if step.target is None or step.pinned else step.target.label,
    )
    if step.text is not None:
        words, texts = (*words, "text"), (*texts, step.text)
    if step.to is not None:
        words = (*words, None if step.pinned_to else step.to.role, step.pinned_to)
        texts = (*texts, NOTHING if step.pinned_to else step.to.label)
    return words, texts


def _field(world: World, field: Field, lists: Shape, rows: tuple[str, ...]) -> Way:
    """A field's own way, or the first of its routes."""
    params = world.transitions[field.transition].params
    value = Bound(params[-1].name, params[-1].domain)
    args = (*field.args, value)
    surface = world.transitions[field.transition].surface
    if isinstance(surface, Gui) and surface.routes:
        parts = [_step(step) for step in surface.routes[0]]
        shape: Shape = (*lists, "set", *(word for words, _ in parts for word in words))
        texts = tuple(text for _, said in parts for text in said)
    else:
        shape, texts = (*lists, "set", field.widget, None), (field.label,)
    return Way(field.transition, args, rows, shape, texts, field.label, sets=True)
