"""Makes gestures with trusted input: finds one element, brings it into view, tests the point, acts."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from fsmc.backends.lockstep.browser import Session
from fsmc.backends.site.procedures import Gesture
from fsmc.model.world import State

WAITS = ("scroll", "back")
"""Gestures whose events reach the page some time after the input."""


@dataclass(frozen=True, slots=True)
class Aimed:
    """Where a gesture goes, in pixels of the window."""

    point: tuple[float, float] | None
    box: tuple[float, float, float, float] | None
    scroll: tuple[float, float] = (0.0, 0.0)


class Unaimed(Exception):
    """An element that cannot be acted on; `check` names why."""

    def __init__(self, check: str, detail: str) -> None:
        super().__init__(f"{check}: {detail}")
        self.check = check
        self.detail = detail


def needs_aim(gesture: Gesture) -> bool:
    """Whether the gesture goes to a point."""
    return gesture.selector is not None and gesture.verb not in ("press", "back")


def judged(gesture: Gesture, found: dict[str, Any]) -> Aimed:
    """Where to act. Raises Unaimed when the element is not one, hidden, disabled or covered."""
    if not needs_aim(gesture):
        return Aimed(None, None)
    what = f"{gesture.role or 'element'} “{gesture.name or ''}” ({gesture.selector})"
    if found["count"] != 1:
        check = "no match" if found["count"] == 0 else "many matches"
        raise Unaimed(check, f"{what}: {found['count']} elements")
    if found["hidden"]:
        raise Unaimed("hidden", f"{what} has no visible box")
    if found["disabled"]:
        raise Unaimed("disabled", f"{what} takes no input")
    if not found["hit"]:
        raise Unaimed("covered", f"{what} is covered by {found['cover']}")
    x, y, width, height = found["box"]
    point = (found["x"], found["y"])
    if gesture.verb == "slide" and gesture.at is not None:
        point = (x + min(width - 0.5, max(0.5, gesture.at * width)), found["y"])
    return Aimed(point, (x, y, width, height), (found["scroll"][0], found["scroll"][1]))


async def aim(session: Session, gesture: Gesture, state: State | None = None) -> Aimed:
    """Where the gesture goes; with a state, that is restored first, in the same call."""
    selector = gesture.selector if needs_aim(gesture) else None
    if state is not None:
        return judged(gesture, await session.call("restoreAndAim", state, selector))
    if selector is None:
        return Aimed(None, None)
    return judged(gesture, await session.call("aim", selector))


async def act(session: Session, gesture: Gesture, aimed: Aimed) -> None:
    """Does it."""
    mouse, keyboard = session.page.mouse, session.page.keyboard
    x, y = aimed.point or (0.0, 0.0)
    match gesture.verb:
        case "click" | "slide":
            await mouse.click(x, y)
        case "double_click":
            await mouse.dblclick(x, y)
        case "right_click":
            await mouse.click(x, y, button="right")
        case "hover":
            await mouse.move(x, y)
        case "fill":
            await mouse.click(x, y)
            await keyboard.press("Control+A")
            if gesture.text:
                await keyboard.insert_text(gesture.text)
            else:
                await keyboard.press("Delete")
        case "press":
            if gesture.selector is not None:
                await session.call("focus", gesture.selector)
            await keyboard.press(gesture.text or "Enter")
        case "drag":
            await mouse.move(x, y)
            await mouse.down()
            to = await session.call("center", gesture.to)
            if to["count"] != 1:
                await mouse.up()
                raise Unaimed("no match", f"where the drag ends ({gesture.to}): {to['count']} elements")
            await mouse.move(to["x"], to["y"])
            await mouse.up()
        case "scroll":
            await mouse.move(x, y)
            await mouse.wheel(0, 120)
        case "back":
            await session.page.go_back(wait_until="commit")
        case verb:
            raise AssertionError(f"no hand for {verb}")


async def awaited(session: Session, gesture: Gesture) -> dict[str, Any] | None:
    """For gestures that arrive late: what the page says once it has taken them."""
    if gesture.verb not in WAITS:
        return None
    read: dict[str, Any] = {}
    for _ in range(100):
        read = (await session.call("peek"))["read"]
        if read["log"] or read["refusal"] is not None:
            break
        await asyncio.sleep(0.01)
    return read


