"""Which trajectories are played from the start: plans of goals, and tours to what they miss."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from fsmc.explore.goals import GoalResult
from fsmc.explore.graph import Edge, Graph, page_of
from fsmc.model.world import Args

LONGEST = 40
"""The most steps of a tour."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A trajectory from the initial state: for a goal, or (`goal` None) to see the world."""

    goal: str | None
    args: Args
    edges: tuple[Edge, ...]

    @property
    def final(self) -> int:
        """The number of the state in which it ends."""
        return self.edges[-1].target if self.edges else 0


def goal_plans(results: Sequence[GoalResult], each: int, seed: int = 0) -> tuple[Plan, ...]:
    """Up to `each` shortest plans for every binding of every goal, drawn uniformly."""
    chance = random.Random(seed)
    return tuple(
        Plan(result.goal.name, result.args, edges)
        for result in results
        if result.plans.length is not None
        for edges in result.plans.sample(each, chance)
    )


Sort = tuple[int, int]
"""The page on which a transition is taken, and the transition."""


def sort_of(graph: Graph, edge: Edge) -> Sort:
    return page_of(graph.states[edge.source]), edge.transition


def covering(graph: Graph, plans: Sequence[Plan], most: int) -> tuple[Plan, ...]:
    """What to play: plans that show a new page and transition, tours to the rest, then more plans.

    At most `most` plans; tours are as many as it takes to see every transition on every page. None
    of either where `most` is 0.
    """
    if most == 0:
        return ()
    page = [page_of(state) for state in graph.states]
    found = graph.found
    left = {(page[s], index) for s, index in zip(found.source, found.transition, strict=True)}
    chosen: list[int] = []
    for number, plan in enumerate(plans):
        new = {sort_of(graph, edge) for edge in plan.edges} & left
        if new and len(chosen) < most:
            chosen.append(number)
            left -= new
    taken = set(chosen)
    rest = [number for number in range(len(plans)) if number not in taken]
    chosen += rest[: most - len(chosen)]
    return (*(plans[n] for n in sorted(chosen)), *_tours(graph, left))


def _tours(graph: Graph, left: set[Sort]) -> list[Plan]:
    """Walks from the start, each time to the nearest edge of a sort not seen yet."""
    tours: list[Plan] = []
    while left:
        edges: list[Edge] = []
        while len(edges) < LONGEST:
            way = _nearest(graph, edges[-1].target if edges else 0, left)
            if way is None:
                break
            edges += way
            left -= {sort_of(graph, edge) for edge in way}
        if not edges:  # cannot be: every edge can be reached from the start
            break
        tours.append(Plan(None, (), tuple(edges)))
    return tours


def _nearest(graph: Graph, start: int, left: set[Sort]) -> list[Edge] | None:
    """A shortest way, all actors moving, that ends with an edge of one of the sorts."""
    came: dict[int, Edge | None] = {start: None}
    queue = deque([start])
    while queue:
        state = queue.popleft()
        for edge in graph.out(state):
            if sort_of(graph, edge) in left:
                way, last = [edge], came[state]
                while last is not None:
                    way.append(last)
                    last = came[last.source]
                return way[::-1]
            if edge.target not in came:
                came[edge.target] = edge
                queue.append(edge.target)
    return None
