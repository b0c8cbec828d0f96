"""The answer of `fsmc explore --json`: a public contract, see docs/reference/cli.md."""

from __future__ import annotations

from typing import Any

from fsmc.explore.goals import GoalResult, hopeless, solve
from fsmc.explore.graph import Graph
from fsmc.explore.properties import dead_ends, never_fired, soft_locks, unreached_pages


def summary(graph: Graph, goals: tuple[GoalResult, ...] | None = None) -> dict[str, Any]:
    """Counts, goals and findings as JSON; where a cap was hit counts are lower bounds.

    Where a search is not conclusive, what it did not see is not claimed to be absent: then the
    lists `unreached_pages`, `never_fired` and `soft_locks` are empty, and no goal has a number of
    `hopeless` states.
    """
    world = graph.world
    results = solve(graph) if goals is None else goals
    absent = graph.conclusive
    labels = [world.transitions[t].label for t in never_fired(graph)]
    pages = [world.pages[p].name for p in unreached_pages(graph)]
    return {
        "world": world.name,
        "digest": world.digest,
        "verdict": "complete" if graph.complete else "capped",
        "states": len(graph.states),
        "transitions": graph.edges,
        "levels": graph.levels,
        "goals": [
            {
                "goal": r.goal.name,
                "bindings": r.bindings,
                "shortest": r.plans.length,
                "plans": r.plans.count,
                "hopeless": len(hopeless(graph, r)) if absent else None,
            }
            for r in results
        ],
        "unreached_pages": sorted(pages) if absent else [],
        "never_fired": sorted(labels) if absent else [],
        "dead_ends": len(dead_ends(graph)),
        "soft_locks": [
            {"name": lock.property.name, "states": len(lock.states)} for lock in soft_locks(graph)
        ]
        if absent
        else [],
    }
