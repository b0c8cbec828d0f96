"""Diagnostics about states: domains, invariants, reachables, soft locks, dead ends, the cap."""

from __future__ import annotations

from collections.abc import Iterator

from fsmc.diagnostics import Diagnostic, Label, Severity
from fsmc.explore import wording
from fsmc.explore.blame import Blame, Condition
from fsmc.explore.gestures import ambiguities
from fsmc.explore.graph import Graph, page_of
from fsmc.explore.growth import growth
from fsmc.explore.properties import broken_invariants, dead_ends, holding, soft_locks
from fsmc.explore.rows import twins
from fsmc.explore.search import Escape
from fsmc.explore.written import Part, Texts
from fsmc.kernel.evaluate import evaluate
from fsmc.kernel.step import bind, outside
from fsmc.model.domains import Domain, Int, Money, Optional, Set, Value, Vector, contains
from fsmc.model.expr import slots_of
from fsmc.model.world import Property, State, Transition, World


def certain(graph: Graph, texts: Texts) -> Iterator[Diagnostic]:
    """What holds however much of the graph was seen."""
    yield from _domains(graph)
    for item, state in broken_invariants(graph):
        yield _invariant(graph, texts, item, state)
    for item in graph.world.properties:
        if item.kind == "eventually":
            yield Diagnostic(
                "FSM409",
                f"`eventually {item.name}` is not decided yet",
                item.span,
                "read and typed, but no search answers it",
                help="until then an `invariant` or a `reachable` says part of it",
                severity=Severity.NOTE,
            )
    yield from _gestures(graph)
    yield from _rows(graph, texts)


def certain_if_complete(blame: Blame, met: frozenset[int]) -> Iterator[Diagnostic]:
    """What is never so, which only a complete graph can tell; in `met` some goal is met."""
    for item in blame.world.properties:
        if item.kind == "reachable" and not holding(blame.graph, item):
            yield _reachable(blame, item)
    yield from _soft_locks(blame.graph)
    yield from _dead_ends(blame.graph, met)


def undetermined(graph: Graph) -> Diagnostic:
    """The cap was hit: what was seen, and what multiplies the states."""
    world, found = graph.world, growth(graph)
    largest = world.variables[found[0].slot] if found else None
    ranked = ", ".join(f"`{world.variables[g.slot].name}` {g.values:,}" for g in found[:6])
    return Diagnostic(
        "FSM420",
        f"the search stopped at {len(graph.states):,} states: what it did not see is undetermined",
        largest.span if largest else None,
        f"{found[0].values:,} different values so far: nothing has more" if found else "",
        notes=(f"values seen, largest first: {ranked}",) if found else (),
        help="make these domains smaller, or give the search more room: --max-states",
        severity=Severity.WARNING,
    )


# ---- domains --------------------------------------------------------------------------------
def _domains(graph: Graph) -> Iterator[Diagnostic]:
    """For each transition and variable the nearest step that leaves the domain."""
    seen: set[tuple[int, int]] = set()
    for escape in graph.escapes:
        for slot in outside(graph.world, escape.target):
            if (escape.transition, slot) not in seen:
                seen.add((escape.transition, slot))
                yield _domain(graph, escape, slot)


def _domain(graph: Graph, escape: Escape, slot: int) -> Diagnostic:
    world = graph.world
    transition, variable = world.transitions[escape.transition], world.variables[slot]
    name, before = wording.variable_name(world, slot), graph.states[escape.source]
    edges = graph.trace(escape.source)
    steps = "the first step" if not edges else f"{len(edges) + 1} steps"
    when = "in" if not edges else "after"
    last = wording.call(world, transition, escape.args)
    shown = ", ".join(_left(world, slot, before, escape.target))
    return Diagnostic(
        "FSM402",
        f"`{transition.name}` takes `{name}` out of its domain {when} {steps}",
        transition.span,
        f"writes {shown}",
        related=(Label(variable.span, "its domain"),) if variable.span else (),
        notes=(
            f"trace: {', '.join([*([wording.trace(world, edges)] if edges else []), last])}",
            f"state: {wording.state(world, before)} (before the last step)",
        ),
        help=_stay_inside(transition, name, variable.domain, escape.target[slot]),
    )


