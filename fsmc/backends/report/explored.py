"""What the explored graph says, as rows of the report: pages, goals, properties, state space."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from fsmc.backends.report.data import (
    GoalFamily,
    GoalRow,
    Mark,
    PageEdge,
    PageNode,
    PageStates,
    PropertyRow,
)
from fsmc.backends.report.numbers import grouped
from fsmc.explore import wording
from fsmc.explore.goals import GoalResult, hopeless
from fsmc.explore.graph import Graph
from fsmc.explore.properties import broken_invariants, holding, never_fired, soft_locks
from fsmc.model.domains import Value
from fsmc.model.world import Args, Property
from fsmc.printers.english import goal_text, sentence
from fsmc.printers.english_words import counted, value_words

MOST_GOALS = 60
LONGEST_TRACE = 14


def page_nodes(graph: Graph) -> tuple[PageNode, ...]:
    """Each page with its states and the fewest steps, of all actors, to it."""
    states = Counter(state[0] for state in graph.states)
    nearest: dict[Value, int] = {}
    for state, distance in zip(graph.states, graph.found.distance, strict=True):
        nearest.setdefault(state[0], distance)
    dialogs = graph.world.dialogs
    return tuple(
        PageNode(
            page.name,
            sentence(graph.world, page.title).strip("“”"),
            states[page.index],
            nearest.get(page.index),
            tuple(dialogs[d].name for d in page.dialogs),
        )
        for page in graph.world.pages
    )


def page_edges(graph: Graph) -> tuple[PageEdge, ...]:
    """The edges of the graph by their pages and, within these, by transition."""
    found: dict[tuple[int, int], Counter[str]] = {}
    labels = [t.label for t in graph.world.transitions]
    pages = [_page(state[0]) for state in graph.states]
    for source, target, transition in zip(
        graph.found.source, graph.found.target, graph.found.transition, strict=True
    ):
        ways = found.setdefault((pages[source], pages[target]), Counter())
        ways[labels[transition]] += 1
    return tuple(
        PageEdge(
            source, target, ways.total(), tuple(sorted(ways.items(), key=lambda w: (-w[1], w[0])))
        )
        for (source, target), ways in sorted(found.items())
    )


def _page(value: Value) -> int:
    assert isinstance(value, int)
    return value


def goal_families(
    graph: Graph, results: Sequence[GoalResult], replayed: Mapping[tuple[str, Args], int]
) -> tuple[GoalFamily, ...]:
    """Goals by name. `replayed` counts trajectories by goal name and arguments."""
    world = graph.world
    families: list[GoalFamily] = []
    for goal in world.goals:
        own = [r for r in results if r.goal is goal]
        rows = tuple(
            GoalRow(
                ", ".join(
                    f"{p.name}: {value_words(world, p.domain, v)}"
                    for p, v in zip(goal.params, result.args, strict=True)
                ),
                goal_text(world, goal, result.args),
                result.plans.length,
                result.plans.count,
                len(hopeless(graph, result)) if graph.conclusive else None,
                replayed.get((goal.name, result.args), 0),
            )
            for result in own[:MOST_GOALS]
        )
        said = sentence(world, goal.text).strip("“”")
        families.append(GoalFamily(goal.name, said, len(own), rows))
    return tuple(families)


def property_rows(graph: Graph) -> tuple[PropertyRow, ...]:
    """Every declared property with its verdict; nothing is claimed of what a cap cut off."""
    broken = {item.name: state for item, state in broken_invariants(graph)}
    locks = {lock.property.name: len(lock.states) for lock in soft_locks(graph)}
    return tuple(_property(graph, item, broken, locks) for item in graph.world.properties)


def _property(
    graph: Graph, item: Property, broken: Mapping[str, int], locks: Mapping[str, int]
) -> PropertyRow:
    all_of_them = "" if graph.conclusive else " seen so far"
    states = f"{counted(len(graph.states), 'state')}{all_of_them}"
    mark = Mark.GOOD if graph.conclusive else Mark.UNKNOWN
    match item.kind:
        case "invariant" if item.name in broken:
            mark = Mark.BAD
            detail = f"false {_after(graph, broken[item.name])}"
        case "invariant":
            detail = f"true in all {states}"
        case "reachable":
            held = holding(graph, item)
            if held:
                nearest = min(held, key=lambda s: (graph.found.distance[s], s))
                mark, detail = Mark.GOOD, f"true {_after(graph, nearest)}"
                if locks.get(item.name) and graph.conclusive:
                    mark = Mark.WARNING
                    lost = counted(locks[item.name], "state")
                    detail += f"; never again from {lost}"
            else:
                mark = Mark.BAD if graph.conclusive else Mark.UNKNOWN
                detail = f"false in all {states}"
        case "eventually":
            mark, detail = Mark.UNKNOWN, "not decided by this version"
        case kind:
            raise ValueError(f"no such kind of property: {kind}")
    return PropertyRow(item.kind, item.name, sentence(graph.world, item.test), mark, detail)


def _after(graph: Graph, state: int) -> str:
    trace = graph.trace(state)
    if not trace:
        return "at the start"
    shown = ", ".join(
        wording.call(graph.world, graph.transition(edge), edge.args)
        for edge in trace[:LONGEST_TRACE]
    )
    more = f", … ({len(trace) - LONGEST_TRACE} more)" if len(trace) > LONGEST_TRACE else ""
    return f"after {counted(len(trace), 'step')}: {shown}{more}"


def space(graph: Graph, refusals: Mapping[int, int]) -> tuple[PageStates, ...]:
    """States, edges out and refusals (by state) of each page that is reached, in file order."""
    states: Counter[int] = Counter()
    edges: Counter[int] = Counter()
    refused: Counter[int] = Counter()
    for number, state in enumerate(graph.states):
        page = _page(state[0])
        states[page] += 1
        edges[page] += graph.first_edge[number + 1] - graph.first_edge[number]
        refused[page] += refusals.get(number, 0)
    return tuple(
        PageStates(page.name, states[page.index], edges[page.index], refused[page.index])
        for page in graph.world.pages
        if states[page.index]
    )


def never(graph: Graph) -> tuple[str, ...]:
    """The transitions that no edge takes; empty where more may exist."""
    if not graph.conclusive:
        return ()
    return tuple(graph.world.transitions[t].label for t in never_fired(graph))


def size_of(graph: Graph) -> str:
    """`939 states and 5,653 edges`, with `at least` where a cap was hit."""
    least = "" if graph.complete else "at least "
    return (
        f"{least}{grouped(len(graph.states))} states and {grouped(graph.edges)} edges, "
        f"the farthest {counted(graph.levels, 'step')} from the start"
    )
