"""Makes gestures on a page with real mouse and keyboard events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fsmc.backends.replay.browser import Tab
from fsmc.backends.replay.captures import Aim
from fsmc.backends.replay.results import Check
from fsmc.backends.site.procedures import Gesture

NOTCH = 120
"""How far one notch of a mouse wheel scrolls, in pixels."""
NEAR = 6
"""How far the mouse goes away before it hovers anew over where it rests, in pixels."""


@dataclass(frozen=True, slots=True)
class Missed:
    """A gesture that could not be made, because of what the page looks like."""

    check: Check
    title: str


def asked(gesture: Gesture) -> Mapping[str, Any]:
    """What hand.js needs to know of a gesture."""
    return {
        "verb": gesture.verb, "selector": gesture.selector, "role": gesture.role,
        "name": gesture.name, "to": gesture.to, "at": gesture.at,
    }  # fmt: skip


def aimed(gesture: Gesture, answer: Mapping[str, Any]) -> Aim | Missed:
    """Where hand.js says that a gesture goes, or why it cannot be made."""
    if "problem" in answer:
        return _missed(gesture, answer["problem"], answer["detail"], answer["selector"])
    scroll = _point(answer["scroll"])
    if gesture.selector is None:
        return Aim(scroll)
    end = answer["to"]
    return Aim(
        scroll,
        _point(answer["point"]),
        tuple(answer["box"]),
        None if end is None else _point(end["point"]),
        None if end is None else tuple(end["box"]),
    )


def _point(xy: list[float]) -> tuple[int, int]:
    x, y = xy
    return round(x), round(y)


def _missed(gesture: Gesture, problem: str, detail: str, selector: str) -> Missed:
    check = Check(problem)
    what = f"`{selector}`" if gesture.name is None else f"{gesture.role} “{gesture.name}”"
    titles = {
        Check.NO_MATCH: f"there is no {what} on the page",
        Check.MANY: f"{what} is there {detail} times",
        Check.NAME: f"`{selector}` is {detail} and not {what}",
        Check.HIDDEN: f"{what} cannot be seen",
        Check.DISABLED: f"{what} is disabled",
        Check.COVERED: f"{what} is covered {detail}",
    }
    return Missed(check, titles[check])


async def make(tab: Tab, gesture: Gesture, aim: Aim) -> None:
    """Makes one gesture that has been aimed."""
    mouse, keyboard = tab.page.mouse, tab.page.keyboard
    if gesture.verb == "back":
        await tab.page.go_back(wait_until="commit")
        await tab.call("arrived", gesture.verb)
        return
    if gesture.verb == "press":
        assert gesture.text is not None
        await keyboard.press(gesture.text)
        return
    assert aim.point is not None
    x, y = aim.point
    before, tab.mouse = tab.mouse, aim.point
    match gesture.verb:
        case "click" | "slide":
            await mouse.click(x, y)
        case "double_click":
            await mouse.dblclick(x, y)
        case "right_click":
            await mouse.click(x, y, button="right")
        case "hover":
            if before == aim.point:  # a mouse that does not move hovers over nothing new
                await mouse.move(x + NEAR, y + NEAR)
            await mouse.move(x, y)
        case "fill":
            await mouse.click(x, y)
            await keyboard.press("Control+A")
            if gesture.text:
                await keyboard.insert_text(gesture.text)
            else:
                await keyboard.press("Delete")
        case "scroll":
            await mouse.move(x, y)
            await mouse.wheel(0, NOTCH)
            await tab.call("arrived", gesture.verb)
        case "drag":
            assert aim.to_point is not None
            await mouse.move(x, y)
            await mouse.down()
            await mouse.move(*aim.to_point)
            await mouse.up()
            tab.mouse = aim.to_point
        case verb:
            raise ValueError(f"no such gesture: {verb}")
