"""Routes of gestures as a trie: equal targets are one widget, equal beginnings one vertex."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from fsmc.backends.site.ids import pinned_id, slug
from fsmc.backends.site.parts import Call, Frame, Vertex, Widget
from fsmc.model.domains import String
from fsmc.model.expr import Const, Expr
from fsmc.model.world import Step, Target

TEXT = String()
_OPENS = {"choose": "option", "pick": "gridcell"}


def plain_steps(route: tuple[Step, ...]) -> tuple[Step, ...]:
    """The route in primitive verbs: `choose` and `pick` are two clicks, `check` is one."""
    found: list[Step] = []
    for step in route:
        if step.verb in _OPENS and step.text is not None:
            found.append(replace(step, verb="click", text=None))
            target = Target(_OPENS[step.verb], step.text)
            found.append(replace(step, verb="click", target=target, text=None, pinned=None))
        elif step.verb in ("check", *_OPENS):
            found.append(replace(step, verb="click", text=None))
        else:
            found.append(step)
    return tuple(found)


def default_route(role: str, label: Expr) -> tuple[Step, ...]:
    """How an action or a link without `by` is done."""
    return (Step("click", Target(role, label), None, None, None, None, None),)


@dataclass(slots=True)
class Numbers:
    """Numbers widgets and vertices of a whole site."""

    widgets: list[Widget] = field(default_factory=list)
    vertices: list[tuple[Vertex, Frame]] = field(default_factory=list)
    count: int = 0

    def next(self) -> int:
        self.count += 1
        return self.count - 1


@dataclass(slots=True)
class Trie:
    """The routes of one container: a page, dialog, section or row."""

    frame: Frame
    numbers: Numbers
    roots: list[Vertex] = field(default_factory=list)
    widgets: list[Widget] = field(default_factory=list)

    def add(self, id_: str, route: tuple[Step, ...], call: Call) -> list[Widget]:
        """Works in one route; gives the widgets that it brings to its place in the container."""
        new: list[Widget] = []
        vertex: Vertex | None = None
        for step in plain_steps(route):
            vertex = self._vertex(id_, vertex, step, new)
        if vertex is not None and call not in vertex.finals:
            vertex.finals.append(call)
        return [w for w in new if w.revealed is None]

    def _vertex(self, id_: str, parent: Vertex | None, step: Step, new: list[Widget]) -> Vertex:
        widget = (
            None
            if step.target is None
            else self._widget(id_, parent, step.target, step.pinned, new)
        )
        to = None if step.to is None else self._widget(id_, parent, step.to, step.pinned_to, new)
        siblings = self.roots if parent is None else parent.children
        for vertex in siblings:
            same = vertex.verb == step.verb and vertex.widget is widget and vertex.to is to
            if same and vertex.text == step.text:
                return vertex
        vertex = Vertex(len(self.numbers.vertices), parent, step.verb, widget, to, step.text, step)
        self.numbers.vertices.append((vertex, self.frame))
        siblings.append(vertex)
        if widget is not None:
            widget.vertices.append(vertex)
        if to is not None:
            to.is_target = True
        return vertex

    def _widget(
        self, id_: str, parent: Vertex | None, target: Target, pinned: str | None, new: list[Widget]
    ) -> Widget:
        """The widget of that role, label and pin: of an earlier step, a neighbour, or a new one."""
        shown_after = parent
        while True:
            for widget in self.widgets:
                if widget.revealed is shown_after and _is(widget, target, pinned):
                    return widget
            if shown_after is None:
                break
            shown_after = shown_after.parent
        widget = Widget(
            self.numbers.next(), self.frame, target.role, target.label, pinned,
            self._id(id_, parent, target, pinned), parent,
        )  # fmt: skip
        self.numbers.widgets.append(widget)
        self.widgets.append(widget)
        new.append(widget)
        return widget

    def _id(self, id_: str, parent: Vertex | None, target: Target, pinned: str | None) -> str:
        if found := pinned_id(pinned):
            return found
        above = parent
        while above is not None and above.widget is None:
            above = above.parent
        base = id_ if above is None or above.widget is None else above.widget.id
        taken = {w.id for w in self.widgets}
        if base not in taken:
            return base
        base += f"-{_word(target)}"
        name, more = base, 1
        while name in taken:
            more += 1
            name = f"{base}-{more}"
        return name


def _word(target: Target) -> str:
    label = target.label
    if isinstance(label, Const) and isinstance(label.value, str):
        return slug(label.value.lower()) or target.role
    return target.role


def _is(widget: Widget, target: Target, pinned: str | None) -> bool:
    return (widget.role, widget.label, widget.pinned) == (target.role, target.label, pinned)


def subtree(vertex: Vertex) -> list[Vertex]:
    """The vertex and all that begin with it."""
    found = [vertex]
    for child in vertex.children:
        found += subtree(child)
    return found


def calls(widget: Widget, all_vertices: list[tuple[Vertex, Frame]]) -> list[Call]:
    """The transitions whose routes use the widget here; it is there while one of them is."""
    tops = list(widget.vertices)
    if not tops:  # a place to drop on is there as long as what is dropped
        tops = [v for v, _ in all_vertices if v.to is widget]
    found: list[Call] = []
    for top in tops:
        for vertex in subtree(top):
            found += [call for call in vertex.finals if call not in found]
    return found
