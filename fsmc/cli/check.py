"""`fsmc check`: everything that can be found wrong with a world without a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fsmc.cli.exits import UNDETERMINED, WRONG
from fsmc.cli.output import MAX_STATES, Format, JsonOption, MaxStatesOption, SarifOption, current
from fsmc.cli.worlds import world_file
from fsmc.diagnostics import Diagnostic, Severity
from fsmc.printers.english_words import counted


def command(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="The world, a .fsm file.", show_default=False)],
    as_json: JsonOption = False,
    as_sarif: SarifOption = False,
    max_states: MaxStatesOption = MAX_STATES,
    fix: Annotated[
        bool, typer.Option("--fix", help="First make the edits that are marked [fix available].")
    ] = False,
) -> None:
    """Check names, types and data, then every state that can be reached.

    Exit code 1: there are errors; 3: the search hit its cap, so absence is not proved; else 0.
    """
    from fsmc.backends.site import BACKEND
    from fsmc.compile import compile_file
    from fsmc.explore import explore
    from fsmc.explore.findings import findings

    file = world_file(file)
    if fix:
        from fsmc.cli.mend import mend

        typer.echo(f"{counted(mend(file), 'edit')} made", err=True)
    compiled = compile_file(file)
    graph = explore(compiled.world, max_states)
    told = (*compiled.diagnostics, *BACKEND.check(compiled.world))
    found = (*told, *findings(graph, compiled.sources))
    output = current(context)
    output.sources.update({s.file: s for s in compiled.sources})
    output.report(found)
    errors = _count(found, Severity.ERROR)
    if output.format is Format.TEXT:
        if found:
            typer.echo("", err=True)
        least = "" if graph.complete else "at least "
        typer.echo(
            f"{compiled.world.name}: {least}{counted(len(graph.states), 'state')}, "
            f"{counted(graph.edges, 'transition')}; {_sentence(found)}"
        )
    if errors:
        raise typer.Exit(WRONG)
    if not graph.complete:
        raise typer.Exit(UNDETERMINED)


def _count(found: tuple[Diagnostic, ...], severity: Severity) -> int:
    return sum(d.severity is severity for d in found)


def _sentence(found: tuple[Diagnostic, ...]) -> str:
    parts = [
        f"{count} {word.value}{'' if count == 1 else 's'}"
        for word in Severity
        if (count := _count(found, word))
    ]
    return ", ".join(parts) or "nothing wrong"
