"""Says which variables multiply the states of a search that hit its cap."""

from __future__ import annotations

from dataclasses import dataclass

from fsmc.explore.graph import Graph


@dataclass(frozen=True, slots=True)
class Growth:
    """A variable and how many different values it has among the states seen."""

    slot: int
    values: int


def growth(graph: Graph) -> tuple[Growth, ...]:
    """The variables with more than one value seen, those with most values first."""
    columns = zip(*graph.states, strict=True)
    counts = [Growth(slot, len(set(column))) for slot, column in enumerate(columns)]
    return tuple(sorted((g for g in counts if g.values > 1), key=lambda g: (-g.values, g.slot)))
