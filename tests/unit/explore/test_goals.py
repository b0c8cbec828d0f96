"""Goals on the graph: lengths, plans, accepting and hopeless states, and what the frame forbids."""

from __future__ import annotations

from explored import corner_shop, graph_of

from fsmc.explore import explore
from fsmc.explore.goals import hopeless, obstacle, solve
from fsmc.kernel.goal import judge

ROOMS = """
world rooms "Rooms"
start hall
state { seen: bool = false   fob: bool = false   open: bool = false }
page hall "Hall" {
  link left "Left" to kitchen { do seen := true }
  action take "Take the fob" { when not open  do fob := true }
}
page kitchen "Kitchen" {
  action turn "Turn the fob" { when fob  do open := true }
  link out "Out" to hall
}
goal enter "Open it." { reach open  allow seen, fob }
goal quiet "Open it, and leave the fob." { reach open  allow seen  avoid fob }
goal clean "Open it." { reach open }
goal turned "Turn it." { reach fob and open  allow seen }
"""


def test_the_goals_of_the_shop() -> None:
    results = solve(explore(corner_shop().world))
    assert [(r.goal.name, r.bindings, r.plans.length, r.plans.count) for r in results] == [
        ("buy", {"p": "tea", "d": "standard"}, 6, 1),
        ("buy", {"p": "tea", "d": "express"}, 6, 1),
        ("buy", {"p": "mug", "d": "standard"}, 6, 1),
        ("buy", {"p": "mug", "d": "express"}, 6, 1),
        ("price", {"p": "tea"}, 1, 1),
        ("price", {"p": "mug"}, 1, 1),
        ("price", {"p": "strainer"}, 1, 1),
    ]
    assert [len(r.accepting) for r in results[:4]] == [13, 13, 13, 13]


def test_plans_do_not_depend_on_other_actors() -> None:
    world = corner_shop().world
    alone, all_actors = solve(explore(world, agent_only=True)), solve(explore(world))
    for a, b in zip(alone, all_actors, strict=True):
        assert (a.plans.length, a.plans.count) == (b.plans.length, b.plans.count)
        assert len(a.accepting) == len(b.accepting)


def test_every_plan_is_accepted_by_the_kernel() -> None:
    graph = explore(corner_shop().world)
    for result in solve(graph):
        for k in range(result.plans.count):
            plan = [(graph.transition(e), e.args) for e in result.plans.kth(k)]
            assert judge(graph.world, result.goal, result.args, tuple(plan)).accepted


def test_avoid_and_frame() -> None:
    graph = graph_of(ROOMS)
    enter, quiet, clean, turned = solve(graph)
    assert (enter.plans.length, enter.plans.count) == (3, 1)
    assert (quiet.plans.length, quiet.plans.count) == (None, 0)
    assert obstacle(graph, quiet) is None  # not the frame: the fob must not be touched at all
    assert clean.plans.length is None
    found = obstacle(graph, clean)
    assert found is not None
    assert found.always
    assert [graph.world.variables[slot].name for slot, _ in found.cells] == ["seen", "fob"]
    assert turned.plans.length == 3


def test_hopeless_states_are_those_without_a_way() -> None:
    graph = explore(corner_shop().world)
    first = solve(graph)[0]
    lost = hopeless(graph, first)
    alone = graph.agent_states
    for state in alone:
        reach = graph.distances_from(state)
        assert (state in lost) == all(reach[s] < 0 for s in first.accepting)
