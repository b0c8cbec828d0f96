"""What a site is made of, between the view tree of a world and its HTML: plain data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from fsmc.diagnostics import Span
from fsmc.model.expr import Expr
from fsmc.model.world import Field, ListView, Param, Step


@dataclass(frozen=True, slots=True)
class Frame:
    """What surrounds an element: its place, and the rows and choices it is repeated for."""

    place: str  # "page 2", "dialog 0"
    variables: tuple[Param, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(v.name for v in self.variables)

    def inside(self, *variables: Param) -> Frame:
        return Frame(self.place, (*self.variables, *variables))


@dataclass(frozen=True, slots=True)
class Call:
    """A transition with its arguments, over the state and the frame."""

    transition: int
    args: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class Vertex:
    """The beginning of some routes, performed so far: a node of the trie of gestures.

    `finals` are the transitions that its last gesture takes, `children` the gestures that follow.
    """

    index: int
    parent: Vertex | None
    verb: str
    widget: Widget | None
    to: Widget | None
    text: Expr | None
    step: Step
    finals: list[Call] = field(default_factory=list)
    children: list[Vertex] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Widget:
    """What gestures are made on: one element however many routes name it.

    `revealed` is the vertex after whose gesture it is there, None when it is from the start.
    """

    index: int
    frame: Frame
    role: str
    label: Expr
    pinned: str | None
    id: str
    revealed: Vertex | None
    vertices: list[Vertex] = field(default_factory=list)
    is_target: bool = False  # where a drag ends
    extra: str = ""  # back: how it looks
    link_to: int | None = None  # the page that a link leads to, where that is known
    span: Span | None = None

    def verbs(self) -> frozenset[str]:
        return frozenset(v.verb for v in self.vertices)

    @property
    def shape(self) -> str:
        """The kind of markup."""
        if "fill" in self.verbs():
            return "input"
        if self.is_target:
            return "target"
        if "scroll" in self.verbs():
            return "scroller"
        if "drag" in self.verbs():
            return "source"
        match self.role:
            case "checkbox" | "switch" | "radio":
                return "check"
            case "link" | "button" | "menuitem" | "tab" | "option" | "combobox" | "gridcell":
                return self.role
            case _:
                return "box"

    def children(self) -> list[Widget]:
        """The widgets that gestures on this one reveal, in order."""
        found: list[Widget] = []
        for vertex in self.vertices:
            stack = [vertex]
            while stack:
                top = stack.pop(0)
                for child in top.children:
                    if child.widget is None:
                        stack.append(child)
                    elif child.widget.revealed is top and child.widget not in found:
                        found.append(child.widget)
        return found


@dataclass(frozen=True, slots=True)
class Item:
    """One text of a `show`. `link` is the widget that is this text."""

    style: str  # title, text, money, number, badge, date, picture
    text: Expr
    alt: Expr | None
    link: Widget | None


@dataclass(frozen=True, slots=True)
class Items:
    frame: Frame
    id: str
    present: Expr
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Gestured:
    """A widget of routes stands here."""

    widget: Widget


@dataclass(frozen=True, slots=True)
class Bound:
    """A field stands here; `index` numbers it among the world's widgets."""

    frame: Frame
    index: int
    field: Field


@dataclass(frozen=True, slots=True)
class Repeat:
    """What is inside, once for each value of `variables` (the free arguments of an action)."""

    frame: Frame
    index: int
    variable: Param
    inside: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Rows:
    """A list: `index` numbers it among the world's lists. `look` is cards or rows."""

    frame: Frame
    index: int
    view: ListView
    id: str
    look: str
    picture: Expr | None  # of the row, as an ornament, where no `show` has one
    inside: tuple[Part, ...]
    empty: Expr | None
    pager: tuple[Widget, ...]


@dataclass(frozen=True, slots=True)
class Region:
    """A section with its title."""

    frame: Frame
    id: str
    title: Expr
    present: Expr
    inside: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Neighbours of one kind, laid out together: fields, actions, links, facts."""

    kind: str
    inside: tuple[Part, ...]


Part: TypeAlias = Items | Gestured | Bound | Repeat | Rows | Region | Group


@dataclass(frozen=True, slots=True)
class Place:
    """A page or a dialog."""

    frame: Frame
    name: str
    title: Expr
    navigation: tuple[Part, ...]
    above: tuple[Part, ...]  # lists and sections of scopes around the page, too big for the bar
    before: tuple[Part, ...]  # Back links, above the title
    hero: tuple[Item, ...]  # at most one picture, beside all the rest
    inside: tuple[Part, ...]
    look: str
