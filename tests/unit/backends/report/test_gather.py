"""The report's data from a real graph and an outcome made by hand; no browser is needed."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from fsmc.backends.report import build
from fsmc.backends.report.data import Mark
from fsmc.backends.report.gather import MOST_STRIPS, gather
from fsmc.backends.report.outcome import (
    Gestured,
    Outcome,
    Played,
    Sight,
    Taken,
    Tally,
    Wrong,
)
from fsmc.backends.site.procedures import Gesture
from fsmc.compile import compile_text, load
from fsmc.diagnostics import Diagnostic, Severity, Source
from fsmc.explore import explore
from fsmc.explore.findings import findings
from fsmc.explore.goals import GoalResult, solve
from fsmc.explore.graph import Graph

sys.path.insert(0, str(Path(__file__).parent))
from sample import SIZE, screenshot

SHOP = Path(__file__).parents[4] / "worlds" / "corner_shop" / "corner_shop.fsm"


def picture(name: str) -> bytes:
    return screenshot(name, 3, "OK")


@pytest.fixture(scope="module")
def graph() -> Graph:
    return explore(load(SHOP))


@pytest.fixture(scope="module")
def results(graph: Graph) -> tuple[GoalResult, ...]:
    return solve(graph)


@pytest.fixture(scope="module")
def outcome(graph: Graph, results: tuple[GoalResult, ...]) -> Outcome:
    sight = Sight("images/a.png", SIZE, (600, 620), (540, 600, 200, 50))
    click = Gestured(Gesture("click", "#a", "button", "OK"), sight)
    option = Gestured(Gesture("click", "#b", "option", "Express"), replace(sight, image="b"))
    played = []
    for result in results:
        plan = result.plans.kth(0)
        steps = tuple(
            Taken(graph.states[e.source], e.transition, e.args, sight, (click,)) for e in plan
        )
        if len(steps) > 4:
            chosen = replace(steps[4], gestures=(click, option))
            steps = (*steps[:4], chosen, *steps[5:])
        final = graph.states[plan[-1].target]
        played.append(Played(result.goal.name, result.args, steps, final, Sight(None, SIZE)))
    return Outcome(
        "Chromium 156",
        Tally(939, 939),
        Tally(5385, 5385),
        Tally(132, 132),
        Tally(len(played), len(played)),
        tuple(played),
        refusals_by_state={0: 2},
    )


def test_a_good_run(graph: Graph, results: tuple[GoalResult, ...], outcome: Outcome) -> None:
    data = gather(graph, results, outcome, picture)
    assert (data.headline, data.mark) == ("Every step does what the model says", Mark.GOOD)
    assert data.lead.startswith("All 5,385 edges of the graph were done in Chromium 156")
    assert [v.title for v in data.verdicts] == [
        "Explored completely",
        "All 5,385 edges conform",
        "All 132 refusals hold",
        "All 7 trajectories arrive",
        "2 properties as declared",
        "All 7 tasks can be done",
    ]
    assert [(p.name, p.states) for p in data.pages] == [
        ("catalogue", 579), ("product", 216), ("checkout", 108), ("receipt", 36)
    ]  # fmt: skip
    assert sum(e.count for e in data.page_edges) == 5653
    assert [(g.name, g.tasks) for g in data.goals] == [("buy", 4), ("price", 3)]
    assert [r.checked for r in data.goals[0].rows] == [1, 1, 1, 1]
    first = data.strips[0]
    assert first.task == "Order one Green tea with Standard (3 days) delivery, and nothing else."
    assert [f.caption for f in first.frames] == [
        "Press “Accept”",
        "Open “Green tea”",
        "Press “Add to cart”",
        "Open “Cart”",
        "Choose Standard (3 days) in “Delivery”",
        "… click “Express”",
        "Press “Place order”",
        "Done",
    ]
    assert first.frames[0].place == "catalogue › dialog cookies"
    assert first.frames[2].said == "Added"
    assert data.space[0].refusals == 2
    assert "Every step does" in build(data)


def test_a_sample_says_that_it_is_one(
    graph: Graph, results: tuple[GoalResult, ...], outcome: Outcome
) -> None:
    data = gather(graph, results, replace(outcome, edges=Tally(5385, 400)), picture)
    assert data.headline == "Every step that was tried does what the model says"
    assert "A sample, 400 of 5,385 edges," in data.lead
    edges = data.verdicts[1]
    assert (edges.mark, edges.title) == (Mark.UNKNOWN, "400 of 5,385 edges conform")
    assert "not tried" in edges.detail


def test_failures_are_told_first(
    graph: Graph, results: tuple[GoalResult, ...], outcome: Outcome
) -> None:
    wrong = Wrong(
        "state", "The state is another", graph.states[1], 4, (0,),
        (("cart", "nothing", "Green tea"),), before=Sight(None, SIZE),
    )  # fmt: skip
    bad = replace(outcome, edges=Tally(5385, 5385, 2), wrong=(wrong, wrong), wrong_in_all=2)
    data = gather(graph, results, bad, picture)
    assert (data.headline, data.mark) == ("Two checks failed", Mark.BAD)
    assert data.verdicts[1].title == "2 of 5,385 edges fail"
    case = data.failures[0]
    assert case.action == "Open “Green tea”"
    assert case.sentence == "It opens the page product for the product."
    assert case.where == "catalogue"
    assert (len(data.failures), case.alike) == (1, 2)


def test_faults_are_not_failures(
    graph: Graph, results: tuple[GoalResult, ...], outcome: Outcome
) -> None:
    hit = replace(outcome, faults=(("the browser died", 2),))
    data = gather(graph, results, hit, picture)
    assert (data.mark, data.verdicts[1].mark) == (Mark.GOOD, Mark.GOOD)
    assert data.faults[0].count == 2
    assert "was done again" in build(data)


def test_addresses_outside_are_wrong(
    graph: Graph, results: tuple[GoalResult, ...], outcome: Outcome
) -> None:
    data = gather(graph, results, replace(outcome, outside=("http://evil/",)), picture)
    assert (data.headline, data.mark) == ("The site asks for addresses outside", Mark.BAD)
    assert "1 address outside" in [v.title for v in data.verdicts if v.mark is Mark.BAD]
    assert "<code>http://evil/</code>" in build(data)


def test_what_cannot_be_tried_is_not_counted_as_checked(
    graph: Graph, results: tuple[GoalResult, ...], outcome: Outcome
) -> None:
    data = gather(graph, results, replace(outcome, refusals=Tally(130, 130, 0, 2)), picture)
    refusals = data.coverage[2]
    assert (refusals.checked, refusals.total) == (130, 130)
    assert "2 more have no widget of their own" in refusals.note


def test_an_error_does_not_make_a_sample_whole(
    graph: Graph, results: tuple[GoalResult, ...], outcome: Outcome
) -> None:
    error = Diagnostic("FSM402", "`n` leaves its domain")
    some = replace(outcome, edges=Tally(5385, 10, 0))
    assert gather(graph, results, some, picture, (error,)).lead.startswith("A sample, 10 of 5,385")


def test_only_what_a_property_tells_is_left_out(
    results: tuple[GoalResult, ...], outcome: Outcome
) -> None:
    text = """world w "W"
