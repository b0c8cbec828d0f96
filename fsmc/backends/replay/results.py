"""What a replay finds, as plain frozen values: problems, counts, and what was seen on the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from fsmc.backends.replay.captures import Captures, Route
from fsmc.backends.replay.plans import Plan
from fsmc.model.world import Args


class Check(str, Enum):
    """The checks in the order in which they are made; a problem is named by the first that fails.

    Environment faults (a browser that dies, a protocol that does not answer) are none of these.
    """

    NO_WAY = "no widget does it"
    NO_MATCH = "no match"
    MANY = "many matches"
    NAME = "named otherwise"
    HIDDEN = "hidden"
    DISABLED = "disabled"
    COVERED = "covered"
    MOVED = "target moved"
    LEFT = "left the page"
    SCRIPT = "script failed"
    NOTHING = "no transition"
    WRONG = "wrong transition"
    STATE = "state differs"
    MESSAGE = "message differs"
    UNSEEN = "message not visible"
    UNSETTLED = "state changes when the page is put in order"
    PAGE = "page differs"
    IMAGE = "image differs"


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not as it should be: a variable, a message, a line of the page."""

    name: str
    expected: str
    found: str


@dataclass(frozen=True, slots=True)
class Problem:
    """A check that failed. `states` and the rest are numbers of the graph and of the world.

    `part` is the pass; `target` the state that should have come; `route` which of several ways was
    tried, `gesture` at which of its gestures it went wrong, None after all of them. `after` is the
    picture of what came.
    """

    part: str
    check: Check
    title: str
    state: int
    target: int
    transition: int | None
    args: Args
    route: int | None = None
    gesture: int | None = None
    differences: tuple[Difference, ...] = ()
    after: str | None = None


@dataclass(frozen=True, slots=True)
class Count:
    """How many things of one kind there are, were checked, and failed. `ways` counts procedures.

    `untried` are refusals without a widget of their own: another step has their gesture.
    """

    total: int = 0
    checked: int = 0
    failed: int = 0
    ways: int = 0
    untried: int = 0


@dataclass(frozen=True, slots=True)
class Played:
    """A whole trajectory that was played from the start; `routes` are where its gestures went."""

    plan: Plan
    routes: tuple[Route, ...]
    problem: Problem | None


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """Everything that was done in the browser.

    `faults` are what went wrong in the browser or the machine, with how often: each was met with a
    new browser and is no fault of the world. `outside` are the addresses outside the site that it
    asked for: there must be none. `refusals_by_state` counts refusals of all states.
    """

    browser: str
    states: Count
    edges: Count
    refusals: Count
    trajectories: Count
    problems: tuple[Problem, ...]
    captures: Captures
    played: tuple[Played, ...] = ()
    faults: tuple[tuple[str, int], ...] = ()
    outside: tuple[str, ...] = ()
    refusals_by_state: Mapping[int, int] = field(default_factory=dict)

    @property
    def conforms(self) -> bool:
        """Whether everything that was checked went well."""
        return not self.problems and not self.outside
