"""The site in a real Chromium: every kind of widget commutes, and what is no state leaves no trace."""

from __future__ import annotations

import functools
import http.server
import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fsmc.backends.replay.chromium import require_chromium
from fsmc.backends.site import BACKEND
from fsmc.backends.site.procedures import Gesture, procedures
from fsmc.compile import load
from fsmc.kernel.step import Absent, Enabled, Refused, Status, statuses, step
from fsmc.model.domains import OTHER
from fsmc.model.world import Args, State, Transition, World

playwright = pytest.importorskip("playwright.sync_api")
ROOT = Path(__file__).parents[2]
WORLDS = {
    "shop": ROOT / "worlds/corner_shop/corner_shop.fsm",
    "widgets": ROOT / "tests/e2e/worlds/widgets.fsm",
}
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


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as api:
        found = api.chromium.launch(
            executable_path=str(require_chromium()),
            args=["--disable-partial-raster", "--hide-scrollbars"],
        )
        yield found
        found.close()


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[World, Path]]:
    found = {}
    for name, path in WORLDS.items():
        world, folder = load(path), tmp_path_factory.mktemp(name)
        for file, data in BACKEND.build(world, BACKEND.options()).items():
            (folder / file).parent.mkdir(exist_ok=True)
            (folder / file).write_bytes(data)
        found[name] = (world, folder)
    return found


def opened(browser: Any, built: dict[str, tuple[World, Path]], name: str, **context: Any) -> Site:
    size = {"width": 1280, "height": 720}
    page = browser.new_context(
        **{"viewport": size, "reduced_motion": "reduce", **context}
    ).new_page()
    page.set_default_timeout(5000)
    return Site(page, *built[name])


@pytest.fixture
def shop(browser: Any, built: dict[str, tuple[World, Path]]) -> Iterator[Site]:
    site = opened(browser, built, "shop")
    yield site
    site.page.context.close()
    assert site.problems == []


@pytest.fixture
def widgets(browser: Any, built: dict[str, tuple[World, Path]]) -> Iterator[Site]:
    site = opened(browser, built, "widgets")
    yield site
    site.page.context.close()
    assert site.problems == []


# ---- edges commute -------------------------------------------------------------------------


Edge = tuple[State, Transition, Args, Status, State]


def edges(world: World, states: int, each: int) -> list[Edge]:
    """Some edges and refusals of the first states: `each` of every transition and outcome."""
    seen, todo = {world.initial: None}, [world.initial]
    sorts: dict[tuple[int, str], list[Edge]] = {}
    while todo:
        state = todo.pop(0)
        for transition, args, found in statuses(world, state, agent_only=True):
            if isinstance(found, Absent):
                continue
            after = state
            if isinstance(found, Enabled):
                after = step(world, transition, args, state)
                if after not in seen and len(seen) < states:
                    seen[after] = None
                    todo.append(after)
            sort = sorts.setdefault((transition.index, type(found).__name__), [])
            sort.append((state, transition, args, found, after))
    chance = random.Random(7)
    return [e for sort in sorts.values() for e in chance.sample(sort, min(each, len(sort)))]


def failed(site: Site, edge: Edge, way: tuple[Gesture, ...]) -> str | None:
    """Why a way to do a step does not commute, or None: state, message, log, and what is shown."""
    state, transition, args, found, after = edge
    site.restore(state)
    for gesture in way:
        site.make(gesture)
    got = site.read()
    shown = site.call("() => { fsmc.canon(); return fsmc.lines(); }")
    if got["state"] != after or BACKEND.observe(site.world, site.call("fsmc.get()")) != after:
        return "state"
    if got["refusal"] != (found.text if isinstance(found, Refused) else None):
        return f"refusal {got['refusal']}"
    taken = [[transition.index, list(args)]] if isinstance(found, Enabled) else []
    if got["log"] != taken:
        return f"log {got['log']}"
    fresh = site.lines(after)
    return None if shown == fresh else str([x for x in zip(shown, fresh) if x[0] != x[1]][:1])  # noqa: B905


@pytest.mark.parametrize("name", WORLDS)
def test_every_transition_commutes_by_every_route(
    name: str, shop: Site, widgets: Site, request: pytest.FixtureRequest
) -> None:
    site = shop if name == "shop" else widgets
    failures, done = [], 0
    for edge in edges(site.world, 250, 3):
        ways = procedures(site.world, edge[0], edge[1], edge[2])
        assert ways, (edge[1].label, edge[2])
        for way in ways:
            done += 1
            why = failed(site, edge, way)
            if why is not None:
                failures.append((edge[1].label, edge[2], why, way))
    assert failures == []
    assert done > 50


# ---- one gesture, two transitions ----------------------------------------------------------


