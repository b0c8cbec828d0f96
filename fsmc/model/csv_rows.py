"""Reads the rows of a table from a CSV file, each with the span of its lines."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from fsmc.diagnostics import Label, Span
from fsmc.diagnostics.suggest import closest
from fsmc.model.files import Files
from fsmc.model.scope import Ground, Unresolved
from fsmc.syntax import tree as t

_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class RawRow:
    """A row before its cells are read: texts of a CSV line, or expressions of an inline row."""

    name: str | None
    cells: Mapping[str, str | t.Expression]
    span: Span


@dataclass(slots=True)
class Lines:
    """A text line by line, with what the CSV reader has taken from it."""

    file: str
    starts: list[int]
    taken: int = field(default=0)

    def next(self, line_number: int) -> Span:
        """The span of the lines up to `line_number` that were not taken yet."""
        first, self.taken = self.taken, line_number
        start = self.starts[first]
        return Span(self.file, start, max(start, self.starts[line_number] - 1))

    def rest(self) -> Span:
        at = min(self.taken, len(self.starts) - 1)
        return Span(self.file, self.starts[at], self.starts[-1])


def csv_rows(ground: Ground, files: Files, item: t.TableItem, source: t.Quoted) -> list[RawRow]:
    """The rows of the file; refuses a header or lines that do not fit (FSM502)."""
    file, text = files.read(source, ground)
    columns = {c.name.text: c for c in item.parts if isinstance(c, t.ColumnItem)}
    csv.field_size_limit(max(csv.field_size_limit(), len(text)))
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    lines = Lines(file, _line_starts(text))
    read_from = (Label(source.span, "read from here"),)
    rows: list[RawRow] = []
    header: list[str] | None = None
    try:
        for cells in reader:
            span = lines.next(reader.line_num)
            if not cells:
                continue
            if header is None:
                header = [cell.strip() for cell in cells]
                _check_header(ground, header, columns, span)
                continue
            if len(cells) != len(header):
                raise ground.refuse(
                    "FSM502",
                    f"this line has {len(cells)} cells, the header has {len(header)}",
                    span,
                    "does not fit the header",
                    related=read_from,
                    help="a text with commas or quotes must stand in double quotes",
                )
            rows.append(RawRow(None, dict(zip(header, cells, strict=True)), span))
    except csv.Error as error:
        raise ground.refuse(
            "FSM502",
            f"`{source.text}` is not a CSV file: {error}",
            lines.rest(),
            "cannot be read from here",
            related=read_from,
            help="close every quote, and double quotes inside quotes",
        ) from None
    if header is None:
        raise ground.refuse(
            "FSM502",
            f"`{source.text}` is empty",
            source.span,
            "needs a first line with column names",
            help="write the names of the columns, then one line for each row",
        )
    return rows


def _line_starts(text: str) -> list[int]:
    """Where each line starts, and where the text ends."""
    starts = [0, *(end.end() for end in _LINE_END.finditer(text))]
    return starts if starts[-1] == len(text) else [*starts, len(text)]


def _check_header(
    ground: Ground, header: list[str], columns: Mapping[str, t.ColumnItem], span: Span
) -> None:
    for name in dict.fromkeys(n for n in header if header.count(n) > 1 and n in columns):
        raise ground.refuse(
            "FSM502",
            f"the file has two columns `{name}`",
            span,
            "the columns of the file",
            related=(Label(columns[name].name.span, "declared here"),),
            help="rename or remove one of them",
        )
    missing = [n for n, c in columns.items() if n not in header and c.default is None]
    for name in missing:
        near = closest(name, header)
        ground.refuse(
            "FSM502",
            f"the file has no column `{name}`",
            span,
            "the columns of the file",
            related=(Label(columns[name].name.span, "declared here, without a default"),),
            help=f"did you mean `{near}`?"
            if near
            else f"add it to the file, or a default: `{name}: … = …`",
        )
    if missing:
        raise Unresolved
