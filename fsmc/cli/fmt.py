"""`fsmc fmt`: writes worlds in the one layout; words and comments stay as they are."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from fsmc.cli.exits import WRONG
from fsmc.cli.output import Format, JsonOption, SarifOption, current
from fsmc.cli.worlds import world_file
from fsmc.diagnostics import Diagnostic, Failure, Source

STDIN = Path("-")


def command(
    context: typer.Context,
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            help="Worlds and files that worlds include; `-` formats what comes in and prints it.",
            show_default=False,
        ),
    ],
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit 1 when a layout would change.")
    ] = False,
    as_json: JsonOption = False,
    as_sarif: SarifOption = False,
) -> None:
    """Lay worlds out anew. A file that cannot be read is left as it is.

    Exit code 1: a file has errors, or with --check another layout; else 0.
    """
    found: list[Diagnostic] = []
    changed = 0
    for file in files:
        try:
            changed += _format(context, file, check)
        except Failure as failure:
            found += failure.diagnostics
    output = current(context)
    if found or output.format is not Format.TEXT:
        output.report(found)
    if found or (check and changed):
        raise typer.Exit(WRONG)


def _format(context: typer.Context, file: Path, check: bool) -> bool:
    """Formats one file and says so; whether its layout was another."""
    from fsmc.resources import write_atomically
    from fsmc.syntax.format import format_text
    from fsmc.syntax.source import read_source

    output = current(context)
    says = output.format is Format.TEXT
    if file == STDIN:
        text = sys.stdin.read()
        output.sources["<stdin>"] = source = Source("<stdin>", text.removeprefix("\ufeff"))
    else:
        file = world_file(file)
        source = read_source(file)
        text = source.text
    laid_out = format_text(source)
    changed = laid_out != text
    if file == STDIN:
        if says and not check:
            sys.stdout.write(laid_out)
    elif changed and not check:
        write_atomically(file, laid_out)
    if changed and says and (check or file != STDIN):
        name = source.file
        print(f"{name} has another layout" if check else f"formatted {name}")
    return changed
