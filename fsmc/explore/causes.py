"""Root causes: of all that never happens, what blocks first, and what it takes with it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from fsmc.explore.blame import Blame, Block, Condition
from fsmc.explore.goals import GoalResult
from fsmc.explore.properties import never_fired, unreached_pages
from fsmc.explore.written import Part
from fsmc.kernel.goal import closed
from fsmc.model.expr import Const, Slot, walk
from fsmc.model.simplify import FALSE
from fsmc.model.world import Goal, Guard, Origin, Transition

Node: TypeAlias = tuple[Literal["page", "transition"], int]
"""A page that is never reached, or a transition that never fires."""


@dataclass(frozen=True, slots=True)
class Cause:
    """Something that never happens for a reason of its own; `others` wait for it.

    `nodes` are one page or the transitions that one condition blocks; `block` is None for a page.
    `goals` have no plan because of it.
    """

    nodes: tuple[Node, ...]
    block: Block | None
    others: tuple[Node, ...]
    goals: tuple[Goal, ...]


@dataclass(frozen=True, slots=True)
class Stuck:
    """A goal without a plan: the condition that never holds, for how many of its bindings."""

    goal: Goal
    results: tuple[GoalResult, ...]
    block: Block


@dataclass(frozen=True, slots=True)
class Causes:
    """Root causes in the order of the text, and goals that are stuck for another reason."""

    roots: tuple[Cause, ...]
    stuck: tuple[Stuck, ...]


def causes(blame: Blame, results: Sequence[GoalResult]) -> Causes:
    """All root causes of a complete graph. `results` are goals that have no plan."""
    world = blame.world
    dead = never_fired(blame.graph)
    dark = unreached_pages(blame.graph)
    blocks: dict[int, Block] = {}
    behind: dict[Node, tuple[Node, ...]] = {}
    for index in dead:
        transition = world.transitions[index]
        if transition.pages and all(page in dark for page in transition.pages):
            behind["transition", index] = tuple(("page", page) for page in transition.pages)
            continue
        names = tuple(p.name for p in transition.params)
        block = blame.block(blame.conditions(transition), blame.candidates(transition), names)
        block = blocks[index] = block or _on_no_page(transition)
        behind["transition", index] = tuple(
            ("transition", other) for other in blame.helpers(block, names, index)
        )
    for page in dark:
        leading = [i for i in dead if leads_to(world.transitions[i], page)]
        behind["page", page] = tuple(("transition", i) for i in leading)
    reach = {node: _reach(node, behind) for node in behind}
    roots = [group for group in _groups(reach) if all(reach[n] <= set(group) for n in group)]
    waiting, stuck = _goals(blame, results, reach)
    found: list[Cause] = []
    for same in _by_condition(roots, blocks):
        firsts = tuple(min(group) for group in same)  # a page comes before the transitions on it
        whole = {node for group in same for node in group}
        others = tuple(n for n in behind if n not in firsts and (n in whole or reach[n] & whole))
        goals = tuple(g for g, nodes in waiting if nodes & whole)
        block = blocks.get(firsts[0][1]) if firsts[0][0] == "transition" else None
        found.append(Cause(firsts, block, others, goals))
    return Causes(tuple(found), stuck)


def _by_condition(
    roots: Sequence[tuple[Node, ...]], blocks: dict[int, Block]
) -> list[list[tuple[Node, ...]]]:
    """Groups that one condition blocks, such as a dialog that covers them all, together."""
    found: dict[object, list[tuple[Node, ...]]] = {}
    for group in roots:
        kind, index = first = min(group)
        key = (blocks[index].condition, blocks[index].held) if kind == "transition" else first
        found.setdefault(key, []).append(group)
    return list(found.values())


def _on_no_page(transition: Transition) -> Block:
    """The block of a transition whose scope is in force on no page."""
    guard = Guard(FALSE, None, Origin.VALUE, transition.span)
    return Block(Condition(Part(FALSE, transition.span), guard), False, ())


def leads_to(transition: Transition, page: int) -> bool:
    """Whether a transition goes to a page."""
    return any(
        write.slot == 0
        and any(isinstance(part, Const) and part.value == page for part in walk(write.value))
        for write in transition.writes
    )


def _reach(node: Node, behind: dict[Node, tuple[Node, ...]]) -> set[Node]:
    """All that a node waits for, itself only when it waits for itself."""
    seen: dict[Node, None] = dict.fromkeys(behind[node])
    queue = list(seen)
    for other in queue:
        for further in behind[other]:
            if further not in seen:
                seen[further] = None
                queue.append(further)
    return set(seen)


def _groups(reach: dict[Node, set[Node]]) -> Iterable[tuple[Node, ...]]:
    """Nodes that wait for each other, each by itself where it does not."""
    done: set[Node] = set()
    for node in reach:
        if node not in done:
            group = (
                node,
                *(n for n in reach if n != node and n in reach[node] and node in reach[n]),
            )
            done |= set(group)
            yield group


def _goals(
    blame: Blame, results: Sequence[GoalResult], reach: dict[Node, set[Node]]
) -> tuple[list[tuple[Goal, set[Node]]], tuple[Stuck, ...]]:
    """What each goal without a plan waits for; those that wait for nothing dead are stuck."""
    waiting: dict[str, tuple[Goal, set[Node]]] = {}
    stuck: dict[tuple[str, int], list[tuple[GoalResult, Block]]] = {}
    for result in results:
        near = (
            (blame.graph.states[s], ())
            for s in blame.graph.agent_states
            if result.plans.distance[s] >= 0
        )
        conditions = goal_conditions(blame, result)
        block = blame.block(conditions, near)
        if block is None:  # only the frame or `keep` stands in the way
            continue
        nodes: set[Node] = set()
        for index in blame.helpers(block, (), None):
            nodes.add(("transition", index))
            nodes |= reach["transition", index]
        if nodes:
            waiting.setdefault(result.goal.name, (result.goal, set()))[1].update(nodes)
        else:
            position = conditions.index(block.condition)
            stuck.setdefault((result.goal.name, position), []).append((result, block))
    return list(waiting.values()), tuple(
        Stuck(found[0][0].goal, tuple(result for result, _ in found), found[0][1])
        for found in stuck.values()
    )


def goal_conditions(blame: Blame, result: GoalResult) -> tuple[Condition, ...]:
    """What a goal asks without its frame, parameters put in: `reach` in parts, then the rest."""
    world, goal, start = blame.world, result.goal, blame.world.initial
    reach = blame.texts.reach(closed(world, goal, result.args, goal.reach, start), goal.span)
    rest = [
        Part(closed(world, goal, result.args, answer.shown, start), answer.span)
        for answer in goal.answers
    ]
    rest += [Part(Slot(slot, world.variables[slot].domain), None) for slot in goal.after]
    return tuple(Condition(part, None) for part in (*reach, *rest))
