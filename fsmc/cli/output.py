"""What a command shows: diagnostics as text, JSON or SARIF, as the options asked for."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Annotated, TextIO

import typer

from fsmc import __version__
from fsmc.diagnostics import Diagnostic, Source
from fsmc.diagnostics.export import render_json, render_sarif
from fsmc.diagnostics.render import render_text


class Format(str, Enum):
    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"


@dataclass(slots=True)
class Output:
    """How this run of fsmc reports; one for each run, found through the command's context."""

    format: Format = Format.TEXT
    sources: dict[str, Source] = field(default_factory=dict)

    def report(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Shows diagnostics: text on stderr; JSON (a list) or SARIF on stdout, even when none."""
        found = tuple(diagnostics)
        sources = [*self.sources.values(), *read_sources(found, known=self.sources)]
        match self.format:
            case Format.TEXT:
                width = shutil.get_terminal_size((100, 24)).columns
                sys.stderr.write(render_text(found, sources, colour(sys.stderr), width))
            case Format.JSON:
                sys.stdout.write(render_json(found, sources) + "\n")
            case Format.SARIF:
                sys.stdout.write(render_sarif(found, sources, __version__) + "\n")


def colour(stream: TextIO) -> bool:
    """Whether to colour what goes to `stream`: a terminal, and NO_COLOR is not set."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def read_sources(diagnostics: Iterable[Diagnostic], known: Iterable[str] = ()) -> list[Source]:
    """The texts that diagnostics point into; files that cannot be read are left out."""
    found: dict[str, Source | None] = dict.fromkeys(known)
    for diagnostic in diagnostics:
        spans = [diagnostic.span, *(label.span for label in diagnostic.related)]
        for span in spans:
            if span is not None and span.file not in found:
                found[span.file] = _read(span.file)
    return [source for source in found.values() if source is not None]


def _read(file: str) -> Source | None:
    try:
        return Source(file, Path(file).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def current(context: typer.Context) -> Output:
    """The output of the running command."""
    output = context.find_root().obj
    assert isinstance(output, Output), "commands run below `fsmc.cli.main.run`"
    return output


def _choose_json(context: typer.Context, chosen: bool) -> bool:
    if chosen:
        current(context).format = Format.JSON
    return chosen


def _choose_sarif(context: typer.Context, chosen: bool) -> bool:
    if chosen:
        current(context).format = Format.SARIF
    return chosen


JsonOption = Annotated[
    bool,
    typer.Option("--json", help="Print JSON.", callback=_choose_json, is_eager=True),
]
SarifOption = Annotated[
    bool,
    typer.Option("--sarif", help="Print SARIF 2.1.0.", callback=_choose_sarif, is_eager=True),
]
MAX_STATES = 1_000_000
"""As `fsmc.explore.MAX_STATES`, which is too heavy to import for the text of an option."""

MaxStatesOption = Annotated[
    int, typer.Option("--max-states", help="Stop the search after this many states.", min=1)
]
