"""Everything that exploring a world finds wrong, as diagnostics in the author's words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fsmc.diagnostics import Diagnostic, Source
from fsmc.explore.blame import Blame
from fsmc.explore.causes import causes
from fsmc.explore.findings_dead import dead_findings
from fsmc.explore.findings_goals import goal_findings
from fsmc.explore.findings_scenarios import scenario_findings
from fsmc.explore.findings_states import certain, certain_if_complete, undetermined
from fsmc.explore.goals import GoalResult, solve
from fsmc.explore.graph import Graph
from fsmc.explore.written import Texts


def findings(
    graph: Graph, sources: Iterable[Source], results: tuple[GoalResult, ...] | None = None
) -> tuple[Diagnostic, ...]:
    """All diagnostics FSM40x to FSM42x of a graph over all actors.

    Nothing is claimed to be absent where the search hit its cap, or where steps leave their domains
    (what lies behind them is not known): then only what was seen is reported.
    """
    return tuple(_findings(graph, Texts({s.file: s for s in sources}), results))


def _findings(
    graph: Graph, texts: Texts, results: tuple[GoalResult, ...] | None
) -> Iterator[Diagnostic]:
    yield from certain(graph, texts)
    yield from scenario_findings(graph.world, texts)
    if not graph.complete:
        yield undetermined(graph)
        return
    if not graph.conclusive:
        return
    blame = Blame(graph, texts)
    solved = solve(graph) if results is None else results
    found = causes(blame, tuple(r for r in solved if r.plans.length is None))
    yield from dead_findings(blame, found.roots)
    met = frozenset[int]().union(*(r.accepting for r in solved))
    yield from certain_if_complete(blame, met)
    yield from goal_findings(blame, solved, found)
