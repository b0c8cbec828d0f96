"""`fsmc import KIND FILE -o DIR`: a foreign description becomes a world and a report."""

from __future__ import annotations

from enum import Enum
from importlib.metadata import entry_points
from pathlib import Path
from typing import Annotated

import typer

from fsmc.cli.output import Format, JsonOption, SarifOption, current
from fsmc.diagnostics import Diagnostic, Failure, Severity, Source
from fsmc.diagnostics.export import render_json
from fsmc.importers.base import Importer
from fsmc.resources import write_atomically

IMPORTERS = "fsmc.importers"


class ReadingOption(str, Enum):
    PLAIN = "plain"
    GATED = "gated"


def command(
    context: typer.Context,
    kind: Annotated[str, typer.Argument(help="What the file is: autowebworld.")],
    file: Annotated[Path, typer.Argument(help="The file to import.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The folder to write to.")],
    reading: Annotated[
        ReadingOption,
        typer.Option(
            help="plain: conditions alone. gated: while a field named like a dialog is null, only "
            "actions that set such a field."
        ),
    ] = ReadingOption.PLAIN,
    force: Annotated[
        bool, typer.Option("--force", help="Write over a world that is another.")
    ] = False,
    json: JsonOption = False,
    sarif: SarifOption = False,
) -> None:
    """Import a foreign description as a world, with a report of all that was odd in it."""
    importer = _importer(kind)
    text = _read(file)
    shown = current(context)
    shown.sources[str(file)] = source = Source(str(file), text)
    imported = importer.import_spec(text, str(file), reading.value)
    world = output / f"{imported.name}.fsm"
    if not force:
        _keep(world, imported.world_text)
    found = imported.diagnostics
    as_json = render_json(found, [source]) + "\n"
    write_atomically(world, imported.world_text)
    write_atomically(output / "import-report.md", imported.report_markdown)
    write_atomically(output / "import-report.json", as_json)
    if shown.format is not Format.TEXT:
        shown.report(found)
        return
    warnings = sum(d.severity is Severity.WARNING for d in found)
    print(f"The world:  {world}")
    print(f"The report: {output / 'import-report.md'}")
    print(f"{warnings} warnings and {len(found) - warnings} notes stand in the report.")


def _importer(kind: str) -> Importer:
    known = {entry.name: entry for entry in entry_points(group=IMPORTERS)}
    if kind not in known:
        raise typer.BadParameter(
            f"there is no importer `{kind}`; there is {', '.join(sorted(known))}.",
            param_hint="KIND",
        )
    importer: Importer = known[kind].load()
    return importer


def _keep(world: Path, text: str) -> None:
    """Refuses (FSM522) to write over a file that was changed by hand or is another world."""
    if world.is_file() and world.read_bytes() != text.encode():
        diagnostic = Diagnostic(
            code="FSM522",
            title=f"`{world}` is there and says something else; nothing was written",
            help="choose another folder with `-o`, or write over it with `--force`",
        )
        raise Failure((diagnostic,))


def _read(file: Path) -> str:
    try:
        return file.read_bytes().decode("utf-8-sig")
    except OSError as error:
        problem = error.strerror or str(error)
    except UnicodeDecodeError as error:
        problem = f"not UTF-8 text (byte {error.start + 1})"
    raise Failure(
        (
            Diagnostic(
                code="FSM558",
                title=f"cannot read `{file}`: {problem}",
                help="give the path of a JSON file that exists",
            ),
        )
    )
