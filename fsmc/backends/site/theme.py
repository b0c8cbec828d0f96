"""The colours of a site, chosen by its world's name: one accent that reads well on white."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from fsmc.resources import read_text


@dataclass(frozen=True, slots=True)
class Accent:
    """`base` has a contrast of at least 4.5 to white, `dark` more, `tint` is a pale ground."""

    name: str
    base: str
    dark: str
    tint: str


ACCENTS = (
    Accent("indigo", "#4338ca", "#3127a0", "#eeeefc"),
    Accent("blue", "#1d4ed8", "#173fae", "#e9effd"),
    Accent("teal", "#0f766e", "#0b5d57", "#e4f4f2"),
    Accent("green", "#15703a", "#10592e", "#e5f4ea"),
    Accent("plum", "#86198f", "#6b1472", "#f8eaf9"),
    Accent("crimson", "#b4234a", "#921c3c", "#fceaef"),
    Accent("rust", "#b0410f", "#8d340c", "#fcede5"),
    Accent("slate", "#334155", "#1f2937", "#eceff3"),
)


def accent_of(world_name: str) -> Accent:
    """The accent of a world: always the same one for a name."""
    return ACCENTS[seed(world_name) % len(ACCENTS)]


def seed(text: str) -> int:
    """A number made of a text, the same on every machine."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def stylesheet(world_name: str) -> bytes:
    """The text of app.css."""
    accent = accent_of(world_name)
    colours = {"accent": accent.base, "accent-dark": accent.dark, "tint": accent.tint}
    tokens = " ".join(f"--{name}: {colour};" for name, colour in colours.items())
    return (f":root {{ {tokens} }}\n" + read_text("fsmc.templates", "site/app.css")).encode()
