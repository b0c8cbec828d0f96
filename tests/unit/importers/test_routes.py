"""Gestures: what a person does as one thing is one step, and no two actions share a gesture."""

from __future__ import annotations

import re

import pytest
from corpora import Case, shared_cases, small_cases

from fsmc.importers.autowebworld.located import read_json
from fsmc.importers.autowebworld.routes import Route, routes_of
from fsmc.importers.autowebworld.selectors import Pin, pin_of
from fsmc.importers.autowebworld.spec import read_spec

CASES = {case.name: case for case in [*small_cases(), *shared_cases()]}
_LAST = re.compile(r'(\w+ )?(\w+) "([^"]*)"')


def routes(name: str) -> list[dict[str, Route]]:
    spec = read_spec(read_json(CASES[name].text(), f"{name}.fsm.json"))
    return [routes_of(page) for page in spec.pages]


def test_each_kind_of_widget() -> None:
    home = routes("widgets")[0]
    assert {name: route.text for name, route in home.items()} == {
        "PICK_DATE": 'click button "Date 1" pinned "#date-picker1"'
        ' then click button "Year 2026" pinned ".year-2026"'
        ' then click button "Month 6" pinned ".month-6"'
        ' then click gridcell "Day 1" pinned ".day-1" then press "Enter"',
        "SLIDE": 'drag slider "Price" pinned "#price-slider"'
        ' to mark "Price end" pinned "#price-slider-end"',
        "SCROLL": 'scroll list "Results list" pinned "#results-list"',
        "HOVER_MENU": 'hover button "Products" pinned "#products-menu"'
        ' then click menuitem "Tea" pinned "#products-menu-tea"',
        "SORT": 'click combobox "Sort" pinned "#sort-dropdown"'
        ' then click option "Price" pinned "#sort-price"',
        "SEARCH": 'fill searchbox "Search" with "milk" pinned "#search-input" then press "Enter"',
        "TYPE_NAME": 'fill textbox "Name" with "Sample name" pinned "#name-input"',
        "CHECK": 'click checkbox "Terms" pinned "#terms-checkbox"',
        "GO": 'click button "Go" pinned "#go"',
    }


def test_a_shared_gesture_ends_in_a_widget_of_its_own() -> None:
    home = routes("one_gesture")[0]
    assert home["OPEN_HOT"].text == (
        'click button "Menu" pinned "#menu"'
        ' then click menuitem "Open hot" pinned ".open-item--OPEN_HOT"'
    )
    assert home["OPEN_HOT"].shared_with == ("OPEN_COLD",)
    assert home["HEAT"].shared_with == ()


def test_a_gesture_that_begins_another_gets_a_widget_of_its_own() -> None:
    home = routes("begins_a_gesture")[0]
    assert home["MENU"].text == 'click button "Menu" pinned "#menu--MENU"'
    assert home["PICK"].text.startswith('click button "Menu (2)" pinned "#menu" then')


@pytest.mark.parametrize(
    ("selector", "pin"),
    [
        ("#go", Pin("#go", True)),
        (".row", Pin(".row", True)),
        ('[data-id="a b"]', Pin('[data-id="a b"]', True)),
        ("#list .row-matched", Pin(".row-matched", False)),
        ("ul > li.row:nth-child(2)", Pin(".row", False)),
        ("button#go.primary", Pin("#go", False)),
        ("#a, #b", Pin("#a", False)),
        ("button", None),
        ("", None),
        ("main button", None),
    ],
)
def test_pins(selector: str, pin: Pin | None) -> None:
    assert pin_of(selector) == pin


@pytest.mark.parametrize("case", CASES.values(), ids=lambda case: case.name)
def test_ends_and_pins_are_unique_on_each_page(case: Case) -> None:
    for page in routes(case.name):
        texts = [route.text for route in page.values()]
        assert len(set(texts)) == len(texts)
        ends = []
        for text in texts:
            targeted = [step for step in text.split(" then ") if not step.startswith("press")]
            found = _LAST.match(targeted[-1])
            assert found
            ends.append(found.group(2, 3))
        assert len(set(ends)) == len(ends)
        by_pin: dict[str, set[str]] = {}
        for text in texts:
            for step in text.split(" then "):
                if pinned := re.search(r'"([^"]*)"(?: with "[^"]*")? pinned "([^"]*)"', step):
                    by_pin.setdefault(pinned.group(2), set()).add(pinned.group(1))
        assert all(len(labels) == 1 for labels in by_pin.values())
