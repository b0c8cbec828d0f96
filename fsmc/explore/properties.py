"""What is true of all states: invariants, reachables, dead ends, soft locks, errors of domains."""

from __future__ import annotations

from dataclasses import dataclass

from fsmc.explore.graph import Graph
from fsmc.model.world import Property
from fsmc.printers.python import predicate


@dataclass(frozen=True, slots=True)
class SoftLock:
    """A `reachable` that can never hold again from `states`."""

    property: Property
    states: frozenset[int]


def broken_invariants(graph: Graph) -> tuple[tuple[Property, int], ...]:
    """Each invariant that fails somewhere, with the nearest state where it does."""
    found: list[tuple[Property, int]] = []
    for item in graph.world.properties:
        if item.kind == "invariant":
            test = predicate(graph.world, item.test)
            state = next((n for n, s in enumerate(graph.states) if not test(s)), None)
            if state is not None:
                found.append((item, state))
    return tuple(found)


def holding(graph: Graph, item: Property) -> frozenset[int]:
    """The states in which a property holds."""
    return graph.where(predicate(graph.world, item.test))


def soft_locks(graph: Graph) -> tuple[SoftLock, ...]:
    """Per `reachable` that holds somewhere, the states from which it can never hold again."""
    found: list[SoftLock] = []
    everything = frozenset(range(len(graph.states)))
    for item in graph.world.properties:
        if item.kind != "reachable":
            continue
        goal = holding(graph, item)
        if goal and (lost := everything - graph.backwards(goal, agent_only=False)):
            found.append(SoftLock(item, lost))
    return tuple(found)


def dead_ends(graph: Graph) -> tuple[int, ...]:
    """The states without an enabled transition of the agent.

    A state with a step beyond the cap, or out of a domain, is not counted: it may have one.
    """
    going = {e.source for e in graph.escapes if graph.is_agent[e.transition]} | graph.found.cut
    return tuple(
        state
        for state in range(len(graph.states))
        if state not in going and not any(graph.by_agent[n] for n in graph.numbers_out(state))
    )


def never_fired(graph: Graph) -> tuple[int, ...]:
    """The transitions that no state takes; a claim only where the graph is complete."""
    fired = frozenset(graph.found.transition) | {e.transition for e in graph.escapes}
    return tuple(
        t.index
        for t in graph.world.transitions
        if t.index not in fired and not (graph.agent_only and t.actor != "agent")
    )


def unreached_pages(graph: Graph) -> tuple[int, ...]:
    """The pages on which no state is; a claim only where the graph is complete."""
    seen = frozenset(state[0] for state in graph.states)
    return tuple(page.index for page in graph.world.pages if page.index not in seen)
