"""The digest of a world: a hash of everything it says, spans and folders left out."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from enum import Enum
from typing import Any

from fsmc.diagnostics import Span
from fsmc.model.world import World

LEFT_OUT = ("folder", "digest")


def digest(world: World) -> str:
    """64 hexadecimal digits; equal worlds have equal digests, whatever their layout."""
    text = json.dumps(_plain(world), ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, Span):
        return None
    if isinstance(value, Enum):
        return value.value
    if dataclasses.is_dataclass(value):
        fields = [f.name for f in dataclasses.fields(value) if f.name not in LEFT_OUT]
        return [type(value).__name__, *(_plain(getattr(value, name)) for name in fields)]
    if isinstance(value, tuple):
        return [_plain(v) for v in value]
    return value
