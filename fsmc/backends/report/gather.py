"""Puts the report's data together: the world, its graph, its goals, what the browser showed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from fsmc import __version__
from fsmc.backends.report import explored
from fsmc.backends.report.data import (
    Coverage,
    Difference,
    Fact,
    FailureCase,
    Fault,
    Finding,
    Frame,
    Mark,
    PropertyRow,
    ReportData,
    Strip,
)
from fsmc.backends.report.numbers import grouped, percent
from fsmc.backends.report.outcome import Outcome, Played, Sight, Taken, Tally, Wrong
from fsmc.backends.report.verdicts import headline, verdicts
from fsmc.diagnostics import Diagnostic, Severity
from fsmc.explore.goals import GoalResult
from fsmc.explore.graph import Graph
from fsmc.kernel.evaluate import evaluate
from fsmc.kernel.step import bind
from fsmc.model.world import State, World
from fsmc.printers.english import action_phrase, goal_text, place_phrase, transition_sentences
from fsmc.printers.english_words import counted, humanise

MOST_STRIPS = 16
MOST_FAILURES = 24
MARKS = {Severity.ERROR: Mark.BAD, Severity.WARNING: Mark.WARNING, Severity.NOTE: Mark.UNKNOWN}


def gather(
    graph: Graph,
    results: Sequence[GoalResult],
    outcome: Outcome,
    diagnostics: Sequence[Diagnostic] = (),
    settings: Sequence[tuple[str, str]] = (),
) -> ReportData:
    """The data of the report. `settings` are the options of the run, for the foot of the page."""
    world = graph.world
    properties = explored.property_rows(graph)
    title, lead, mark = headline(graph, properties, diagnostics, outcome)
    replayed = Counter((p.goal, p.args) for p in outcome.played if p.problem is None)
    return ReportData(
        title=world.title,
        headline=title,
        lead=lead,
        mark=mark,
        verdicts=verdicts(graph, properties, results, outcome),
        facts=_facts(graph, results, outcome),
        pages=explored.page_nodes(graph),
        page_edges=explored.page_edges(graph),
        start=_page(world.initial),
        coverage=_coverage(outcome),
        goals=explored.goal_families(graph, results, replayed),
        strips=tuple(_strip(world, played) for played in _chosen(outcome.played)),
        strips_in_all=len(outcome.played),
        failures=tuple(_failure(world, wrong) for wrong in outcome.wrong[:MOST_FAILURES]),
        failures_in_all=outcome.wrong_in_all,
        properties=properties,
        space=explored.space(graph, outcome.refusals_by_state),
        findings=_findings(diagnostics, properties),
        faults=tuple(Fault(text, count) for text, count in outcome.faults),
        never=explored.never(graph),
        origin=(
            ("World", world.name),
            ("Digest", world.digest[:16]),
            ("fsmc", __version__),
            ("Browser", outcome.browser),
            *settings,
        ),
    )


def _page(state: State) -> int:
    assert isinstance(state[0], int)
    return state[0]


def _facts(graph: Graph, results: Sequence[GoalResult], outcome: Outcome) -> tuple[Fact, ...]:
    least = "" if graph.complete else "≥ "
    won = sum(r.plans.length is not None for r in results)
    reach = "all can be reached" if won == len(results) else f"{grouped(won)} can be reached"
    edges, refusals = outcome.edges, outcome.refusals
    return (
        Fact("States", f"{least}{grouped(len(graph.states))}", counted(graph.levels, "level")),
        Fact("Edges", f"{least}{grouped(graph.edges)}", f"{grouped(graph.agent_edges)} by agent"),
        Fact("Tasks", grouped(len(results)), reach if results else "no goals"),
        Fact("Edges checked", percent(edges.checked, edges.total),
             f"{grouped(edges.checked)} of {grouped(edges.total)}"),
        Fact("Refusals checked", percent(refusals.checked, refusals.total),
             f"{grouped(refusals.checked)} of {grouped(refusals.total)}"),
        Fact("Failures", grouped(outcome.wrong_in_all),
             f"{counted(sum(n for _, n in outcome.faults), 'environment fault')}"),
    )  # fmt: skip


def _coverage(outcome: Outcome) -> tuple[Coverage, ...]:
    rows: tuple[tuple[str, Tally, str], ...] = (
        (
            "States",
            outcome.states,
            "put up at once; the page is kept to compare with",
        ),
        ("Edges", outcome.edges, "done with mouse and keyboard; state and page compared"),
        ("Refusals", outcome.refusals, "tried; nothing may change, and the reason is shown"),
        ("Trajectories", outcome.trajectories, "played from the start to the goal, step by step"),
    )
    return tuple(
        Coverage(name, tally.checked, tally.total, tally.failed, tally.faults, note)
        for name, tally, note in rows
    )


def _chosen(played: Sequence[Played]) -> list[Played]:
    """The trajectories to show: those with a problem first, then one of each goal in turn."""
    bad = [p for p in played if p.problem is not None]
    goals: dict[str, list[Played]] = {}
    for one in played:
        if one.problem is None:
            goals.setdefault(one.goal, []).append(one)
    turns = max((len(own) for own in goals.values()), default=0)
    good = [own[turn] for turn in range(turns) for own in goals.values() if turn < len(own)]
    chosen = (bad + good)[:MOST_STRIPS]
    order = {id(one): number for number, one in enumerate(played)}
    return sorted(chosen, key=lambda one: (one.problem is None, order[id(one)]))


def _strip(world: World, played: Played) -> Strip:
    goal = next((g for g in world.goals if g.name == played.goal), None)
    task = humanise(played.goal) if goal is None else goal_text(world, goal, played.args)
    frames = [_step_frame(world, taken) for taken in played.steps]
    frames.append(_frame("Done", place_phrase(world, played.final), played.sight))
    good = played.problem is None
    note = counted(len(played.steps), "step") if good else str(played.problem)
    mark = Mark.GOOD if good else Mark.BAD
    return Strip(humanise(played.goal), task, mark, note, tuple(frames))


def _step_frame(world: World, taken: Taken) -> Frame:
    transition = world.transitions[taken.transition]
    said = None
    if transition.says is not None:
        bound = bind(transition, taken.args)
        said = str(evaluate(world, transition.says, taken.state, bound))
    phrase = action_phrase(world, transition, taken.args, taken.state)
    return _frame(phrase, place_phrase(world, taken.state), taken.sight, transition.actor, said)


def _frame(
    caption: str, place: str, sight: Sight, actor: str = "agent", said: str | None = None
) -> Frame:
    return Frame(caption, place, sight.image, sight.size, sight.point, sight.box, actor, said)


def _failure(world: World, wrong: Wrong) -> FailureCase:
    place = place_phrase(world, wrong.state)
    action, sentence = "Nothing was done", ""
    if wrong.transition is not None:
        transition = world.transitions[wrong.transition]
        action = action_phrase(world, transition, wrong.args, wrong.state)
        sentence = " ".join(transition_sentences(world, transition)[1:2])
    return FailureCase(
        wrong.kind,
        wrong.title,
        place,
        action,
        sentence,
        tuple(Difference(*difference) for difference in wrong.differences),
        None if wrong.before is None else _frame(action, place, wrong.before),
        None if wrong.after is None else _frame("what came", place, wrong.after),
        None if wrong.expected is None else _frame("what should have come", place, wrong.expected),
    )


def _findings(
    diagnostics: Sequence[Diagnostic], properties: Sequence[PropertyRow]
) -> tuple[Finding, ...]:
    """Diagnostics but those that the properties tell already."""
    told = {row.name for row in properties if row.mark is not Mark.GOOD}
    return tuple(
        Finding(d.code, MARKS[d.severity], d.title, "\n".join((*d.notes, d.help)).strip())
        for d in diagnostics
        if not any(f"`{name}`" in d.title for name in told)
    )
