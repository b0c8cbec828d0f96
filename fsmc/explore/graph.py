"""The graph of a world: every state, every edge, distances, and the agent's own part of it."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from fsmc.explore.search import Escape, Found
from fsmc.kernel.evaluate import evaluate
from fsmc.kernel.step import bind
from fsmc.model.world import Args, State, Transition, World
from fsmc.printers.python_step import compile_refusals

NO_STATES: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Edge:
    """One step between two states, given by their numbers."""

    number: int
    source: int
    target: int
    transition: int
    args: Args


def page_of(state: State) -> int:
    """The page a state is on."""
    page = state[0]
    assert isinstance(page, int)
    return page


class Graph:
    """All reachable states in the order of their discovery; state 0 is the initial one.

    `complete` False means that a cap was hit: everything here exists, but more may. Nothing in it
    changes once it is made; what is costly is worked out when it is first asked for.
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
        return not self.found.cut

    @property
    def conclusive(self) -> bool:
        """Whether what was not seen is not there: no cap was hit, and no step leaves a domain."""
        return self.complete and not self.found.escapes

    @property
    def escapes(self) -> tuple[Escape, ...]:
        """Steps that leave a domain, nearest first."""
        return self.found.escapes

    @property
    def edges(self) -> int:
        """The number of edges."""
        return len(self.found.source)

    @property
    def levels(self) -> int:
        """The largest distance of a state from the initial one."""
        return self.found.distance[-1]

    def number(self, state: State) -> int:
        """The number of a state. Raises KeyError when it was not reached."""
        return self.found.index[state]

    # ---- edges ------------------------------------------------------------------------------
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
        return _starts(self.found.source, len(self.states))

    def numbers_out(self, state: int) -> range:
        """The numbers of the edges that leave a state, in canonical order."""
        return range(self.first_edge[state], self.first_edge[state + 1])

    def out(self, state: int) -> Iterator[Edge]:
        """The edges that leave a state, in canonical order."""
        return (self.edge(n) for n in self.numbers_out(state))

    @cached_property
    def _incoming(self) -> tuple[array[int], array[int]]:
        starts = _starts(self.found.target, len(self.states))
        free = array("l", starts)
        numbers = array("l", [0] * self.edges)
        for number, target in enumerate(self.found.target):
            numbers[free[target]] = number
            free[target] += 1
        return starts, numbers

    def numbers_in(self, state: int) -> array[int]:
        """The numbers of the edges that enter a state, in their order."""
        starts, numbers = self._incoming
        return numbers[starts[state] : starts[state + 1]]

    def trace(self, state: int) -> tuple[Edge, ...]:
        """A shortest way, all actors moving, from the initial state."""
        edges: list[Edge] = []
        while (parent := self.found.parents[state]) >= 0:
            edges.append(self.edge(parent))
            state = edges[-1].source
        return tuple(reversed(edges))

    # ---- the agent's own part ---------------------------------------------------------------
    @cached_property
    def is_agent(self) -> tuple[bool, ...]:
        """By transition: whether the agent takes it."""
        return tuple(t.actor == "agent" for t in self.world.transitions)

    @cached_property
    def by_agent(self) -> bytearray:
        """By edge: whether the agent takes it."""
        return bytearray(self.is_agent[t] for t in self.found.transition)

    @cached_property
    def agent_distance(self) -> array[int]:
        """By state: steps of the agent alone from the initial state, -1 where it needs others."""
        return self.distances_from(0)

    @cached_property
    def agent_states(self) -> tuple[int, ...]:
        """The states that the agent can reach alone."""
        return tuple(s for s, steps in enumerate(self.agent_distance) if steps >= 0)

    @property
    def agent_levels(self) -> int:
        return max(self.agent_distance)

    @cached_property
    def agent_edges(self) -> int:
        """The number of edges that the agent takes in states that it can reach alone."""
        return sum(self.by_agent[n] for s in self.agent_states for n in self.numbers_out(s))

    def distances_from(self, start: int, avoid: frozenset[int] = NO_STATES) -> array[int]:
        """By state: steps of the agent alone from `start` around `avoid`, -1 for none."""
        distance = array("l", [-1] * len(self.states))
        if start in avoid:
            return distance
        distance[start] = 0
        targets, agent, first = self.found.target, self.by_agent, self.first_edge
        queue = [start]
        for state in queue:
            for number in range(first[state], first[state + 1]):
                new = targets[number]
                if distance[new] < 0 and agent[number] and new not in avoid:
                    distance[new] = distance[state] + 1
                    queue.append(new)
        return distance

    # ---- sets of states ---------------------------------------------------------------------
    def where(
        self, test: Callable[[State], object], among: Iterable[int] | None = None
    ) -> frozenset[int]:
        """The numbers of the states, all or `among` these, that pass a test."""
        numbers = range(len(self.states)) if among is None else among
        states = self.states
        return frozenset(n for n in numbers if test(states[n]))

    def backwards(
        self, goal: frozenset[int], agent_only: bool, avoid: frozenset[int] = NO_STATES
    ) -> frozenset[int]:
        """The states from which `goal` can be reached around `avoid`."""
        sources, agent = self.found.source, self.by_agent
        seen = set(goal - avoid)
        queue = sorted(seen)
        for state in queue:
            for number in self.numbers_in(state):
                source = sources[number]
                if source not in seen and source not in avoid and (agent[number] or not agent_only):
                    seen.add(source)
                    queue.append(source)
        return frozenset(seen)

    def refusals(self, state: int) -> Iterator[tuple[Transition, Args, str]]:
        """What the agent is refused in a state, with the text it is told."""
        for index, args, number in self._refused(self.states[state]):
            transition = self.world.transitions[index]
            text = transition.guards[number].refusal
            assert text is not None, "only what says why can refuse"
            bound = bind(transition, args)
            yield transition, args, str(evaluate(self.world, text, self.states[state], bound))

    @cached_property
    def _refused(self) -> Callable[[State], list[tuple[int, Args, int]]]:
        return compile_refusals(self.world)


def _starts(ends: array[int], count: int) -> array[int]:
    """Where each state's edges begin in a list of all edges sorted by this end."""
    starts = array("l", [0] * (count + 1))
    for state in ends:
        starts[state + 1] += 1
    for state in range(count):
        starts[state + 1] += starts[state]
    return starts
