"""Reads one cell of a table: the text of a CSV file, or a plain value written in the world."""

from __future__ import annotations

import re
from dataclasses import dataclass

from fsmc.diagnostics import Label
from fsmc.model.csv_rows import RawRow
from fsmc.model.domains import (
    Bool,
    Domain,
    Enum,
    File,
    Int,
    Optional,
    Row,
    Set,
    String,
    Text,
    Value,
    contains,
    from_json,
    value_order,
)
from fsmc.model.expr import Const
from fsmc.model.resolve import Resolver
from fsmc.model.scope import Ground, Scope
from fsmc.model.types import spoken
from fsmc.syntax import tree as t

WORDS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_WHOLE = re.compile(r"-?[0-9]+")
_PLAIN = (
    t.Number, t.Amount, t.DateLiteral, t.StringLiteral, t.Truth, t.NoneLiteral, t.OtherLiteral,
    t.NameRef, t.Dot, t.Index, t.Unary, t.Group, t.SetLiteral, t.MapLiteral,
)  # fmt: skip
"""What a cell can be; anything else depends on something."""


@dataclass(frozen=True, slots=True)
class Cells:
    """Reads the cells of one column."""

    ground: Ground
    resolver: Resolver
    column: t.ColumnItem
    domain: Domain

    def read(self, row: RawRow) -> Value:
        """The value of the column in a row, or its default."""
        written = row.cells.get(self.column.name.text)
        if isinstance(written, str):
            return self._from_file(written, row)
        if written is not None:
            return self.plain(written)
        if self.column.default is not None:
            return self.plain(self.column.default)
        raise self.ground.refuse(
            "FSM502",
            f"this row has no `{self.column.name.text}`",
            row.span,
            "missing",
            related=(Label(self.column.name.span, "declared without a default"),),
            help=f"write `{self.column.name.text}: …` in the row, or a default at the column",
        )

    def _from_file(self, text: str, row: RawRow) -> Value:
        try:
            return read_cell(self.domain, text)
        except ValueError:
            raise self.ground.refuse(
                "FSM502",
                f"`{text}` is not {spoken(self.domain)}",
                row.span,
                f"in column `{self.column.name.text}`",
                related=(Label(self.column.type.span, "the column's type"),),
                help=_help(self.domain),
            ) from None

    def plain(self, written: t.Expression) -> Value:
        """The value of a cell that is written in the world."""
        if isinstance(written, _PLAIN):
            found = self.resolver.value(written, Scope({}), self.domain)
            if isinstance(found, Const):
                return found.value
        raise self.ground.refuse(
            "FSM502",
            "a cell must be a plain value",
            written.span,
            "depends on something",
            help="write the value itself",
        )


def read_cell(domain: Domain, text: str) -> Value:
    """The value that a CSV cell spells. Raises ValueError when it spells none.

    Amounts have a decimal point, dates are ISO, members and rows are named, an empty cell is none,
    elements of sets are separated by `;`.
    """
    stripped = text.strip()
    match domain:
        case Optional(of=of):
            return None if not stripped else read_cell(of, text)
        case Bool():
            if stripped.lower() not in WORDS:
                raise ValueError(stripped)
            return WORDS[stripped.lower()]
        case Int():
            if not _WHOLE.fullmatch(stripped):
                raise ValueError(stripped)
            return from_json(domain, int(stripped))
        case Set(of=of):
            parts = [p for p in stripped.split(";") if p.strip()]
            found = tuple(sorted({read_cell(of, p) for p in parts}, key=value_order))
            if not contains(domain, found):
                raise ValueError(stripped)
            return found
        case Text() | String() | File():
            return from_json(domain, text)
        case _:
            return from_json(domain, stripped)


def _help(domain: Domain) -> str:
    match domain:
        case Enum(members=names):
            return "the members are " + ", ".join(names)
        case Row(table=table, keys=keys):
            return f"the rows of `{table}` are " + ", ".join(keys[:8])
        case Optional(of=of):
            return _help(of)
        case _:
            return "write, for example, `4.50`, `2026-06-01`, `true`, `12`"
