"""Imports AutoWebWorld's `fsm.json`: pages, typed fields, actions and gestures become a world."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePath

from fsmc.diagnostics import Diagnostic, Source
from fsmc.importers.autowebworld.emit import world_text
from fsmc.importers.autowebworld.located import Located, read_json
from fsmc.importers.autowebworld.page_oddities import page_oddities
from fsmc.importers.autowebworld.plan import Plan, plan_of
from fsmc.importers.autowebworld.report import report_markdown
from fsmc.importers.autowebworld.spec import read_spec
from fsmc.importers.autowebworld.state_oddities import state_oddities
from fsmc.importers.base import Imported, Importer, Reading
from fsmc.syntax.format import format_text

__all__ = ["IMPORTER", "AutoWebWorld", "import_spec"]


def import_spec(text: str, file: str, reading: Reading) -> Imported:
    """The spec as a world. Pure: `file` is only a name, for places and for the world's own name.

    Raises a Failure when the file is not JSON, lacks a key, has a value of the wrong shape, an id
    twice, or a page that does not exist. Whatever else is odd is among the diagnostics.
    """
    located = read_json(text, file)
    plan = plan_of(read_spec(located), gated=reading == "gated")
    found = _oddities(plan, located)
    name = _world_name(file)
    text_of_world = world_text(plan, name, PurePath(file).name)
    return Imported(
        name=name,
        world_text=format_text(Source(f"{name}.fsm", text_of_world)),
        diagnostics=found,
        report_markdown=report_markdown(plan, found, PurePath(file).name, text),
    )


def _oddities(plan: Plan, located: Located) -> tuple[Diagnostic, ...]:
    found = [*located.repeated, *page_oddities(plan), *state_oddities(plan)]
    unique = dict.fromkeys(found)
    return tuple(sorted(unique, key=lambda d: (d.span.start if d.span else 0, d.code)))


def _world_name(file: str) -> str:
    """The file's name up to its first dot, as a plain name: `asana.fsm.json` is asana."""
    stem = re.sub(r"\W", "_", PurePath(file).name.partition(".")[0], flags=re.ASCII)
    return f"world_{stem}".rstrip("_") if not stem or stem[0].isdigit() else stem


@dataclass(frozen=True, slots=True)
class AutoWebWorld:
    """The importer of AutoWebWorld's files."""

    name: str = "autowebworld"

    def import_spec(self, text: str, file: str, reading: Reading) -> Imported:
        return import_spec(text, file, reading)


IMPORTER: Importer = AutoWebWorld()
