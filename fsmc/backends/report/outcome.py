"""What a replay found, in the terms of the world: the part of a run that the report reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fsmc.backends.site.procedures import Gesture
from fsmc.model.world import Args, State


@dataclass(frozen=True, slots=True)
class Tally:
    """How many things of one kind can be tried, were checked, and failed.

    `untried` are more of them that have no widget of their own, and so cannot be tried.
    """

    total: int = 0
    checked: int = 0
    failed: int = 0
    untried: int = 0


@dataclass(frozen=True, slots=True)
class Sight:
    """A screenshot (by the name of its file) and where on it a gesture went, in its pixels."""

    image: str | None
    size: tuple[int, int]
    point: tuple[float, float] | None = None
    box: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class Gestured:
    """One gesture as it was made, with what was seen before it. `scroll` is that of the page."""

    gesture: Gesture
    sight: Sight
    scroll: tuple[float, float] = (0, 0)


@dataclass(frozen=True, slots=True)
class Taken:
    """One step of a played trajectory; `state` is from before it, `sight` what was seen then.

    `gestures` are empty where the step was another actor's.
    """

    state: State
    transition: int
    args: Args
    sight: Sight
    gestures: tuple[Gestured, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """A trajectory that was played from the start. `problem` is what went wrong, if anything.

    `goal` None: it is for no goal, but leads to what the others leave out.
    """

    goal: str | None
    args: Args
    steps: tuple[Taken, ...]
    final: State
    sight: Sight
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Wrong:
    """A check that failed. `differences` are name, expected, found.

    `refused`: it was tried where the world refuses it.
    """

    kind: str
    title: str
    state: State
    transition: int | None
    args: Args
    differences: tuple[tuple[str, str, str], ...]
    refused: bool = False
    before: Sight | None = None
    after: Sight | None = None
    expected: Sight | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """Everything that was done in the browser.

    `played` trajectories were played from the start; `composed` ones were not, but all their edges
    were checked. `outside` are addresses outside the site that it asked for: there must be none.
    `refusals_by_state` counts refusals by the number of their state.
    """

    browser: str
    states: Tally
    edges: Tally
    refusals: Tally
    trajectories: Tally
    played: tuple[Played, ...] = ()
    composed: tuple[Played, ...] = ()
    wrong: tuple[Wrong, ...] = ()
    wrong_in_all: int = 0
    faults: tuple[tuple[str, int], ...] = ()
    outside: tuple[str, ...] = ()
    refusals_by_state: Mapping[int, int] = field(default_factory=dict)
