"""`fsmc explore`: counts states, plans and findings of a world."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from fsmc.cli.exits import UNDETERMINED, WRONG
from fsmc.cli.output import MAX_STATES, Format, JsonOption, MaxStatesOption, current
from fsmc.cli.worlds import world_file


def command(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="The world, a .fsm file.", show_default=False)],
    as_json: JsonOption = False,
    max_states: MaxStatesOption = MAX_STATES,
    agent_only: Annotated[
        bool, typer.Option("--agent-only", help="Leave out other actors.")
    ] = False,
) -> None:
    """Count states, transitions, shortest plans and what is wrong with a world.

    Exit code 1: a step leaves a domain. Exit code 3 means that the cap was hit: counts are lower
    bounds.
    """
    from fsmc.compile import compile_file
    from fsmc.explore import explore
    from fsmc.explore.goals import solve
    from fsmc.explore.summary import summary

    output = current(context)
    compiled = compile_file(world_file(file))
    output.sources.update({s.file: s for s in compiled.sources})
    if compiled.diagnostics and output.format is Format.TEXT:
        output.report(compiled.diagnostics)
    graph = explore(compiled.world, max_states, agent_only)
    results = solve(graph)
    found = summary(graph, results)
    if as_json:
        sys.stdout.write(json.dumps(found, ensure_ascii=False, indent=2) + "\n")
    else:
        from fsmc.cli.explore_view import show

        show(graph, results, found)
    if graph.escapes:
        raise typer.Exit(WRONG)
    if not graph.complete:
        raise typer.Exit(UNDETERMINED)
