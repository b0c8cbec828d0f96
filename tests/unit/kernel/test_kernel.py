"""The kernel on the corner shop: steps, states as JSON, trajectories, goals and their frame."""

from __future__ import annotations

from pathlib import Path

import pytest

from fsmc.compile import compile_text, load
from fsmc.diagnostics import Source
from fsmc.explore import explore
from fsmc.explore.graph import Graph
from fsmc.kernel.describe import call_text, state_from_json, state_json
from fsmc.kernel.evaluate import evaluate
from fsmc.kernel.goal import accepting, bindings, judge
from fsmc.kernel.step import Absent, Enabled, Refused, statuses, step
from fsmc.kernel.trajectory import Impossible, Taken, Trajectory, digest, from_text, replay, to_text
from fsmc.model.world import Goal, Transition, World
from fsmc.printers.python_step import compile_refusals, compile_successors

ROOT = Path(__file__).parents[3]
SHOP = load(ROOT / "worlds/corner_shop/corner_shop.fsm")
GRAPH = explore(SHOP)
BUY = next(g for g in SHOP.goals if g.name == "buy")
PLAN = [
    ("accept", ()), ("open", (0,)), ("add", ()), ("open_cart", ()), ("delivery", (0,)),
    ("place_order", ()),
]  # fmt: skip


def named(world: World, label: str) -> Transition:
    return next(t for t in world.transitions if t.label == label)


def steps(world: World, *calls: tuple[str, tuple[object, ...]]) -> tuple[Taken, ...]:
    return tuple(Taken(named(world, label), args) for label, args in calls)  # type: ignore[arg-type]


def verdict(
    world: World, goal: Goal, args: tuple[object, ...], *calls: tuple[str, tuple[object, ...]]
):  # type: ignore[no-untyped-def]
    taken = tuple((named(world, label), values) for label, values in calls)
    return judge(world, goal, args, taken)  # type: ignore[arg-type]


# ---- engines ---------------------------------------------------------------------------------


def _graphs() -> list[Graph]:
    return [GRAPH]


@pytest.mark.parametrize("graph", _graphs())
def test_printed_steps_and_refusals_are_those_of_the_kernel(graph: Graph) -> None:
    world = graph.world
    successors, refusals = compile_successors(world), compile_refusals(world)
    for state in graph.states:
        enabled, refused = [], []
        for transition, args, found in statuses(world, state):
            match found:
                case Enabled():
                    enabled.append((transition.index, args, step(world, transition, args, state)))
                case Refused(guard=guard) if transition.actor == "agent":
                    refused.append((transition.index, args, transition.guards.index(guard)))
                case Refused() | Absent():
                    continue
        assert successors(state) == enabled
        assert refusals(state) == refused


# ---- states and trajectories -----------------------------------------------------------------


def test_states_come_back_from_json() -> None:
    for state in GRAPH.states:
        assert state_from_json(SHOP, state_json(SHOP, state)) == state


def test_a_state_is_told_by_names() -> None:
    told = state_json(SHOP, SHOP.initial)
    assert told["page"] == "catalogue"
    assert told["Product.stock"] == [2, 1, 0]
    assert "product.p" not in told


def test_calls_are_told_as_one_word() -> None:
    assert call_text(named(SHOP, "open"), (0,)) == "open(tea)"
    assert call_text(named(SHOP, "delivery"), (None,)) == "delivery(none)"
    assert call_text(named(SHOP, "accept"), ()) == "accept"


def test_a_trajectory_has_one_text_and_comes_back() -> None:
    trajectory = Trajectory(SHOP, SHOP.initial, steps(SHOP, *PLAN))
    text = to_text(trajectory)
    assert from_text(SHOP, text) == trajectory
    assert text == to_text(from_text(SHOP, text))
    assert len(digest(trajectory)) == 64
    assert len(replay(trajectory)) == 7


