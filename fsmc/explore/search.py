"""Breadth-first search over all states: one seam, `Successors`, behind which engines differ."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from fsmc.kernel.step import Enabled, outside, status, step, groundings
from fsmc.model.world import Args, State, World

Successors: TypeAlias = Callable[[State], Iterable[tuple[int, Args, State]]]
"""From a state to its enabled transitions, arguments and targets, in canonical order."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search saw. Edges are in order of their source; `parents` are edges, -1 at the start.

    `outside` are the edges (by index into `escapes`) whose target left its domain.
    """

    states: tuple[State, ...]
    index: dict[State, int]
    source: array[int]
    target: array[int]
    transition: array[int]
    args: list[Args]
    distance: array[int]
    parents: array[int]
    escapes: tuple[tuple[int, int, Args, State], ...]
    complete: bool


def reference(world: World) -> Successors:
    """The slow engine: the kernel itself."""

    def successors(state: State) -> Iterable[tuple[int, Args, State]]:
        for transition in world.transitions:
            if state[0] not in transition.pages:
                continue
            for args in groundings(transition):
                if isinstance(status(world, transition, args, state), Enabled):
                    yield transition.index, args, step(world, transition, args, state)

    return successors


def search(world: World, successors: Successors, max_states: int) -> Found:
    """All states that can be reached, or the first `max_states` of them."""
    states: list[State] = [world.initial]
    index: dict[State, int] = {world.initial: 0}
    source, target, transition = array("l"), array("l"), array("l")
    args: list[Args] = []
    distance, parents = array("l", [0]), array("l", [-1])
    escapes: list[tuple[int, int, Args, State]] = []
    escaped: set[State] = set()
    complete = True
    at = 0
    while at < len(states):
        for which, values, new in successors(states[at]):
            found = index.get(new)
            if found is None:
                if new in escaped or outside(world, new):
                    escaped.add(new)
                    escapes.append((at, which, values, new))
                    continue
                if len(states) >= max_states:
                    complete = False
                    continue
                found = len(states)
                index[new] = found
                states.append(new)
                distance.append(distance[at] + 1)
                parents.append(len(source))
            source.append(at)
            target.append(found)
            transition.append(which)
            args.append(values)
        at += 1
    return Found(
        tuple(states), index, source, target, transition, args, distance, parents, tuple(escapes),
        complete,
    )  # fmt: skip