def test_typing_and_clicking_elsewhere_commits_first(shop: Site) -> None:
    shop.restore(shop.state(cookie=0))
    shop.page.locator("#catalogue-query").click()
    shop.page.keyboard.insert_text("mug")
    aim = shop.page.locator("#catalogue-list-p-open--mug").evaluate(AIM)
    shop.page.mouse.click(aim["x"], aim["y"])
    query, opens = shop.transition("query").index, shop.transition("open").index
    got = shop.read()
    assert got["log"] == [[query, ["mug"]], [opens, [1]]]
    assert got["state"][0] == 1


def test_a_click_on_what_the_commit_takes_away_does_nothing(shop: Site) -> None:
    shop.restore(shop.state(cookie=0))
    shop.page.locator("#catalogue-query").click()
    shop.page.keyboard.insert_text("mug")
    aim = shop.page.locator("#catalogue-list-p-open--tea").evaluate(AIM)
    shop.page.mouse.click(aim["x"], aim["y"])
    assert [index for index, _ in shop.read()["log"]] == [shop.transition("query").index]


@pytest.mark.parametrize(
    ("target", "changed"),
    [
        ("#form-agree", ("form.agree", True)),
        ("#form-speed--large", ("form.speed", 2)),
        ("#form-guests--plus", ("form.guests", 3)),
        ("#form-budget", ("form.budget", 50)),
    ],
)
def test_typing_then_using_another_widget(widgets: Site, target: str, changed: Any) -> None:
    widgets.page.locator("#form-name").click()
    widgets.page.keyboard.insert_text("Ana")
    widgets.make(Gesture("slide" if "budget" in target else "click", target, None, None, at=0.5))
    assert widgets.value("form.name") == "Ana"
    assert widgets.value(changed[0]) == changed[1]


def test_a_slider_is_dragged_and_commits_on_release(widgets: Site) -> None:
    box = widgets.page.locator("#form-budget").bounding_box()
    y = box["y"] + box["height"] / 2
    widgets.page.mouse.move(box["x"] + 5, y)
    widgets.page.mouse.down()
    widgets.page.mouse.move(box["x"] + box["width"] * 0.76, y)
    assert widgets.page.locator("#form-budget").get_attribute("aria-valuenow") == "75"
    assert widgets.value("form.budget") == 25
    widgets.page.mouse.move(box["x"] + box["width"] + 40, y)
    widgets.page.mouse.up()
    assert widgets.value("form.budget") == 100


# ---- text ----------------------------------------------------------------------------------


def test_foreign_text_is_refused_and_put_back(widgets: Site) -> None:
    box = widgets.page.locator("#form-code")
    box.fill("B-2")
    box.press("Enter")
    got = widgets.read()
    assert (got["log"], got["refusal"]) == ([], "“B-2” is not accepted here")
    assert box.input_value() == ""
    assert widgets.page.get_by_role("alert").inner_text() == got["refusal"]


def test_any_other_text_is_kept_as_typed_while_it_stays(widgets: Site) -> None:
    box = widgets.page.locator("#form-name")
    box.fill("Zoë")
    box.press("Enter")
    box.fill("Zoé")
    box.press("Enter")
    got = widgets.read()
    assert got["state"][widgets.names.index("form.name")] == OTHER
    assert len(got["log"]) == 1  # the second text is the same value
    assert box.input_value() == "Zoé"
    box.fill("Bo")
    box.press("Enter")
    box.fill("x")
    box.press("Enter")
    widgets.restore(widgets.read()["state"])
    assert box.input_value() == "something else"


def test_a_draft_is_no_state(widgets: Site) -> None:
    before = widgets.lines(widgets.world.initial)
    widgets.page.locator("#form-name").click()
    widgets.page.keyboard.insert_text("An")
    assert widgets.read()["state"] == widgets.world.initial
    assert widgets.call("() => { fsmc.canon(); return fsmc.lines(); }") == before
    assert widgets.read() == {
        "state": widgets.world.initial, "refusal": None, "says": None, "log": [],
    }  # fmt: skip


@pytest.mark.parametrize("half", ["#form-size", "#form-day", "#form-day > #form-day--next"])
def test_half_a_gesture_leaves_no_trace(widgets: Site, half: str) -> None:
    state = widgets.state(form__name="Ana")
    before = widgets.lines(state)
    for selector in half.split(" > "):
        widgets.make(Gesture("click", selector, None, None))
    assert widgets.read()["state"] == state
    assert widgets.call("fsmc.lines()") != before
    assert widgets.call("() => { fsmc.canon(); return fsmc.lines(); }") == before


def test_half_a_route_leaves_no_trace(widgets: Site) -> None:
    state = widgets.take(widgets.world.initial, "gestures_link")
    before = widgets.lines(state)
    for selector in ("#gestures-date", "#gestures-date-2026"):
        widgets.make(Gesture("click", selector, None, None))
    assert widgets.page.locator("#gestures-date-2026-4").is_visible()
    assert widgets.call("() => { fsmc.canon(); return fsmc.lines(); }") == before
    assert widgets.page.locator("#gestures-date-2026").count() == 0


