"""Simple things to draw, on a floor at height 290 of a 480 by 360 picture.

In the drawings `L`, `M`, `D`, `W` stand for the light, middle and dark tone, and for white.
"""

from __future__ import annotations

import json
from functools import cache

from fsmc.resources import read_text


@cache
def words() -> dict[str, str]:
    """Which thing a word means."""
    table: dict[str, str] = json.loads(read_text("fsmc.templates", "site/objects/words.json"))
    return {word: name for name, spelled in table.items() for word in spelled.split()}


@cache
def shape(name: str) -> str:
    """The drawing of a thing, a fragment of SVG."""
    return read_text("fsmc.templates", f"site/objects/{name}.svg").replace("\n", "")
