"""What is chosen to be checked: all of it, or a sample that leaves out no sort."""

from __future__ import annotations

from fsmc.backends.replay.plans import covering, goal_plans, sort_of
from fsmc.backends.replay.work import ReplayOptions, work
from fsmc.explore.goals import solve
from fsmc.explore.graph import Graph, page_of

FULL, SAMPLE = ReplayOptions(), ReplayOptions(selection="sample", edges=80, refusals=12)


def test_full_is_everything_page_by_page(graph: Graph) -> None:
    todo = work(graph, FULL, ())
    assert sorted(todo.states) == list(range(len(graph.states)))
    assert len(todo.edges) == graph.edges == len({(a.source, a.trial) for a in todo.edges})
    assert len(todo.refusals) == todo.all_refusals > 100
    pages = [page_of(graph.states[a.source]) for a in todo.edges]
    assert pages == sorted(pages)


def test_a_sample_has_every_sort_and_the_states_it_needs(graph: Graph) -> None:
    todo = work(graph, SAMPLE, ())
    every = {sort_of(graph, graph.edge(n)) for n in range(graph.edges)}
    assert {(page_of(graph.states[a.source]), a.transition) for a in todo.edges} == every
    assert {a.refusal for a in todo.refusals} == {
        text for s in range(len(graph.states)) for _, _, text in graph.refusals(s)
    }
    tours = {e.number for plan in todo.plans for e in plan.edges}
    assert 80 <= len(todo.edges) <= 80 + len(tours)
    assert len(todo.refusals) == 12
    needed = {n for a in (*todo.edges, *todo.refusals) for n in (a.source, a.target)}
    assert needed <= set(todo.states)


def test_a_small_number_still_has_one_of_each(graph: Graph) -> None:
    todo = work(graph, ReplayOptions(selection="sample", edges=1, refusals=1), ())
    every = {sort_of(graph, graph.edge(n)) for n in range(graph.edges)}
    assert {(page_of(graph.states[a.source]), a.transition) for a in todo.edges} == every


def test_the_same_seed_draws_the_same_and_another_others(graph: Graph) -> None:
    again = ReplayOptions(selection="sample", edges=80, refusals=12, workers=5, timeout=1.0)
    assert work(graph, SAMPLE, ()) == work(graph, again, ())
    other = ReplayOptions(selection="sample", edges=80, refusals=12, seed=1)
    assert work(graph, other, ()).edges != work(graph, SAMPLE, ()).edges


def test_every_step_of_the_plans_is_checked_and_viewed(graph: Graph) -> None:
    plans = goal_plans(solve(graph), 2)
    todo = work(graph, SAMPLE, plans)
    steps = {(e.source, e.transition, e.args) for plan in plans for e in plan.edges}
    assert steps <= {a.trial for a in todo.edges}
    assert {a.trial for a in todo.views} == steps
    assert {plan.final for plan in plans} <= set(todo.states)


def test_what_is_played_covers_every_sort_from_the_start(graph: Graph) -> None:
    plans = goal_plans(solve(graph), 3)
    played = covering(graph, plans, 5)
    assert sum(plan.goal is not None for plan in played) == 5
    every = {sort_of(graph, graph.edge(n)) for n in range(graph.edges)}
    assert {sort_of(graph, e) for plan in played for e in plan.edges} == every
    for plan in played:
        assert plan.edges[0].source == 0
        for before, after in zip(plan.edges, plan.edges[1:], strict=False):
            assert before.target == after.source
        assert plan.final == plan.edges[-1].target


def test_plans_are_shortest_and_of_every_binding(graph: Graph) -> None:
    results = solve(graph)
    plans = goal_plans(results, 2)
    reachable = [r for r in results if r.plans.length is not None]
    assert {(p.goal, p.args) for p in plans} == {(r.goal.name, r.args) for r in reachable}
    lengths = {(r.goal.name, r.args): r.plans.length for r in reachable}
    assert all(len(p.edges) == lengths[p.goal, p.args] for p in plans if p.goal is not None)
    assert goal_plans(results, 2) == plans
