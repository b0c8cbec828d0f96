"""The graph of a world: every state, every edge, distances, and the agent's own part of it."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from fsmc.explore.search import Found
from fsmc.kernel.step import Refused, statuses
from fsmc.model.world import Args, State, Transition, World


@dataclass(frozen=True, slots=True)
class Edge:
    """One step between two states, given by their numbers."""

    number: int
    source: int
    target: int
    transition: int
    args: Args


class Graph:
    """All reachable states in the order of their discovery; state 0 is the initial one.

    `complete` False means that a cap was hit: everything here exists, but more may.
    """

    def __init__(self, world: World, found: Found, agent_only: bool) -> None:
        self.world = world
        self.found = found
        self.agent_only = agent_only

    @property
    def states(self) -> tuple[State, ...]:
        return self.found.states

    @property
    def complete(self) -> bool:
        return self.found.complete

    @property
    def edges(self) -> int:
        """The number of edges."""
        return len(self.found.source)

    @property
    def levels(self) -> int:
        """The largest distance of a state from the initial one."""
        return max(self.found.distance)

    def number(self, state: State) -> int:
        """The number of a state. Raises KeyError when it was not reached."""
        return self.found.index[state]

    def edge(self, number: int) -> Edge:
        f = self.found
        return Edge(
            number, f.source[number], f.target[number], f.transition[number], f.args[number]
        )

    def transition(self, edge: Edge) -> Transition:
        return self.world.transitions[edge.transition]

    @cached_property
    def first_edge(self) -> array[int]:
        """Edges of state s are numbered `first_edge[s]` up to, not with, `first_edge[s + 1]`."""
        starts = array("l", [0] * (len(self.states) + 1))
        for source in self.found.source:
            starts[source + 1] += 1
        for state in range(len(self.states)):
            starts[state + 1] += starts[state]
        return starts

    def out(self, state: int) -> Iterator[Edge]:
        """The edges that leave a state, in canonical order."""
        starts = self.first_edge
        return (self.edge(n) for n in range(starts[state], starts[state + 1]))

    @cached_property
    def is_agent(self) -> tuple[bool, ...]:
        """By transition: whether the agent takes it."""
        return tuple(t.actor == "agent" for t in self.world.transitions)

    @cached_property
    def agent_edges(self) -> int:
        return sum(self.is_agent[t] for t in self.found.transition)

    @cached_property
    def incoming(self) -> tuple[tuple[int, ...], ...]:
        """By state: the numbers of the edges that enter it."""
        into: list[list[int]] = [[] for _ in self.states]
        for number, target in enumerate(self.found.target):
            into[target].append(number)
        return tuple(tuple(found) for found in into)

    @cached_property
    def agent_distance(self) -> array[int]:
        """By state: steps of the agent alone from the initial state, -1 where it needs others."""
        return self.distances_from(0)

    def distances_from(self, start: int) -> array[int]:
        """By state: steps of the agent alone from `start`, -1 where there are none."""
        distance = array("l", [-1] * len(self.states))
        distance[start] = 0
        queue = [start]
        for state in queue:
            for edge in self.out(state):
                if self.is_agent[edge.transition] and distance[edge.target] < 0:
                    distance[edge.target] = distance[state] + 1
                    queue.append(edge.target)
        return distance

    def trace(self, state: int) -> tuple[Edge, ...]:
        """A shortest way, all actors moving, from the initial state."""
        edges: list[Edge] = []
        while (parent := self.found.parents[state]) >= 0:
            edge = self.edge(parent)
            edges.append(edge)
            state = edge.source
        return tuple(reversed(edges))

    def refusals(self, state: int) -> Iterator[tuple[Transition, Args, str]]:
        """What the agent is refused in a state, with the text it is told."""
        for transition, args, status in statuses(self.world, self.states[state], agent_only=True):
            if isinstance(status, Refused):
                yield transition, args, status.text

    def where(self, test: Callable[[State], object]) -> frozenset[int]:
        """The numbers of the states that pass a test."""
        return frozenset(n for n, state in enumerate(self.states) if test(state))

    def backwards(self, goal: frozenset[int], agent_only: bool) -> frozenset[int]:
        """The states from which `goal` can be reached."""
        seen = set(goal)
        queue = sorted(goal)
        for state in queue:
            for number in self.incoming[state]:
                if agent_only and not self.is_agent[self.found.transition[number]]:
                    continue
                source = self.found.source[number]
                if source not in seen:
                    seen.add(source)
                    queue.append(source)
        return frozenset(seen)
