"""Prints expressions as JavaScript over the state array `s`; see `javascript_helpers.js`."""

from __future__ import annotations

import json
from collections.abc import Mapping

from fsmc.model.domains import Value
from fsmc.model.expr import EachKind
from fsmc.printers.base import CodePrinter

CALLED = (
    "up", "down", "half_up", "half_even", "in", "set_of", "union", "difference", "present", "store",
    "position", "year", "month", "day", "show_money", "show_date", "show_text", "eq", "ne",
)  # fmt: skip


def literal(value: object) -> str:
    """A JSON value as JavaScript that may stand inside `<script>`."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


class JavaScript(CodePrinter):
    """Names free in the code: `s`, the bound names, `F` the helpers, `T` the tables."""

    name = "javascript"
    joined = {"and": "&&", "or": "||"}  # noqa: RUF012 - a table
    spellings = {  # noqa: RUF012
        "implies": "(!{0}||{1})", "if": "({0}?{1}:{2})", "not": "(!{0})",
        "lt": "({0}<{1})", "le": "({0}<={1})", "gt": "({0}>{1})", "ge": "({0}>={1})",
        "add": "({0}+{1})", "sub": "({0}-{1})", "mul": "({0}*{1})", "neg": "(-{0})",
        "size": "{0}.length", "item": "{0}[{1}]", "concat": "[{all}].join('')",
        "show_int": "String({0})",
        **{name: f"F.{name}({{all}})" for name in CALLED},
    }  # fmt: skip
    folds: Mapping[EachKind, str] = {
        kind: f"F.each_{kind}({{source}},({{v}})=>{{where}},({{v}})=>{{body}})"
        for kind in ("set", "sum", "count", "any", "all", "min", "max", "first", "join")
    }

    def constant(self, value: Value) -> str:
        return f"({literal(value)})" if isinstance(value, int) and value < 0 else literal(value)

    def column(self, table: str, column: str, row: str) -> str:
        return f"T[{literal(table)}][{literal(column)}][{row}]"


PRINTER = JavaScript()