def _left(world: World, slot: int, before: State, after: State) -> Iterator[str]:
    """The cells that are outside, with the old and the new value."""
    domain = world.variables[slot].domain
    old, new = before[slot], after[slot]
    if not isinstance(domain, Vector) or not isinstance(new, tuple) or not isinstance(old, tuple):
        yield f"{_raw(world, domain, new)}, which it cannot hold"
        return
    for row, value in enumerate(new):
        if not contains(domain.of, value):
            cell = wording.cell_name(world, slot, row)
            yield f"{_raw(world, domain.of, value)} to {cell}, which it cannot hold"


def _raw(world: World, domain: Domain, value: Value) -> str:
    try:
        return wording.spell(world, domain, value)
    except IndexError:  # a position that no member or row has
        return str(value)


def _stay_inside(transition: Transition, name: str, domain: Domain, value: Value) -> str:
    inner = domain.of if isinstance(domain, Optional) else domain
    match inner:
        case Int(low=low, high=high) | Money(low=low, high=high) if isinstance(value, int):
            over = high is not None and value > high
            limit = wording.number(inner, high if over else low)
            guard = f"`when {name} {'<' if over else '>'} {limit}`"
        case Set(at_most=most) if most is not None and isinstance(value, tuple):
            guard = f"`when len({name}) < {most}`"
            if [p.name for p in transition.params[1:]] == ["value"]:  # a box of each element
                each = transition.params[0].name
                guard = f"`when {each} in {name} or len({name}) < {most}`"
        case _:
            guard = "for what excludes this state"
    return f"let `{transition.name}` ask {guard}, or give `{name}` a wider domain"


# ---- properties -----------------------------------------------------------------------------
def _invariant(graph: Graph, texts: Texts, item: Property, state: int) -> Diagnostic:
    world, edges = graph.world, graph.trace(state)
    count = f"{len(edges)} step{'' if len(edges) == 1 else 's'}"
    return Diagnostic(
        "FSM401",
        f"invariant `{item.name}` breaks "
        + (f"after {count}" if edges else "before the first step"),
        item.span,
        "false in the last state",
        notes=(
            f"trace: {wording.trace(world, edges)}",
            f"state: {wording.state(world, graph.states[state])}",
        ),
        help=_exclude(graph, texts, item, state),
    )


def _exclude(graph: Graph, texts: Texts, item: Property, state: int) -> str:
    """A guard for the last step that would have excluded the state, where one is sure to work."""
    world, edges = graph.world, graph.trace(state)
    if not edges:
        return "the initial values already break it: change them, or the invariant"
    last = edges[-1]
    transition = world.transitions[last.transition]
    sides = texts.implication(item.test, item.span)
    needed = sides[1] if sides else Part(item.test, item.span)
    reads = slots_of(needed.test)
    looked_at = frozenset[int]().union(*(slots_of(guard.test) for guard in transition.guards))
    written = frozenset(write.slot for write in transition.writes)
    before = graph.states[last.source]
    names = wording.listed([f"`{wording.cell_name(world, s, None)}`" for s in sorted(reads)])
    text = texts.text(needed.span)
    if text and not evaluate(world, needed.test, before, bind(transition, last.args)):
        if reads & looked_at:
            return f"`when {text}` in `{transition.name}` would exclude this state"
        return f"`{transition.name}` never looks at {names}; `when {text}` would exclude this state"
    wrote = [
        f"`{wording.cell_name(world, s, None)}`" for s in sorted(slots_of(item.test) & written)
    ]
    if not wrote:
        return f"give `{transition.name}` a `when` that excludes this state"
    return (
        f"`{transition.name}` writes {wording.listed(wrote)}: give it a `when` that excludes this "
        "state, or let it write more"
    )


