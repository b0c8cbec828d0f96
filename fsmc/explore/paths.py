"""Shortest plans of the agent alone: counted exactly, the k-th by unranking, samples drawn uniformly.

The shortest plans to a set of states form a graph without circles, ordered by distance. Counting it
backwards gives, for each state, how many ways lead on; ranks follow the canonical order of edges.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from fsmc.explore.graph import Edge, Graph


@dataclass(frozen=True, slots=True)
class Plans:
    """All shortest plans from `start` to a set of states. `length` None: there is none."""

    graph: Graph
    start: int
    length: int | None
    count: int
    onward: dict[int, int]
    distance: tuple[int, ...]

    def edges_on(self, state: int) -> list[Edge]:
        """The edges of shortest plans that leave `state`, in canonical order."""
        level = self.distance[state]
        return [
            edge
            for edge in self.graph.out(state)
            if self.graph.is_agent[edge.transition]
            and self.distance[edge.target] == level + 1
            and edge.target in self.onward
        ]

    def kth(self, k: int) -> tuple[Edge, ...]:
        """Plan number `k`, from 0. Raises IndexError outside `range(count)`."""
        if not 0 <= k < self.count or self.length is None:
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
        """`n` different plans, each set of `n` equally likely; all of them when there are fewer."""
        if n >= self.count:
            return tuple(self.kth(k) for k in range(self.count))
        chosen: set[int] = set()
        for top in range(self.count - n, self.count):
            k = rng.randrange(top + 1)
            chosen.add(top if k in chosen else k)
        return tuple(self.kth(k) for k in sorted(chosen))


def plans(
    graph: Graph, goal: frozenset[int], start: int = 0, avoid: frozenset[int] = frozenset()
) -> Plans:
    """The shortest plans of the agent alone from `start` into `goal`, never touching `avoid`."""
    distance = [-1] * len(graph.states)
    levels: list[list[int]] = []
    if start not in avoid:
        distance[start] = 0
        levels.append([start])
    while levels and levels[-1] and not any(s in goal for s in levels[-1]):
        following: list[int] = []
        for state in levels[-1]:
            for edge in graph.out(state):
                new = edge.target
                if graph.is_agent[edge.transition] and distance[new] < 0 and new not in avoid:
                    distance[new] = distance[state] + 1
                    following.append(new)
        levels.append(following)
    hits = [s for s in levels[-1] if s in goal] if levels else []
    if not hits:
        return Plans(graph, start, None, 0, {}, tuple(distance))
    onward: dict[int, int] = dict.fromkeys(hits, 1)
    for level in reversed(levels[:-1]):
        for state in level:
            ways = sum(
                onward.get(edge.target, 0)
                for edge in graph.out(state)
                if graph.is_agent[edge.transition] and distance[edge.target] == distance[state] + 1
            )
            if ways:
                onward[state] = ways
    length = len(levels) - 1
    return Plans(graph, start, length, onward[start], onward, tuple(distance))
