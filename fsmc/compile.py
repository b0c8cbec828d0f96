"""From text to World: load, parse, resolve, check and lower, one call each. Read this first.

    world = load("worlds/shop/shop.fsm")

A world that is wrong raises a Failure with every diagnostic of the phase that found it wrong.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from fsmc.diagnostics import Collector, Diagnostic, Label, Source, Span
from fsmc.model.files import Files
from fsmc.model.lower import lower
from fsmc.model.scope import Ground, Unresolved
from fsmc.model.world import World
from fsmc.syntax import tree as t
from fsmc.syntax.parser import parse, parse_items
from fsmc.syntax.source import read_source


@dataclass(frozen=True, slots=True)
class Compiled:
    """A world with the warnings and notes of its making, and every text that was read for it."""

    world: World
    diagnostics: tuple[Diagnostic, ...]
    sources: tuple[Source, ...]


def load(path: str | Path) -> World:
    """The world of a file. Raises a Failure (FSM1xx, 2xx, 3xx, 5xx) when it is not one."""
    return compile_file(path).world


def compile_file(path: str | Path) -> Compiled:
    """As `load`, with warnings and sources; tables and includes are read from the file's folder."""
    path = Path(path)
    return compile_text(read_source(path), path.parent)


def compile_text(source: Source, folder: Path | None = None) -> Compiled:
    """The world of a text; without a `folder` it can read no tables and includes from files."""
    collector = Collector()
    files = Files(folder, {source.file: source})
    tree = parse(source)
    tree = replace(tree, items=tuple(_with_includes(tree, files, collector, (source.file,))))
    collector.stop_on_errors()
    world = lower(tree, files, collector, source)
    return Compiled(world, tuple(collector.found), tuple(files.sources.values()))


def _with_includes(
    tree: t.WorldText, files: Files, collector: Collector, opened: tuple[str, ...]
) -> list[t.Item]:
    """The items with each `include` replaced by what it brings."""
    items: list[t.Item] = []
    for item in tree.items:
        if not isinstance(item, t.Include):
            items.append(item)
            continue
        try:
            file, text = files.read(item.path, Ground(collector))
        except Unresolved:
            continue
        if file in opened:
            collector.add(
                Diagnostic(
                    "FSM505",
                    f"`{item.path.text}` includes itself",
                    item.path.span,
                    "leads back here",
                    related=(Label(Span(file, 0, 0), "already being read"),),
                    help="take this `include` out of one of the files",
                )
            )
            continue
        inner = parse_items(Source(file, text))
        items += _with_includes(inner, files, collector, (*opened, file))
    return items
