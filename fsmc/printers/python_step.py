"""Prints a whole world as Python: per page one function that gives all steps from a state.

Guards are tested in order, as soon as the parameters they need are bound; results come in the
order of transitions, then of arguments by rank, exactly as `kernel.step.statuses` gives them.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import Any

from fsmc.model.expr import bound_of
from fsmc.model.world import Args, Guard, State, Transition, World
from fsmc.printers.base import identifier
from fsmc.printers.python import PRINTER, names

Step = tuple[int, Args, State]
Refusal = tuple[int, Args, int]


def compile_successors(world: World) -> Callable[[State], list[Step]]:
    """The fast engine: all enabled transitions of a state with arguments and targets."""
    return _by_page(world, _accept)


def compile_refusals(world: World) -> Callable[[State], list[Refusal]]:
    """Per state what the agent is refused, with the number of the first guard that fails."""
    return _by_page(world, _refuse)


def _by_page(
    world: World, body: Callable[[World, Transition], list[str]]
) -> Callable[[State], Any]:
    """One function that asks the one of the state's page."""
    functions = {page.index: _function(world, page.index, body) for page in world.pages}
    return lambda state: functions[state[0]](state)  # type: ignore[index]


def _function(
    world: World, page: int, body: Callable[[World, Transition], list[str]]
) -> Callable[[State], Any]:
    lines = ["def steps(s):", "    out = []"]
    for transition in world.transitions:
        if page in transition.pages:
            lines += body(world, transition)
    lines.append("    return out")
    space = names(world)
    exec("\n".join(lines), space)
    found: Callable[[State], Any] = space["steps"]
    return found


def _accept(world: World, transition: Transition) -> list[str]:
    lines, depth = _loops(transition, transition.guards)
    written = {w.slot: PRINTER.print(w.value) for w in transition.writes}
    slots = [written.get(i, f"s[{i}]") for i in range(len(world.variables))]
    args = "".join(f"{identifier(p.name)}, " for p in transition.params)
    new = f"({', '.join(slots)},)" if written else "s"
    lines.append(f"{'    ' * depth}out.append(({transition.index}, ({args}), {new}))")
    return lines


def _refuse(world: World, transition: Transition) -> list[str]:
    if transition.actor != "agent":
        return []
    speaking = [n for n, g in enumerate(transition.guards) if g.refusal is not None]
    if not speaking:
        return []
    silent = tuple(g for g in transition.guards if g.refusal is None)
    lines, depth = _loops(transition, silent)
    indent = "    " * depth
    args = "".join(f"{identifier(p.name)}, " for p in transition.params)
    word = "if"
    for number in speaking:
        test = PRINTER.print(transition.guards[number].test)
        lines.append(f"{indent}{word} not {test}:")
        lines.append(f"{indent}    out.append(({transition.index}, ({args}), {number}))")
        word = "elif"
    return lines


def _loops(transition: Transition, guards: tuple[Guard, ...]) -> tuple[list[str], int]:
    """Nested loops over the parameters with each guard as far outside as it can stand."""
    lines: list[str] = []
    depth = 1
    left = list(guards)
    bound: set[str] = set()
    for param in (None, *transition.params):
        if param is not None:
            values = PRINTER.constant(tuple(param.domain.values()))
            lines.append(f"{'    ' * depth}for {identifier(param.name)} in {values}:")
            bound.add(param.name)
            depth += 1
        # In order: a later guard may rely on what an earlier one proved not to be none.
        ready = list(takewhile(lambda g: bound_of(g.test) <= bound, left))
        del left[: len(ready)]
        if ready:
            tests = " and ".join(PRINTER.print(g.test) for g in ready)
            lines.append(f"{'    ' * depth}if {tests}:")
            depth += 1
    return lines, depth
