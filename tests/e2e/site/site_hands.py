"""A site in an open page, and a hand that makes the gestures of procedures on it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fsmc.backends.site import BACKEND
from fsmc.backends.site.procedures import Gesture
from fsmc.kernel.step import Enabled, statuses, step
from fsmc.model.world import State, Transition, World

ROOT = Path(__file__).parents[3]
WORLDS = {
    "shop": ROOT / "worlds/corner_shop/corner_shop.fsm",
    "widgets": ROOT / "tests/e2e/site/widgets.fsm",
}
Built = dict[str, tuple[World, Path]]
AIM = """(el) => {
  el.scrollIntoView({ block: "center", behavior: "instant" });
  const box = el.getBoundingClientRect();
  const x = box.left + box.width / 2, y = box.top + box.height / 2;
  const hit = document.elementFromPoint(x, y);
  return { x, y, width: box.width, hit: hit !== null && el.contains(hit) };
}"""


class Site:
    """A built world in an open page, with a hand that makes the gestures of procedures."""

    def __init__(self, page: Any, world: World, folder: Path) -> None:
        self.page = page
        self.world = world
        self.folder = folder
        self.names = [v.name for v in world.variables]
        self.problems: list[str] = []
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda message: self.problems.append(message.text))
        page.on("request", self._outside)
        page.goto((folder / "index.html").as_uri())

    def _outside(self, request: Any) -> None:
        if not request.url.startswith(("file:", "data:", "http://127.0.0.1")):
            self.problems.append(request.url)

    def call(self, code: str, *args: Any) -> Any:
        return self.page.evaluate(code, *args)

    def restore(self, state: State) -> None:
        self.call("(s) => fsmc.restore(s)", state)

    def lines(self, state: State) -> list[str]:
        """What a fresh restore of the state looks like."""
        return self.call("(s) => { fsmc.restore(s); fsmc.canon(); return fsmc.lines(); }", state)  # type: ignore[no-any-return]

    def read(self) -> Any:
        found = self.call("() => fsmc.read()")
        found["state"] = BACKEND.observe(self.world, found["state"])
        return found

    def value(self, name: str) -> Any:
        return self.read()["state"][self.names.index(name)]

    def state(self, **values: Any) -> State:
        """The first state with some values changed; `__` stands for a dot."""
        state = list(self.world.initial)
        for name, value in values.items():
            state[self.names.index(name.replace("__", "."))] = value
        return tuple(state)

    def transition(self, label: str) -> Transition:
        return next(t for t in self.world.transitions if t.label == label)

    def take(self, state: State, label: str, *args: Any) -> State:
        return step(self.world, self.transition(label), args, state)

    def make(self, gesture: Gesture) -> None:
        keyboard, mouse = self.page.keyboard, self.page.mouse
        if gesture.verb == "back":
            self.page.go_back()
            return
        if gesture.selector is None:
            keyboard.press(gesture.text)
            return
        found = self.page.locator(gesture.selector)
        assert found.count() == 1, gesture
        if gesture.verb == "press":
            found.evaluate("(el) => document.activeElement === el || el.focus()")
            keyboard.press(gesture.text)
            return
        at = found.evaluate(AIM)
        assert at["hit"], gesture
        x, y = at["x"], at["y"]
        match gesture.verb:
            case "click":
                mouse.click(x, y)
            case "double_click":
                mouse.dblclick(x, y)
            case "right_click":
                mouse.click(x, y, button="right")
            case "hover":
                mouse.move(x, y)
            case "fill":
                mouse.click(x, y)
                keyboard.press("Control+A")
                keyboard.insert_text(gesture.text) if gesture.text else keyboard.press("Delete")
            case "slide":
                assert gesture.at is not None
                width = at["width"]
                mouse.click(x - width / 2 + min(width - 0.5, max(0.5, gesture.at * width)), y)
            case "scroll":
                mouse.move(x, y)
                mouse.wheel(0, 120)
            case "drag":
                box = self.page.locator(gesture.to).bounding_box()
                mouse.move(x, y)
                mouse.down()
                mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
                mouse.up()
            case verb:
                raise AssertionError(verb)


def opened(browser: Any, built: Built, name: str, **context: Any) -> Site:
    """A page of its own that shows a built world."""
    size = {"width": 1280, "height": 720}
    options = {"viewport": size, "reduced_motion": "reduce", **context}
    page = browser.new_context(**options).new_page()
    page.set_default_timeout(30_000)
    return Site(page, *built[name])


def first_of_each_page(world: World) -> list[State]:
    """For each page that can be reached the state in which it is reached first."""
    seen, todo, found = {world.initial}, [world.initial], {world.initial[0]: world.initial}
    while todo and len(found) < len(world.pages):
        state = todo.pop(0)
        for transition, args, what in statuses(world, state, agent_only=True):
            if isinstance(what, Enabled):
                after = step(world, transition, args, state)
                if after not in seen:
                    seen.add(after)
                    todo.append(after)
                    found.setdefault(after[0], after)
    return list(found.values())
