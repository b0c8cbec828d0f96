"""Reads what a replay found as an Outcome, with all trajectories that its checks vouch for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from fsmc.backends.replay import VIEWPORT, Count, Plan, Played, Problem, ReplayResult
from fsmc.backends.replay.captures import Aim, Route, image_path
from fsmc.backends.report import outcome as o
from fsmc.backends.site.procedures import procedures
from fsmc.explore.graph import Edge, Graph
from fsmc.model.world import Args


def outcome_of(graph: Graph, result: ReplayResult, plans: Sequence[Plan]) -> o.Outcome:
    """The outcome of a replay of `graph` that was given `plans`.

    A plan that was not played from the start is told as well when each of its edges conforms.
    """
    reader = _Reader(graph, result)
    return o.Outcome(
        browser=browser_name(result.browser),
        states=_tally(result.states),
        edges=_tally(result.edges),
        refusals=_tally(result.refusals),
        trajectories=_tally(result.trajectories),
        played=tuple(reader.played(one) for one in result.played),
        composed=tuple(reader.composed(plans)),
        wrong=tuple(reader.wrong(problem) for problem in result.problems),
        wrong_in_all=len(result.problems),
        faults=result.faults,
        outside=result.outside,
        refusals_by_state=result.refusals_by_state,
    )


def browser_name(product: str) -> str:
    """`HeadlessChrome/156.0.1 (chromium-headless-shell)` in words: `Chromium 156.0.1`."""
    version = re.search(r"/([0-9.]+)", product)
    return f"Chromium {version[1]}" if version else product


def _tally(count: Count) -> o.Tally:
    return o.Tally(count.total - count.untried, count.checked, count.failed, count.untried)


class _Reader:
    """Turns numbers of the graph and aims into the terms of the world."""

    def __init__(self, graph: Graph, result: ReplayResult) -> None:
        self.graph = graph
        self.captures = result.captures
        self.result = result

    def sight(self, state: int) -> o.Sight:
        """What a state looks like."""
        seen = self.captures.states.get(state)
        return o.Sight(None if seen is None else _path(seen.image), VIEWPORT)

    def played(self, one: Played) -> o.Played:
        """A trajectory as far as it went well; the step that went wrong is told by its problem."""
        problem = one.problem
        edges = one.plan.edges
        tour = one.plan.goal is None
        steps = [
            self.taken(edge, route, turn if tour else 0)
            for turn, (edge, route) in enumerate(zip(edges, one.routes, strict=False))
        ]
        if problem is None:
            final, said = one.plan.final, None
            seen = self.sight(final)
        else:
            final = problem.state if len(one.routes) < len(edges) else one.plan.final
            said = f"step {len(one.routes) + 1}: {problem.title}"
            seen = o.Sight(_path(problem.after), VIEWPORT)
        state = self.graph.states[final]
        return o.Played(one.plan.goal, one.plan.args, tuple(steps), state, seen, said)

    def composed(self, plans: Sequence[Plan]) -> Iterator[o.Played]:
        """Plans that were not played, but whose every edge was checked and conforms."""
        wrong = {(p.state, p.transition, p.args) for p in self.result.problems}
        seen = {(one.plan.goal, one.plan.args, one.plan.edges) for one in self.result.played}
        for plan in plans:
            if (plan.goal, plan.args, plan.edges) in seen:
                continue
            trials = [(e.source, e.transition, e.args) for e in plan.edges]
            if any(trial in wrong or trial not in self.captures.routes for trial in trials):
                continue
            steps = tuple(
                self.taken(edge, (self.captures.routes[trial] or ((),))[0], 0)
                for edge, trial in zip(plan.edges, trials, strict=True)
            )
            final = self.graph.states[plan.final]
            yield o.Played(plan.goal, plan.args, steps, final, self.sight(plan.final))

    def taken(self, edge: Edge, route: Route, turn: int) -> o.Taken:
        state = self.graph.states[edge.source]
        transition = self.graph.transition(edge)
        ways = procedures(self.graph.world, state, transition, edge.args)
        way = ways[turn % len(ways)] if ways else ()
        views = self._views(edge, len(route)) if turn % max(1, len(ways)) == 0 else ()
        gestures = tuple(
            o.Gestured(gesture, self._seen(edge.source, number, aim, views), aim.scroll)
            for number, (gesture, aim) in enumerate(zip(way, route, strict=False))
        )
        return o.Taken(state, edge.transition, edge.args, self.sight(edge.source), gestures)

    def _views(self, edge: Edge, count: int) -> tuple[str | None, ...]:
        """The pictures before each gesture of the first way, None where it is the state's."""
        trial: tuple[int, int, Args] = (edge.source, edge.transition, edge.args)
        kept = self.captures.views.get(trial)
        return kept if kept is not None else (None,) * min(count, 1)

    def _seen(self, state: int, number: int, aim: Aim, views: tuple[str | None, ...]) -> o.Sight:
        """What was seen before a gesture, where that was kept, with the place it went to."""
        image = _path(views[number]) if number < len(views) else None
        if image is None and number == 0 and aim.scroll == (0, 0):
            image = self.sight(state).image
        return o.Sight(image, VIEWPORT, aim.point, aim.box)

    def wrong(self, problem: Problem) -> o.Wrong:
        return o.Wrong(
            problem.check.value,
            problem.title,
            self.graph.states[problem.state],
            problem.transition,
            problem.args,
            tuple((d.name, d.expected, d.found) for d in problem.differences),
            refused=problem.part == "refusals",
            before=self.sight(problem.state),
            after=None if problem.after is None else o.Sight(_path(problem.after), VIEWPORT),
            expected=self.sight(problem.target),
        )


def _path(name: str | None) -> str | None:
    return None if name is None else image_path(name)
