"""English for the way an action is done: `press “Add to cart”`, `choose Express in “Delivery”`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fsmc.model.expr import Bound, Const, Expr
from fsmc.model.world import (
    BackLink,
    Button,
    Dialog,
    Element,
    Field,
    Link,
    ListView,
    Page,
    Pager,
    Section,
    Show,
    Step,
    Target,
    Transition,
    World,
)
from fsmc.printers.english_expressions import Speaker
from fsmc.printers.english_words import humanise, listed, quoted

Widget = Button | Link | BackLink | Field | Pager


@dataclass(frozen=True, slots=True)
class Site:
    """Where a transition is done: the widget, the page or dialog that shows it, the rows around."""

    widget: Widget
    place: Page | Dialog
    rows: tuple[str, ...]


def sites(world: World, transition: Transition) -> tuple[Site, ...]:
    """Every widget that fires the transition, pages first, in their order."""
    places: tuple[Page | Dialog, ...] = (*world.pages, *world.dialogs)
    return tuple(
        Site(widget, place, rows)
        for place in places
        for widget, rows in _widgets(place)
        if transition.index in _fires(widget)
    )


def _widgets(place: Page | Dialog) -> Iterator[tuple[Widget, tuple[str, ...]]]:
    if isinstance(place, Page):
        yield from _inside(place.navigation, ())
    yield from _inside(place.elements, ())


def _inside(
    elements: tuple[Element, ...], rows: tuple[str, ...]
) -> Iterator[tuple[Widget, tuple[str, ...]]]:
    for element in elements:
        match element:
            case Button() | Link() | BackLink() | Field():
                yield element, rows
            case ListView(elements=inner, variable=variable, pager=pager):
                yield from _inside(inner, (*rows, variable.name))
                if pager is not None:
                    yield pager, rows
            case Section(elements=inner):
                yield from _inside(inner, rows)
            case Show():
                pass


def _fires(widget: Widget) -> tuple[int, ...]:
    match widget:
        case Pager(previous=previous, next=following):
            return (previous, following)
        case Button() | Link() | BackLink() | Field():
            return (widget.transition,)


def doing(speaker: Speaker, transition: Transition) -> str:
    """What one does to take the transition, in the infinitive."""
    found = sites(speaker.world, transition)
    if not found:
        return humanise(transition.name)
    widget = found[0].widget
    if isinstance(widget, Pager):
        return f"turn to the {'next' if transition.index == widget.next else 'previous'} sheet"
    if isinstance(widget, BackLink):
        return "go back"
    # the rows around the widget are parameters of the transition under other names
    same = {
        arg.name: param.name
        for arg, param in zip(widget.args, transition.params, strict=False)
        if isinstance(arg, Bound)
    }
    inside = speaker.renamed(same)
    rows = [inside.names[row] for row in found[0].rows if row in inside.names]
    of_row = f" for {listed(rows)}" if rows else ""
    match widget:
        case Field(widget=kind):
            return _set(inside, transition, kind, label(inside, widget.label)) + of_row
        case Button(routes=routes) | Link(routes=routes) if routes:
            return _route(inside, routes[0])
        case Button():
            return f"press {label(inside, widget.label)}{of_row}"
        case Link(label=text):
            if isinstance(text, Const):
                return f"open {label(inside, text)}{of_row}"
            return inside.open_link(label(inside, text))


def _set(speaker: Speaker, transition: Transition, kind: str, name: str) -> str:
    param = transition.params[-1]
    value = speaker.names.get(param.name, "another value")
    if value in ("none", "“”"):
        return f"clear {name}"
    match kind:
        case "textbox" | "searchbox" | "textarea":
            return f"type {value} into {name}"
        case "checkbox" | "switch":
            ticking = {"yes": "tick", "no": "untick"}
            return f"{ticking.get(value, 'tick or untick')} {name}"
        case "slider" | "stepper":
            return f"set {name} to {value}"
        case "datepicker":
            return f"pick {value} in {name}"
        case _:
            return f"choose {value} in {name}"


def label(speaker: Speaker, text: Expr) -> str:
    """A label in quotation marks; one that depends on the state is described."""
    if isinstance(text, Const):
        return quoted(str(text.value))
    return speaker.noun(text)


_ROLES = {
    "combobox": "list box",
    "listbox": "list box",
    "menuitem": "menu item",
    "radiogroup": "choice",
    "searchbox": "search field",
    "textbox": "field",
    "textarea": "field",
}

_GESTURES = {
    "click": "click",
    "double_click": "double-click",
    "right_click": "right-click",
    "hover": "hover over",
    "check": "tick",
    "scroll": "scroll",
}


def _route(speaker: Speaker, steps: tuple[Step, ...]) -> str:
    said = [_gesture(speaker, step) for step in steps]
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} and then {said[-1]}"


def _gesture(speaker: Speaker, step: Step) -> str:
    on = _target(speaker, step.target, step.pinned)
    text = "" if step.text is None else speaker.noun(step.text)
    match step.verb:
        case "fill":
            return f"type {text} into {on}"
        case "choose" | "pick":
            return f"{step.verb} {text} in {on}"
        case "press":
            return f"press {text.strip('“”')}" + (f" in {on}" if on else "")
        case "drag":
            return f"drag {on} to {_target(speaker, step.to, step.pinned_to)}"
        case verb:
            return f"{_GESTURES.get(verb, humanise(verb))} {on}".strip()


def _target(speaker: Speaker, target: Target | None, pinned: str | None) -> str:
    if target is None:
        return pinned or ""
    name = label(speaker, target.label)
    if target.role in ("button", "link"):
        return name
    return f"the {_ROLES.get(target.role, humanise(target.role))} {name}"


def where(world: World, transition: Transition) -> str:
    """`on the page product`, `in the dialog “We use cookies”`, `` where it can be anywhere."""
    dialogs = [s.place.name for s in sites(world, transition) if isinstance(s.place, Dialog)]
    if dialogs:
        return f"in the dialog {humanise(dialogs[0])}"
    names = [humanise(world.pages[p].name) for p in transition.pages]
    if len(names) == len(world.pages):
        return "on every page" if len(names) > 1 else ""
    if len(names) > 3 and len(names) > len(world.pages) / 2:
        missing = [p.name for p in world.pages if p.index not in transition.pages]
        return f"on every page but {listed([humanise(n) for n in missing])}"
    return f"on the page{'s' if len(names) > 1 else ''} {listed(names)}"
