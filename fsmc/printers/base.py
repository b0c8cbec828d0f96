"""What every printer does: turns typed nodes into code, one spelling for each operator.

A printer may change spelling, never meaning. `spellings` must name every operator of
`ops.OPERATORS` and `folds` every kind of Each: a test checks it.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping

from fsmc.model.domains import Value
from fsmc.model.expr import Bound, Column, Const, Each, EachKind, Expr, Op, Slot


def identifier(name: str) -> str:
    """A bound name as an identifier of Python and JavaScript; different names stay different."""
    doubled = name.replace("_", "__")
    return "v_" + re.sub(r"\W", lambda m: f"_{ord(m.group()):x}_", doubled, flags=re.ASCII)


class CodePrinter(ABC):
    """Prints expressions as code over the state `s`."""

    name: str
    spellings: Mapping[str, str]
    """By operator: a format with `{0}`, `{1}`, … or `{all}` for all arguments joined by commas."""
    joined: Mapping[str, str]
    """Operators of any arity: what stands between their arguments."""
    folds: Mapping[EachKind, str]
    """By kind: a format with `{v}` the variable, `{source}`, `{where}`, `{body}`."""

    @abstractmethod
    def constant(self, value: Value) -> str: ...

    @abstractmethod
    def column(self, table: str, column: str, row: str) -> str: ...

    def print(self, expr: Expr) -> str:
        """The code of an expression; every part stands in brackets where it could matter."""
        match expr:
            case Const(value=value):
                return self.constant(value)
            case Slot(index=index):
                return f"s[{index}]"
            case Bound(name=name):
                return identifier(name)
            case Column(table=table, column=column, row=row):
                return self.column(table, column, self.print(row))
            case Op(name=name, args=args):
                return self._operator(name, [self.print(arg) for arg in args])
            case Each(kind=kind, variable=variable, source=source, where=where, body=body):
                return self.folds[kind].format(
                    v=identifier(variable), source=self.print(source), where=self.print(where),
                    body=self.print(body),
                )  # fmt: skip

    def _operator(self, name: str, args: list[str]) -> str:
        if name in self.joined:
            return "(" + self.joined[name].join(args) + ")"
        return self.spellings[name].format(*args, all=", ".join(args))
