"""Gestures as routes write them: each form of its own, whole."""

from __future__ import annotations

import pytest
from playing import codes

PAGE = 'state {{ s: bool = false }}\npage home "H" {{ action a "A" {{ by {} do s := not s }} }}'


@pytest.mark.parametrize(
    "route",
    [
        'scroll "down"', 'click "A"', 'hover "A"', 'choose "A"', 'pick "A"',
        'fill textbox "Name"', 'drag button "A"', 'drag button "A" to button "A"',
        'click button "A" to button "B"',
    ],
)  # fmt: skip
def test_what_is_not_whole_is_refused(route: str) -> None:
    assert codes(PAGE.format(route)) == ["FSM241"]


@pytest.mark.parametrize(
    "route",
    [
        'scroll list "News"', 'click button "B"', 'hover row "A" then click button "B"',
        'choose "Red" from combobox "Colour"', 'fill textbox "Name" with "Ada"', 'press "k"',
        'drag article "A" to region "B"', 'drag article "A" to article "A" pinned "#b"',
    ],
)  # fmt: skip
def test_what_is_whole_is_taken(route: str) -> None:
    assert codes(PAGE.format(route)) == []


def test_a_number_of_thousands_of_digits_is_too_large() -> None:
    page = 'page home "H" {{ show {} }}'
    assert codes(page.format("9" * 5000)) == codes(page.format("9" * 5000 + ".00")) == ["FSM236"]
