"""Drawings depend on names alone; colours read well."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

from fsmc.backends.site.drawing import PALETTES, draw, mark
from fsmc.backends.site.objects import words
from fsmc.backends.site.theme import ACCENTS, Accent, accent_of


@pytest.mark.parametrize("thing", sorted(set(words().values())))
def test_every_drawing_is_xml_with_colours(thing: str) -> None:
    word = next(w for w, name in words().items() if name == thing)
    svg = draw(f"{word}.png", "")
    ElementTree.fromstring(svg)
    assert all(f'="{letter}"' not in svg for letter in "LMDW")
    assert svg == draw(f"{word}.png", "")


def test_things_are_known_by_name_or_title_and_others_get_initials() -> None:
    assert 'text-anchor="middle"' not in draw("a.png", "Blue mugs")
    assert ">AL<" in draw("a.png", "Ana & Lima")
    assert ">&lt;<" not in draw("<", "<")
    ElementTree.fromstring(draw('"<&>', '"<&>'))
    ElementTree.fromstring(mark("<", "#000"))


def test_all_palettes_and_accents_are_used() -> None:
    assert len({draw(str(n), "x").split("stop-color")[1] for n in range(99)}) == len(PALETTES)
    assert {accent_of(str(n)) for n in range(99)} == set(ACCENTS)


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: str, b: str) -> float:
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("accent", ACCENTS, ids=lambda a: a.name)
def test_accents_have_the_contrast_of_double_a(accent: Accent) -> None:
    assert contrast(accent.base, "#ffffff") >= 4.5
    assert contrast(accent.base, "#f5f6f8") >= 4.5
    assert contrast(accent.dark, accent.tint) >= 4.5
