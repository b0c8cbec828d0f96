"""Names of elements: ids from view ids and row keys, never from counters, and their selectors."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

from fsmc.model.domains import Domain, Value, to_json

_PLAIN = re.compile(r"-?[A-Za-z_][A-Za-z0-9_-]*")
_PINNED_ID = re.compile(r"#(-?[A-Za-z_][A-Za-z0-9_-]*)")
_PINNED_CLASSES = re.compile(r"(?:\.-?[A-Za-z_][A-Za-z0-9_-]*)+")


def slug(text: str) -> str:
    """Letters, digits, `_` and `-` of a text; everything between them becomes one `-`."""
    return re.sub(r"[^A-Za-z0-9_-]+", "-", text).strip("-")


@cache
def keys(domain: Domain) -> tuple[str, ...]:
    """A key for each value of a finite domain, in its order: readable and distinct."""
    slugs = [slug(_spelled(domain, value)) for value in domain.values()]
    counts = Counter(slugs)
    return tuple(
        name if name and counts[name] == 1 else f"{name}-{position}".lstrip("-")
        for position, name in enumerate(slugs)
    )


def key(domain: Domain, value: Value) -> str:
    """The key of one value."""
    return _by_value(domain)[value]


@cache
def _by_value(domain: Domain) -> dict[Value, str]:
    return dict(zip(domain.values(), keys(domain), strict=True))


def _spelled(domain: Domain, value: Value) -> str:
    data = to_json(domain, value)
    if data is None:
        return "none"
    if isinstance(data, bool):
        return "yes" if data else "no"
    if data == "":
        return "empty"
    return "other" if data == {"other": True} else str(data)


def selector(id_: str) -> str:
    """A CSS selector for the element of that id."""
    if _PLAIN.fullmatch(id_):
        return f"#{id_}"
    return '[id="{}"]'.format(id_.replace("\\", "\\\\").replace('"', '\\"'))


def pinned_id(pinned: str | None) -> str | None:
    """The id that `pinned "#id"` asks for."""
    found = _PINNED_ID.fullmatch(pinned or "")
    return found[1] if found else None


def pinned_classes(pinned: str | None) -> tuple[str, ...]:
    """The classes that `pinned ".a.b"` asks for."""
    found = _PINNED_CLASSES.fullmatch(pinned or "")
    return tuple(found[0][1:].split(".")) if found else ()
