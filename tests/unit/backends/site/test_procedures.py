"""How transitions are done on the page, as data: gestures, selectors, names, routes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fsmc.backends.site.procedures import Gesture, procedures
from fsmc.kernel.step import step
from fsmc.model.domains import OTHER
from fsmc.model.world import Args, State, Transition, World

Make = Callable[[str], World]


def named(world: World, label: str) -> Transition:
    return next(t for t in world.transitions if t.label == label)


def after(world: World, *steps: tuple[str, Args]) -> State:
    state = world.initial
    for label, args in steps:
        state = step(world, named(world, label), args, state)
    return state


def ways(world: World, state: State, label: str, *args: object) -> list[str]:
    found = procedures(world, state, named(world, label), args)  # type: ignore[arg-type]
    return [" > ".join(spelled(g) for g in way) for way in found]


def spelled(gesture: Gesture) -> str:
    parts = [gesture.verb, gesture.selector, gesture.text, gesture.to]
    if gesture.at is not None:
        parts.append(f"{gesture.at:.2f}")
    return " ".join(p if p else "''" for p in parts if p is not None)


def test_under_a_dialog_only_its_own_widgets_can_be_used(shop: World) -> None:
    assert ways(shop, shop.initial, "accept") == ["click #dialog-cookies-accept"]
    assert ways(shop, shop.initial, "home") == []


def test_rows_have_their_key_in_the_id_and_only_shown_rows_can_be_used(shop: World) -> None:
    state = after(shop, ("accept", ()))
    assert ways(shop, state, "open", 1) == ["click #catalogue-list-p-open--mug"]
    state = after(shop, ("accept", ()), ("query", ("tea",)))
    assert ways(shop, state, "open", 1) == []
    (way,) = procedures(shop, state, named(shop, "open"), (0,))
    assert (way[0].role, way[0].name) == ("link", "Green tea")


def test_text_is_typed_and_entered(shop: World) -> None:
    state = after(shop, ("accept", ()))
    box = "#catalogue-query"
    assert ways(shop, state, "query", "tea") == [f"fill {box} tea > press {box} Enter"]
    assert ways(shop, state, "query", OTHER) == [f"fill {box} something else > press {box} Enter"]
    assert ways(shop, state, "query", "") == []  # it is that already
    state = after(shop, ("accept", ()), ("query", ("tea",)))
    assert ways(shop, state, "query", "") == [f"fill {box} '' > press {box} Enter"]


def test_options_are_clicked(shop: World) -> None:
    state = after(shop, ("accept", ()), ("sorted", (1,)))
    assert ways(shop, state, "sorted", 0) == [
        "click #catalogue-sorted > click #catalogue-sorted--name"
    ]


def test_refused_transitions_have_the_same_ways(shop: World) -> None:
    state = after(shop, ("accept", ()), ("open", (2,)))
    assert ways(shop, state, "add") == ["click #product-add"]


def test_back_is_a_link_and_the_browser(shop: World) -> None:
    state = after(shop, ("accept", ()), ("open", (2,)))
    assert ways(shop, state, "back") == ["click #product-back", "back"]


def test_other_widgets(widgets: World) -> None:
    state = widgets.initial
    assert ways(widgets, state, "speed", 2) == ["click #form-speed--large"]
    assert ways(widgets, state, "agree", True) == ["click #form-agree", "press #form-agree Space"]
    assert ways(widgets, state, "guests", 3) == ["click #form-guests--plus"]
    assert ways(widgets, state, "guests", 4) == []  # not in one step
    assert ways(widgets, state, "budget", 75) == ["slide #form-budget 0.75"]
    assert ways(widgets, state, "budget", 50) == [
        "slide #form-budget 0.50",
        "press #form-budget ArrowRight",
    ]
    assert ways(widgets, state, "budget", 0) == [
        "slide #form-budget 0.00",
        "press #form-budget Home",
    ]


@pytest.mark.parametrize(
    ("day", "clicks"),
    [
        (20607, "click #form-day > click #form-day--2026-06-03"),
        (20604, "click #form-day > click #form-day--previous > click #form-day--2026-05-31"),
        (20635, "click #form-day > click #form-day--next > click #form-day--2026-07-01"),
    ],
)
def test_days_are_picked_month_by_month(widgets: World, day: int, clicks: str) -> None:
    assert ways(widgets, widgets.initial, "day", day) == [clicks]


def test_a_day_can_be_cleared(widgets: World) -> None:
    state = after(widgets, ("day", (20607,)))
    assert ways(widgets, state, "day", None) == ["click #form-day > click #form-day--clear"]


def test_fields_of_rows_and_pagers(widgets: World) -> None:
    state = after(widgets, ("people_link", ()))
    assert ways(widgets, state, "chosen", 0, True)[0] == "click #people-list-p-chosen--ana"
    assert ways(widgets, state, "star", 2, False)[0] == "click #people-list-p-star--cleo"
    assert ways(widgets, state, "next_sheet") == ["click #people-list-p-pager-next"]
    assert ways(widgets, state, "previous_sheet") == []


def test_text_areas_are_left_by_tab(widgets: World) -> None:
    state = after(widgets, ("people_link", ()), ("ask", (2,)))
    (way,) = procedures(widgets, state, named(widgets, "reason"), ("left",))
    assert [(g.verb, g.text) for g in way] == [("fill", "left"), ("press", "Tab")]


def test_free_arguments(widgets: World) -> None:
    state = after(widgets, ("people_link", ()), ("open", (2,)))
    (way,) = procedures(widgets, state, named(widgets, "rate"), (1,))
    assert way == (Gesture("click", "#person-rate--medium", "button", "Rate Medium"),)


def test_routes(widgets: World) -> None:
    state = after(widgets, ("gestures_link", ()))
    assert ways(widgets, state, "small") == [
        "hover #gestures-small > click #gestures-small-small", "press s",
    ]  # fmt: skip
    assert ways(widgets, state, "advance") == [
        "drag #gestures-advance #gestures-advance-doing", "double_click #gestures-advance-advance",
    ]  # fmt: skip
    assert ways(widgets, state, "more") == ["scroll #gestures-more"]
    (way,) = ways(widgets, state, "date")
    assert way.endswith("press #gestures-date-2026-4 Enter")


def test_pinned_selectors_are_used_as_written(compiled: Make) -> None:
    world = compiled("""
        state { lit: bool = false }
        page home "Home" {
          action a {
            do lit := true
            by click button "Menu" pinned "#menu" then click option "A" pinned ".o.a"
          }
        }""")
    assert ways(world, world.initial, "a") == ["click #menu > click .o.a"]


def test_where_two_share_a_gesture_only_the_one_that_answers_has_it(compiled: Make) -> None:
    world = compiled("""
        state { lit: bool = false }
        page home "Home" {
          action a "Go" { when lit else "Not yet" }
          action b "Go" { do lit := true }
        }""")
    assert ways(world, world.initial, "a") == []
    assert ways(world, world.initial, "b") == ["click #home-a"]


def test_a_route_that_is_cut_off_by_a_shorter_one_is_none(compiled: Make) -> None:
    world = compiled("""
        state { lit: bool = false }
        page home "Home" {
          action a { when not lit  do lit := true  by click button "A" }
          action b { do lit := false  by click button "A" then click menuitem "B" }
        }""")
    assert ways(world, world.initial, "b") == []
    assert ways(world, after(world, ("a", ())), "b") == ["click #home-a > click #home-a-b"]
