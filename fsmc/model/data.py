"""Reads enums and tables: declarations, inline rows, CSV files; everything is checked."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass, replace

from fsmc.diagnostics import Label, Span
from fsmc.diagnostics.suggest import closest
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
    finite,
    from_json,
    value_order,
)
from fsmc.model.files import Files
from fsmc.model.resolve import Resolver
from fsmc.model.resolve_types import domain_of, members
from fsmc.model.scope import Ground, Scope, Unresolved
from fsmc.model.simplify import constant
from fsmc.model.types import spoken
from fsmc.model.world import Table, TableColumn
from fsmc.syntax import tree as t


@dataclass(frozen=True, slots=True)
class RawRow:
    """A row before its cells are read: texts of a CSV line, or expressions of an inline row."""

    name: str | None
    cells: dict[str, str | t.Expression]
    span: Span


def declare_enums(ground: Ground, items: list[t.EnumItem]) -> None:
    for item in items:
        names, texts = members(ground, item.members)
        ground.enums[item.name.text] = Enum(item.name.text, names, texts)
        ground.spans[item.name.text] = item.name.span


def declare_tables(
    ground: Ground, resolver: Resolver, files: Files, items: list[t.TableItem]
) -> None:
    """Reads all tables: first the keys of every table, so that cells may name rows, then cells."""
    raw: dict[str, list[RawRow]] = {}
    sound: list[t.TableItem] = []
    for item in items:
        word = item.name.text
        try:
            raw[word] = _raw_rows(ground, files, item)
            keys = _keys(ground, item, raw[word])
            ground.tables[word] = Table(
                word, keys, tuple(r.name for r in raw[word]), (), item.name.span
            )
            ground.spans[word] = item.name.span
            sound.append(item)
        except Unresolved:
            ground.broken_types.add(word)
    for item in sound:
        columns = [c for c in item.parts if isinstance(c, t.ColumnItem)]
        shapes: list[TableColumn] = []
        for column in columns:
            try:
                domain = _column_domain(ground, column)
                shapes.append(TableColumn(column.name.text, domain, (), None, column.name.span))
            except Unresolved:
                ground.broken_types.add(item.name.text)
        word = item.name.text
        ground.tables[word] = replace(ground.tables[word], columns=tuple(shapes))
    for item in sound:
        _fill(ground, resolver, item, raw[item.name.text])


def _column_domain(ground: Ground, column: t.ColumnItem) -> Domain:
    if column.free:
        raise ground.refuse(
            "FSM301",
            "`free` columns come with tool worlds, in a later version",
            column.span,
            "not yet",
        )
    domain = domain_of(ground, column.type)
    if isinstance(domain, Enum) and not domain.name:
        domain = replace(domain, name=f"the values of {column.name.text}")
    if column.variable and not finite(domain):
        raise ground.refuse(
            "FSM227",
            f"a column that changes cannot range over {spoken(domain)}",
            column.type.span,
            "has no end",
            help="give it a range or an enum, such as `var stock: 0..9`",
        )
    return domain


def _raw_rows(ground: Ground, files: Files, item: t.TableItem) -> list[RawRow]:
    if item.free:
        raise ground.refuse(
            "FSM301",
            "`free` tables come with tool worlds, in a later version",
            item.name.span,
            "not yet",
        )
    for part in item.parts:
        if isinstance(part, t.Capacity):
            ground.refuse(
                "FSM301",
                "`capacity` comes with tool worlds, in a later version",
                part.span,
                "not yet",
            )
    rows = [
        RawRow(r.name.text, {c.name.text: c.value for c in r.cells}, r.name.span)
        for r in item.parts
        if isinstance(r, t.RowItem)
    ]
    if item.source is None:
        return rows
    return _csv_rows(ground, files, item, item.source) + rows


def _csv_rows(ground: Ground, files: Files, item: t.TableItem, source: t.Quoted) -> list[RawRow]:
    file, text = files.read(source, ground)
    columns = {c.name.text: c for c in item.parts if isinstance(c, t.ColumnItem)}
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    rows: list[RawRow] = []
    offsets = _line_offsets(text)
    header: list[str] = []
    last = 0
    try:
        for cells in reader:
            first, last = last, reader.line_num
            span = Span(file, offsets[first], max(offsets[first], offsets[last] - 1))
            if not header:
                header = [c.strip().lstrip("\ufeff") for c in cells]
                _check_header(ground, header, columns, item, span)
                continue
            if not cells:
                continue
            if len(cells) != len(header):
                raise ground.refuse(
                    "FSM502",
                    f"this line has {len(cells)} cells, the header has {len(header)}",
                    span,
                    "does not fit the header",
                    related=(Label(source.span, "read from here"),),
                    help="a text with commas or quotes must stand in double quotes",
                )
            rows.append(RawRow(None, dict(zip(header, cells, strict=True)), span))
    except csv.Error as error:
        at = Span(file, offsets[min(last, len(offsets) - 1)], len(text))
        raise ground.refuse(
            "FSM502",
            f"`{source.text}` is not a CSV file: {error}",
            at,
            "cannot be read from here",
            related=(Label(source.span, "read from here"),),
            help="close every quote, and double quotes inside quotes",
        ) from None
    if not header:
        raise ground.refuse(
            "FSM502",
            f"`{source.text}` is empty",
            source.span,
            "needs a first line with column names",
            help="write the names of the columns, then one line for each row",
        )
    return rows


def _line_offsets(text: str) -> list[int]:
    offsets = [0]
    for line in text.splitlines(keepends=True):
        offsets.append(offsets[-1] + len(line))
    return offsets


def _check_header(
    ground: Ground,
    header: list[str],
    columns: dict[str, t.ColumnItem],
    item: t.TableItem,
    span: Span,
) -> None:
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


def _keys(ground: Ground, item: t.TableItem, rows: list[RawRow]) -> tuple[str, ...]:
    key = next((k for k in item.parts if isinstance(k, t.Key)), None)
    columns = [c.name.text for c in item.parts if isinstance(c, t.ColumnItem)]
    if key is not None and key.pattern is not None:
        raise ground.refuse(
            "FSM301", "keys that spell new rows come with tool worlds", key.span, "not yet"
        )
    names = [] if key is None else [c.text for c in key.columns]
    for column in () if key is None else key.columns:
        if column.text not in columns:
            near = closest(column.text, columns)
            raise ground.refuse(
                "FSM205",
                f"`{item.name.text}` has no column `{column.text}`",
                column.span,
                "not declared",
                help=f"did you mean `{near}`?" if near else "a key names columns of its table",
            )
    keys: dict[str, Span] = {}
    out: list[str] = []
    for number, row in enumerate(rows, start=1):
        spelled = ",".join(_raw_text(row.cells.get(n)) for n in names) if names else row.name
        spelled = spelled or row.name or str(number)
        if spelled in keys:
            ground.refuse(
                "FSM503",
                f'two rows of `{item.name.text}` have the key "{spelled}"',
                row.span,
                "again here",
                related=(Label(keys[spelled], "first here"),),
                help="each row needs a key of its own",
            )
        keys[spelled] = row.span
        out.append(spelled)
    if not rows:
        raise ground.refuse(
            "FSM502",
            f"`{item.name.text}` has no rows",
            item.name.span,
            "empty table",
            help="add a `row`, or rows to its file",
        )
    return tuple(out)


def _raw_text(cell: str | t.Expression | None) -> str:
    match cell:
        case str():
            return cell
        case t.StringLiteral(value=quoted):
            return quoted.text
        case t.NameRef(name=name):
            return name.text
        case t.Number(value=value):
            return str(value)
        case t.Amount(value=value):
            return f"{value // 100}.{value % 100:02d}"
        case t.DateLiteral(text=text):
            return text
        case _:
            return ""


def _fill(ground: Ground, resolver: Resolver, item: t.TableItem, rows: list[RawRow]) -> None:
    word = item.name.text
    items = {c.name.text: c for c in item.parts if isinstance(c, t.ColumnItem)}
    if len(items) != sum(isinstance(c, t.ColumnItem) for c in item.parts):
        seen: dict[str, Span] = {}
        for part in item.parts:
            if isinstance(part, t.ColumnItem):
                if part.name.text in seen:
                    ground.refuse(
                        "FSM202",
                        f"`{word}` has two columns `{part.name.text}`",
                        part.name.span,
                        "again here",
                        related=(Label(seen[part.name.text], "first here"),),
                    )
                seen[part.name.text] = part.name.span
    filled: list[TableColumn] = []
    for column in ground.tables[word].columns:
        values: list[Value] = []
        for row in rows:
            for name in row.cells:
                if name not in items and row.name is not None:
                    near = closest(name, items)
                    ground.refuse(
                        "FSM205",
                        f"`{word}` has no column `{name}`",
                        row.span,
                        "in this row",
                        help=f"did you mean `{near}`?" if near else "",
                    )
            try:
                values.append(_cell(ground, resolver, items[column.name], column.domain, row))
            except Unresolved:
                values.append(None)
        filled.append(replace(column, values=tuple(values)))
    ground.tables[word] = replace(ground.tables[word], columns=tuple(filled))


def _cell(
    ground: Ground, resolver: Resolver, column: t.ColumnItem, domain: Domain, row: RawRow
) -> Value:
    cell = row.cells.get(column.name.text, column.default)
    if cell is None:
        raise ground.refuse(
            "FSM502",
            f"this row has no `{column.name.text}`",
            row.span,
            "missing",
            related=(Label(column.name.span, "declared without a default"),),
            help=f"write `{column.name.text}: …` in the row, or a default at the column",
        )
    if isinstance(cell, str):
        try:
            return read_cell(domain, cell)
        except ValueError:
            raise ground.refuse(
                "FSM502",
                f"`{cell}` is not {spoken(domain)}",
                row.span,
                f"in column `{column.name.text}`",
                related=(Label(column.type.span, "the column's type"),),
                help=_cell_help(domain),
            ) from None
    found = resolver.value(cell, Scope({}), domain)
    try:
        return constant(found, {})
    except ValueError:
        raise ground.refuse(
            "FSM502", "a cell must be a plain value", cell.span, "depends on something"
        ) from None


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
            words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
            if stripped.lower() not in words:
                raise ValueError(stripped)
            return words[stripped.lower()]
        case Set(of=of):
            parts = [p for p in stripped.split(";") if p.strip()]
            found = tuple(sorted({read_cell(of, p) for p in parts}, key=value_order))
            if not contains(domain, found):
                raise ValueError(stripped)
            return found
        case _ if isinstance(to_json_kind(domain), int):
            value: Value = int(stripped)
            if not contains(domain, value):
                raise ValueError(stripped)
            return value
        case _:
            return from_json(domain, text if to_json_kind(domain) is None else stripped)


def to_json_kind(domain: Domain) -> object:
    """0 for plain integers, None for texts, else the class: how a cell is read."""
    if isinstance(domain, Int):
        return 0
    return None if isinstance(domain, String | Text | File) else type(domain)


def _cell_help(domain: Domain) -> str:
    match domain:
        case Enum(members=names):
            return "the members are " + ", ".join(names)
        case Row(table=table, keys=keys):
            return f"the rows of `{table}` are " + ", ".join(keys[:8])
        case _:
            return "write, for example, `4.50`, `2026-06-01`, `true`, `12`"
