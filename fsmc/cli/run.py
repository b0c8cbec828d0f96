"""`fsmc run WORLD -o OUT`: check, explore, build, replay, trajectories, report."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fsmc.cli.exits import UNDETERMINED, WRONG
from fsmc.cli.output import MAX_STATES, JsonOption, MaxStatesOption, current
from fsmc.cli.worlds import world_file


def command(
    context: typer.Context,
    world: Annotated[Path, typer.Argument(help="The world: a .fsm file, or its folder.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The folder to write to.")],
    full: Annotated[bool, typer.Option("--full", help="Every edge and refusal (default).")] = False,
    sample: Annotated[
        int | None,
        typer.Option(
            help="So many edges and refusals; every transition on every page is among them.",
            min=1,
        ),
    ] = None,
    goals_per_family: Annotated[
        int, typer.Option(help="Tasks of each goal whose trajectories are played.", min=0)
    ] = 3,
    seed: Annotated[int, typer.Option(help="Chooses samples.")] = 0,
    workers: Annotated[int, typer.Option(help="Browsers at the same time.", min=1)] = 2,
    max_states: MaxStatesOption = MAX_STATES,
    as_json: JsonOption = False,
) -> None:
    """Build a world's site, do every step in Chromium, write trajectories and a report.

    Exit code 1: something is wrong with the world or its site; 3: not everything could be decided.
    """
    if full and sample is not None:
        raise typer.BadParameter("choose one of --full and --sample.", param_hint="--full")

    from fsmc.backends.replay.browser import require_web
    from fsmc.cli.pipeline import Settings, run_world

    require_web()
    shown = current(context)
    settings = Settings(
        world_file(world), output, sample, goals_per_family, seed, workers, max_states
    )
    done = run_world(settings, shown)
    if done.wrong:
        raise typer.Exit(WRONG)
    if not done.decided:
        raise typer.Exit(UNDETERMINED)