def test_a_resting_mouse_does_not_open_a_menu_again(widgets: Site) -> None:
    state = widgets.take(widgets.world.initial, "gestures_link")
    widgets.restore(state)
    widgets.make(Gesture("hover", "#gestures-small", None, None))
    assert widgets.page.get_by_role("menuitem", name="Large").is_visible()
    before = widgets.lines(state)
    widgets.page.wait_for_timeout(50)
    assert widgets.call("fsmc.lines()") == before


def test_escape_and_a_click_elsewhere_close_popups(widgets: Site) -> None:
    state = widgets.state(form__name="Ana")
    before = widgets.lines(state)
    for close in ("Escape", "click"):
        widgets.make(Gesture("click", "#form-size", None, None))
        assert widgets.page.get_by_role("listbox").is_visible()
        if close == "click":
            widgets.page.mouse.click(20, 600)
        else:
            widgets.page.keyboard.press("Escape")
        assert widgets.page.get_by_role("listbox").count() == 0
    widgets.call("fsmc.canon()")
    assert widgets.call("fsmc.lines()") == before


def test_the_keyboard_alone_chooses(widgets: Site) -> None:
    widgets.restore(widgets.state(form__name="Ana"))
    widgets.page.locator("#form-size").focus()
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        widgets.page.keyboard.press(key)
    assert widgets.value("form.size") == 0
    widgets.page.locator("#form-day").focus()
    for key in ("ArrowDown", "ArrowRight", "Enter"):
        widgets.page.keyboard.press(key)
    assert widgets.value("form.day") is not None


# ---- places --------------------------------------------------------------------------------


def test_back_and_the_address(shop: Site) -> None:
    shop.call("() => { fsmc.reset(); }")
    accept = shop.page.get_by_role("button", name="Accept")
    accept.click()
    shop.page.get_by_role("link", name="Blue mug").click()
    shop.page.wait_for_timeout(120)
    shop.call("fsmc.read()")
    assert shop.page.title() == "Blue mug · Corner Shop"
    shop.page.go_back()
    assert shop.value("page") == 0
    shop.page.go_back()  # nothing is behind the first page
    assert shop.value("page") == 0
    assert shop.read()["log"] == []
    shop.page.go_forward()
    assert shop.value("page") == 0


def test_the_address_shows_the_place_and_loading_any_shows_the_state(shop: Site) -> None:
    address = (shop.folder / "index.html").as_uri()
    shop.page.get_by_role("button", name="Accept").click()
    shop.page.wait_for_timeout(120)
    shop.page.get_by_role("link", name="Blue mug").click()
    assert shop.page.url == f"{address}#/product/mug"
    state = shop.read()["state"]
    shop.page.reload()
    assert shop.read()["state"] == state
    shop.page.goto(f"{address}#/receipt")
    shop.page.wait_for_timeout(120)
    assert shop.read()["state"] == state
    assert shop.page.url == f"{address}#/product/mug"


def test_another_tab_is_another_session(shop: Site) -> None:
    shop.page.get_by_role("button", name="Accept").click()
    other = shop.page.context.new_page()
    other.goto((shop.folder / "index.html").as_uri())
    assert BACKEND.observe(shop.world, other.evaluate("fsmc.get()")) == shop.world.initial


