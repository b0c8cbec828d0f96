"""Results as JSON and back: what a line of `replay.jsonl` says."""

from __future__ import annotations

from typing import Any

from fsmc.backends.replay.captures import Aim, Route, Trial
from fsmc.backends.replay.judge import tuples
from fsmc.backends.replay.results import Check, Difference, Problem
from fsmc.backends.replay.work import Attempt

Record = dict[str, Any]


def trial_json(attempt: Attempt) -> list[Any]:
    return [attempt.source, attempt.transition, attempt.args]


def trial_of(data: list[Any]) -> Trial:
    source, transition, args = data
    return source, transition, tuples(args)


def route_json(route: Route) -> list[list[Any]]:
    """Each gesture as scroll, point, box, and point and box of a drag's end, cut where none is."""
    found = []
    for aim in route:
        parts: list[Any] = [aim.scroll, aim.point, aim.box, aim.to_point, aim.to_box]
        while parts[-1] is None:
            parts.pop()
        found.append(parts)
    return found


def route_of(data: list[list[Any]]) -> Route:
    return tuple(Aim(*(tuples(part) for part in parts)) for parts in data)


def problem_json(problem: Problem) -> Record:
    return {
        "part": problem.part,
        "check": problem.check.value,
        "title": problem.title,
        "state": problem.state,
        "target": problem.target,
        "transition": problem.transition,
        "args": problem.args,
        "route": problem.route,
        "gesture": problem.gesture,
        "differences": [[d.name, d.expected, d.found] for d in problem.differences],
        "after": problem.after,
    }


def problem_of(data: Record) -> Problem:
    return Problem(
        data["part"],
        Check(data["check"]),
        data["title"],
        data["state"],
        data["target"],
        data["transition"],
        tuples(data["args"]),
        data["route"],
        data["gesture"],
        tuple(Difference(*d) for d in data["differences"]),
        data["after"],
    )
