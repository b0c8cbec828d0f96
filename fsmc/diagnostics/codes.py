"""The diagnostic codes: each has one Markdown page in `hints/`, read by `fsmc explain`."""

from __future__ import annotations

import re
from importlib.resources import files
from importlib.resources.abc import Traversable

_CODE = re.compile(r"FSM[0-9]{3}")


def all_codes() -> tuple[str, ...]:
    """Every code that has a hint page, sorted."""
    names = (page.name.removesuffix(".md") for page in _hints().iterdir())
    return tuple(sorted(name for name in names if _CODE.fullmatch(name)))


def explain(code: str) -> str | None:
    """The hint page of `code` as Markdown, or None when there is no such code."""
    wanted = code.upper()
    if not _CODE.fullmatch(wanted):
        return None
    page = _hints() / f"{wanted}.md"
    return page.read_text(encoding="utf-8") if page.is_file() else None


def title(code: str) -> str | None:
    """The heading of a hint page, without the code: `FSM201: nothing has this name` → the rest."""
    page = explain(code)
    if page is None:
        return None
    return page.partition("\n")[0].lstrip("# ").partition(": ")[2]


def _hints() -> Traversable:
    return files("fsmc.diagnostics") / "hints"
