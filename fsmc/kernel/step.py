"""A step: whether a transition is enabled, refused or absent, and the state it leads to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from fsmc.kernel.evaluate import evaluate
from fsmc.model.domains import Value, contains
from fsmc.model.expr import Expr
from fsmc.model.world import Args, Guard, State, Transition, World


@dataclass(frozen=True, slots=True)
class Enabled:
    """Every guard holds."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The widget is there and says why not: the first failing guard with a text."""

    guard: Guard
    text: str


@dataclass(frozen=True, slots=True)
class Absent:
    """There is no widget: a guard without a text fails."""

    guard: Guard


Status = Enabled | Refused | Absent


def bind(transition: Transition, args: Args) -> Mapping[str, Value]:
    """The parameters of a transition with their values."""
    return {p.name: v for p, v in zip(transition.params, args, strict=True)}


def status(world: World, transition: Transition, args: Args, state: State) -> Status:
    """What an agent meets that tries `transition(args)` in `state`."""
    bound = bind(transition, args)
    refused: tuple[Guard, Expr] | None = None
    for guard in transition.guards:
        if guard.refusal is not None and refused is not None:
            continue
        if not evaluate(world, guard.test, state, bound):
            if guard.refusal is None:
                return Absent(guard)
            refused = guard, guard.refusal
    if refused is None:
        return Enabled()
    guard, text = refused
    return Refused(guard, str(evaluate(world, text, state, bound)))


def step(world: World, transition: Transition, args: Args, state: State) -> State:
    """The state after an enabled transition: every write reads the old state."""
    bound = bind(transition, args)
    new = list(state)
    for write in transition.writes:
        new[write.slot] = evaluate(world, write.value, state, bound)
    return tuple(new)


def groundings(transition: Transition) -> Iterator[Args]:
    """All arguments, in rank order."""
    return product(*(tuple(p.domain.values()) for p in transition.params))


def statuses(
    world: World, state: State, agent_only: bool = False
) -> Iterator[tuple[Transition, Args, Status]]:
    """Every transition with every argument and what becomes of it in `state`."""
    for transition in world.transitions:
        if state[0] not in transition.pages or (agent_only and transition.actor != "agent"):
            continue
        for args in groundings(transition):
            yield transition, args, status(world, transition, args, state)


def outside(world: World, state: State) -> tuple[int, ...]:
    """The slots whose value has left its domain; such a state is an error of the world."""
    return tuple(
        slot
        for slot, (variable, value) in enumerate(zip(world.variables, state, strict=True))
        if (not variable.pages or state[0] in variable.pages)
        and not contains(variable.domain, value)
    )
