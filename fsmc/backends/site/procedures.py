"""How a transition is done on the page: primitive gestures with selectors, as data."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field, replace

from fsmc.backends.site import ids
from fsmc.backends.site.fields import KINDS, inner
from fsmc.backends.site.parts import Bound, Call, Frame, Vertex, Widget
from fsmc.backends.site.views import Site, site_of
from fsmc.kernel.evaluate import evaluate
from fsmc.kernel.step import Absent, Enabled, status
from fsmc.model.domains import EPOCH, OTHER, Date, Int, Money, Text, Value, rank
from fsmc.model.expr import Bound as BoundName
from fsmc.model.expr import Expr
from fsmc.model.world import Args, BrowserBack, State, Transition, World


@dataclass(frozen=True, slots=True)
class Gesture:
    """One thing that a hand does.

    `verb` is click, double_click, right_click, hover, fill, press, drag, slide, scroll or back.
    `selector`, `role` and `name` say where: all three name the same element. `text` is what `fill`
    writes (empty: everything is deleted) and the key of `press`; `to` is the selector where a
    `drag` ends; `at` the fraction of a slider's length where `slide` clicks.
    """

    verb: str
    selector: str | None
    role: str | None
    name: str | None
    text: str | None = None
    to: str | None = None
    at: float | None = None


Procedure = tuple[Gesture, ...]


def procedures(
    world: World, state: State, transition: Transition, args: Args
) -> tuple[Procedure, ...]:
    """Every way to do `transition(args)` on the page that shows `state`; () where no widget does it.

    Several ways are several routes to the same step. A transition that would be refused has the
    same ways: its gestures are made and nothing changes.
    """
    return _guide(world).procedures(state, transition, args)


_guides: list[Guide] = []


def _guide(world: World) -> Guide:
    """The guide of the world asked for last, or a new one."""
    if not _guides or _guides[0].site.world is not world:
        _guides[:] = [Guide(site_of(world))]
    return _guides[0]


@dataclass(slots=True)
class Guide:
    """Knows where on a site each transition is done."""

    site: Site
    routes: dict[int, list[tuple[Frame, Vertex, Call]]] = field(default_factory=dict)
    fields: dict[int, list[Bound]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for vertex, frame in self.site.numbers.vertices:
            for call in vertex.finals:
                self.routes.setdefault(call.transition, []).append((frame, vertex, call))
        for bound in self.site.fields:
            self.fields.setdefault(bound.field.transition, []).append(bound)

    @property
    def world(self) -> World:
        return self.site.world

    def procedures(
        self, state: State, transition: Transition, args: Args
    ) -> tuple[Procedure, ...]:
        if isinstance(status(self.world, transition, args, state), Absent):
            return ()
        place = self.place(state)
        found: list[Procedure] = []
        for frame, vertex, call in self.routes.get(transition.index, ()):
            if frame.place == place:
                bound = self._bound(frame, call.args, args, state)
                if bound is not None and self._speaks(vertex, call, bound, state):
                    found.append(_Hand(self.world, state, frame, bound).route(vertex))
        for part in self.fields.get(transition.index, ()):
            if part.frame.place == place:
                bound = self._bound(part.frame, part.field.args, args[:-1], state)
                if bound is not None:
                    hand = _Hand(self.world, state, part.frame, bound)
                    found += hand.field(part, args[-1])
        if isinstance(transition.surface, BrowserBack) and self._is_back(transition, state):
            found.append((Gesture("back", None, None, None),))
        return tuple(found)

    def place(self, state: State) -> str:
        """The place that a person sees: the dialog on top, else the page."""
        assert isinstance(state[0], int)
        for index in self.world.pages[state[0]].dialogs:
            if evaluate(self.world, self.world.dialogs[index].on_top, state, {}):
                return f"dialog {index}"
        return f"page {state[0]}"

    def _bound(
        self, frame: Frame, exprs: tuple[Expr, ...], args: Args, state: State
    ) -> dict[str, Value] | None:
        """The rows around an element that make its arguments `args`; None where none do."""
        found = {
            e.name: value
            for e, value in zip(exprs, args, strict=True)
            if isinstance(e, BoundName) and e.name in frame.names
        }
        if len(found) < len(frame.names):
            return None
        values = tuple(evaluate(self.world, e, state, found) for e in exprs)
        return found if values == args else None

    def _speaks(self, vertex: Vertex, call: Call, bound: dict[str, Value], state: State) -> bool:
        """Whether the last gesture of a route takes this transition, and none before it any."""
        above = vertex.parent
        while above is not None:
            if any(self._status(c, bound, state) != "absent" for c in above.finals):
                return False
            above = above.parent
        statuses = [(c, self._status(c, bound, state)) for c in vertex.finals]
        first = next((c for c, s in statuses if s == "enabled"), None)
        if first is None:
            first = next((c for c, s in statuses if s == "refused"), None)
        return first == call

    def _status(self, call: Call, bound: dict[str, Value], state: State) -> str:
        args = tuple(evaluate(self.world, a, state, bound) for a in call.args)
        found = status(self.world, self.world.transitions[call.transition], args, state)
        if isinstance(found, Enabled):
            return "enabled"
        return "absent" if isinstance(found, Absent) else "refused"

    def _is_back(self, transition: Transition, state: State) -> bool:
        """Whether the browser's Back takes this transition among all that it could take."""
        calls = [
            Call(t.index, ())
            for t in self.world.transitions
            if isinstance(t.surface, BrowserBack) and state[0] in t.pages
        ]
        statuses = [(c.transition, self._status(c, {}, state)) for c in calls]
        for wanted in ("enabled", "refused"):
            for index, found in statuses:
                if found == wanted:
                    return index == transition.index
        return False


