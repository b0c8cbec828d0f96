"""Breadth-first search over all states: one seam, `Successors`, behind which engines differ."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from fsmc.kernel.step import Enabled, groundings, status, step
from fsmc.model.domains import Value, contains
from fsmc.model.world import Args, State, World

Successors: TypeAlias = Callable[[State], Iterable[tuple[int, Args, State]]]
"""From a state to its enabled transitions, arguments and targets, in canonical order."""


@dataclass(frozen=True, slots=True)
class Escape:
    """A step whose target has left its domain: an error of the world, and no edge."""

    source: int
    transition: int
    args: Args
    target: State


@dataclass(frozen=True, slots=True)
class Found:
    """What a search saw. Edges are in the order of their source, then canonical.

    `parents` are edges, -1 at the start. `cut` are the states with a step beyond the cap.
    """

    states: tuple[State, ...]
    index: dict[State, int]
    source: array[int]
    target: array[int]
    transition: array[int]
    args: list[Args]
    distance: array[int]
    parents: array[int]
    escapes: tuple[Escape, ...]
    cut: frozenset[int]


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
    inside = _inside(world)
    states: list[State] = [world.initial]
    index: dict[State, int] = {world.initial: 0}
    source, target, transition = array("l"), array("l"), array("l")
    args: list[Args] = []
    same: dict[Args, Args] = {}
    distance, parents = array("l", [0]), array("l", [-1])
    escapes: list[Escape] = []
    outside: set[State] = set()
    cut: set[int] = set()
    for at, state in enumerate(states):  # grows while it is read
        for which, values, new in successors(state):
            found = index.get(new)
            if found is None:
                if new in outside or not inside(new):
                    outside.add(new)
                    escapes.append(Escape(at, which, values, new))
                    continue
                if len(states) >= max_states:
                    cut.add(at)
                    continue
                found = index[new] = len(states)
                states.append(new)
                distance.append(distance[at] + 1)
                parents.append(len(source))
            source.append(at)
            target.append(found)
            transition.append(which)
            args.append(same.setdefault(values, values))
    return Found(
        tuple(states),
        index,
        source,
        target,
        transition,
        args,
        distance,
        parents,
        tuple(escapes),
        frozenset(cut),
    )


def _inside(world: World) -> Callable[[State], bool]:
    """`not kernel.step.outside`, which remembers the values it has already found inside."""
    everywhere = frozenset(page.index for page in world.pages)
    slots = [(v.domain, frozenset(v.pages) or everywhere) for v in world.variables]
    known: list[set[tuple[bool, Value]]] = [set() for _ in slots]

    def test(state: State) -> bool:
        page = state[0]
        for value, seen, (domain, pages) in zip(state, known, slots, strict=True):
            lives = page in pages
            if (lives, value) not in seen:
                if lives and not contains(domain, value):
                    return False
                seen.add((lives, value))
        return True

    return test
