"""Every transition by every route commutes: state, message, log, and what is shown."""

from __future__ import annotations

import random

import pytest
from site_hands import WORLDS, Site

from fsmc.backends.site import BACKEND
from fsmc.backends.site.procedures import Gesture, procedures
from fsmc.kernel.step import Absent, Enabled, Refused, Status, statuses, step
from fsmc.model.world import Args, State, Transition, World

Edge = tuple[State, Transition, Args, Status, State]


def edges(world: World, states: int, each: int) -> list[Edge]:
    """Some edges and refusals of the first states: `each` of every transition and outcome."""
    seen, todo = {world.initial: None}, [world.initial]
    sorts: dict[tuple[int, str], list[Edge]] = {}
    while todo:
        state = todo.pop(0)
        for transition, args, found in statuses(world, state, agent_only=True):
            if isinstance(found, Absent):
                continue
            after = state
            if isinstance(found, Enabled):
                after = step(world, transition, args, state)
                if after not in seen and len(seen) < states:
                    seen[after] = None
                    todo.append(after)
            sort = sorts.setdefault((transition.index, type(found).__name__), [])
            sort.append((state, transition, args, found, after))
    chance = random.Random(7)
    return [e for sort in sorts.values() for e in chance.sample(sort, min(each, len(sort)))]


def failed(site: Site, edge: Edge, way: tuple[Gesture, ...]) -> str | None:
    """Why a way to do a step does not commute, or None: state, message, log, and what is shown."""
    state, transition, args, found, after = edge
    site.restore(state)
    for gesture in way:
        site.make(gesture)
    got = site.read()
    shown = site.call("() => { fsmc.canon(); return fsmc.lines(); }")
    if got["state"] != after or BACKEND.observe(site.world, site.call("fsmc.get()")) != after:
        return "state"
    if got["refusal"] != (found.text if isinstance(found, Refused) else None):
        return f"refusal {got['refusal']}"
    taken = [[transition.index, list(args)]] if isinstance(found, Enabled) else []
    if got["log"] != taken:
        return f"log {got['log']}"
    fresh = site.lines(after)
    return None if shown == fresh else str([x for x in zip(shown, fresh) if x[0] != x[1]][:1])  # noqa: B905


@pytest.mark.parametrize("name", WORLDS)
def test_every_transition_commutes_by_every_route(name: str, shop: Site, widgets: Site) -> None:
    site = shop if name == "shop" else widgets
    failures, done = [], 0
    for edge in edges(site.world, 250, 3):
        ways = procedures(site.world, edge[0], edge[1], edge[2])
        assert ways, (edge[1].label, edge[2])
        for way in ways:
            done += 1
            why = failed(site, edge, way)
            if why is not None:
                failures.append((edge[1].label, edge[2], why, way))
    assert failures == []
    assert done > 50
