"""What the graph says of goals: how far, in how many ways, and why not."""

from __future__ import annotations

from dataclasses import dataclass

from fsmc.explore.graph import Graph
from fsmc.explore.paths import Plans, plans
from fsmc.kernel.goal import accepting, avoiding, bindings, changes, closed, free_cells
from fsmc.model.domains import to_json
from fsmc.model.expr import Const, Expr
from fsmc.model.simplify import FALSE, conj
from fsmc.model.world import Args, Goal
from fsmc.printers.python import predicate


@dataclass(frozen=True, slots=True)
class GoalResult:
    """One binding of a goal. `accepting` counts states that the agent alone can reach.

    `hopeless` counts states reachable by the agent alone from which it can no longer get there.
    `frame_blocks` names the cells that stand in the way where only the frame does.
    """

    goal: Goal
    args: Args
    plans: Plans
    accepting: frozenset[int]
    hopeless: int
    frame_blocks: tuple[str, ...]

    @property
    def bindings(self) -> dict[str, object]:
        """Parameter names and values, as JSON."""
        return {
            p.name: to_json(p.domain, v) for p, v in zip(self.goal.params, self.args, strict=True)
        }


def solve(graph: Graph) -> tuple[GoalResult, ...]:
    """Every goal with every binding, in the order of the text and of ranks."""
    return tuple(
        solve_one(graph, goal, args)
        for goal in graph.world.goals
        for args in bindings(graph.world, goal)
    )


def solve_one(graph: Graph, goal: Goal, args: Args) -> GoalResult:
    world = graph.world
    test = accepting(world, goal, args, world.initial)
    bad = avoiding(world, goal, args)
    avoid = frozenset() if bad == FALSE else graph.where(predicate(world, bad))
    accepted = _states(graph, test) - avoid
    found = plans(graph, accepted, avoid=avoid)
    alone = frozenset(s for s in accepted if graph.agent_distance[s] >= 0)
    hopeful = graph.backwards(accepted, agent_only=True)
    reachable = [s for s in range(len(graph.states)) if graph.agent_distance[s] >= 0]
    hopeless = sum(s not in hopeful for s in reachable)
    blocks = _blocks(graph, goal, args) if found.length is None and graph.complete else ()
    return GoalResult(goal, args, found, alone, hopeless, blocks)


def _states(graph: Graph, test: Expr) -> frozenset[int]:
    if isinstance(test, Const):
        return frozenset(range(len(graph.states))) if test.value else frozenset()
    return graph.where(predicate(graph.world, test))


def _blocks(graph: Graph, goal: Goal, args: Args) -> tuple[str, ...]:
    """The framed cells that every nearest state with `reach` has changed."""
    world = graph.world
    asked = conj(*(
        closed(world, goal, args, part, world.initial)
        for part in (goal.reach, *(a.shown for a in goal.answers))
    ))  # fmt: skip
    near = [s for s in sorted(_states(graph, asked)) if graph.agent_distance[s] >= 0]
    if not near:
        return ()
    nearest = min(near, key=lambda s: (graph.agent_distance[s], s))
    free = free_cells(world, goal, args, world.initial)
    return changes(world, free, world.initial, graph.states[nearest])
