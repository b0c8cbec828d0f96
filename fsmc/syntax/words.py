"""The reserved words, read from the grammar, and how a name is spelt next to them."""

from __future__ import annotations

import functools
import re

from fsmc.resources import read_text

_QUOTED_WORD = re.compile(r'"([a-z_]+)"')
_COMMENT = re.compile(r"(^|\s)//.*$", re.MULTILINE)
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")


@functools.cache
def keywords() -> tuple[str, ...]:
    """Every word that the grammar reserves, sorted."""
    grammar = _COMMENT.sub("", read_text("fsmc.grammars", "fsm.lark"))
    return tuple(sorted(set(_QUOTED_WORD.findall(grammar))))


def written(name: str) -> str:
    """The name as it is used in a world: in backticks where it is reserved or no plain word."""
    return name if _PLAIN.fullmatch(name) and name not in keywords() else f"`{name}`"
