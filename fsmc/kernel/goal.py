"""Judges goals: bindings, cells that are free, and what an accepted state must satisfy."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from fsmc.kernel.evaluate import evaluate
from fsmc.kernel.step import bind, step
from fsmc.model.domains import Bool, Int, Nothing, Value, Vector
from fsmc.model.expr import Bound, Column, Const, Each, Expr, Op, Slot, substitute
from fsmc.model.simplify import conj, disj, equal
from fsmc.model.world import Args, Goal, Kind, State, Transition, World

FRAMED = (Kind.STATE, Kind.COLUMN)

FreeCell = tuple[int, int | None]
"""A slot, or one row of a COLUMN slot."""


def bindings(world: World, goal: Goal) -> tuple[Args, ...]:
    """The arguments for which `where` holds at the start, in rank order."""
    found: list[Args] = []
    for args in product(*(tuple(p.domain.values()) for p in goal.params)):
        bound = goal_bound(goal, args)
        if evaluate(world, goal.where, world.initial, bound):
            found.append(args)
    return tuple(found)


def goal_bound(goal: Goal, args: Args) -> dict[str, Value]:
    return {p.name: v for p, v in zip(goal.params, args, strict=True)}


def free_cells(world: World, goal: Goal, args: Args, start: State) -> frozenset[FreeCell]:
    """The cells that `reach` mentions, seen from `start`, and those that `allow` names.

    The walk does not stop early: both sides of `or` are mentioned. A comprehension mentions only
    the rows that pass its filter at the start.
    """
    bound = goal_bound(goal, args)
    found: set[FreeCell] = set()
    if goal.has_reach:
        _mentioned(world, goal.reach, start, bound, found)
    for cell in goal.allow:
        row = None if cell.row is None else evaluate(world, cell.row, start, bound)
        assert row is None or isinstance(row, int)
        found.add((cell.slot, row))
    return frozenset(found)


def _mentioned(
    world: World, expr: Expr, start: State, bound: dict[str, Value], found: set[FreeCell]
) -> None:
    match expr:
        case Slot(index=index):
            found.add((index, None))
        case Op(name="item", args=(Slot(index=index), row)) if isinstance(
            world.variables[index].domain, Vector
        ):
            _mentioned(world, row, start, bound, found)
            at = _row(world, row, start, bound)
            found.add((index, at))
        case Op(args=args):
            for arg in args:
                _mentioned(world, arg, start, bound, found)
        case Column(row=row):
            _mentioned(world, row, start, bound, found)
        case Each(variable=variable, source=source, where=where, body=body):
            _mentioned(world, source, start, bound, found)
            values = evaluate(world, source, start, bound)
            assert isinstance(values, tuple)
            for value in values:
                inner = {**bound, variable: value}
                if evaluate(world, where, start, inner):
                    _mentioned(world, where, start, inner, found)
                    _mentioned(world, body, start, inner, found)
        case Const() | Bound():
            return


def _row(world: World, row: Expr, start: State, bound: dict[str, Value]) -> int | None:
    """The row a mention names at the start; None (the whole column) when there is none yet."""
    value = evaluate(world, row, start, bound)
    return value if isinstance(value, int) else None


def frame(world: World, free: frozenset[FreeCell], baseline: State) -> tuple[Expr, ...]:
    """One condition for each cell that must be as in `baseline`."""
    parts: list[Expr] = []
    for index, variable in enumerate(world.variables):
        if variable.kind not in FRAMED or (index, None) in free:
            continue
        before = baseline[index]
        rows = sorted(row for slot, row in free if slot == index and row is not None)
        here = Slot(index, variable.domain)
        if not rows or not isinstance(variable.domain, Vector):
            parts.append(equal(here, Const(before, variable.domain)))
            continue
        assert isinstance(before, tuple)
        for row, value in enumerate(before):
            if row not in rows:
                cell = Op("item", (here, Const(row, Int(row, row))), variable.domain.of)
                parts.append(equal(cell, Const(value, variable.domain.of)))
    return tuple(parts)


def accepting(world: World, goal: Goal, args: Args, baseline: State) -> Expr:
    """What a state must satisfy when the agent says it is done; closed but for the state.

    `baseline` is the initial state with the writes of other actors applied as they fired.
    """
    asked = [goal.reach, *(answer.shown for answer in goal.answers)]
    asked += [Slot(slot, Bool()) for slot in goal.after]
    asked += [_kept(world, goal, args, term, baseline) for term in goal.keep]
    free = free_cells(world, goal, args, world.initial)
    parts = [closed(world, goal, args, part, baseline) for part in asked]
    return conj(*parts, *frame(world, free, baseline))


def _kept(world: World, goal: Goal, args: Args, term: Expr, baseline: State) -> Expr:
    """That a term has the value it had in the baseline."""
    before = evaluate(world, closed(world, goal, args, term, baseline), baseline, {})
    return equal(term, Const(before, term.type))


def closed(world: World, goal: Goal, args: Args, expr: Expr, baseline: State) -> Expr:
    """The expression with the goal's parameters and the values of the start put in."""
    given: dict[str, Expr] = {
        p.name: Const(v, p.domain if v is not None else Nothing())
        for p, v in zip(goal.params, args, strict=True)
    }
    for number, old in enumerate(goal.was):
        value = evaluate(world, substitute(old, bound=given), baseline, {})
        given[f"was:{number}"] = Const(value, old.type)
    return substitute(expr, bound=given)


