"""One site on one world, as the passes see it: what to do in a tab, and what to make of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fsmc.backends.replay import gestures
from fsmc.backends.replay.browser import LeftError, ScriptError, Tab
from fsmc.backends.replay.captures import Aim, Captures, Images, Route, text_digest
from fsmc.backends.replay.gestures import Missed
from fsmc.backends.replay.judge import (
    Expected,
    Verdict,
    expected,
    judge,
    page_verdict,
    seen,
)
from fsmc.backends.replay.results import Check, Problem
from fsmc.backends.replay.work import Attempt
from fsmc.backends.site.procedures import Procedure, procedures
from fsmc.explore.graph import Graph
from fsmc.model.world import State, Transition, World


@dataclass(frozen=True, slots=True)
class Tried:
    """One procedure, as it went. `lost`: the tab is of no use any more."""

    route: Route
    verdict: Verdict | None
    gesture: int | None = None
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """What all passes share. `timeout` is in seconds for one item."""

    graph: Graph
    captures: Captures
    images: Images
    timeout: float

    @property
    def world(self) -> World:
        return self.graph.world

    def state(self, number: int) -> State:
        return self.graph.states[number]

    def transition(self, attempt: Attempt) -> Transition:
        return self.world.transitions[attempt.transition]

    def ways(self, attempt: Attempt) -> tuple[Procedure, ...]:
        """The procedures of an attempt."""
        source = self.state(attempt.source)
        return procedures(self.world, source, self.transition(attempt), attempt.args)

    def expected(self, attempt: Attempt) -> Expected:
        return expected(
            self.world,
            self.state(attempt.source),
            self.transition(attempt),
            attempt.args,
            self.state(attempt.target),
            attempt.refusal,
        )

    async def perform(self, tab: Tab, attempt: Attempt, way: Procedure) -> Tried:
        """Restores the source, makes the gestures, reads, and compares with the target."""
        route: list[Aim] = []
        source = self.state(attempt.source)
        try:
            for number, gesture in enumerate(way):
                asked = gestures.asked(gesture)
                if number == 0:
                    answer = await tab.call("begin", source, asked)
                else:
                    answer = await tab.call("aim", asked)
                aim = gestures.aimed(gesture, answer)
                if isinstance(aim, Missed):
                    return Tried(tuple(route), Verdict(aim.check, aim.title), number)
                route.append(aim)
                await gestures.make(tab, gesture, aim)
            verdict = self.compare(attempt, await tab.call("finish"))
        except (LeftError, ScriptError) as error:
            return Tried(tuple(route), failed(error), len(route), lost=True)
        return Tried(tuple(route), verdict)

    async def fire(self, tab: Tab, attempt: Attempt) -> Tried:
        """Takes a transition of another actor, and compares with the target."""
        try:
            answer = await tab.call(
                "take", self.state(attempt.source), attempt.transition, attempt.args
            )
            if answer["status"] != "enabled":
                title = f"the page says that it is {answer['status']}"
                return Tried((), Verdict(Check.NOTHING, title))
            return Tried((), self.compare(attempt, await tab.call("finish")))
        except (LeftError, ScriptError) as error:
            return Tried((), failed(error), lost=True)

    def compare(self, attempt: Attempt, data: Mapping[str, object]) -> Verdict | None:
        """Judges what `finish` told."""
        wanted, got = self.expected(attempt), seen(data)
        verdict = judge(self.world, wanted, got)
        return verdict or self.compare_lines(attempt.target, got.lines or "")

    def compare_lines(self, state: int, lines: str) -> Verdict | None:
        """Whether the page has the lines of a state put up afresh."""
        if text_digest(lines) == self.captures.states[state].digest:
            return None
        return page_verdict(self.captures.lines(state), lines)

    async def problem(
        self, tab: Tab | None, part: str, attempt: Attempt, tried: Tried, way: int | None
    ) -> Problem:
        """What is kept of an attempt that failed, with a picture of what came."""
        assert tried.verdict is not None
        after = None
        if tab is not None and not tried.lost:
            await tab.park()
            after = self.images.keep(await tab.picture())
        return Problem(
            part,
            tried.verdict.check,
            tried.verdict.title,
            attempt.source,
            attempt.target,
            attempt.transition,
            attempt.args,
            way,
            tried.gesture,
            tried.verdict.differences,
            after,
        )


def failed(error: LeftError | ScriptError) -> Verdict:
    if isinstance(error, ScriptError):
        return Verdict(Check.SCRIPT, f"the page's script failed: {error}")
    return Verdict(Check.LEFT, "something led away from the site")
