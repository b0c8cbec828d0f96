"""Plays a scenario line by line: a step taken, a refusal met, a widget not there."""

from __future__ import annotations

from dataclasses import dataclass

from fsmc.kernel.step import Absent, Enabled, Refused, Status, outside, status, step
from fsmc.model.domains import contains
from fsmc.model.expr import Const
from fsmc.model.simplify import FALSE
from fsmc.model.world import Args, Guard, Origin, Play, Scenario, State, Transition, World


@dataclass(frozen=True, slots=True)
class Mishap:
    """A line that does not go as written: what was met instead, in the state before it.

    `transition` is the one that was meant; `outside` are the slots that a taken step takes out of
    their domains.
    """

    number: int
    play: Play
    transition: Transition
    state: State
    met: Status
    outside: tuple[int, ...] = ()


def play(world: World, scenario: Scenario) -> Mishap | None:
    """The first line that fails; None when the scenario goes as written."""
    state = world.initial
    for number, line in enumerate(scenario.plays, start=1):
        args = arguments(line)
        transition, met = meant(world, line, args, state)
        if not as_written(line, met):
            return Mishap(number, line, transition, state, met)
        if isinstance(met, Enabled):
            new = step(world, transition, args, state)
            if left := outside(world, new):
                return Mishap(number, line, transition, state, met, left)
            state = new
    return None


def as_written(line: Play, met: Status) -> bool:
    """Whether a line meets what it says."""
    match line.kind:
        case "take":
            return isinstance(met, Enabled)
        case "refused":
            return isinstance(met, Refused) and line.text in (None, met.text)
        case "absent":
            return isinstance(met, Absent)
        case _:
            raise ValueError(f"no such kind of line: {line.kind}")


def arguments(line: Play) -> Args:
    assert all(isinstance(arg, Const) for arg in line.args), "a scenario names plain values"
    return tuple(arg.value for arg in line.args if isinstance(arg, Const))


def meant(world: World, line: Play, args: Args, state: State) -> tuple[Transition, Status]:
    """Of the transitions of this name the one that is on the present place, and what it meets."""
    found: list[tuple[Transition, Status]] = []
    for index in line.candidates:
        transition = world.transitions[index]
        if all(contains(p.domain, v) for p, v in zip(transition.params, args, strict=True)):
            found.append((transition, status(world, transition, args, state)))
    if not found:  # no widget offers these values
        nowhere = Guard(FALSE, None, Origin.VALUE, line.span)
        return world.transitions[line.candidates[0]], Absent(nowhere)
    present = [pair for pair in found if not isinstance(pair[1], Absent)]
    here = [pair for pair in found if state[0] in pair[0].pages]
    return (present or here or found)[0]
