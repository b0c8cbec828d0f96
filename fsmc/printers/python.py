"""Prints expressions as Python: one expression over the state tuple `s`, helpers from the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fsmc.model.domains import Value
from fsmc.model.expr import EachKind, Expr
from fsmc.model.ops import OPERATORS, normal
from fsmc.model.world import World
from fsmc.printers.base import CodePrinter

CALLED = (
    "up", "down", "half_up", "half_even", "store", "year", "month", "day", "show_money",
    "show_date", "show_text", "union", "difference", "present",
)  # fmt: skip


class Python(CodePrinter):
    """Names free in the code: `s`, the bound names, `F_…` helpers, `T` the tables, `N` for sets."""

    name = "python"
    joined = {"and": " and ", "or": " or "}  # noqa: RUF012 - a table
    spellings = {  # noqa: RUF012
        "implies": "(not {0} or {1})", "if": "({1} if {0} else {2})", "not": "(not {0})",
        "eq": "({0} == {1})", "ne": "({0} != {1})", "lt": "({0} < {1})", "le": "({0} <= {1})",
        "gt": "({0} > {1})", "ge": "({0} >= {1})", "add": "({0} + {1})", "sub": "({0} - {1})",
        "mul": "({0} * {1})", "neg": "(-{0})", "in": "({0} in {1})", "set_of": "N(({all},))",
        "size": "len({0})", "item": "{0}[{1}]", "position": "{1}.index({0})",
        "concat": "''.join(({all},))", "show_int": "str({0})",
        **{name: f"F_{name}({{all}})" for name in CALLED},
    }  # fmt: skip
    folds: Mapping[EachKind, str] = {
        "set": "N([{body} for {v} in {source} if {where}])",
        "sum": "sum([{body} for {v} in {source} if {where}])",
        "count": "sum([1 for {v} in {source} if {where}])",
        "any": "any([{body} for {v} in {source} if {where}])",
        "all": "all([{body} for {v} in {source} if {where}])",
        "min": "min([{body} for {v} in {source} if {where}], default=None)",
        "max": "max([{body} for {v} in {source} if {where}], default=None)",
        "first": "next((x for x in [{body} for {v} in {source} if {where}]), None)",
        "join": "', '.join([{body} for {v} in {source} if {where}])",
    }

    def constant(self, value: Value) -> str:
        return f"({value!r})" if isinstance(value, int) and value < 0 else repr(value)

    def column(self, table: str, column: str, row: str) -> str:
        return f"T[{table!r}, {column!r}][{row}]"

    def _operator(self, name: str, args: list[str]) -> str:
        if name in ("set_of", "concat") and not args:
            return "()" if name == "set_of" else "''"
        return super()._operator(name, args)


PRINTER = Python()


def names(world: World) -> dict[str, Any]:
    """What printed code needs: helpers by name and the fixed columns."""
    found: dict[str, Any] = {f"F_{name}": OPERATORS[name].function for name in CALLED}
    found["N"] = normal
    found["T"] = {(t.name, c.name): c.values for t in world.tables for c in t.columns}
    return found


def predicate(world: World, expr: Expr, bound: tuple[str, ...] = ()) -> Callable[..., Value]:
    """The expression as a function of the state and of the bound names, in this order."""
    from fsmc.printers.base import identifier

    parameters = ", ".join(("s", *(identifier(name) for name in bound)))
    found: Callable[..., Value] = eval(f"lambda {parameters}: {PRINTER.print(expr)}", names(world))
    return found
