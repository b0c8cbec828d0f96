"""The words at the top of the report: what may be said of a run, and no more."""

from __future__ import annotations

from collections.abc import Sequence

from fsmc.backends.report.data import Mark, PropertyRow, Verdict
from fsmc.backends.report.explored import size_of
from fsmc.backends.report.numbers import grouped, of
from fsmc.backends.report.outcome import Outcome, Tally
from fsmc.diagnostics import Diagnostic, Severity
from fsmc.explore.goals import GoalResult
from fsmc.explore.graph import Graph
from fsmc.printers.english_words import counted


def headline(
    graph: Graph,
    properties: Sequence[PropertyRow],
    diagnostics: Sequence[Diagnostic],
    outcome: Outcome,
) -> tuple[str, str, Mark]:
    """Title, lead and mark.

    Good where nothing that was tried went wrong; the words say how much that is. A cap leaves it
    open.
    """
    broken = [p for p in properties if p.mark is Mark.BAD]
    errors = [d for d in diagnostics if d.severity is Severity.ERROR]
    if outcome.wrong_in_all:
        number = outcome.wrong_in_all
        title = f"{_word(number)} {'check' if number == 1 else 'checks'} failed"
        lead = (
            "The site does not do everything that the model says. What differs stands under "
            "Failures, with the page before and after."
        )
        return title, lead, Mark.BAD
    title, lead, mark = _tried(graph, outcome)
    if outcome.outside:
        lead += " But it asked for what is not its own; see the environment below."
        return "The site asks for addresses outside", lead, Mark.BAD
    if broken or errors:
        lead += " But the model breaks what its author asks of it."
        return "The world has errors of its own", lead, Mark.BAD
    return title, lead, mark


def _tried(graph: Graph, outcome: Outcome) -> tuple[str, str, Mark]:
    """What was done, all of it well."""
    edges, browser = outcome.edges, outcome.browser or "the browser"
    done = of(edges.checked, edges.total, "edge", "edges")
    were = "was" if edges.total == 1 else "were"
    if not graph.complete:
        lead = (
            f"The search stopped at its cap after {grouped(len(graph.states))} states, so more may "
            f"exist. Of what was seen, {done} {were} done in {browser}, "
            "and did what the model says."
        )
        return "Good as far as it was explored", lead, Mark.UNKNOWN
    if any(t.checked < t.total for t in (outcome.states, outcome.edges, outcome.refusals)):
        lead = (
            f"A sample, {done}, was done in {browser} with real mouse and keyboard events. "
            "After each step the page was what the model says."
        )
        return "Every step that was tried does what the model says", lead, Mark.GOOD
    lead = (
        f"{done[:1].upper()}{done[1:]} of the graph {were} done in {browser} with real mouse and "
        "keyboard events. After each the state and the page were what the model says."
    )
    return "Every step does what the model says", lead, Mark.GOOD


def _word(number: int) -> str:
    words = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")
    return words[number] if number < len(words) else grouped(number)


def verdicts(
    graph: Graph,
    properties: Sequence[PropertyRow],
    results: Sequence[GoalResult],
    outcome: Outcome,
) -> tuple[Verdict, ...]:
    """One line for each promise of the run."""
    found = [
        Verdict(
            Mark.GOOD if graph.complete else Mark.UNKNOWN,
            "Explored completely" if graph.complete else "Explored up to the cap",
            size_of(graph),
        ),
        _tally("edge", "edges", outcome.edges, "conform", "state and page compared after each"),
        _tally(
            "refusal", "refusals", outcome.refusals, "hold", "nothing changes, the reason is shown"
        ),
        _tally(
            "trajectory", "trajectories", outcome.trajectories, "arrive",
            "from the start to the goal, in one go",
        ),
    ]  # fmt: skip
    if outcome.outside:
        number = counted(len(outcome.outside), "address", "addresses")
        found.append(Verdict(Mark.BAD, f"{number} outside", "a site must ask for nothing else"))
    if properties:
        found.append(_properties(properties))
    if results:
        found.append(_goals(results))
    return tuple(found)


def _tally(one: str, many: str, tally: Tally, verb: str, detail: str) -> Verdict:
    if tally.total == 0:
        return Verdict(Mark.UNKNOWN, f"There are no {many}", "nothing to check")
    if tally.failed:
        fail = "fails" if tally.failed == 1 else "fail"
        title = f"{of(tally.failed, tally.checked, one, many)} {fail}"
        return Verdict(Mark.BAD, title[:1].upper() + title[1:], detail)
    verb = verb if tally.total > 1 else f"{verb}s"
    title = f"{of(tally.checked, tally.total, one, many)} {verb}"
    mark = Mark.GOOD if tally.checked == tally.total else Mark.UNKNOWN
    if tally.checked < tally.total:
        detail = f"{detail}; the rest was not tried"
    return Verdict(mark, title[:1].upper() + title[1:], detail)


def _properties(properties: Sequence[PropertyRow]) -> Verdict:
    bad = [p.name for p in properties if p.mark is Mark.BAD]
    unknown = [p.name for p in properties if p.mark is Mark.UNKNOWN]
    if bad:
        return Verdict(Mark.BAD, f"{counted(len(bad), 'property', 'properties')} broken",
                       ", ".join(bad))  # fmt: skip
    if unknown:
        return Verdict(Mark.UNKNOWN, f"{counted(len(unknown), 'property', 'properties')} undecided",
                       ", ".join(unknown))  # fmt: skip
    number = counted(len(properties), "property", "properties")
    return Verdict(Mark.GOOD, f"{number} as declared", ", ".join(p.name for p in properties))


def _goals(results: Sequence[GoalResult]) -> Verdict:
    lost = [r for r in results if r.plans.length is None]
    if not lost:
        lengths = [r.plans.length or 0 for r in results]
        span = (
            f"{min(lengths)} to {max(lengths)} steps"
            if min(lengths) < max(lengths)
            else (counted(lengths[0], "step"))
        )
        return Verdict(Mark.GOOD, f"{of(len(results), len(results), 'task', 'tasks')} can be done"
                       .capitalize(), f"in {span} at best")  # fmt: skip
    names = sorted({r.goal.name for r in lost})
    return Verdict(
        Mark.WARNING,
        f"{of(len(lost), len(results), 'task', 'tasks')} cannot be done by the agent alone",
        ", ".join(names[:8]),
    )
