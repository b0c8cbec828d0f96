"""Drafts, foreign text, popups: what is no state leaves no trace, and one gesture may do two."""

from __future__ import annotations

from typing import Any

import pytest
from site_hands import AIM, Site

from fsmc.backends.site.procedures import Gesture
from fsmc.model.domains import OTHER


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
