"""Trajectories for programs: a JSON object a line, complete without the world or the graph."""

from __future__ import annotations

import json
from typing import Any

from fsmc.backends.report.gather import answers
from fsmc.backends.report.outcome import Gestured, Outcome, Played, Sight, Taken
from fsmc.kernel.describe import call_json, state_json
from fsmc.kernel.evaluate import evaluate
from fsmc.kernel.step import bind
from fsmc.kernel.trajectory import Taken as Step
from fsmc.kernel.trajectory import Trajectory, digest
from fsmc.model.domains import to_json
from fsmc.model.world import Goal, World
from fsmc.printers.english import action_phrase, goal_text, place_phrase


def trajectory_lines(world: World, outcome: Outcome) -> str:
    """One line for each trajectory that arrived, in the order of the run; no tours.

    `played` is true where it was played from the start to its end, false where it is made of edges
    each of which was checked.
    """
    arrived = [(one, True) for one in outcome.played if one.problem is None]
    arrived += [(one, False) for one in outcome.composed]
    wanted = [(one, played) for one, played in arrived if one.goal is not None]
    return "".join(
        json.dumps(_trajectory(world, one, played, number), ensure_ascii=False) + "\n"
        for number, (one, played) in enumerate(wanted)
    )


def _trajectory(world: World, one: Played, played: bool, number: int) -> dict[str, Any]:
    goal = next(g for g in world.goals if g.name == one.goal)
    return {
        "trajectory": number,
        "id": digest(_canonical(world, one)),
        "world": world.name,
        "digest": world.digest,
        "played": played,
        "task": _task(world, goal, one),
        "size": list(one.sight.size),
        "steps": [_step(world, taken) for taken in one.steps],
        "final": {
            "state": state_json(world, one.final),
            "place": place_phrase(world, one.final),
            "image": one.sight.image,
        },
        "answers": answers(world, goal, one.args, one.final),
    }


def _canonical(world: World, one: Played) -> Trajectory:
    steps = tuple(Step(world.transitions[t.transition], t.args) for t in one.steps)
    return Trajectory(world, one.steps[0].state if one.steps else one.final, steps)


def _task(world: World, goal: Goal, played: Played) -> dict[str, Any]:
    return {
        "goal": goal.name,
        "bindings": {
            p.name: None if v is None else to_json(p.domain, v)
            for p, v in zip(goal.params, played.args, strict=True)
        },
        "text": goal_text(world, goal, played.args),
    }


def _step(world: World, taken: Taken) -> dict[str, Any]:
    transition = world.transitions[taken.transition]
    says = None
    if transition.says is not None:
        says = evaluate(world, transition.says, taken.state, bind(transition, taken.args))
    return {
        "state": state_json(world, taken.state),
        "place": place_phrase(world, taken.state),
        "actor": transition.actor,
        "action": transition.name,
        "args": call_json(transition, taken.args),
        "text": action_phrase(world, transition, taken.args, taken.state),
        "says": says,
        "image": taken.sight.image,
        "gui": [_gesture(one) for one in taken.gestures],
    }


def _gesture(one: Gestured) -> dict[str, Any]:
    gesture, sight = one.gesture, one.sight
    return {
        "verb": gesture.verb,
        "selector": gesture.selector,
        "role": gesture.role,
        "name": gesture.name,
        "text": gesture.text,
        "to": gesture.to,
        "at": gesture.at,
        "scroll": list(one.scroll),
        **_place(sight),
        "image": sight.image,
    }


def _place(sight: Sight) -> dict[str, Any]:
    """Where it went, in pixels of the image: `box` is x, y, width, height, `point` x, y."""
    return {
        "box": None if sight.box is None else list(sight.box),
        "point": None if sight.point is None else list(sight.point),
    }
