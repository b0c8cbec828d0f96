"""Chooses what is tried: everything, or a sample that has every transition on every page in it."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from fsmc.explore.graph import Edge, Graph
from fsmc.model.world import Args, Transition
from fsmc.printers.python_step import compile_refusals

T = TypeVar("T")
LONGEST_WALK = 24


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something the agent is refused in a state, with the text it is told."""

    state: int
    transition: Transition
    args: Args
    text: str


def all_refusals(graph: Graph) -> tuple[Refusal, ...]:
    """What the agent is refused anywhere, in the order of states."""
    refused = compile_refusals(graph.world)
    found: list[Refusal] = []
    for number, state in enumerate(graph.states):
        for index, args, guard in refused(state):
            transition = graph.world.transitions[index]
            text = transition.guards[guard].refusal or ""
            found.append(Refusal(number, transition, args, text))
    return tuple(found)


def chosen_edges(graph: Graph, sample: int | None, seed: int) -> tuple[int, ...]:
    """The numbers of the edges to check, in order."""
    found = graph.found

    def kind(number: int) -> Hashable:
        return (graph.states[found.source[number]][0], found.transition[number])

    return _stratified(range(graph.edges), kind, sample, random.Random(seed))


def chosen_refusals(
    graph: Graph, refusals: tuple[Refusal, ...], sample: int | None, seed: int
) -> tuple[Refusal, ...]:
    def kind(refusal: Refusal) -> Hashable:
        return (graph.states[refusal.state][0], refusal.transition.index, refusal.text)

    return _stratified(refusals, kind, sample, random.Random(seed + 1))


def _stratified(
    items: Iterable[T], kind: Callable[[T], Hashable], sample: int | None, rng: random.Random
) -> tuple[T, ...]:
    """All items, or `sample` of them: one of each kind first, then any; in their own order."""
    everything = list(items)
    if sample is None or sample >= len(everything):
        return tuple(everything)
    strata: dict[Hashable, list[int]] = {}
    for position, item in enumerate(everything):
        strata.setdefault(kind(item), []).append(position)
    chosen = {rng.choice(positions) for positions in strata.values()}
    rest = [p for p in range(len(everything)) if p not in chosen]
    more = max(0, sample - len(chosen))
    chosen.update(rng.sample(rest, min(more, len(rest))))
    return tuple(everything[p] for p in sorted(chosen))


def walks(graph: Graph, most: int | None) -> tuple[tuple[Edge, ...], ...]:
    """Trajectories of the agent from the start that together take every transition on every page.

    Greedy: from where it is, the nearest edge of a kind not yet taken; a walk that has become long,
    or from which nothing new can be reached, ends, and the next begins at the start.
    """
    missing = {
        (graph.states[graph.found.source[n]][0], graph.found.transition[n])
        for n in range(graph.edges)
        if graph.is_agent[graph.found.transition[n]]
        and graph.agent_distance[graph.found.source[n]] >= 0
    }
    found: list[tuple[Edge, ...]] = []
    while missing and (most is None or len(found) < most):
        walk: list[Edge] = []
        here = 0
        while missing and len(walk) < LONGEST_WALK:
            way = _nearest(graph, here, missing)
            if way is None:
                break
            walk += way
            here = way[-1].target
            missing -= {(graph.states[e.source][0], e.transition) for e in way}
        if not walk:
            break
        found.append(tuple(walk))
    return tuple(found)


def _nearest(
    graph: Graph, start: int, missing: set[tuple[object, int]]
) -> tuple[Edge, ...] | None:
    """The shortest way from `start` that ends with an edge of a missing kind."""
    parent: dict[int, Edge | None] = {start: None}
    queue = [start]
    for state in queue:
        for edge in graph.out(state):
            if not graph.is_agent[edge.transition]:
                continue
            if (graph.states[state][0], edge.transition) in missing:
                way = [edge]
                while (before := parent[way[-1].source]) is not None:
                    way.append(before)
                return tuple(reversed(way))
            if edge.target not in parent:
                parent[edge.target] = edge
                queue.append(edge.target)
    return None