start one
state { n: 0..1 = 0 }
page one "One" { action up "Up" { do n += 1 } }
invariant n: n == 0
"""
    compiled = compile_text(Source("w.fsm", text))
    graph = explore(compiled.world)
    found = findings(graph, compiled.sources)
    assert {d.code for d in found} >= {"FSM401", "FSM402"}
    empty = replace(outcome, played=(), refusals_by_state={})
    told = {f.code for f in gather(graph, (), empty, picture, found).findings}
    assert "FSM402" in told
    assert "FSM401" not in told


def test_a_capped_search_claims_little(
    graph: Graph, results: tuple[GoalResult, ...], outcome: Outcome
) -> None:
    small = explore(graph.world, max_states=100)
    data = gather(small, solve(small), replace(outcome, played=()), picture)
    assert (data.headline, data.mark) == ("Good as far as it was explored", Mark.UNKNOWN)
    assert {p.mark for p in data.properties} <= {Mark.UNKNOWN, Mark.GOOD}
    assert data.properties[0].mark is Mark.UNKNOWN
    assert data.facts[0].value == "≥ 100"
    assert data.never == ()


def test_errors_of_the_world_are_not_good(
    graph: Graph, results: tuple[GoalResult, ...], outcome: Outcome
) -> None:
    error = Diagnostic("FSM401", "invariant `x` breaks", notes=("trace: a",), help="mend it")
    note = Diagnostic("FSM420", "a note", severity=Severity.NOTE)
    data = gather(graph, results, outcome, picture, (error, note))
    assert (data.headline, data.mark) == ("The world has errors of its own", Mark.BAD)
    assert [(f.code, f.mark, f.detail) for f in data.findings] == [
        ("FSM401", Mark.BAD, "trace: a\nmend it"),
        ("FSM420", Mark.UNKNOWN, ""),
    ]


def test_strips_are_chosen_fairly(
    graph: Graph, results: tuple[GoalResult, ...], outcome: Outcome
) -> None:
    many = outcome.played[:1] * 40 + outcome.played[-1:]
    odd = replace(outcome.played[1], problem="step 3: the cart is empty")
    data = gather(graph, results, replace(outcome, played=(*many, odd)), picture)
    assert len(data.strips) == MOST_STRIPS
    assert data.strips_in_all == 42
    assert (data.strips[0].mark, data.strips[0].note) == (Mark.BAD, "step 3: the cart is empty")
    assert data.strips[-1].goal == "price"
