"""How `fsmc explore` looks: the counts, the goals, and what never happens, at 80 columns."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from rich import box
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from fsmc.cli.output import colour
from fsmc.explore import wording
from fsmc.explore.goals import GoalResult
from fsmc.explore.graph import Graph
from fsmc.explore.growth import growth

MOST = 12
"""So many bindings of one goal are listed; the rest is counted."""


def show(graph: Graph, results: Sequence[GoalResult], found: dict[str, Any]) -> None:
    """Prints what `summary` found, for people."""
    console = Console(file=sys.stdout, no_color=not colour(sys.stdout), highlight=False)
    parts: list[RenderableType] = [_counts(graph)]
    if not graph.complete:
        parts += [Text(), _capped(graph)]
    title = Text.assemble((graph.world.title, "bold"), ("  " + graph.world.name, "cyan"))
    verdict = Text(found["verdict"], style="green" if graph.complete else "bold yellow")
    console.print(
        Panel(
            Group(*parts),
            title=title,
            title_align="left",
            subtitle=verdict,
            subtitle_align="right",
            border_style="cyan" if graph.complete else "yellow",
            padding=(0, 1),
            width=min(console.width, 80),
        )
    )
    if results:
        console.print(_goals(graph, results, found))
    _findings(console, graph, found)


def _counts(graph: Graph) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", style="dim", no_wrap=True)
    table.add_column(justify="right", style="bold", no_wrap=True)
    table.add_column(style="dim")
    least = "" if graph.complete else "≥ "
    alone = not graph.agent_only and not all(graph.is_agent)
    ours = f"{len(graph.agent_states):,} by the agent alone" if alone else ""
    steps = f"{graph.agent_edges:,} by the agent alone" if alone else ""
    table.add_row("states", f"{least}{len(graph.states):,}", ours)
    table.add_row("transitions", f"{least}{graph.edges:,}", steps)
    table.add_row(
        "levels", f"{least}{graph.levels:,}", "steps from the start to the farthest state"
    )
    if graph.agent_only:
        table.add_row("actors", "agent", "others were left out")
    return table


def _capped(graph: Graph) -> Text:
    ranked = [f"{graph.world.variables[g.slot].name} {g.values:,}" for g in growth(graph)[:5]]
    return Text.assemble(
        ("The cap was hit: counts are lower bounds, and nothing is said to be absent.", "yellow"),
        f"\nWhat multiplies, by values seen: {', '.join(ranked)}.",
    )


def _goals(graph: Graph, results: Sequence[GoalResult], found: dict[str, Any]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False, padding=(0, 1))
    table.add_column("goal", style="cyan", no_wrap=True)
    table.add_column("bindings", overflow="fold", max_width=40)
    table.add_column("shortest", justify="right", no_wrap=True)
    table.add_column("plans", justify="right", overflow="fold")
    table.add_column("hopeless", justify="right", no_wrap=True)
    least = "" if graph.complete else "≥ "
    none = "no plan" if graph.conclusive else "not found"
    told = zip(results, found["goals"], strict=True)
    for name, group in groupby(told, key=lambda pair: pair[0].goal.name):
        own = list(group)
        for number, (result, entry) in enumerate(own[:MOST]):
            length = result.plans.length
            table.add_row(
                name if number == 0 else "",
                _bindings(graph, result),
                Text(none, style="yellow") if length is None else f"{length:,}",
                "" if length is None else f"{least}{result.plans.count:,}",
                "" if length is None or entry["hopeless"] is None else f"{entry['hopeless']:,}",
            )
        if len(own) > MOST:
            table.add_row("", Text(f"… {len(own) - MOST:,} more", style="dim"), "", "", "")
    return table


def _bindings(graph: Graph, result: GoalResult) -> str:
    pairs = zip(result.goal.params, result.args, strict=True)
    return ", ".join(f"{p.name} = {wording.spell(graph.world, p.domain, v)}" for p, v in pairs)


def _findings(console: Console, graph: Graph, found: dict[str, Any]) -> None:
    lines: list[tuple[str, str]] = []
    if graph.escapes:
        lines.append(("out of domain", f"{len(graph.escapes):,} steps leave a domain"))
    if found["unreached_pages"]:
        lines.append(("never reached", ", ".join(found["unreached_pages"])))
    if found["never_fired"]:
        lines.append(("never happens", ", ".join(found["never_fired"])))
    if found["dead_ends"]:
        lines.append(("dead ends", f"{found['dead_ends']:,} states without a step of the agent"))
    for lock in found["soft_locks"]:
        lines.append(("soft lock", f"{lock['name']} is lost for good in {lock['states']:,} states"))
    if not lines:
        if graph.conclusive:
            console.print(Text(" Everything is reached, every action happens.", style="green"))
        return
    table = Table.grid(padding=(0, 2))
    table.add_column(style="yellow", justify="right", no_wrap=True)
    table.add_column(overflow="fold")
    for line in lines:
        table.add_row(*line)
    console.print(table)
    console.print(Text("\n `fsmc check` says why.", style="dim"))
