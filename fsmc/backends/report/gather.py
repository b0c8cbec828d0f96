"""Puts the report's data together: the world, its graph, its goals, what the browser showed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass

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
    ReportData,
    Strip,
)
from fsmc.backends.report.numbers import grouped, percent
from fsmc.backends.report.outcome import Outcome, Played, Sight, Taken, Tally, Wrong
from fsmc.backends.report.verdicts import headline, verdicts
from fsmc.backends.site.procedures import Gesture
from fsmc.diagnostics import Diagnostic, Severity, Span
from fsmc.explore.goals import GoalResult
from fsmc.explore.graph import Graph
from fsmc.kernel.evaluate import evaluate
from fsmc.kernel.goal import closed
from fsmc.kernel.step import bind
from fsmc.model.world import Args, Goal, State, World
from fsmc.printers.english import (
    action_phrase,
    consequence_sentences,
    goal_text,
    place_phrase,
    refusal_sentences,
)
from fsmc.printers.english_words import counted, humanise, listed, quoted

TOUR = "No task: a tour to what the others leave out"
MOST_STRIPS = 16
MOST_FAILURES = 24
OF_PROPERTIES = ("FSM401", "FSM403", "FSM409", "FSM410")
MARKS = {Severity.ERROR: Mark.BAD, Severity.WARNING: Mark.WARNING, Severity.NOTE: Mark.UNKNOWN}


def gather(
    graph: Graph,
    results: Sequence[GoalResult],
    outcome: Outcome,
    picture: Callable[[str], bytes],
    diagnostics: Sequence[Diagnostic] = (),
    settings: Sequence[tuple[str, str]] = (),
) -> ReportData:
    """The data of the report. `picture` gives the bytes of an image by its name.

    `settings` are the options of the run, for the foot of the page.
    """
    show = _Show(graph.world, picture)
    world = graph.world
    properties = explored.property_rows(graph)
    told = {
        item.span
        for item, row in zip(world.properties, properties, strict=True)
        if row.mark is not Mark.GOOD
    }
    title, lead, mark = headline(graph, properties, diagnostics, outcome)
    replayed = Counter(
        (p.goal, p.args) for p in outcome.played if p.problem is None and p.goal is not None
    )
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
        strips=tuple(show.strip(played) for played in _chosen(outcome.played)),
        strips_in_all=len(outcome.played),
        failures=tuple(show.failure(own) for own in _alike(outcome.wrong)[:MOST_FAILURES]),
        failures_in_all=outcome.wrong_in_all,
        properties=properties,
        space=explored.space(graph, outcome.refusals_by_state),
        findings=_findings(diagnostics, told),
        faults=tuple(Fault(text, count) for text, count in outcome.faults),
        outside=outcome.outside,
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
        Coverage(name, tally.checked, tally.total, tally.failed, note + _untried(tally))
        for name, tally, note in rows
    )


def _untried(tally: Tally) -> str:
    if not tally.untried:
        return ""
    return f"; {grouped(tally.untried)} more have no widget of their own"


def _chosen(played: Sequence[Played]) -> list[Played]:
    """The trajectories to show: those with a problem first, then one of each goal in turn."""
    bad = [p for p in played if p.problem is not None]
    goals: dict[str | None, list[Played]] = {}
    for one in played:
        if one.problem is None:
            goals.setdefault(one.goal, []).append(one)
    turns = max((len(own) for own in goals.values()), default=0)
    good = [own[turn] for turn in range(turns) for own in goals.values() if turn < len(own)]
    chosen = (bad + good)[:MOST_STRIPS]
    order = {id(one): number for number, one in enumerate(played)}
    return sorted(chosen, key=lambda one: (one.problem is None, order[id(one)]))


def _alike(wrong: Sequence[Wrong]) -> list[list[Wrong]]:
    """Failures by what failed and which action it was, in the order of the first of each."""
    found: dict[tuple[str, str, int | None], list[Wrong]] = {}
    for one in wrong:
        found.setdefault((one.kind, one.title, one.transition), []).append(one)
    return list(found.values())


@dataclass(frozen=True, slots=True)
class _Show:
    """Makes frames: what was done in words, with the picture and the place."""

    world: World
    picture: Callable[[str], bytes]

    def strip(self, played: Played) -> Strip:
        goal = next((g for g in self.world.goals if g.name == played.goal), None)
        task = TOUR if goal is None else goal_text(self.world, goal, played.args)
        frames = [
            frame
            for number, taken in enumerate(played.steps, start=1)
            for frame in self.step(taken, number)
        ]
        said = [] if goal is None else answers(self.world, goal, played.args, played.final)
        end = f"Answer {listed([quoted(a) for a in said])}" if said else "Done"
        if played.problem is not None:
            end = "Here it went wrong"
        frames.append(self.frame(end, played.final, played.sight, number="●"))
        good = played.problem is None
        note = counted(len(played.steps), "step") if good else str(played.problem)
        name = "tour" if played.goal is None else humanise(played.goal)
        return Strip(name, task, Mark.GOOD if good else Mark.BAD, note, tuple(frames))

    def step(self, taken: Taken, number: int) -> Iterator[Frame]:
        """The step as a frame, and one more for each further gesture with a picture of its own."""
        transition = self.world.transitions[taken.transition]
        said = None
        if transition.says is not None:
            bound = bind(transition, taken.args)
            said = str(evaluate(self.world, transition.says, taken.state, bound))
        phrase = action_phrase(self.world, transition, taken.args, taken.state)
        first = taken.gestures[0].sight if taken.gestures else taken.sight
        yield self.frame(phrase, taken.state, first, transition.actor, said, str(number))
        seen = first.image
        for one in taken.gestures[1:]:
            if one.sight.image != seen and one.sight.point is not None:
                yield self.frame(f"… {gesture_phrase(one.gesture)}", taken.state, one.sight)
            seen = one.sight.image

    def failure(self, alike: Sequence[Wrong]) -> FailureCase:
        """The first of failures of one kind."""
        wrong = alike[0]
        action, sentence = "Nothing was done", ""
        if wrong.transition is not None:
            transition = self.world.transitions[wrong.transition]
            action = action_phrase(self.world, transition, wrong.args, wrong.state)
            told = refusal_sentences if wrong.refused else consequence_sentences
            sentence = " ".join(told(self.world, transition))
        return FailureCase(
            wrong.kind,
            wrong.title,
            place_phrase(self.world, wrong.state),
            action,
            sentence,
            len(alike),
            tuple(Difference(*difference) for difference in wrong.differences),
            self._maybe("the page before", wrong.state, wrong.before),
            self._maybe("what came", wrong.state, wrong.after),
            self._maybe("what should have come", wrong.state, wrong.expected),
        )

    def _maybe(self, caption: str, state: State, sight: Sight | None) -> Frame | None:
        return None if sight is None else self.frame(caption, state, sight)

    def frame(
        self,
        caption: str,
        state: State,
        sight: Sight,
        actor: str = "agent",
        said: str | None = None,
        number: str = "",
    ) -> Frame:
        image = None if sight.image is None else self.picture(sight.image)
        place = place_phrase(self.world, state)
        return Frame(caption, place, image, sight.size, sight.point, sight.box, actor, said, number)


def answers(world: World, goal: Goal, args: Args, final: State) -> list[str]:
    """What the agent must say in the end, in the words of the page."""
    return [
        str(evaluate(world, closed(world, goal, args, answer.text, world.initial), final, {}))
        for answer in goal.answers
    ]


def gesture_phrase(gesture: Gesture) -> str:
    """A gesture in words: `click “Express”`."""
    name = "" if gesture.name is None else quoted(gesture.name)
    match gesture.verb:
        case "fill":
            return f"type {quoted(gesture.text or '')} into {name}"
        case "press":
            return f"press {gesture.text}"
        case "back":
            return "go back"
        case verb:
            return f"{humanise(verb)} {name}"


def _findings(diagnostics: Sequence[Diagnostic], told: Set[Span]) -> tuple[Finding, ...]:
    """Diagnostics but those of properties that are `told` already, by their place."""
    return tuple(
        Finding(d.code, MARKS[d.severity], d.title, "\n".join((*d.notes, d.help)).strip())
        for d in diagnostics
        if d.code not in OF_PROPERTIES or not any(_within(d.span, span) for span in told)
    )


def _within(part: Span | None, whole: Span) -> bool:
    return (
        part is not None
        and part.file == whole.file
        and whole.start <= part.start <= part.end <= whole.end
    )
