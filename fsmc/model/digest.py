"""The digest of a world: a hash of everything it says, spans and folders left out."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from enum import Enum
from functools import cache
from typing import Any

from fsmc.diagnostics import Span
from fsmc.model.domains import Row
from fsmc.model.world import World

LEFT_OUT = ("folder", "digest")


def digest(world: World) -> str:
    """64 hexadecimal digits; equal worlds have equal digests, whatever their layout."""
    text = json.dumps(_plain(world), ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


@cache
def _fields(kind: type) -> tuple[str, ...]:
    return tuple(f.name for f in dataclasses.fields(kind) if f.name not in LEFT_OUT)


def _plain(value: Any) -> Any:
    kind: type = type(value)
    if value is None or kind in (str, int, bool):
        return value
    if kind is tuple:
        return [_plain(v) for v in value]
    if kind is Span:
        return None
    if isinstance(value, Enum):
        return value.value
    if kind is Row:
        return ["Row", value.table]  # its keys are the table's
    return [kind.__name__, *[_plain(getattr(value, name)) for name in _fields(kind)]]