def avoiding(world: World, goal: Goal, args: Args) -> Expr:
    """What no state on the way may satisfy."""
    return disj(*(closed(world, goal, args, part, world.initial) for part in goal.avoid))


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a trajectory reaches its goal, and what failed: reach, frame, avoid, answer, …"""

    accepted: bool
    failures: tuple[str, ...]


def judge(
    world: World, goal: Goal, args: Args, steps: tuple[tuple[Transition, Args], ...]
) -> Verdict:
    """Plays the steps and judges where they end, others' writes put into the baseline."""
    state = baseline = world.initial
    failures: list[str] = []
    bad = avoiding(world, goal, args)
    if evaluate(world, bad, state, {}):
        failures.append("avoid: broken at the start")
    for number, (transition, values) in enumerate(steps, start=1):
        new = step(world, transition, values, state)
        if transition.actor != "agent":
            baseline = shadowed(world, transition, values, state, new, baseline)
        state = new
        if evaluate(world, bad, state, {}):
            failures.append(f"avoid: broken by step {number}")
    if not evaluate(world, closed(world, goal, args, goal.reach, baseline), state, {}):
        failures.append("reach: does not hold")
    free = free_cells(world, goal, args, world.initial)
    failures += [f"frame: {changed}" for changed in changes(world, free, baseline, state)]
    for term in goal.keep:
        kept = closed(world, goal, args, term, baseline)
        if evaluate(world, kept, state, {}) != evaluate(world, kept, baseline, {}):
            failures.append("keep: changed")
    for answer in goal.answers:
        if not evaluate(world, closed(world, goal, args, answer.shown, baseline), state, {}):
            failures.append("answer: not shown where the trajectory ends")
    failures += [f"after: {world.variables[s].name} is false" for s in goal.after if not state[s]]
    return Verdict(not failures, tuple(failures))


def shadowed(
    world: World, transition: Transition, args: Args, old: State, new: State, baseline: State
) -> State:
    """The baseline after another actor's step: the cells it wrote have what it wrote."""
    shadow = list(baseline)
    bound = bind(transition, args)
    for write in transition.writes:
        domain = world.variables[write.slot].domain
        if not isinstance(domain, Vector):
            shadow[write.slot] = new[write.slot]
            continue
        cells, written = list(_cells(shadow[write.slot])), _cells(new[write.slot])
        for row in _rows_written(world, write.value, old, bound, len(cells)):
            cells[row] = written[row]
        shadow[write.slot] = tuple(cells)
    return tuple(shadow)


def _cells(value: Value) -> tuple[Value, ...]:
    assert isinstance(value, tuple)
    return value


def _rows_written(
    world: World, value: Expr, old: State, bound: object, count: int
) -> frozenset[int]:
    """The rows that a chain of `store` touches; all of them for any other form."""
    rows: set[int] = set()
    while isinstance(value, Op) and value.name == "store":
        value, at, _ = value.args
        row = evaluate(world, at, old, bound)  # type: ignore[arg-type]
        assert isinstance(row, int)
        rows.add(row)
    return frozenset(rows) if isinstance(value, Slot) else frozenset(range(count))


def changes(
    world: World, free: frozenset[FreeCell], baseline: State, state: State
) -> tuple[str, ...]:
    """The names of the framed cells that differ from the baseline, with both values."""
    found: list[str] = []
    for index, variable in enumerate(world.variables):
        if variable.kind not in FRAMED or (index, None) in free or state[index] == baseline[index]:
            continue
        if isinstance(variable.domain, Vector):
            pairs = zip(_cells(baseline[index]), _cells(state[index]), strict=True)
            found += [
                f"{variable.name}[{row}] was {a}, is {b}"
                for row, (a, b) in enumerate(pairs)
                if a != b and (index, row) not in free
            ]
        else:
            found.append(f"{variable.name} was {baseline[index]}, is {state[index]}")
    return tuple(found)
