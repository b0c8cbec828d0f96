"""The passes over edges and refusals: each is done by every one of its procedures."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from fsmc.backends.replay.browser import Chromium, Tab
from fsmc.backends.replay.captures import Route
from fsmc.backends.replay.judge import Verdict
from fsmc.backends.replay.records import Record, problem_json, route_json, trial_json
from fsmc.backends.replay.results import Check, Problem
from fsmc.backends.replay.scene import Scene
from fsmc.backends.replay.work import Attempt
from fsmc.backends.site.procedures import Procedure

NO_WAY = Verdict(Check.NO_WAY, "no widget of the page does it")


@dataclass(slots=True)
class _Item:
    """An attempt, how far it is, and what came of it. `ways` None: another actor does it."""

    attempt: Attempt
    ways: tuple[Procedure, ...] | None
    tried: int = 0
    routes: list[Route] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def in_all(self) -> int:
        return 1 if self.ways is None else len(self.ways)


async def edges(scene: Scene, chromium: Chromium, attempts: Sequence[Attempt]) -> list[Record]:
    """Edges: the agent's by gestures, those of other actors by a call."""
    return await _batch(scene, chromium, "edge", attempts)


async def refusals(scene: Scene, chromium: Chromium, attempts: Sequence[Attempt]) -> list[Record]:
    """Refusals. One without a widget of its own cannot be tried: another step has its gesture."""
    return await _batch(scene, chromium, "refusal", attempts)


async def _batch(
    scene: Scene, chromium: Chromium, word: str, attempts: Sequence[Attempt]
) -> list[Record]:
    items = [_item(scene, attempt) for attempt in attempts]
    left = [item for item in items if item.in_all]
    while left:
        async with chromium.tab() as tab:
            while left:
                async with asyncio.timeout(scene.timeout):
                    lost = await _one_way(scene, tab, word, left[0])
                if left[0].tried == left[0].in_all:
                    left.pop(0)
                if lost:
                    break
    return [_record(item, word) for item in items]


def _item(scene: Scene, attempt: Attempt) -> _Item:
    if scene.transition(attempt).actor != "agent":
        return _Item(attempt, None)
    return _Item(attempt, scene.ways(attempt))


async def _one_way(scene: Scene, tab: Tab, word: str, item: _Item) -> bool:
    """Tries the next procedure of an item; gives whether the tab is of no use any more."""
    number = item.tried
    if item.ways is None:
        tried = await scene.fire(tab, item.attempt)
    else:
        tried = await scene.perform(tab, item.attempt, item.ways[number])
    if tried.verdict is not None:
        way = None if item.ways is None else number
        item.problems.append(await scene.problem(tab, f"{word}s", item.attempt, tried, way))
    item.tried += 1
    item.routes.append(tried.route)
    return tried.lost


def _record(item: _Item, word: str) -> Record:
    problems = list(item.problems)
    if item.in_all == 0 and word == "edge":
        a = item.attempt
        problems.append(
            Problem("edges", NO_WAY.check, NO_WAY.title, a.source, a.target, a.transition, a.args)
        )
    record: Record = {
        word: trial_json(item.attempt),
        "ways": item.in_all,
        "routes": [route_json(route) for route in item.routes],
    }
    if problems:
        record["problems"] = [problem_json(problem) for problem in problems]
    return record
