"""The search finds exactly the states and steps that the kernel has, in one order, to its cap."""

from __future__ import annotations

import pytest
from explored import compiled, corner_shop, graph_of

import fsmc
from fsmc.explore import explore
from fsmc.explore.search import reference
from fsmc.kernel.step import Enabled, Refused, outside, statuses

COUNTER = """
world counter "Counter"
start only
state { n: 0..9 = 0 }
page only "Page" {
  action up "Up" { when n < 9  do n := n + 1 }
  action down "Down" { when n > 0  do n := n - 1 }
}
"""


def test_the_shop_for_the_agent_alone() -> None:
    graph = explore(corner_shop().world, agent_only=True)
    assert (len(graph.states), graph.edges, graph.levels) == (313, 1799, 13)
    loops = sum(graph.edge(n).source == graph.edge(n).target for n in range(graph.edges))
    assert loops == 216
    assert sum(len(list(graph.refusals(s))) for s in range(len(graph.states))) == 44


def test_the_shop_for_all_actors() -> None:
    graph = explore(corner_shop().world)
    assert (len(graph.states), graph.edges, graph.levels) == (939, 5653, 16)
    assert sum(graph.by_agent) == 5385
    assert len(graph.agent_states) == 313
    assert (graph.agent_edges, graph.agent_levels) == (1799, 13)


@pytest.mark.parametrize("agent_only", [False, True])
def test_both_engines_see_the_same_in_the_same_order(agent_only: bool) -> None:
    world = corner_shop().world
    fast = explore(world, agent_only=agent_only).found
    slow = explore(world, agent_only=agent_only, engine=reference).found
    assert fast == slow


def test_edges_and_refusals_are_what_the_kernel_says() -> None:
    graph = explore(corner_shop().world)
    for number, state in enumerate(graph.states[::7]):
        number *= 7
        met = list(statuses(graph.world, state))
        enabled = [(t.index, args) for t, args, s in met if isinstance(s, Enabled)]
        refused = [
            (t.index, args, s.text)
            for t, args, s in met
            if isinstance(s, Refused) and t.actor == "agent"
        ]
        assert [(e.transition, e.args) for e in graph.out(number)] == enabled
        assert [(t.index, args, text) for t, args, text in graph.refusals(number)] == refused
        assert not outside(graph.world, state)


def test_distances_and_traces_are_shortest() -> None:
    graph = explore(corner_shop().world)
    distance = graph.found.distance
    assert list(distance) == sorted(distance)
    for number in range(graph.edges):
        edge = graph.edge(number)
        assert distance[edge.target] <= distance[edge.source] + 1
    for state in range(len(graph.states)):
        trace = graph.trace(state)
        assert len(trace) == distance[state]
        assert [e.source for e in trace] == [0, *(e.target for e in trace[:-1])][: len(trace)]
        assert not trace or trace[-1].target == state


def test_a_cap_keeps_what_was_seen_and_claims_no_more() -> None:
    graph = graph_of(COUNTER, max_states=4)
    assert not graph.complete
    assert len(graph.states) == 4
    assert graph.edges == 6  # up and down between the four, none to the fifth
    assert graph.found.cut == {3}
    assert graph_of(COUNTER, max_states=10).complete


def test_a_step_out_of_a_domain_is_no_edge() -> None:
    text = COUNTER.replace("when n < 9  ", "")
    graph = graph_of(text)
    assert graph.complete
    assert len(graph.states) == 10
    assert [(e.source, e.target) for e in graph.escapes] == [(9, (0, 10))]
    assert graph.edges == 18


def test_explore_is_part_of_the_package() -> None:
    world = compiled(COUNTER).world
    assert len(fsmc.explore(world).states) == 10
    assert fsmc.explore.explore is explore  # type: ignore[attr-defined]


def test_backwards_and_distances_go_around_what_is_avoided() -> None:
    graph = graph_of(COUNTER)
    all_but_five = frozenset(range(10)) - {5}
    assert graph.backwards(frozenset({9}), agent_only=True, avoid=frozenset({5})) == {6, 7, 8, 9}
    assert [s for s in all_but_five if graph.distances_from(0, frozenset({5}))[s] >= 0] == [
        0, 1, 2, 3, 4,
    ]  # fmt: skip
