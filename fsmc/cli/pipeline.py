"""The stages of `fsmc run`, one call each: compile, explore, build, replay, report."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from fsmc import __version__
from fsmc.backends.replay import ReplayOptions, goal_plans, replay
from fsmc.backends.report import build
from fsmc.backends.report.from_replay import outcome_of
from fsmc.backends.report.gather import gather
from fsmc.backends.report.outcome import Outcome, Tally
from fsmc.backends.report.trajectories import trajectory_lines
from fsmc.backends.site import BACKEND
from fsmc.cli.output import Format, Output
from fsmc.cli.run_folder import RUN, RunFolder
from fsmc.cli.run_view import Stages, show_summary
from fsmc.compile import Compiled, compile_file
from fsmc.diagnostics import Diagnostic, Failure, Severity
from fsmc.explore import explore
from fsmc.explore.findings import findings
from fsmc.explore.goals import GoalResult, solve
from fsmc.explore.graph import Graph
from fsmc.explore.summary import summary
from fsmc.printers.english_words import counted
from fsmc.resources import write_atomically

TRAJECTORIES = "trajectories.jsonl"


@dataclass(frozen=True, slots=True)
class Settings:
    """What was asked for. `sample` None: every edge and refusal."""

    world: Path
    output: Path
    sample: int | None
    goals_per_family: int
    seed: int
    workers: int
    max_states: int


@dataclass(frozen=True, slots=True)
class Done:
    """How a run ended: whether something is wrong, and whether all could be decided."""

    wrong: bool
    decided: bool


def run_world(settings: Settings, output: Output) -> Done:
    """Runs all stages and writes the folder. Raises a Failure where a stage cannot go on."""
    stages = Stages(quiet=output.format is not Format.TEXT)
    compiled, graph, results, found = _explored(settings, output, stages)
    folder = RunFolder(settings.output)
    folder.begin(compiled.world)
    folder.write_graph(graph, summary(graph, results))
    _built(compiled, folder, stages)
    outcome = _replayed(settings, graph, results, folder, stages)
    write_atomically(folder.path / TRAJECTORIES, trajectory_lines(graph.world, outcome))
    data = gather(graph, results, outcome, folder.read, found, _told(settings))
    report = folder.write_report(build(data))
    done = _judged(graph, found, outcome)
    run = {**_run_json(settings, graph, found, outcome, done), "site": list(folder.of_site)}
    folder.write_json(RUN, run)
    if output.format is Format.TEXT:
        show_summary(data, report)
    else:
        sys.stdout.write(json.dumps(run, ensure_ascii=False, indent=2) + "\n")
    return done


def _explored(
    settings: Settings, output: Output, stages: Stages
) -> tuple[Compiled, Graph, tuple[GoalResult, ...], tuple[Diagnostic, ...]]:
    compiled = compile_file(settings.world)
    output.sources.update({s.file: s for s in compiled.sources})
    told = (*compiled.diagnostics, *BACKEND.check(compiled.world))
    if any(d.severity is Severity.ERROR for d in told):
        raise Failure(told)
    graph = explore(compiled.world, settings.max_states)
    results = solve(graph)
    found = (*told, *findings(graph, compiled.sources, results))
    if output.format is Format.TEXT and found:
        output.report(found)
        stages.console.print()
    least = "" if graph.complete else "at least "
    goals = counted(len(results), "task")
    stages.done("explored", f"{least}{len(graph.states):,} states, {graph.edges:,} edges, {goals}")
    return compiled, graph, results, found


def _built(compiled: Compiled, folder: RunFolder, stages: Stages) -> None:
    files = BACKEND.build(compiled.world, BACKEND.options())
    folder.write_site(compiled.world, files)
    size = sum(len(data) for data in files.values()) // 1000
    stages.done("built", f"{counted(len(files), 'file')} of the site, {size:,} kB")


def choose_tasks(
    results: Sequence[GoalResult], per_family: int, seed: int
) -> tuple[GoalResult, ...]:
    """Of each goal up to `per_family` bindings that have a plan and ask for something."""
    rng = random.Random(seed)
    families: dict[str, list[GoalResult]] = {}
    for result in results:
        if result.plans.length or (result.plans.length == 0 and result.goal.answers):
            families.setdefault(result.goal.name, []).append(result)
    return tuple(
        own[position]
        for own in families.values()
        for position in sorted(rng.sample(range(len(own)), min(per_family, len(own))))
    )


def _replayed(
    settings: Settings,
    graph: Graph,
    results: Sequence[GoalResult],
    folder: RunFolder,
    stages: Stages,
) -> Outcome:
    tasks = choose_tasks(results, settings.goals_per_family, settings.seed)
    plans = goal_plans(tasks, 1, settings.seed)
    options = ReplayOptions(seed=settings.seed, workers=settings.workers)
    if settings.sample is not None:
        options = replace(
            options, selection="sample", edges=settings.sample, refusals=settings.sample
        )
    with stages.bars() as bars:
        result = replay(graph, folder.site, folder.path, options, plans, bars)
    outcome = outcome_of(graph, result, plans)
    stages.done(
        "replayed",
        f"{counted(outcome.edges.checked, 'edge')}, "
        f"{counted(outcome.refusals.checked, 'refusal')}, "
        f"{counted(outcome.trajectories.checked, 'trajectory', 'trajectories')} "
        f"in {outcome.browser}",
    )
    return outcome


def _told(settings: Settings) -> tuple[tuple[str, str], ...]:
    checked = "every edge" if settings.sample is None else f"a sample of {settings.sample:,} edges"
    return (("Checked", checked), ("Seed", str(settings.seed)))


def _judged(graph: Graph, found: Sequence[Diagnostic], outcome: Outcome) -> Done:
    errors = any(d.severity is Severity.ERROR for d in found)
    wrong = errors or outcome.wrong_in_all > 0 or bool(outcome.outside)
    return Done(wrong, graph.complete)


def _run_json(
    settings: Settings,
    graph: Graph,
    found: Sequence[Diagnostic],
    outcome: Outcome,
    done: Done,
) -> dict[str, Any]:
    """What was asked and what came of it. No times: the same run gives the same bytes."""
    verdict = "wrong" if done.wrong else "good" if done.decided else "undetermined"
    return {
        "world": graph.world.name,
        "digest": graph.world.digest,
        "verdict": verdict,
        "fsmc": __version__,
        "browser": outcome.browser,
        "options": {
            "sample": settings.sample,
            "goals_per_family": settings.goals_per_family,
            "seed": settings.seed,
            "max_states": settings.max_states,
        },
        "complete": graph.complete,
        "counts": {
            name: {"total": t.total, "checked": t.checked, "failed": t.failed}
            for name, t in _tallies(outcome)
        },
        "failures": outcome.wrong_in_all,
        "outside": list(outcome.outside),
        "diagnostics": {word.value: sum(d.severity is word for d in found) for word in Severity},
    }


def _tallies(outcome: Outcome) -> tuple[tuple[str, Tally], ...]:
    return (
        ("states", outcome.states),
        ("edges", outcome.edges),
        ("refusals", outcome.refusals),
        ("trajectories", outcome.trajectories),
    )
