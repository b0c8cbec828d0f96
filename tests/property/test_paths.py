"""Plans on random graphs: counted, unranked and drawn exactly as listing them all would do."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fsmc.compile import compile_text
from fsmc.diagnostics import Source
from fsmc.explore.graph import Graph
from fsmc.explore.paths import Plans, plans
from fsmc.explore.search import search
from fsmc.model.world import World

WORLD = compile_text(
    Source(
        "world.fsm",
        """
world any_graph "Any graph"
start only
state { n: 0..99 = 0 }
page only "Page" {
  action a "A" { do n := n }
  action b "B" { do n := n }
}
env patch shift() { do n := n }
""",
    )
).world
STATES = 9

Step = tuple[int, int, int]
"""Source, transition (2 is another actor's), target."""


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """A graph of the world above whose steps are whatever Hypothesis likes."""
    steps = draw(
        st.lists(
            st.tuples(st.integers(0, STATES - 1), st.integers(0, 2), st.integers(0, STATES - 1)),
            max_size=40,
        )
    )
    return made(WORLD, steps)


def made(world: World, steps: list[Step]) -> Graph:
    by_source: dict[int, list[Step]] = {}
    for number, (source, transition, target) in enumerate(steps):
        by_source.setdefault(source, []).append((transition, number, target))

    def successors(state: tuple[object, ...]) -> list[tuple[int, tuple[int], tuple[int, int]]]:
        n = state[1]
        assert isinstance(n, int)
        return [(t, (number,), (0, to)) for t, number, to in sorted(by_source.get(n, []))]

    return Graph(world, search(world, successors, 1000), agent_only=False)  # type: ignore[arg-type]


def listed(graph: Graph, goal: frozenset[int], start: int, avoid: frozenset[int]) -> list[object]:
    """All shortest plans of the agent, by trying everything, in canonical order."""
    level: list[tuple[tuple[int, ...], int]] = [] if start in avoid else [((), start)]
    for _ in range(len(graph.states) + 1):
        if hits := [plan for plan, state in level if state in goal]:
            return list(hits)
        level = [
            ((*plan, edge.number), edge.target)
            for plan, state in level
            for edge in graph.out(state)
            if graph.transition(edge).actor == "agent" and edge.target not in avoid
        ]
        if len(level) > 20_000:
            return []
    return []


@settings(max_examples=150, deadline=None)
@given(graphs(), st.data())
def test_counting_and_unranking_agree_with_listing(graph: Graph, data: st.DataObject) -> None:
    numbers = st.integers(0, len(graph.states) - 1)
    goal = data.draw(st.frozensets(numbers, max_size=3))
    avoid = data.draw(st.frozensets(numbers, max_size=2))
    start = data.draw(st.sampled_from([0, len(graph.states) - 1]))
    found = plans(graph, goal, start, avoid)
    every = listed(graph, goal - avoid, start, avoid)
    if not every and found.count > 10_000:
        return
    assert found.count == len(every)
    assert (found.length is None) == (not every)
    assert [tuple(e.number for e in found.kth(k)) for k in range(found.count)] == every


@settings(max_examples=60, deadline=None)
@given(graphs(), st.integers(0, 20), st.integers(0, 2**32))
def test_samples_are_different_plans(graph: Graph, n: int, seed: int) -> None:
    found = plans(graph, frozenset({len(graph.states) - 1}))
    drawn = found.sample(n, random.Random(seed))
    assert len(set(drawn)) == len(drawn) == min(n, found.count)
    assert drawn == found.sample(n, random.Random(seed))
    for plan in drawn:
        assert len(plan) == found.length


def ladder(rungs: int) -> Plans:
    """Two ways on each rung: 2**rungs plans."""
    steps = [(n, t, n + 1) for n in range(rungs) for t in (0, 1)]
    graph = made(WORLD, steps)
    return plans(graph, frozenset({rungs}))


def test_counts_are_exact_beyond_machine_words() -> None:
    found = ladder(80)
    assert found.count == 2**80
    last = found.kth(2**80 - 1)
    assert {found.graph.transition(e).name for e in last} == {"b"}
    middle = found.kth(2**79)
    assert [e.transition for e in middle] == [1] + [0] * 79
    assert len(set(found.sample(50, random.Random(1)))) == 50


def test_samples_are_uniform() -> None:
    found = ladder(3)
    rng = random.Random(7)
    rounds = 4000
    seen = Counter(plan for _ in range(rounds) for plan in found.sample(2, rng))
    assert len(seen) == 8
    expected = rounds * 2 / 8
    chi2 = sum((count - expected) ** 2 / expected for count in seen.values())
    assert chi2 < 24.3  # 7 degrees of freedom: one in a thousand


@pytest.mark.parametrize("k", [-1, 4])
def test_there_is_no_plan_beyond_the_last(k: int) -> None:
    with pytest.raises(IndexError, match="4 plans"):
        ladder(2).kth(k)
