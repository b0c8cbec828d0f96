"""The pass over trajectories: played from the start as a person would, nothing put in order."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from fsmc.backends.replay import gestures
from fsmc.backends.replay.browser import Chromium, LeftError, ScriptError, Tab
from fsmc.backends.replay.captures import Aim, Route
from fsmc.backends.replay.gestures import Missed
from fsmc.backends.replay.judge import Verdict, judge, seen, variable_differences
from fsmc.backends.replay.plans import Plan
from fsmc.backends.replay.records import Record, problem_json, route_json
from fsmc.backends.replay.results import Check, Problem
from fsmc.backends.replay.scene import Scene, failed
from fsmc.backends.replay.work import Attempt, of_edge

PART = "trajectories"


@dataclass(slots=True)
class _Play:
    """How far a trajectory is: the steps done, the one being done, and what went wrong."""

    attempt: Attempt
    routes: list[Route] = field(default_factory=list)
    aims: list[Aim] = field(default_factory=list)
    verdict: Verdict | None = None
    lost: bool = False


async def batch(
    scene: Scene, chromium: Chromium, numbered: Sequence[tuple[int, Plan]]
) -> list[Record]:
    """Each trajectory in a tab of its own."""
    records: list[Record] = []
    for number, plan in numbered:
        async with chromium.tab() as tab:
            records.append(await _play(scene, tab, number, plan))
    return records


async def _play(scene: Scene, tab: Tab, number: int, plan: Plan) -> Record:
    """Plays one; it ends at the first step that goes wrong."""
    play = _Play(Attempt(0, 0, 0, ()))
    try:
        for turn, edge in enumerate(plan.edges):
            play.attempt, play.aims = of_edge(edge), []
            async with asyncio.timeout(scene.timeout):
                play.verdict = await _step(scene, tab, play, turn if plan.goal is None else 0)
            if play.verdict is not None:
                break
            play.routes.append(tuple(play.aims))
        else:
            async with asyncio.timeout(scene.timeout):
                play.verdict = await _end(scene, tab, plan)
    except (LeftError, ScriptError) as error:
        play.verdict, play.lost = failed(error), True
    record: Record = {
        "trajectory": number,
        "routes": [route_json(route) for route in play.routes],
    }
    if play.verdict is not None:
        async with asyncio.timeout(scene.timeout):
            record["problems"] = [problem_json(await _problem(scene, tab, play))]
    return record


async def _step(scene: Scene, tab: Tab, play: _Play, turn: int) -> Verdict | None:
    """One step where the page is now. Tours take another of the procedures at each turn."""
    attempt = play.attempt
    if scene.transition(attempt).actor != "agent":
        await tab.call("take", None, attempt.transition, attempt.args)
        return judge(scene.world, scene.expected(attempt), seen(await tab.call("peek")))
    ways = scene.ways(attempt)
    if not ways:
        return Verdict(Check.NO_WAY, "no widget of the page does it")
    for gesture in ways[turn % len(ways)]:
        aim = gestures.aimed(gesture, await tab.call("aim", gestures.asked(gesture)))
        if isinstance(aim, Missed):
            return Verdict(aim.check, aim.title)
        play.aims.append(aim)
        await gestures.make(tab, gesture, aim)
    return judge(scene.world, scene.expected(attempt), seen(await tab.call("peek")))


async def _end(scene: Scene, tab: Tab, plan: Plan) -> Verdict | None:
    """Whether state, lines and picture at the end are those of the state put up afresh."""
    got = seen(await tab.call("finish"))
    wanted = scene.state(plan.final)
    if repr(got.state) != repr(wanted) or got.after is not None:
        differences = variable_differences(scene.world, wanted, got.after or got.state)
        return Verdict(Check.STATE, "it ends in another state", differences)
    if (verdict := scene.compare_lines(plan.final, got.lines or "")) is not None:
        return verdict
    await tab.call("hush")
    await tab.park()
    if scene.images.keep(await tab.picture()) == scene.captures.states[plan.final].image:
        return None
    return Verdict(Check.IMAGE, "the picture at the end is unlike that of the state put up afresh")


async def _problem(scene: Scene, tab: Tab, play: _Play) -> Problem:
    assert play.verdict is not None
    after = None
    if not play.lost:
        await tab.park()
        after = scene.images.keep(await tab.picture())
    a = play.attempt
    return Problem(
        PART, play.verdict.check, play.verdict.title, a.source, a.target, a.transition, a.args,
        None, len(play.aims), play.verdict.differences, after,
    )  # fmt: skip
