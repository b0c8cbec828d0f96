"""What the graph says of goals: how far, in how many ways, from where no more, and what blocks."""

from __future__ import annotations

from dataclasses import dataclass

from fsmc.explore.graph import NO_STATES, Graph
from fsmc.explore.paths import Plans, plans
from fsmc.kernel.goal import (
    FRAMED,
    FreeCell,
    accepting,
    avoiding,
    bindings,
    closed,
    free_cells,
)
from fsmc.model.domains import Vector, to_json
from fsmc.model.expr import Const, Expr, Slot
from fsmc.model.simplify import FALSE, conj
from fsmc.model.world import Args, Goal, State, World
from fsmc.printers.python import predicate


@dataclass(frozen=True, slots=True)
class GoalResult:
    """One binding of a goal: its shortest plans, the accepting states that the agent reaches alone,
    and the states that no plan may touch.
    """

    goal: Goal
    args: Args
    plans: Plans
    accepting: frozenset[int]
    avoid: frozenset[int]

    @property
    def bindings(self) -> dict[str, object]:
        """Parameter names and values, as JSON."""
        return {
            p.name: None if v is None else to_json(p.domain, v)
            for p, v in zip(self.goal.params, self.args, strict=True)
        }


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A goal that only its frame makes impossible.

    `always`: every state in which the rest of the goal holds has changed these `cells`; else they
    are those of the nearest such state. `state` is the nearest.
    """

    state: int
    cells: tuple[FreeCell, ...]
    always: bool


def solve(graph: Graph) -> tuple[GoalResult, ...]:
    """Every goal with every binding, in the order of the text and of ranks."""
    return tuple(
        solve_one(graph, goal, args)
        for goal in graph.world.goals
        for args in bindings(graph.world, goal)
    )


def solve_one(graph: Graph, goal: Goal, args: Args) -> GoalResult:
    """One binding. The agent is alone here, so the baseline of the frame is the initial state."""
    world = graph.world
    bad = avoiding(world, goal, args)
    avoid = NO_STATES if bad == FALSE else _among(graph, bad)
    accepted = _among(graph, accepting(world, goal, args, world.initial)) - avoid
    return GoalResult(goal, args, plans(graph, accepted, avoid=avoid), accepted, avoid)


def hopeless(graph: Graph, result: GoalResult) -> frozenset[int]:
    """The states that the agent can reach alone, and from which it can no longer reach the goal."""
    hopeful = graph.backwards(result.accepting, agent_only=True, avoid=result.avoid)
    return frozenset(s for s in graph.agent_states if s not in hopeful)


def asked(world: World, goal: Goal, args: Args) -> Expr:
    """The goal without its frame: reach, the answers shown, the patches waited for, `keep`."""
    start = world.initial
    parts = [goal.reach, *(answer.shown for answer in goal.answers)]
    parts += [Slot(slot, world.variables[slot].domain) for slot in goal.after]
    return conj(*(closed(world, goal, args, part, start) for part in parts))


def obstacle(graph: Graph, result: GoalResult) -> Obstacle | None:
    """What a goal without a plan must let change; None where more than the frame blocks."""
    world, goal, args = graph.world, result.goal, result.args
    if result.plans.length is not None:
        return None
    near = [
        (result.plans.distance[s], s)
        for s in _among(graph, asked(world, goal, args))
        if result.plans.distance[s] >= 0
    ]
    if not near:
        return None
    free = free_cells(world, goal, args, world.initial)
    nearest = min(near)[1]
    cells = _changed(world, free, graph.states[nearest])
    common = cells
    for _, state in near:
        common = common & _changed(world, free, graph.states[state])
    if not cells:  # `keep` blocks, not the frame
        return None
    found = sorted(common or cells, key=lambda cell: (cell[0], -1 if cell[1] is None else cell[1]))
    return Obstacle(nearest, tuple(found), bool(common))


def _among(graph: Graph, test: Expr) -> frozenset[int]:
    """The states that the agent can reach alone and that pass a test."""
    if isinstance(test, Const):
        return frozenset(graph.agent_states) if test.value else NO_STATES
    return graph.where(predicate(graph.world, test), graph.agent_states)


def _changed(world: World, free: frozenset[FreeCell], state: State) -> frozenset[FreeCell]:
    """The framed cells that differ from the initial state."""
    found: set[FreeCell] = set()
    for slot, variable in enumerate(world.variables):
        before, now = world.initial[slot], state[slot]
        if variable.kind not in FRAMED or (slot, None) in free or before == now:
            continue
        if isinstance(variable.domain, Vector):
            assert isinstance(before, tuple)
            assert isinstance(now, tuple)
            found |= {
                (slot, row)
                for row, (a, b) in enumerate(zip(before, now, strict=True))
                if a != b and (slot, row) not in free
            }
        else:
            found.add((slot, None))
    return frozenset(found)
