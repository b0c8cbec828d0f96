"""Routes: gestures with labels and pinned selectors, such that no two actions share a gesture."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from fsmc.importers.autowebworld.gestures import Step, steps_of
from fsmc.importers.autowebworld.selectors import pin_of, selector_words
from fsmc.importers.autowebworld.spec import Action, Page
from fsmc.importers.autowebworld.words import (
    placeholders,
    quoted,
    sentence,
    title,
    unique,
    without_prefix,
    words_of,
)

_SILENT: Final = {
    "input", "button", "btn", "dropdown", "checkbox", "slider", "toggle", "link", "select", "tab",
    "field", "container", "trigger", "textarea", "box", "nav", "option", "picker", "menu",
}  # fmt: skip
_EXAMPLES: Final = (
    ({"email"}, "ana@example.org"),
    ({"password"}, "Green-Tea-42"),
    ({"phone"}, "555 0134"),
    ({"card"}, "4111 1111 1111 1111"),
    ({"first"}, "Ana"),
    ({"last"}, "Lopez"),
    ({"passenger", "guest", "driver", "primary", "person"}, "Ana Lopez"),
    ({"url", "website"}, "https://example.org"),
)
_STEP_PREFERENCE: Final = ("textbox", "searchbox", "slider", "combobox", "list", "region")
_DROPPED: Final = ("ACT", "ACTION")

Place = tuple[str, ...]
"""A widget: the selectors that lead to it, and its own."""


@dataclass(frozen=True, slots=True)
class Widget:
    label: str
    role: str
    pin: str | None


@dataclass(frozen=True, slots=True)
class Route:
    """The `by` of one action, and what about it differs from the file."""

    action: str
    text: str
    shared_with: tuple[str, ...] = ()
    pinned: tuple[tuple[str, str], ...] = ()
    """File's selector and the one used, where they differ."""
    unpinned: tuple[str, ...] = ()
    typed: tuple[tuple[str, str], ...] = ()
    """File's text and the one typed, where they differ."""


def action_label(action: Action, page: Page) -> str:
    """A short label: the id without what the page's id says already."""
    words = [w for w in words_of(action.id) if w.upper() not in _DROPPED]
    return sentence(without_prefix(words, words_of(page.id))) or title(action.id)


def routes_of(page: Page) -> dict[str, Route]:
    """One route for each action of the page, by action id."""
    maker = _RouteMaker(page, {a.id: steps_of(a) for a in page.actions})
    return {action.id: maker.route(action) for action in page.actions}


def place_of(steps: Sequence[Step], at: int) -> Place:
    return tuple(s.selector or s.verb for s in steps[: at + 1] if s.verb != "press")


def last_widget(steps: Sequence[Step]) -> int:
    """The position of the last step that has a widget, or -1."""
    return max((i for i, s in enumerate(steps) if s.verb != "press"), default=-1)


def typed_text(step: Step, action: Action) -> str:
    """What is typed: the file's own text, what the action stores, or an example."""
    text = step.text or ""
    if text and not placeholders(text):
        return text
    constants = [e.value for e in action.effects if isinstance(e.value, str) and e.value]
    if constants and not placeholders(constants[0]):
        return constants[0]
    words = selector_words(step.selector or action.id)
    spoken = [w for w in words if w not in _SILENT and w != "search"]
    for clue, example in _EXAMPLES:
        if clue & set(spoken):
            return example
    return sentence(["sample", *(spoken or ["text"])])


