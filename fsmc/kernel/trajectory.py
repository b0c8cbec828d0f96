"""A trajectory: where it starts and what was done, as canonical JSON with a digest."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

from fsmc.kernel.describe import args_from_json, call_json, state_from_json, state_json
from fsmc.kernel.step import Enabled, status, step
from fsmc.model.world import Args, State, Transition, World


@dataclass(frozen=True, slots=True)
class Taken:
    """One step: who took which transition with which arguments."""

    transition: Transition
    args: Args


@dataclass(frozen=True, slots=True)
class Trajectory:
    """`initial` is the state before the first step."""

    world: World
    initial: State
    steps: tuple[Taken, ...]


class Impossible(ValueError):
    """A step that is not enabled where it is taken."""


def replay(trajectory: Trajectory) -> tuple[State, ...]:
    """All states, the initial one first. Raises Impossible at a step that is not enabled."""
    states = [trajectory.initial]
    for number, taken in enumerate(trajectory.steps, start=1):
        found = status(trajectory.world, taken.transition, taken.args, states[-1])
        if not isinstance(found, Enabled):
            raise Impossible(f"step {number}, `{taken.transition.label}`, is not enabled")
        states.append(step(trajectory.world, taken.transition, taken.args, states[-1]))
    return tuple(states)


def to_text(trajectory: Trajectory) -> str:
    """Canonical JSON: keys sorted, no blanks, UTF-8; equal trajectories have equal texts."""
    data = {
        "world": trajectory.world.digest,
        "initial": state_json(trajectory.world, trajectory.initial),
        "steps": [
            {
                "actor": taken.transition.actor,
                "transition": taken.transition.label,
                "args": call_json(taken.transition, taken.args),
            }
            for taken in trajectory.steps
        ],
    }
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def from_text(world: World, text: str) -> Trajectory:
    """The inverse of `to_text`. Raises ValueError when it is none, or of another world."""
    data = json.loads(text)
    if data["world"] != world.digest:
        raise ValueError("this trajectory belongs to another world")
    by_label = {t.label: t for t in world.transitions}
    steps: list[Taken] = []
    for row in data["steps"]:
        if row["transition"] not in by_label:
            raise ValueError(f"there is no transition `{row['transition']}`")
        transition = by_label[row["transition"]]
        steps.append(Taken(transition, args_from_json(transition, row["args"])))
    return Trajectory(world, state_from_json(world, data["initial"]), tuple(steps))


def digest(trajectory: Trajectory) -> str:
    """64 hexadecimal digits of SHA-256 over the canonical text."""
    return hashlib.sha256(to_text(trajectory).encode()).hexdigest()
