"""The parser as a machine that can be asked: what may come next, and would this go on?

It runs on the shipped table and knows states only; Lark's own parser makes the trees.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TypeAlias

from fsmc.syntax.table import SHIFT, load_table

END = "$END"

Move: TypeAlias = int | tuple[str, int]
"""Shift to a state, or reduce by a rule: what it makes and how many symbols it takes."""


@dataclass(frozen=True, slots=True)
class Machine:
    states: tuple[dict[str, Move], ...]
    starts: dict[str, int]
    ends: frozenset[int]


@functools.cache
def machine() -> Machine:
    """The machine of the shipped table."""
    table = load_table()
    parser, memo = table["data"]["parser"]["parser"], table["memo"]
    symbols = parser["tokens"]

    def move(kind: int, target: int | dict[str, int]) -> Move:
        if kind == SHIFT:
            assert isinstance(target, int)
            return target
        assert isinstance(target, dict)
        rule = memo[target["@"]]
        return rule["origin"]["name"], len(rule["expansion"])

    states = tuple(
        {symbols[symbol]: move(*action) for symbol, action in row.items()}
        for row in parser["states"].values()
    )
    return Machine(states, parser["start_states"], frozenset(parser["end_states"].values()))


@dataclass(frozen=True, slots=True)
class Cursor:
    """How far a parse has come: the states on its stack, the newest last."""

    stack: tuple[int, ...]

    def after(self, symbol: str) -> Cursor | None:
        """The cursor behind one more token (END ends the text), None when it cannot stand here."""
        stack = list(self.stack)
        states = machine().states
        while True:
            move = states[stack[-1]].get(symbol)
            match move:
                case None:
                    return None
                case int():
                    return Cursor((*stack, move))
                case (origin, length):
                    if length:
                        del stack[-length:]
                    target = states[stack[-1]][origin]
                    assert isinstance(target, int)
                    stack.append(target)
                    if symbol == END and target in machine().ends:
                        return Cursor(tuple(stack))

    def accepts(self) -> tuple[str, ...]:
        """The types of the tokens that may come next, sorted; END among them."""
        return tuple(
            sorted(s for s in machine().states[self.stack[-1]] if s.isupper() and self.after(s))
        )

    def goes_on(self, symbols: tuple[str, ...]) -> int:
        """How many of `symbols` may follow one after the other."""
        cursor: Cursor | None = self
        for count, symbol in enumerate(symbols):
            cursor = cursor.after(symbol) if cursor else None
            if cursor is None:
                return count
        return len(symbols)


def beginning(start: str) -> Cursor:
    """The cursor before the first token of a `start`, `items` or `expr`."""
    return Cursor((machine().starts[start],))
