"""What a `gui_procedure` does, as gestures of the language: verb, role, selector, text."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from fsmc.importers.autowebworld.selectors import selector_words
from fsmc.importers.autowebworld.spec import Action, Gesture

_EMPTYING: Final = ("ctrl+a", "control+a", "meta+a", "delete", "backspace")
_SIDEWAYS: Final = ("right", "left")
_UPRIGHT: Final = ("down", "up")
_CHOOSERS: Final = {"dropdown", "sort", "select", "combobox", "picker", "listbox"}
_ROWS: Final = {"row", "card", "item", "result", "visible", "matched", "filtered"}
_LINKS: Final = {"link", "nav", "home", "back", "logo", "breadcrumb"}
_TIME: Final = {"year", "month", "hour", "minute"}
KNOWN: Final = ("click", "dblclick", "hover", "drag", "scroll", "type_text", "key_press")


@dataclass(frozen=True, slots=True)
class Step:
    """One gesture. `selector` is the file's; without one the widget is found by its label."""

    verb: str
    role: str
    selector: str | None
    text: str | None = None
    key: str | None = None
    towards: str | None = None


def steps_of(action: Action) -> tuple[Step, ...]:
    """The gestures of an action; what a person does as one thing is one step."""
    steps: list[Step] = []
    todo = list(action.gestures)
    while todo:
        first = todo.pop(0)
        match first.operator:
            case "click" if typed := _typed(first, todo):
                del todo[: todo.index(typed) + 1]
                steps.append(_fill(typed, first.selector, action))
            case "click" if todo and todo[0].operator == "drag" and _one(first, todo[0]):
                continue
            case "click":
                steps.append(_click(first, todo, steps, action))
            case "dblclick":
                steps.append(replace(_click(first, todo, steps, action), verb="double_click"))
            case "hover":
                steps.append(Step("hover", "button", first.selector))
            case "type_text":
                steps.append(_fill(first, first.selector, action))
            case "key_press":
                key = (first.key or "Enter").replace("Ctrl+", "Control+")
                steps.append(Step("press", "", None, key=key))
            case "drag" | "scroll":
                steps.append(_drag(first))
            case _ if first.selector:
                steps.append(_click(first, todo, steps, action))
            case _:
                continue
    return tuple(steps)


def _one(a: Gesture, b: Gesture) -> bool:
    return b.selector is None or a.selector == b.selector


def _typed(click: Gesture, following: list[Gesture]) -> Gesture | None:
    """The typing that this click only prepares: same widget, nothing between but emptying it."""
    for gesture in following:
        if gesture.operator == "type_text":
            return gesture if _one(click, gesture) else None
        if gesture.operator != "key_press" or (gesture.key or "").lower() not in _EMPTYING:
            return None
    return None


def _fill(typed: Gesture, selector: str | None, action: Action) -> Step:
    words = selector_words(selector or "")
    role = "searchbox" if action.kind == "search" or "search" in words else "textbox"
    return Step("fill", role, selector, text=typed.text or "")


def _drag(gesture: Gesture) -> Step:
    towards = str(gesture.towards or "down").lower()
    if towards in _UPRIGHT:
        role = "list" if "list" in selector_words(gesture.selector or "") else "region"
        return Step("scroll", role, gesture.selector, towards=towards)
    role = "slider" if towards in _SIDEWAYS else "region"
    return Step("drag", role, gesture.selector, towards=towards)


def _click(click: Gesture, following: list[Gesture], before: list[Step], action: Action) -> Step:
    return Step("click", _role(click, following, before, action), click.selector)


def _role(click: Gesture, following: list[Gesture], before: list[Step], action: Action) -> str:
    words = set(selector_words(click.selector or ""))
    previous = before[-1] if before else None
    leads = bool(following) and following[0].operator == "click"
    if previous and previous.verb == "hover":
        return "menuitem"
    if words & {"day"}:
        return "gridcell"
    if words & _TIME:
        return "button"
    if leads and not previous and _chooses(words, action):
        return "combobox"
    if not previous and not leads and words & _ROWS:
        return "link"
    if click.options or "option" in words or (previous and previous.role == "combobox"):
        return "option"
    if previous and previous.verb == "click" and not leads:
        return "menuitem"
    if "checkbox" in words:
        return "checkbox"
    if leads:
        return "button"
    if "tab" in words:
        return "tab"
    return "link" if words & _LINKS else "button"


def _chooses(words: set[str], action: Action) -> bool:
    if "date" in words or str(action.parameters.get("widget", "")).startswith("date"):
        return False
    return bool(words & _CHOOSERS) or action.parameters.get("widget") in ("dropdown", "sort")