@dataclass(frozen=True, slots=True)
class _Hand:
    """Makes gestures on widgets in one state, for one row."""

    world: World
    state: State
    frame: Frame
    bound: dict[str, Value]

    @property
    def suffix(self) -> str:
        return "".join(f"--{ids.key(v.domain, self.bound[v.name])}" for v in self.frame.variables)

    def text(self, expr: Expr) -> str:
        return str(evaluate(self.world, expr, self.state, self.bound))

    # ---- routes -----------------------------------------------------------------------------
    def route(self, vertex: Vertex) -> Procedure:
        path: list[Vertex] = []
        above: Vertex | None = vertex
        while above is not None:
            path.append(above)
            above = above.parent
        path.reverse()
        gestures = [self._step(v) for v in path]
        if vertex.verb == "fill":  # leaving the box commits it where Enter begins another route
            enters = any(c.verb == "press" for c in vertex.children)
            gestures.append(replace(gestures[-1], verb="press", text="Tab" if enters else "Enter"))
        return tuple(gestures)

    def _step(self, vertex: Vertex) -> Gesture:
        text = None if vertex.text is None else self.text(vertex.text)
        to = None if vertex.to is None else self._selector(vertex.to)
        widget = vertex.widget
        if widget is None and vertex.parent is not None:
            widget = vertex.parent.widget
        if widget is None:
            return Gesture(vertex.verb, None, None, None, text, to)
        name = self.text(widget.label)
        return Gesture(vertex.verb, self._selector(widget), widget.role, name, text, to)

    def _selector(self, widget: Widget) -> str:
        if ids.pinned_id(widget.pinned) is not None:
            return ids.selector(widget.id)
        if ids.pinned_classes(widget.pinned) and not self.frame.variables:
            return str(widget.pinned)
        return ids.selector(widget.id + self.suffix)

    # ---- fields -----------------------------------------------------------------------------
    def field(self, part: Bound, value: Value) -> list[Procedure]:
        match KINDS[part.field.widget]:
            case "text":
                return [self._type(part, value)]
            case "combobox":
                option = next(o for o in part.field.options if o.value == value)
                key = ids.key(part.field.domain, value)
                choose = self._at(part, "click", "option", self.text(option.text), f"--{key}")
                return [(self._at(part, "click", "combobox"), choose)]
            case "radiogroup":
                option = next(o for o in part.field.options if o.value == value)
                key = ids.key(part.field.domain, value)
                return [(self._at(part, "click", "radio", self.text(option.text), f"--{key}"),)]
            case "check":
                role = part.field.widget
                return [
                    (self._at(part, "click", role),),
                    (replace(self._at(part, "press", role), text="Space"),),
                ]
            case "slider":
                return self._slide(part, value)
            case "stepper":
                current = evaluate(self.world, part.field.value, self.state, self.bound)
                assert isinstance(value, int) and isinstance(current, int)
                word, end = ("Increase", "plus") if value > current else ("Decrease", "minus")
                name = f"{word} {self.text(part.field.label)}"
                return [(self._at(part, "click", "button", name, f"--{end}"),)]
            case _:
                return [self._pick(part, value)]

    def _at(
        self, part: Bound, verb: str, role: str, name: str | None = None, end: str = ""
    ) -> Gesture:
        label = self.text(part.field.label) if name is None else name
        return Gesture(verb, ids.selector(part.field.id + self.suffix + end), role, label)

    def _type(self, part: Bound, value: Value) -> Procedure:
        domain = inner(part.field.domain)
        assert isinstance(domain, Text)
        text = domain.representative if value == OTHER else str(value or "")
        role = "textbox" if part.field.widget == "textarea" else part.field.widget
        fill = replace(self._at(part, "fill", role), text=text)
        leave = "Tab" if part.field.widget == "textarea" else "Enter"
        return (fill, replace(fill, verb="press", text=leave))

    def _slide(self, part: Bound, value: Value) -> list[Procedure]:
        domain = inner(part.field.domain)
        assert isinstance(domain, Int | Money)
        current = evaluate(self.world, part.field.value, self.state, self.bound)
        last, wanted, now = domain.size - 1, rank(domain, value), rank(domain, current)
        click = self._at(part, "slide", "slider")
        found: list[Procedure] = [(replace(click, at=wanted / last if last else 0.0),)]
        keys = {now + 1: "ArrowRight", now - 1: "ArrowLeft", 0: "Home", last: "End"}
        if wanted in keys:
            found.append((replace(click, verb="press", text=keys[wanted]),))
        return found

    def _pick(self, part: Bound, value: Value) -> Procedure:
        gestures = [self._at(part, "click", "button")]
        if value is None:
            return (*gestures, self._at(part, "click", "button", "Clear", "--clear"))
        domain = inner(part.field.domain)
        assert isinstance(domain, Date) and isinstance(value, int)
        current = evaluate(self.world, part.field.value, self.state, self.bound)
        start = self.world.today if current is None else current
        assert isinstance(start, int) and domain.low is not None and domain.high is not None
        day = _date(value)
        shown = _date(min(domain.high, max(domain.low, start)))
        months = (day.year - shown.year) * 12 + day.month - shown.month
        word = "next" if months > 0 else "previous"
        for _ in range(abs(months)):
            gestures.append(self._at(part, "click", "button", f"{word.title()} month", f"--{word}"))
        iso = day.isoformat()
        return (*gestures, self._at(part, "click", "gridcell", iso, f"--{iso}"))


def _date(days: int) -> datetime.date:
    return EPOCH + datetime.timedelta(days=days)

