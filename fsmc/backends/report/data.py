"""What a report says, as plain frozen values: nothing here knows a browser, a world or a graph."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Mark(str, Enum):
    """How something stands. UNKNOWN is never shown as good."""

    GOOD = "good"
    BAD = "bad"
    WARNING = "warning"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Verdict:
    """One line at the top: `5,385 of 5,385 edges behave as the model says`."""

    mark: Mark
    title: str
    detail: str


@dataclass(frozen=True, slots=True)
class Fact:
    """A number that a reader looks for first."""

    label: str
    value: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class PageNode:
    """A page of the world; `distance` is the fewest steps to it, None where it is not reached."""

    name: str
    title: str
    states: int
    distance: int | None
    dialogs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PageEdge:
    """All edges from one page (by position) to another; `actions` with how many each has."""

    source: int
    target: int
    count: int
    actions: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of one kind of thing was tried in the browser, and how it went."""

    name: str
    checked: int
    total: int
    failed: int
    note: str


@dataclass(frozen=True, slots=True)
class GoalRow:
    """One goal with its parameters bound. `shortest` None: the agent alone cannot reach it.

    `hopeless` counts the states from which the agent cannot reach it any more, None: not known.
    """

    bindings: str
    text: str
    shortest: int | None
    plans: int
    hopeless: int | None
    checked: int


@dataclass(frozen=True, slots=True)
class GoalFamily:
    """Goals of one name; `tasks` counts all of them, `rows` may show only the first."""

    name: str
    sentence: str
    tasks: int
    rows: tuple[GoalRow, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a film strip: what was seen before `caption` was done at `point`.

    `image` is a PNG; `size` the page's width and height, in which `point` and `box` (x, y, width,
    height) are given. `number` is that of the step; with an `actor` other than agent it happened
    by itself.
    """

    caption: str
    place: str
    image: bytes | None
    size: tuple[int, int]
    point: tuple[float, float] | None = None
    box: tuple[float, float, float, float] | None = None
    actor: str = "agent"
    said: str | None = None
    number: str = ""


@dataclass(frozen=True, slots=True)
class Strip:
    """A trajectory as pictures."""

    goal: str
    task: str
    mark: Mark
    note: str
    frames: tuple[Frame, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not as it should be, such as a variable or a line of the page."""

    name: str
    expected: str
    found: str


@dataclass(frozen=True, slots=True)
class FailureCase:
    """A step that did not do what the model says; `kind` names the check that failed.

    `alike` counts the failures of this kind by this action, of which one is shown.
    """

    kind: str
    title: str
    where: str
    action: str
    sentence: str
    alike: int
    differences: tuple[Difference, ...]
    before: Frame | None
    after: Frame | None
    expected: Frame | None


@dataclass(frozen=True, slots=True)
class PropertyRow:
    kind: str
    name: str
    sentence: str
    mark: Mark
    detail: str


@dataclass(frozen=True, slots=True)
class PageStates:
    """How much of the state space is on one page."""

    page: str
    states: int
    edges: int
    refusals: int


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that went wrong in the browser or the machine, and is no fault of the world."""

    text: str
    count: int


@dataclass(frozen=True, slots=True)
class Finding:
    """A diagnostic of the run: a code, its title, more words."""

    code: str
    mark: Mark
    title: str
    detail: str


@dataclass(frozen=True, slots=True)
class ReportData:
    """Everything on the page. `origin` says, line by line, what the numbers belong to."""

    title: str
    headline: str
    lead: str
    mark: Mark
    verdicts: tuple[Verdict, ...]
    facts: tuple[Fact, ...]
    pages: tuple[PageNode, ...]
    page_edges: tuple[PageEdge, ...]
    start: int
    coverage: tuple[Coverage, ...]
    goals: tuple[GoalFamily, ...]
    strips: tuple[Strip, ...]
    strips_in_all: int
    failures: tuple[FailureCase, ...]
    failures_in_all: int
    properties: tuple[PropertyRow, ...]
    space: tuple[PageStates, ...]
    findings: tuple[Finding, ...]
    faults: tuple[Fault, ...]
    outside: tuple[str, ...]
    never: tuple[str, ...]
    origin: tuple[tuple[str, str], ...]