def _reachable(blame: Blame, item: Property) -> Diagnostic:
    world, graph = blame.world, blame.graph
    parts = blame.texts.conjuncts(item.test, item.span)
    block = blame.block(
        [Condition(part, None) for part in parts], ((state, ()) for state in graph.states)
    )
    assert block is not None, "a test that never holds has a conjunct that never does"
    first = block.condition.part is parts[0]
    values = [
        f"`{wording.cell_name(world, s, None)}` is "
        + wording.values(world, s, blame.values_seen(s, block.candidates))
        for s in block.condition.slots
    ]
    helpers = [f"`{world.transitions[i].label}`" for i in blame.helpers(block, (), None)]
    waits = (
        (f"it waits for {wording.listed(helpers, 'or')}, which never happens",) if helpers else ()
    )
    return Diagnostic(
        "FSM403",
        f"`{item.name}` never holds",
        block.condition.part.span or item.span,
        f"false in all {len(graph.states):,} reachable states"
        if first
        else "false in every reachable state in which the rest before it holds",
        notes=(*((f"there {wording.listed(values)}",) if values else ()), *waits),
        help="let an action lead there, or take the line out",
    )


def _soft_locks(graph: Graph) -> Iterator[Diagnostic]:
    world = graph.world
    for lock in soft_locks(graph):
        nearest = min(lock.states)
        edges = graph.trace(nearest)
        named = f"`{world.transitions[edges[-1].transition].name}`" if edges else "the start"
        yield Diagnostic(
            "FSM410",
            f"`{lock.property.name}` can be lost for good",
            lock.property.span,
            f"can never hold again from {len(lock.states):,} of {len(graph.states):,} states",
            notes=(
                f"trace: {wording.trace(world, edges)}",
                f"state: {wording.state(world, graph.states[nearest])}",
            ),
            help=f"if that is not meant, give a way back after {named}",
            severity=Severity.WARNING,
        )


def _dead_ends(graph: Graph, met: frozenset[int]) -> Iterator[Diagnostic]:
    """One note for each page on which everything ends, for others too, and no goal is met."""
    world = graph.world
    ends: dict[int, list[int]] = {}
    for state in dead_ends(graph):
        if not graph.numbers_out(state) and state not in met:
            ends.setdefault(page_of(graph.states[state]), []).append(state)
    for page, states in sorted(ends.items()):
        name = world.pages[page].name
        count = f"{len(states):,} state{'' if len(states) == 1 else 's'}"
        yield Diagnostic(
            "FSM418",
            f"everything ends on page `{name}`",
            world.pages[page].span,
            f"in {count} nothing can be done any more",
            notes=(
                f"trace: {wording.trace(world, graph.trace(states[0]))}",
                f"state: {wording.state(world, graph.states[states[0]])}",
            ),
            help="if the agent should go on from here, add a link",
            severity=Severity.NOTE,
        )


# ---- the page as a person meets it ----------------------------------------------------------
def _gestures(graph: Graph) -> Iterator[Diagnostic]:
    world = graph.world
    for item in ambiguities(graph):
        one, other = (world.transitions[e.transition] for e in (item.first, item.second))
        calls = [
            wording.call(world, t, e.args) for t, e in ((one, item.first), (other, item.second))
        ]
        yield Diagnostic(
            "FSM406",
            f"one gesture means two things: `{calls[0]}` and `{calls[1]}`",
            one.span,
            f"“{item.label}” does this",
            related=(Label(other.span, "and this, at the same time"),)
            if other.span and other is not one
            else (),
            notes=(
                f"trace: {wording.trace(world, graph.trace(item.state))}",
                f"state: {wording.state(world, graph.states[item.state])}",
            ),
            help="give them different labels, or let `when` exclude one where the other stands",
        )


def _rows(graph: Graph, texts: Texts) -> Iterator[Diagnostic]:
    world = graph.world
    for item in twins(graph):
        domain = item.list.variable.domain
        rows = [wording.spell(world, domain, row) for row in item.rows]
        yield Diagnostic(
            "FSM407",
            f"two rows of this list are both called “{item.name}”",
            texts.head(item.list.span),
            f"`{rows[0]}` and `{rows[1]}` are shown together",
            notes=(
                f"trace: {wording.trace(world, graph.trace(item.state))}",
                f"state: {wording.state(world, graph.states[item.state])}",
            ),
            help="the first `show` names a row: show something first that tells them apart",
        )
