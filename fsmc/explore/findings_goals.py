"""Diagnostics about goals: met by doing nothing, without bindings, without a plan and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from fsmc.diagnostics import Diagnostic, Label, Severity, Span
from fsmc.explore import wording
from fsmc.explore.blame import Blame
from fsmc.explore.causes import Causes, Stuck, goal_conditions
from fsmc.explore.goals import GoalResult, Obstacle, asked, obstacle
from fsmc.explore.graph import Graph
from fsmc.explore.paths import plans
from fsmc.explore.written import Texts
from fsmc.kernel.goal import FreeCell
from fsmc.model.simplify import FALSE
from fsmc.model.world import Goal
from fsmc.printers.english import sentence
from fsmc.printers.python import predicate


def goal_findings(
    blame: Blame, results: Sequence[GoalResult], found: Causes
) -> Iterator[Diagnostic]:
    """FSM411 to FSM416, goal by goal in the order of the text."""
    graph = blame.graph
    by_goal = {name: tuple(g) for name, g in groupby(results, key=lambda r: r.goal.name)}
    for goal in graph.world.goals:
        own = by_goal.get(goal.name, ())
        if not own:
            yield _warning(
                "FSM415",
                f"goal `{goal.name}` asks for nothing: its `where` holds for no parameters",
                blame.texts,
                goal,
                "no bindings",
                help="loosen `where`, or the data it looks at",
            )
            continue
        yield from _nothing(blame.texts, goal, own)
        yield from _lost(blame.texts, goal, own)
        yield from _framed(graph, blame.texts, goal, own)
        for stuck in found.stuck:
            if stuck.goal is goal:
                yield from _stuck(blame, stuck, own)


def _warning(
    code: str,
    title: str,
    texts: Texts,
    goal: Goal,
    label: str,
    notes: tuple[str, ...] = (),
    related: tuple[Label, ...] = (),
    help: str = "",
) -> Diagnostic:
    return Diagnostic(
        code,
        title,
        _name(texts, goal),
        label,
        related=related,
        notes=notes,
        help=help,
        severity=Severity.WARNING,
    )


def _nothing(texts: Texts, goal: Goal, own: Sequence[GoalResult]) -> Iterator[Diagnostic]:
    if goal.answers:
        return  # one has to say it, be it in sight from the start
    idle = [r for r in own if r.plans.length == 0]
    if idle:
        yield _warning(
            "FSM411",
            f"goal `{goal.name}` is met by doing nothing{_which(idle, own)}",
            texts,
            goal,
            "true at the start",
            help="let `where` leave out what is so from the beginning, or ask for more",
        )


def _lost(texts: Texts, goal: Goal, own: Sequence[GoalResult]) -> Iterator[Diagnostic]:
    lost = [r for r in own if 0 in r.avoid]
    if lost:
        yield _warning(
            "FSM416",
            f"goal `{goal.name}` is lost before it begins{_which(lost, own)}",
            texts,
            goal,
            "what it says to avoid is so at the start",
            help="avoid only what is not so at the start",
        )


def _framed(
    graph: Graph, texts: Texts, goal: Goal, own: Sequence[GoalResult]
) -> Iterator[Diagnostic]:
    """Goals that only the frame forbids, those with the same cells in one diagnostic."""
    groups: dict[tuple[bool, tuple[FreeCell, ...]], list[tuple[GoalResult, Obstacle]]] = {}
    for result in own:
        if (found := obstacle(graph, result)) is not None:
            cells = tuple(dict.fromkeys(found.cells))
            groups.setdefault((found.always, cells), []).append((result, found))
    for (always, cells), pairs in groups.items():
        yield _frame(graph, texts, goal, own, always, cells, pairs)


def _frame(
    graph: Graph,
    texts: Texts,
    goal: Goal,
    own: Sequence[GoalResult],
    always: bool,
    cells: tuple[FreeCell, ...],
    pairs: Sequence[tuple[GoalResult, Obstacle]],
) -> Diagnostic:
    world = graph.world
    result, found = pairs[0]
    names = [wording.cell_name(world, slot, row) for slot, row in cells]
    said = wording.listed([f"`{name}`" for name in names])
    plan = plans(graph, frozenset((found.state,)), avoid=result.avoid).kth(0)
    writers: dict[str, None] = {}
    for edge in plan:
        before, after = graph.states[edge.source], graph.states[edge.target]
        if any(before[slot] != after[slot] for slot, _ in cells):
            writers[f"`{world.transitions[edge.transition].name}`"] = None
    every = "every way there also writes" if always else "the shortest way there also writes"
    slots = dict.fromkeys(slot for slot, _ in cells)
    spans = [span for slot in slots if (span := world.variables[slot].span) is not None]
    which = _which([r for r, _ in pairs], own)
    return _warning(
        "FSM412",
        f"goal `{goal.name}` has no plan: only its frame forbids it{which}",
        texts,
        goal,
        f"{every} {said}",
        related=tuple(Label(span, "part of the frame") for span in spans[:3]),
        notes=(
            f"trace: {wording.trace(world, plan)}",
            f"written by {wording.listed(list(writers))}",
        ),
        help=f"add `allow {', '.join(names)}` to the goal; what no goal should judge belongs into "
        "`everywhere { local … }`",
    )


def _stuck(blame: Blame, stuck: Stuck, own: Sequence[GoalResult]) -> Iterator[Diagnostic]:
    """A condition that no state the agent reaches alone fulfils."""
    graph, goal = blame.graph, stuck.goal
    results = [r for r in stuck.results if 0 not in r.avoid]
    if not results:
        return
    first, part = results[0], stuck.block.condition.part
    around = plans(graph, first.accepting) if first.avoid else None
    if around is not None and around.length is not None:
        yield _warning(
            "FSM413",
            f"goal `{goal.name}` has no plan{_which(results, own)}",
            blame.texts,
            goal,
            "every way there passes through what it says to avoid",
            notes=(f"trace: {wording.trace(graph.world, around.kth(0))}",),
            help="avoid less, or let an action lead around it",
        )
        return
    helped = _with_others(graph, first)
    if helped is not None and goal.after:
        return  # it waits for another actor, as it says
    for answer in goal.answers:
        if part.span == answer.span:
            if answer.shown == FALSE:
                return  # the compiler has said so (FSM237)
            yield _warning(
                "FSM414",
                f"goal `{goal.name}` asks for what no reachable page shows{_which(results, own)}",
                blame.texts,
                goal,
                "has no plan",
                related=(Label(answer.span, "never shown"),),
                help="show it on a page that the agent can reach",
            )
            return
    yield Diagnostic(
        "FSM413",
        f"goal `{goal.name}` has no plan{_which(results, own)}",
        part.span or blame.texts.head(goal.span),
        _never(blame, stuck),
        related=() if part.span is None else (Label(_name(blame.texts, goal), "this goal"),),
        notes=() if helped is None else (f"with others: {helped}",),
        help="ask for what can be reached, or let an action lead there",
        severity=Severity.WARNING,
    )


def _never(blame: Blame, stuck: Stuck) -> str:
    condition = stuck.block.condition
    where = "in no state that the agent reaches alone"
    if condition.part.span is None:
        return f"{where}: {sentence(blame.world, condition.part.test)}"
    parts = goal_conditions(blame, stuck.results[0])
    rest = "" if parts[0] == condition else " and in which all before it holds"
    return f"true {where}{rest}"


def _with_others(graph: Graph, result: GoalResult) -> str | None:
    """A shortest trace with the moves of others to a state that fulfils the goal."""
    test = predicate(graph.world, asked(graph.world, result.goal, result.args))
    state = next((n for n, state in enumerate(graph.states) if test(state)), None)
    return None if state is None else wording.trace(graph.world, graph.trace(state))


def _name(texts: Texts, goal: Goal) -> Span:
    return texts.head(goal.span) or goal.span


def _which(some: Sequence[GoalResult], own: Sequence[GoalResult]) -> str:
    """For which bindings, where not for all."""
    if len(some) == len(own):
        return ""
    world = own[0].plans.graph.world
    said = [
        ", ".join(
            f"{p.name} = {wording.spell(world, p.domain, v)}"
            for p, v in zip(r.goal.params, r.args, strict=True)
        )
        for r in some
    ]
    return f" for {wording.listed(said, most=3)}"