def test_it_runs_from_a_web_server(browser: Any, built: dict[str, tuple[World, Path]]) -> None:
    world, folder = built["shop"]
    handler = functools.partial(QuietHandler, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        page.get_by_role("button", name="Accept").click()
        assert page.evaluate("fsmc.digest") == world.digest
        assert page.evaluate("[...document.images].every((i) => i.naturalWidth > 0)")
        page.close()
        server.shutdown()


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing."""


def test_dialogs_hold_the_focus_and_shut_off_the_page(widgets: Site) -> None:
    state = widgets.take(widgets.world.initial, "people_link")
    widgets.restore(widgets.take(state, "ask", 2))
    page = widgets.page
    focused = "document.activeElement.id"
    assert page.evaluate(focused) == "dialog-sure-yes"
    assert page.get_by_role("dialog").get_attribute("aria-label") == "Remove Cleo Martin?"
    seen = []
    for _ in range(4):
        page.keyboard.press("Tab")
        seen.append(page.evaluate(focused))
    assert seen == ["dialog-sure-no", "dialog-sure-reason", "dialog-sure-yes", "dialog-sure-no"]
    assert page.evaluate("document.getElementById('stage').inert")
    assert {b["id"] for b in widgets.call("fsmc.boxes()")} == {
        "dialog-sure-reason", "dialog-sure-yes", "dialog-sure-no",
    }  # fmt: skip


# ---- messages ------------------------------------------------------------------------------


def test_messages_take_no_space_and_are_replaced(shop: Site) -> None:
    opened = shop.take(shop.state(cookie=0), "open", 2)
    before = shop.lines(opened)
    shop.make(Gesture("click", "#product-add", None, None))
    assert shop.read()["refusal"] == "Sold out"
    assert shop.page.get_by_role("alert").is_visible()
    assert shop.page.locator("#product-add").get_attribute("aria-disabled") == "true"
    shop.call("fsmc.canon()")
    assert shop.call("fsmc.lines()") == before
    shop.restore(shop.take(shop.state(cookie=0), "open", 0))
    assert not shop.page.get_by_role("alert").is_visible()
    shop.make(Gesture("click", "#product-add", None, None))
    assert shop.read()["says"] == "Added"
    assert shop.page.get_by_role("status").inner_text() == "Added"
    shop.make(Gesture("click", "#product-back", None, None))
    assert not shop.page.get_by_role("status").is_visible()


def test_patches_are_taken_by_call(shop: Site) -> None:
    shop.restore(shop.state(cookie=0))
    sells_out = shop.transition("sells_out")
    found = shop.call("([i, a]) => fsmc.step(i, a)", [sells_out.index, [1]])
    assert found == {"status": "enabled", "text": None, "says": "Blue mug just sold out"}
    again = shop.call("([i, a]) => fsmc.step(i, a)", [sells_out.index, [0]])
    assert again["status"] == "absent"
    assert shop.read()["state"] == shop.take(shop.state(cookie=0), "sells_out", 1)


# ---- looks ---------------------------------------------------------------------------------


SMALL = """() => [...document.querySelectorAll("a[href], button, input, textarea, [data-part]")]
  .filter((el) => !el.closest("[data-fx], [inert]")).map((el) => [el, el.getBoundingClientRect()])
  .filter(([el, box]) => box.width < 32 || box.height < 32)
  .map(([el, box]) => `${el.id} ${box.width} ${box.height}`)"""
PALE = """() => {
  const parse = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = (el) => {
    for (; el; el = el.parentElement) {
      const style = getComputedStyle(el), colour = parse(style.backgroundColor);
      if (style.backgroundImage !== "none" && !el.matches("input")) return null;
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const found = [];
  for (const el of document.querySelectorAll("#stage *, #dialogs *")) {
    const text = [...el.childNodes].some((n) => n.nodeType === 3 && n.data.trim() !== "");
    if (!text || el.disabled || el.closest("[aria-disabled], template")) continue;
    const behind = ground(el);
    if (behind === null) continue;
    const [a, b] = [light(parse(getComputedStyle(el).color)), light(behind)].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) found.push(`${el.className} ${el.textContent.trim()}`);
  }
  return found;
}"""


def first_of_each_page(world: World) -> list[State]:
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


@pytest.mark.parametrize("name", WORLDS)
@pytest.mark.parametrize("width", [1280, 390])
def test_pages_fit_read_well_and_are_easy_to_hit(
    browser: Any, built: dict[str, tuple[World, Path]], name: str, width: int
) -> None:
    site = opened(browser, built, name, viewport={"width": width, "height": 720})
    for state in first_of_each_page(site.world):
        site.restore(state)
        assert site.call("document.documentElement.scrollWidth") <= width
        assert site.call(SMALL) == []
        assert site.call(PALE) == []
        assert site.call("[...document.images].every((i) => i.complete && i.naturalWidth > 0)")
    site.page.context.close()
    assert site.problems == []


def test_ids_are_unique_on_every_page(widgets: Site) -> None:
    for state in first_of_each_page(widgets.world):
        widgets.restore(state)
        ids = widgets.call("[...document.querySelectorAll('[id]')].map((el) => el.id)")
        assert len(ids) == len(set(ids))


def test_a_used_page_looks_like_a_new_one(
    browser: Any, built: dict[str, tuple[World, Path]]
) -> None:
    used, new = opened(browser, built, "widgets"), opened(browser, built, "widgets")
    chance = random.Random(3)
    state = used.world.initial
    for _ in range(40):
        choices = [
            (t, a) for t, a, s in statuses(used.world, state, agent_only=True) if isinstance(s, Enabled)
        ]  # fmt: skip
        transition, args = chance.choice(choices)
        used.call("([i, a]) => fsmc.step(i, a)", [transition.index, args])
        state = step(used.world, transition, args, state)
        used.call("fsmc.canon()")
        assert used.read()["state"] == state
        new.page.goto((new.folder / "index.html").as_uri())
        assert used.call("fsmc.lines()") == new.lines(state), transition.label
    for site in (used, new):
        site.page.context.close()
        assert site.problems == []
