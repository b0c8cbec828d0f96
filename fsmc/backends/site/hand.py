"""Makes gestures: primitive ones with selectors, as data, for one state and one row."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, replace

from fsmc.backends.site import ids
from fsmc.backends.site.fields import KINDS, inner
from fsmc.backends.site.parts import Bound, Frame, Vertex, Widget
from fsmc.kernel.evaluate import evaluate
from fsmc.model.domains import EPOCH, OTHER, Date, Int, Money, Text, Value, rank
from fsmc.model.expr import Expr
from fsmc.model.world import State, World


@dataclass(frozen=True, slots=True)
class Gesture:
    """One thing that a hand does.

    `verb` is click, double_click, right_click, hover, fill, press, drag, slide, scroll or back.
    `selector`, `role` and `name` say where: all three name one element. `text` is what `fill`
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


@dataclass(frozen=True, slots=True)
class Hand:
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
        role = "textbox" if widget.role == "textarea" else widget.role
        return Gesture(vertex.verb, self._selector(widget), role, name, text, to)

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
                assert isinstance(value, int)
                assert isinstance(current, int)
                word, end = ("Increase", "plus") if value > current else ("Decrease", "minus")
                name = f"{word} {self.text(part.field.label)}"
                return [(self._at(part, "click", "button", name, f"--{end}"),)]
            case "date":
                return [self._pick(part, value)]
            case kind:
                raise ValueError(f"no such kind of field: {kind}")

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
        assert isinstance(domain, Date)
        assert isinstance(value, int)
        current = evaluate(self.world, part.field.value, self.state, self.bound)
        start = self.world.today if current is None else current
        assert isinstance(start, int)
        assert domain.low is not None
        assert domain.high is not None
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
