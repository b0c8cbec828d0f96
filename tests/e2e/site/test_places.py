"""Back, the address, sessions, dialogs, messages."""

from __future__ import annotations

import functools
import http.server
import threading
from typing import Any

from site_hands import Built, Site

from fsmc.backends.site import BACKEND
from fsmc.backends.site.procedures import Gesture


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


def test_it_runs_from_a_web_server(browser: Any, built: Built) -> None:
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
