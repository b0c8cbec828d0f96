"""Draws pictures: soft grounds with a simple object or initials, the same for the same name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape

from fsmc.backends.site.objects import shape, words
from fsmc.backends.site.theme import seed


@dataclass(frozen=True, slots=True)
class Palette:
    """Two tones of a ground, and of what stands on it: light, middle, dark."""

    top: str
    bottom: str
    light: str
    middle: str
    dark: str


PALETTES = (
    Palette("#e3edff", "#b9cffb", "#8fb0f5", "#4a76d4", "#2a4a94"),
    Palette("#e0f5e8", "#b4e0c4", "#86c79f", "#3f8f63", "#24603f"),
    Palette("#fff0d6", "#fbd79b", "#f5b658", "#cf7f1b", "#8c5210"),
    Palette("#fde6ee", "#f7bfd2", "#ee90b1", "#c24a77", "#84294d"),
    Palette("#ece8ff", "#cfc5fb", "#ab9cf2", "#6d58c9", "#453391"),
    Palette("#ffe8dc", "#fcc4a8", "#f39a70", "#cc5a2a", "#8b3a17"),
    Palette("#dcf4f6", "#aadde3", "#72c2cb", "#278893", "#155a62"),
    Palette("#f1efec", "#d8d2c9", "#b3aa9d", "#7a6f61", "#4c443a"),
)


def draw(name: str, title: str) -> str:
    """An SVG of 480 by 360 for the picture `name`, shown by a row called `title`."""
    number = seed(name)
    palette = PALETTES[number % len(PALETTES)]
    body = _object(f"{name} {title}", palette)
    if body is None:
        body = _initials(title or name, palette)
    return _scene(body, palette, number >> 8)


def mark(title: str, colour: str) -> str:
    """The sign of a product: its initial on a rounded square."""
    initial = escape((title.strip() or "?")[0].upper())
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
        f'<rect width="32" height="32" rx="8" fill="{colour}"/>'
        '<text x="16" y="22" font-family="sans-serif" font-size="18" font-weight="700" '
        f'text-anchor="middle" fill="#fff">{initial}</text></svg>'
    )


def _object(text: str, palette: Palette) -> str | None:
    """The drawing of the first thing that the text names, or None."""
    known = words()
    for word in re.findall(r"[a-z]+", text.lower()):
        for stem in (word, word.removesuffix("s")):
            if stem in known:
                return _painted(shape(known[stem]), palette)
    return None


def _painted(drawing: str, palette: Palette) -> str:
    """Puts the colours of a palette for the letters L, M, D and W of a drawing."""
    tones = {"L": palette.light, "M": palette.middle, "D": palette.dark, "W": "#ffffff"}
    return re.sub(r'="([LMDW])"', lambda m: f'="{tones[m[1]]}"', drawing)


def _initials(text: str, palette: Palette) -> str:
    parts = re.findall(r"\w+", text) or ["?"]
    letters = escape("".join(part[0] for part in parts[:2]).upper())
    return (
        f'<circle cx="240" cy="176" r="104" fill="{palette.middle}"/>'
        f'<circle cx="240" cy="176" r="104" fill="url(#shine)"/>'
        '<text x="240" y="209" font-family="sans-serif" font-size="88" font-weight="700" '
        f'text-anchor="middle" fill="#fff">{letters}</text>'
    )


def _scene(body: str, palette: Palette, number: int) -> str:
    """A ground in two tones with a soft circle of light, a floor, and the body with its shadow."""
    x, y = 90 + number % 300, 60 + number // 300 % 80
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 360" '
        'width="480" height="360"><defs><linearGradient id="ground" x1="0" y1="0" x2="0" y2="1">'
        f'<stop stop-color="{palette.top}"/>'
        f'<stop offset="1" stop-color="{palette.bottom}"/></linearGradient>'
        '<radialGradient id="light"><stop stop-color="#fff" stop-opacity=".75"/>'
        '<stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>'
        '<linearGradient id="shine" x1="0" y1="0" x2="1" y2="1">'
        '<stop stop-color="#fff" stop-opacity=".35"/>'
        '<stop offset=".6" stop-color="#fff" stop-opacity="0"/></linearGradient>'
        '<radialGradient id="shadow"><stop stop-color="#101828" stop-opacity=".28"/>'
        '<stop offset="1" stop-color="#101828" stop-opacity="0"/></radialGradient></defs>'
        '<rect width="480" height="360" fill="url(#ground)"/>'
        f'<circle cx="{x}" cy="{y}" r="220" fill="url(#light)"/>'
        f'<path d="M0 268H480V360H0Z" fill="{palette.bottom}"/>'
        '<path d="M0 268H480V360H0Z" fill="#fff" fill-opacity=".28"/>'
        f'<ellipse cx="240" cy="290" rx="130" ry="22" fill="url(#shadow)"/>{body}</svg>'
    )
