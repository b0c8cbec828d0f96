"""Selectors: the one simple selector that a route may be pinned to, and the words in it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from fsmc.importers.autowebworld.words import words_of

_PSEUDO = re.compile(r"::?[\w-]+(\([^)]*\))?")
_COMPOUND = re.compile(r"(?:\[[^\]]*\]|[^\s>+~,\[])+")
_SIMPLE = re.compile(r"#[\w-]+|\.[\w-]+|\[[^\]]+\]")


@dataclass(frozen=True, slots=True)
class Pin:
    """`css` is `#id`, `.class` or `[attr=value]`; `exact` when it is all the file says."""

    css: str
    exact: bool

    def own(self, suffix: str) -> str:
        """The selector for one action's own element beside this one."""
        if self.css.endswith("]"):
            return f"#{'-'.join(words_of(self.css))}--{suffix}"
        return f"{self.css}--{suffix}"


def pin_of(selector: str) -> Pin | None:
    """The last simple part of a selector, ids before classes; None when there is none.

    >>> pin_of("#projects-list .row-matched")
    Pin(css='.row-matched', exact=False)
    """
    first = selector.split(",")[0] if "[" not in selector else selector
    compounds = _COMPOUND.findall(_PSEUDO.sub("", first))
    if not compounds:
        return None
    parts: list[str] = sorted(_SIMPLE.findall(compounds[-1]), key=lambda part: "#.[".index(part[0]))
    if not parts:
        return None
    return Pin(parts[0], parts[0] == selector.strip())


def selector_words(selector: str) -> list[str]:
    """The words of the part that `pin_of` takes, or of the whole selector."""
    pin = pin_of(selector)
    return words_of(pin.css if pin else selector)
