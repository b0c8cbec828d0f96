"""Which states, edges, refusals and trajectories are checked, and in which order."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from fsmc.backends.replay.captures import Trial
from fsmc.backends.replay.plans import Plan, covering
from fsmc.explore.graph import Edge, Graph, page_of
from fsmc.model.world import Args, Transition


@dataclass(frozen=True, slots=True)
class ReplayOptions:
    """What is replayed and how.

    `full` checks every state, edge and refusal; `sample` at least one edge and one refusal of every
    transition on every page and on up to `edges` and `refusals` of them, drawn with `seed`, beside
    every step of the plans. `trajectories` is how many plans are played from the start, with tours
    to what they leave out; 0 is no plan and no tour. `workers` are browsers side by side, which
    changes no result; `timeout` is in seconds for one item.
    """

    selection: Literal["full", "sample"] = "full"
    edges: int = 400
    refusals: int = 100
    trajectories: int = 40
    seed: int = 0
    workers: int = 2
    timeout: float = 30.0
    executable: Path | None = None


@dataclass(frozen=True, slots=True)
class Attempt:
    """A transition tried in a state: an edge, or what is refused with a text."""

    source: int
    target: int
    transition: int
    args: Args
    refusal: str | None = None

    @property
    def trial(self) -> Trial:
        return self.source, self.transition, self.args


@dataclass(frozen=True, slots=True)
class Work:
    """What is to be checked, each in the order in which it is done: page by page."""

    states: tuple[int, ...]
    edges: tuple[Attempt, ...]
    refusals: tuple[Attempt, ...]
    views: tuple[Attempt, ...]
    plans: tuple[Plan, ...]
    refusals_by_state: dict[int, int]

    @property
    def all_refusals(self) -> int:
        return sum(self.refusals_by_state.values())


def work(graph: Graph, options: ReplayOptions, plans: Sequence[Plan]) -> Work:
    """What to do; a pure function of its arguments."""
    every = [_refusal(s, r) for s in range(len(graph.states)) for r in graph.refusals(s)]
    by_state: dict[int, int] = {}
    for attempt in every:
        by_state[attempt.source] = by_state.get(attempt.source, 0) + 1
    played = covering(graph, plans, options.trajectories)
    steps = [edge for plan in plans for edge in plan.edges]
    numbers: Iterable[int]
    states: Iterable[int]
    if options.selection == "full":
        numbers, refusals, states = range(graph.edges), every, range(len(graph.states))
    else:
        wanted = {e.number for plan in (*plans, *played) for e in plan.edges}
        numbers = sorted(wanted | set(_sample_edges(graph, options)))
        refusals = _sample_refusals(graph, every, options)
        ends = {n for e in map(graph.edge, numbers) for n in (e.source, e.target)}
        states = sorted(ends | {a.source for a in refusals} | {0})
    page = [page_of(state) for state in graph.states]
    return Work(
        tuple(sorted(states, key=lambda n: (page[n], n))),
        tuple(
            of_edge(graph.edge(n))
            for n in sorted(numbers, key=lambda n: (page[graph.edge(n).source], n))
        ),
        tuple(sorted(refusals, key=lambda a: (page[a.source], a.source))),
        tuple(dict.fromkeys(of_edge(edge) for edge in steps)),
        played,
        by_state,
    )


def of_edge(edge: Edge) -> Attempt:
    return Attempt(edge.source, edge.target, edge.transition, edge.args)


def _refusal(state: int, refused: tuple[Transition, Args, str]) -> Attempt:
    transition, args, text = refused
    return Attempt(state, state, transition.index, args, text)


def _sample_edges(graph: Graph, options: ReplayOptions) -> list[int]:
    strata: dict[tuple[int, int], list[int]] = {}
    page = [page_of(state) for state in graph.states]
    found = graph.found
    for number, (source, index) in enumerate(zip(found.source, found.transition, strict=True)):
        strata.setdefault((page[source], index), []).append(number)
    return _drawn(list(strata.values()), options.edges, options.seed)


def _sample_refusals(
    graph: Graph, every: Sequence[Attempt], options: ReplayOptions
) -> list[Attempt]:
    strata: dict[tuple[int, int, str | None], list[int]] = {}
    for number, one in enumerate(every):
        sort = page_of(graph.states[one.source]), one.transition, one.refusal
        strata.setdefault(sort, []).append(number)
    return [every[n] for n in sorted(_drawn(list(strata.values()), options.refusals, options.seed))]


def _drawn(strata: Sequence[list[int]], most: int, seed: int) -> list[int]:
    """One of each stratum, whatever `most` is, then one more of each in turn up to `most`."""
    chance = random.Random(seed)
    mixed = [chance.sample(stratum, len(stratum)) for stratum in strata]
    drawn: list[int] = []
    depth = 0
    while any(depth < len(stratum) for stratum in mixed):
        for stratum in mixed:
            if depth < len(stratum) and (depth == 0 or len(drawn) < most):
                drawn.append(stratum[depth])
        if len(drawn) >= most:
            break
        depth += 1
    return drawn