@dataclass(slots=True)
class _RouteMaker:
    page: Page
    steps: dict[str, tuple[Step, ...]]
    widgets: dict[Place, Widget] = field(default_factory=dict)
    labels: dict[tuple[str, str], Place] = field(default_factory=dict)
    pins: dict[str, Place] = field(default_factory=dict)

    def route(self, action: Action) -> Route:
        steps = self.steps[action.id]
        if not steps:
            steps = (Step("click", "button", None),)
        shared = self._shared(action, steps)
        last = last_widget(steps)
        parts, pinned, unpinned, typed = [], [], [], []
        for at, step in enumerate(steps):
            if step.verb == "press":
                parts.append(f"press {quoted(step.key or 'Enter')}")
                continue
            own = action if at == last and (shared or step.selector is None) else None
            widget = self._widget(steps, at, own, action)
            if step.selector is not None and widget.pin is None:
                unpinned.append(step.selector)
            elif step.selector is not None and widget.pin and widget.pin != step.selector:
                pinned.append((step.selector, widget.pin))
            parts.append(self._gesture(step, widget, action))
            if step.text is not None and (text := typed_text(step, action)) != step.text:
                typed.append((step.text, text))
        return Route(
            action.id, " then ".join(parts), shared, tuple(pinned), tuple(unpinned), tuple(typed)
        )

    def _shared(self, action: Action, steps: tuple[Step, ...]) -> tuple[str, ...]:
        """The other actions whose gestures begin with, or pass by the end of, this action's."""
        own = [(s.selector, s.key) for s in steps]
        end = steps[last_widget(steps)].selector
        found = []
        for other, theirs in self.steps.items():
            begun = [(s.selector, s.key) for s in theirs[: len(own)]] == own
            passed = end is not None and end in [s.selector for s in theirs[:-1]]
            if other != action.id and theirs and (begun or passed):
                found.append(other)
        return tuple(found)

    def _widget(
        self, steps: tuple[Step, ...], at: int, own: Action | None, action: Action
    ) -> Widget:
        step = steps[at]
        place = place_of(steps, at)
        if own:
            place = (*place, own.id)
        if place not in self.widgets:
            role = self._role(step, place)
            label = self._label(steps, at, role, own, action)
            self.labels[role, label] = place
            pin = self._pin(step.selector, place, own, action)
            self.widgets[place] = Widget(label, role, pin)
        return self.widgets[place]

    def _role(self, step: Step, place: Place) -> str:
        """One role a widget: that of the use which says most."""
        roles = {
            other.role
            for steps in self.steps.values()
            for at, other in enumerate(steps)
            if other.verb != "press" and place_of(steps, at) == place
        }
        return next((role for role in _STEP_PREFERENCE if role in roles), step.role)

    def _label(
        self, steps: tuple[Step, ...], at: int, role: str, own: Action | None, action: Action
    ) -> str:
        step = steps[at]
        named = action_label(action, self.page)
        words = selector_words(step.selector or "")
        before = steps[at - 1] if at else None
        if before and before.selector and role in ("option", "menuitem"):
            words = without_prefix(words, selector_words(before.selector))
        short = sentence(w for w in words if w not in _SILENT)
        whole = sentence(w for w in selector_words(step.selector or "") if w != "nav")
        choices = [short, sentence(words), whole]
        if at == last_widget(steps):
            choices.append(named)
        if own:
            choices = [named, f"{short}: {named}"]
        for choice in choices:
            if choice and (role, choice) not in self.labels:
                return choice
        return unique(choices[-1] or named, [label for r, label in self.labels if r == role])

    def _pin(
        self, selector: str | None, place: Place, own: Action | None, action: Action
    ) -> str | None:
        pin = pin_of(selector) if selector else None
        if pin is None:
            return None
        suffix = re.sub(r"[^\w-]", "-", action.id)
        css = pin.own(suffix) if own else pin.css
        if css in self.pins:
            css = unique(pin.own(suffix), self.pins, "{}-{}")
        self.pins[css] = place
        return css

    def _gesture(self, step: Step, widget: Widget, action: Action) -> str:
        pinned = f" pinned {quoted(widget.pin)}" if widget.pin else ""
        target = f"{widget.role} {quoted(widget.label)}"
        if step.verb == "fill":
            return f"fill {target} with {quoted(typed_text(step, action))}{pinned}"
        if step.verb == "drag":
            side = "start" if step.towards == "left" else "end"
            goal = f"mark {quoted(f'{widget.label} {side}')}"
            at = f" pinned {quoted(f'{widget.pin}-{side}')}" if widget.pin else ""
            return f"drag {target}{pinned} to {goal}{at}"
        return f"{step.verb} {target}{pinned}"
