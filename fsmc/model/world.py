"""The lowered World, all that back ends read. One file though long: the classes are one contract.

A state is a flat tuple with one value for each variable; slot 0 is the page. Scopes, page entry,
dialogs, budgets, `lasts`, `within` and sheets are gone: they are ordinary slots, guards and writes.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum as PythonEnum
from typing import TypeAlias

from fsmc.diagnostics import Span
from fsmc.model.domains import Domain, Value
from fsmc.model.expr import Expr

State: TypeAlias = tuple[Value, ...]
Args: TypeAlias = tuple[Value, ...]


class Kind(str, PythonEnum):
    """What a slot holds. Only STATE and COLUMN slots are part of frames."""

    PAGE = "page"
    ARGUMENT = "argument"  # of a page; None elsewhere
    DIALOG = "dialog"  # which dialog is open: None or an index into World.dialogs
    DIALOG_ARGUMENT = "dialog argument"
    STATE = "state"
    COLUMN = "column"  # a Vector over the rows of its table
    LOCAL = "local"  # None while its scope is not in force
    SHEET = "sheet"  # of a paged list, from 0
    AGE = "age"  # agent steps left of a `lasts n`
    BUDGET = "budget"  # times a patch with `at most n` has fired
    DUE = "due"  # a Vector over groundings: agent steps since a `within n` patch became enabled
    FIRED = "fired"  # whether a patch that a goal waits for has fired


@dataclass(frozen=True, slots=True)
class Variable:
    """One slot. `pages` are the pages where it lives (empty: all); elsewhere it is None.

    `name` is unique in the world: `cart`, `catalogue.query`, `Product.stock`, `product.p`.
    """

    name: str
    kind: Kind
    domain: Domain
    pages: tuple[int, ...]
    span: Span | None


@dataclass(frozen=True, slots=True)
class TableColumn:
    """`values` by row (initial ones where the column changes); `slot` of a column that changes."""

    name: str
    domain: Domain
    values: tuple[Value, ...]
    slot: int | None
    span: Span | None


@dataclass(frozen=True, slots=True)
class Table:
    """`keys` spell the rows; `row_names` are the bare names of inline rows, None for file rows."""

    name: str
    keys: tuple[str, ...]
    row_names: tuple[str | None, ...]
    columns: tuple[TableColumn, ...]
    span: Span | None

    def column(self, name: str) -> TableColumn:
        return next(c for c in self.columns if c.name == name)


class Origin(str, PythonEnum):
    """Where a guard comes from."""

    WHEN = "when"  # written by the author
    PLACE = "place"  # page, dialog on top
    LIST = "list"  # the row is shown: source, where, sheet
    SECTION = "section"
    VALUE = "value"  # a setter offers only other values
    BUDGET = "budget"  # `at most n`
    DUE = "due"  # a `within` patch must fire first


@dataclass(frozen=True, slots=True)
class Guard:
    """`refusal` None: where the test is false the widget is absent; else it is kept and refuses.

    The text of a refusal reads the state in which it is said.
    """

    test: Expr
    refusal: Expr | None
    origin: Origin
    span: Span | None


@dataclass(frozen=True, slots=True)
class Write:
    """The new value of a slot, as an expression over the old state and the parameters."""

    slot: int
    value: Expr


@dataclass(frozen=True, slots=True)
class Param:
    name: str
    domain: Domain


@dataclass(frozen=True, slots=True)
class Target:
    """A widget as a person and a replayer name it: role and accessible label."""

    role: str
    label: Expr


@dataclass(frozen=True, slots=True)
class Step:
    """One gesture of a free-form route.

    verb: click, double_click, right_click, hover, fill, choose, check, pick, drag, press, scroll.
    `text` is what `fill`, `choose`, `pick` write, or the key of `press`; `to` where a drag ends.
    """

    verb: str
    target: Target | None
    text: Expr | None
    to: Target | None
    pinned: str | None
    pinned_to: str | None
    span: Span | None


@dataclass(frozen=True, slots=True)
class Gui:
    """Done on the page. No routes: the widget's own way (see Button, Link, Field, Pager)."""

    routes: tuple[tuple[Step, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class BrowserBack:
    """Done by the browser's Back, or by a Back link on the page."""


@dataclass(frozen=True, slots=True)
class PatchSurface:
    """Done by another actor."""


Surface: TypeAlias = Gui | BrowserBack | PatchSurface


@dataclass(frozen=True, slots=True)
class Transition:
    """One family of steps. It is enabled when every guard holds; then all writes happen at once.

    `pages` are the only pages on which it can be enabled (a hint for search; guards say the same).
    `name` is as in the text; `label` is unique: `name`, or `page.name` where names repeat.
    """

    index: int
    name: str
    label: str
    actor: str  # agent, user, env
    params: tuple[Param, ...]
    pages: tuple[int, ...]
    guards: tuple[Guard, ...]
    writes: tuple[Write, ...]
    says: Expr | None
    surface: Surface
    span: Span | None


# ---- pages, as the site renders them -------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shown:
    """One item of `show`. `picture`: the text is the path of a picture named by `alt`."""

    text: Expr
    value: Expr  # the expression as written: what `answer` goals look for
    picture: bool
    alt: Expr | None


@dataclass(frozen=True, slots=True)
class Show:
    id: str
    items: tuple[Shown, ...]
    present: Expr
    span: Span | None


@dataclass(frozen=True, slots=True)
class Button:
    """An action. `args` are its arguments here: rows in scope; the free ones are `choices`.

    Without routes a button named `label` fires it, one for each value of the choices.
    """

    id: str
    transition: int
    args: tuple[Expr, ...]
    choices: tuple[Param, ...]
    label: Expr
    routes: tuple[tuple[Step, ...], ...]
    span: Span | None


@dataclass(frozen=True, slots=True)
class Link:
    id: str
    transition: int
    args: tuple[Expr, ...]
    label: Expr
    routes: tuple[tuple[Step, ...], ...]
    shown: bool  # its label is a `show` of its row: the link is that text
    span: Span | None


@dataclass(frozen=True, slots=True)
class BackLink:
    id: str
    transition: int
    label: Expr
    span: Span | None


@dataclass(frozen=True, slots=True)
class Option:
    """A value that a field offers, its text, and when it is offered."""

    value: Value
    text: Expr
    present: Expr


@dataclass(frozen=True, slots=True)
class Field:
    """A widget bound to a value. `args` precede the value among the setter's parameters."""

    id: str
    transition: int
    widget: str
    args: tuple[Expr, ...]
    label: Expr
    value: Expr
    domain: Domain
    options: tuple[Option, ...]
    span: Span | None


@dataclass(frozen=True, slots=True)
class SortKey:
    key: Expr
    descending: bool
    present: Expr


@dataclass(frozen=True, slots=True)
class Pager:
    """Two buttons, Previous and Next, that move the sheet of a paged list."""

    id: str
    size: int
    slot: int
    previous: int  # transitions
    next: int

    @property
    def buttons(self) -> tuple[tuple[str, int], ...]:
        """Labels and transitions of the two."""
        return ("Previous", self.previous), ("Next", self.next)


@dataclass(frozen=True, slots=True)
class ListView:
    """Rows of `source` that pass `where`, sorted, on sheets of `pager.size`."""

    id: str
    variable: Param
    source: Expr
    where: Expr
    sort: tuple[SortKey, ...]
    pager: Pager | None
    row_name: Expr | None
    elements: tuple[Element, ...]
    empty: Expr | None
    span: Span | None


@dataclass(frozen=True, slots=True)
class Section:
    id: str
    title: Expr
    present: Expr
    elements: tuple[Element, ...]
    span: Span | None


Element: TypeAlias = Show | Button | Link | BackLink | Field | ListView | Section


@dataclass(frozen=True, slots=True)
class Page:
    """`navigation`: elements of `everywhere` and `on` scopes, before the page's own `elements`."""

    index: int
    name: str
    title: Expr
    arguments: tuple[int, ...]  # slots
    navigation: tuple[Element, ...]
    elements: tuple[Element, ...]
    dialogs: tuple[int, ...]  # that may open here, forced ones first, in file order
    span: Span | None


@dataclass(frozen=True, slots=True)
class Dialog:
    """`on_top`: over the state, whether this dialog is the one the user sees."""

    index: int
    name: str
    title: Expr
    forced: bool
    on_top: Expr
    elements: tuple[Element, ...]
    span: Span | None


# ---- properties, goals, scenarios ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Property:
    """kind: invariant, reachable or eventually."""

    kind: str
    name: str
    test: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Answer:
    """`value` is what the agent must say, `text` how; `shown` where the plan may end."""

    value: Expr
    text: Expr
    shown: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Cell:
    """A whole slot, or one row of a COLUMN slot; `row` is over the goal's parameters."""

    slot: int
    row: Expr | None
    span: Span | None


@dataclass(frozen=True, slots=True)
class Goal:
    """A family of goals. `where` picks the bindings, judged in the initial state.

    Expressions are over the state and the parameters; in `keep` and under `was` (given as Bound
    names `was:N`, N an index into `was`) values are those of the baseline.
    """

    name: str
    params: tuple[Param, ...]
    where: Expr
    text: Expr
    reach: Expr
    has_reach: bool
    answers: tuple[Answer, ...]
    allow: tuple[Cell, ...]
    keep: tuple[Expr, ...]
    avoid: tuple[Expr, ...]
    after: tuple[int, ...]  # FIRED slots
    was: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Play:
    """One line of a scenario: take a transition, be refused with a text, or find no widget.

    `candidates` are the transitions of that name; the one on the current place is meant.
    """

    kind: str  # take, refused, absent
    name: str
    candidates: tuple[int, ...]
    args: tuple[Expr, ...]
    text: str | None
    span: Span


@dataclass(frozen=True, slots=True)
class Scenario:
    name: str
    plays: tuple[Play, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that columns name: its path in the world's folder, None where it is generated."""

    name: str
    path: str | None


@dataclass(frozen=True, slots=True)
class World:
    """Everything that one text says. `digest` is the hash of all of it but spans."""

    name: str
    title: str
    currency: str
    locale: str
    today: int
    variables: tuple[Variable, ...]
    tables: tuple[Table, ...]
    transitions: tuple[Transition, ...]
    pages: tuple[Page, ...]
    dialogs: tuple[Dialog, ...]
    properties: tuple[Property, ...]
    goals: tuple[Goal, ...]
    scenarios: tuple[Scenario, ...]
    pictures: tuple[Picture, ...]
    initial: State
    folder: str
    digest: str

    def table(self, name: str) -> Table:
        return next(t for t in self.tables if t.name == name)