def test_a_step_that_is_not_enabled_is_impossible() -> None:
    with pytest.raises(Impossible, match="step 1"):
        replay(Trajectory(SHOP, SHOP.initial, steps(SHOP, ("add", ()))))


# ---- goals -----------------------------------------------------------------------------------


def test_bindings_are_those_that_pass_where() -> None:
    assert bindings(SHOP, BUY) == ((0, 0), (0, 1), (1, 0), (1, 1))


def test_thirteen_states_of_the_agent_are_accepted() -> None:
    alone = explore(SHOP, agent_only=True)
    test = accepting(SHOP, BUY, (0, 0), SHOP.initial)
    assert sum(bool(evaluate(SHOP, test, state, {})) for state in alone.states) == 13


def test_the_plan_is_accepted_and_less_is_not() -> None:
    assert verdict(SHOP, BUY, (0, 0), *PLAN).accepted
    short = verdict(SHOP, BUY, (0, 0), *PLAN[:-1])
    assert short.failures[0].startswith("reach")


def test_what_others_write_is_no_fault_of_the_agent() -> None:
    assert verdict(SHOP, BUY, (0, 0), ("sells_out", (1,)), *PLAN).accepted


FRAMED = """
world lamp "Lamp"
start room
table Lamp { name: text  var lit: bool
  row desk { name: "Desk" lit: false } row floor { name: "Floor" lit: false } }
state { clicks: 0..3 = 0  alarm: bool = false }
page room "Room" {
  list l in Lamp {
    show l.name
    action press "Press" { when clicks < 3  do l.lit := not l.lit, clicks += 1 }
  }
  action ring "Ring" { when not alarm  do alarm := true }
  action hush "Hush" { when alarm  do alarm := false }
}
env patch cut at most 1 { when floor_is_lit()  do alarm := true }
let floor_is_lit() = any(l.lit for l in Lamp where l.name == "Floor")
goal lit(l: Lamp) "Light it." { reach l.lit  allow clicks }
goal quietly(l: Lamp) "Light it, without a sound." { reach l.lit  allow clicks  avoid alarm }
goal twice "Press twice." { reach clicks == was(clicks) + 2  allow Lamp.lit }
goal same "Press, and leave the number lit." {
  reach clicks > 0  allow Lamp.lit  keep count(l for l in Lamp where l.lit)
}
"""
LAMP = compile_text(Source("lamp.fsm", FRAMED)).world


def lamp_goal(name: str) -> Goal:
    return next(g for g in LAMP.goals if g.name == name)


def test_only_the_row_that_is_meant_is_free() -> None:
    assert verdict(LAMP, lamp_goal("lit"), (0,), ("press", (0,))).accepted
    wrong = verdict(LAMP, lamp_goal("lit"), (0,), ("press", (0,)), ("press", (1,)))
    assert [f for f in wrong.failures if f.startswith("frame")] == [
        "frame: Lamp.lit[1] was False, is True"
    ]


def test_a_framed_variable_that_changed_is_named() -> None:
    wrong = verdict(LAMP, lamp_goal("lit"), (0,), ("press", (0,)), ("ring", ()))
    assert wrong.failures == ("frame: alarm was False, is True",)


def test_avoid_looks_at_every_state() -> None:
    back = verdict(LAMP, lamp_goal("quietly"), (0,), ("ring", ()), ("hush", ()), ("press", (0,)))
    assert back.failures == ("avoid: broken by step 1",)


def test_was_is_the_value_of_the_start() -> None:
    assert not verdict(LAMP, lamp_goal("twice"), (), ("press", (0,))).accepted
    assert verdict(LAMP, lamp_goal("twice"), (), ("press", (0,)), ("press", (1,))).accepted


def test_keep_compares_with_the_start() -> None:
    assert "keep: changed" in verdict(LAMP, lamp_goal("same"), (), ("press", (0,))).failures
    assert verdict(LAMP, lamp_goal("same"), (), ("press", (0,)), ("press", (0,))).accepted
