"""Builds the parser table that ships beside the grammar: `python -m fsmc.syntax.table`.

Building costs a second, loading some milliseconds; a test builds it anew and compares. Equal
grammars give equal bytes: Lark numbers states and rules in an order that depends on the hash seed,
so they are numbered anew here.
"""

from __future__ import annotations

import functools
import io
import json
import pickle
from pathlib import Path
from typing import Any

from lark import Lark

from fsmc.resources import read_text

STARTS = ("start", "items", "expr")
"""A whole file, an included one, an expression inside a text."""

TABLE = "fsm.table.json"
SHIFT, REDUCE = 0, 1

Table = dict[str, Any]
Row = dict[int, tuple[int, Any]]
"""What a state does with each symbol: shift to a state, or reduce by a rule of the memo."""


def build_parser(*, strict: bool = False) -> Lark:
    """The parser from the grammar's text; `strict` also refuses every conflict."""
    return Lark(
        read_text("fsmc.grammars", "fsm.lark"),
        parser="lalr",
        lexer="basic",
        start=list(STARTS),
        propagate_positions=True,
        maybe_placeholders=True,
        strict=strict,
    )


def build_table() -> bytes:
    """The table as JSON, to be read by `load_table`."""
    out = io.BytesIO()
    build_parser().save(out)
    table = _numbered_anew(pickle.loads(out.getvalue()))
    parser = table["data"]["parser"]["parser"]
    parser["states"], parser["lookaheads"] = _folded(parser["states"])
    text = json.dumps(table, separators=(",", ":"), sort_keys=True)
    return text.replace("]],[[", "]],\n[[").encode() + b"\n"  # a line for each state


@functools.cache
def load_table() -> Table:
    """The shipped table in the form that `Lark.load` takes."""
    table: Table = json.loads(read_text("fsmc.grammars", TABLE))
    table["memo"] = dict(enumerate(table["memo"]))
    parser = table["data"]["parser"]["parser"]
    parser["tokens"] = dict(enumerate(parser["tokens"]))
    parser["states"] = _unfolded(parser["states"], parser.pop("lookaheads"))
    return table


def _folded(states: list[Row]) -> tuple[list[list[Any]], list[list[int]]]:
    """Each state as its shifts, and its reductions by the number of their set of symbols."""
    lookaheads: dict[tuple[int, ...], int] = {}
    rows = []
    for row in states:
        shifts = [[symbol, target] for symbol, (kind, target) in row.items() if kind == SHIFT]
        reductions: dict[int, list[int]] = {}
        for symbol, (kind, target) in row.items():
            if kind != SHIFT:
                reductions.setdefault(target["@"], []).append(symbol)
        folded = [
            [rule, lookaheads.setdefault(tuple(symbols), len(lookaheads))]
            for rule, symbols in reductions.items()
        ]
        rows.append([shifts, folded])
    return rows, [list(symbols) for symbols in lookaheads]


def _unfolded(rows: list[list[Any]], lookaheads: list[list[int]]) -> dict[int, Row]:
    states: dict[int, Row] = {}
    for number, (shifts, reductions) in enumerate(rows):
        row: Row = {symbol: (SHIFT, target) for symbol, target in shifts}
        for rule, lookahead in reductions:
            row |= {symbol: (REDUCE, {"@": rule}) for symbol in lookaheads[lookahead]}
        states[number] = row
    return states


def _numbered_anew(table: Table) -> Table:
    """The same table with terminals, rules, symbols and states in an order of their own."""
    memo: dict[int, Any] = table["memo"]
    parser = table["data"]["parser"]["parser"]
    symbols: dict[int, str] = parser["tokens"]
    new_state = _walk(parser, symbols)
    new_memo = {old: new for new, old in enumerate(sorted(memo, key=lambda n: _spelt(memo[n])))}
    new_symbol = {old: new for new, old in enumerate(sorted(symbols, key=symbols.__getitem__))}

    def action(kind: int, target: Any) -> tuple[int, Any]:
        return kind, new_state[target] if kind == SHIFT else _renamed(target, new_memo)

    numbered = {
        "tokens": sorted(symbols.values()),
        "states": [
            {
                new_symbol[symbol]: action(*parser["states"][state][symbol])
                for symbol in sorted(parser["states"][state], key=symbols.__getitem__)
            }
            for state in new_state
        ],
        "start_states": {name: new_state[parser["start_states"][name]] for name in STARTS},
        "end_states": {name: new_state[parser["end_states"][name]] for name in STARTS},
    }
    data = _renamed(table["data"], new_memo)
    data["rules"].sort(key=_number)
    data["parser"]["lexer_conf"]["terminals"].sort(key=_number)
    data["parser"]["parser_conf"]["rules"].sort(key=_number)
    data["parser"]["parser"] = numbered
    return {"data": data, "memo": [_renamed(memo[old], new_memo) for old in new_memo]}


def _walk(parser: Table, symbols: dict[int, str]) -> dict[int, int]:
    """The states in the order in which they are met from the start states."""
    met = dict.fromkeys(parser["start_states"][name] for name in STARTS)
    queue = list(met)
    for state in queue:
        row = parser["states"][state]
        for symbol in sorted(row, key=symbols.__getitem__):
            kind, target = row[symbol]
            if kind == SHIFT and target not in met:
                met[target] = None
                queue.append(target)
    queue += [state for state in parser["end_states"].values() if state not in met]
    return {state: number for number, state in enumerate(queue)}  # in this order


def _renamed(value: Any, new_memo: dict[int, int]) -> Any:
    """A copy whose references into the memo have their new numbers."""
    match value:
        case {"@": number}:
            return {"@": new_memo[number]}
        case dict():
            return {key: _renamed(inner, new_memo) for key, inner in value.items()}
        case list() | tuple():
            return [_renamed(inner, new_memo) for inner in value]
        case _:
            return value


def _spelt(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _number(reference: Table) -> int:
    number: int = reference["@"]
    return number


if __name__ == "__main__":
    Path("grammars", TABLE).write_bytes(build_table())
