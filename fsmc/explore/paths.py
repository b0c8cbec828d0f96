"""Shortest plans of the agent alone: counted exactly, the k-th by unranking, drawn uniformly.

The shortest plans to a set of states form a graph without circles, ordered by distance. Counting it
backwards gives, for each state, how many ways lead on; ranks follow the canonical order of edges.
"""

from __future__ import annotations

import random
from array import array
from dataclasses import dataclass

from fsmc.explore.graph import NO_STATES, Edge, Graph


@dataclass(frozen=True, slots=True)
class Plans:
    """All shortest plans from `start` to a set of states. `length` None: there is none.

    `onward`: by state on some plan, how many ways lead from it to the goal; `distance`: by state,
    the agent's steps from `start`.
    """

    graph: Graph
    start: int
    length: int | None
    count: int
    onward: dict[int, int]
    distance: array[int]

    def edges_on(self, state: int) -> list[Edge]:
        """The edges of shortest plans that leave `state`, in canonical order."""
        following = self.distance[state] + 1
        graph, targets = self.graph, self.graph.found.target
        return [
            graph.edge(number)
            for number in graph.numbers_out(state)
            if graph.by_agent[number]
            and targets[number] in self.onward
            and self.distance[targets[number]] == following
        ]

    def kth(self, k: int) -> tuple[Edge, ...]:
        """Plan number `k`, from 0. Raises IndexError outside `range(count)`."""
        if self.length is None or not 0 <= k < self.count:
            raise IndexError(f"there are {self.count} plans")
        plan: list[Edge] = []
        state = self.start
        while len(plan) < self.length:
            for edge in self.edges_on(state):
                ways = self.onward[edge.target]
                if k < ways:
                    plan.append(edge)
                    state = edge.target
                    break
                k -= ways
        return tuple(plan)

    def sample(self, n: int, rng: random.Random) -> tuple[tuple[Edge, ...], ...]:
        """`n` different plans in rank order, each choice equally likely; all if there are fewer."""
        if n >= self.count:
            return tuple(self.kth(k) for k in range(self.count))
        chosen: set[int] = set()
        for top in range(self.count - n, self.count):  # Floyd: no list of all ranks
            k = rng.randrange(top + 1)
            chosen.add(top if k in chosen else k)
        return tuple(self.kth(k) for k in sorted(chosen))


def plans(
    graph: Graph, goal: frozenset[int], start: int = 0, avoid: frozenset[int] = NO_STATES
) -> Plans:
    """The shortest plans of the agent alone from `start` into `goal`, never touching `avoid`."""
    if start == 0 and not avoid:
        distance = graph.agent_distance
    else:
        distance = graph.distances_from(start, avoid)
    length = min((distance[s] for s in goal if distance[s] >= 0), default=None)
    if length is None:
        return Plans(graph, start, None, 0, {}, distance)
    sources, agent = graph.found.source, graph.by_agent
    level = sorted(s for s in goal if distance[s] == length)
    onward = dict.fromkeys(level, 1)
    for steps in range(length - 1, -1, -1):
        ways: dict[int, int] = {}
        for state in level:
            for number in graph.numbers_in(state):
                source = sources[number]
                if distance[source] == steps and agent[number]:
                    ways[source] = ways.get(source, 0) + onward[state]
        onward |= ways
        level = list(ways)
    return Plans(graph, start, length, onward[start], onward, distance)
