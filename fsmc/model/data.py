"""Declares enums and tables: which there are, what keys spell their rows, what stands in them."""

from __future__ import annotations

from dataclasses import replace

from fsmc.diagnostics import Label, Span
from fsmc.model.cells import Cells
from fsmc.model.csv_rows import RawRow, csv_rows
from fsmc.model.domains import Domain, Enum, Value, finite
from fsmc.model.files import Files
from fsmc.model.resolve import Resolver
from fsmc.model.resolve_types import domain_of, members
from fsmc.model.scope import TYPE_NAMES, Ground, Unresolved
from fsmc.model.types import kind_of
from fsmc.model.world import Table, TableColumn
from fsmc.syntax import tree as t

MOST_BAD_CELLS = 5
"""Bad cells that are told of one column; a file with thousands has one mistake."""


def declare_enums(ground: Ground, items: list[t.EnumItem]) -> None:
    for item in items:
        _no_type_of_the_language(ground, item.name)
        names, texts = members(ground, item.members)
        ground.enums[item.name.text] = Enum(item.name.text, names, texts)


def _no_type_of_the_language(ground: Ground, name: t.Name) -> None:
    if name.text in TYPE_NAMES:
        ground.refuse(
            "FSM202",
            f"`{name.text}` is a type of the language",
            name.span,
            "already means something",
            help="choose another name",
        )


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
            sound.append(item)
        except Unresolved:
            ground.broken_types.add(word)
    for item in sound:
        shapes: list[TableColumn] = []
        for column in columns_of(item):
            try:
                domain = _column_domain(ground, item, column)
                shapes.append(TableColumn(column.name.text, domain, (), None, column.name.span))
            except Unresolved:
                ground.broken_types.add(item.name.text)
        word = item.name.text
        ground.tables[word] = replace(ground.tables[word], columns=tuple(shapes))
    for item in sound:
        _fill(ground, resolver, item, raw[item.name.text])


def columns_of(item: t.TableItem) -> tuple[t.ColumnItem, ...]:
    """The columns of a table, each name once."""
    found: dict[str, t.ColumnItem] = {}
    for part in item.parts:
        if isinstance(part, t.ColumnItem):
            found.setdefault(part.name.text, part)
    return tuple(found.values())


def _column_domain(ground: Ground, table: t.TableItem, column: t.ColumnItem) -> Domain:
    if column.free:
        raise _later(ground, "`free` columns come", column.span)
    domain = domain_of(ground, column.type)
    if isinstance(domain, Enum) and not domain.name:
        domain = replace(domain, name=f"the values of {table.name.text}.{column.name.text}")
    if column.variable and not finite(domain):
        raise ground.refuse(
            "FSM227",
            f"a column that changes cannot range over {kind_of(domain)}",
            column.type.span,
            "has no end",
            help="give it a range or an enum, such as `var stock: 0..9`",
        )
    return domain


def _later(ground: Ground, what: str, span: Span) -> Unresolved:
    return ground.refuse("FSM301", f"{what} with tool worlds, in a later version", span, "not yet")


# ---- rows ----------------------------------------------------------------------------------


def _raw_rows(ground: Ground, files: Files, item: t.TableItem) -> list[RawRow]:
    _no_type_of_the_language(ground, item.name)
    if item.free:
        raise _later(ground, "`free` tables come", item.name.span)
    for part in item.parts:
        if isinstance(part, t.Capacity):
            _later(ground, "`capacity` comes", part.span)
    _no_column_twice(ground, item)
    rows = [_inline_row(ground, item, r) for r in item.parts if isinstance(r, t.RowItem)]
    if item.source is not None:
        rows = csv_rows(ground, files, item, item.source) + rows
    if not rows:
        raise ground.refuse(
            "FSM502",
            f"`{item.name.text}` has no rows",
            item.name.span,
            "empty table",
            help="add a `row`, or rows to its file",
        )
    return rows


def _no_column_twice(ground: Ground, item: t.TableItem) -> None:
    seen: dict[str, Span] = {}
    for part in item.parts:
        if isinstance(part, t.ColumnItem):
            if part.name.text in seen:
                ground.refuse(
                    "FSM202",
                    f"`{item.name.text}` has two columns `{part.name.text}`",
                    part.name.span,
                    "again here",
                    related=(Label(seen[part.name.text], "first here"),),
                    help="rename one of them",
                )
            seen.setdefault(part.name.text, part.name.span)


def _inline_row(ground: Ground, item: t.TableItem, row: t.RowItem) -> RawRow:
    columns = [c.name.text for c in columns_of(item)]
    cells: dict[str, t.CellItem] = {}
    for cell in row.cells:
        word = cell.name.text
        if word not in columns:
            ground.unknown(
                "FSM205",
                f"`{item.name.text}` has no column `{word}`",
                cell.name,
                columns,
                "not declared",
                help=f"declare it: `{word}: text`",
            )
        elif word in cells:
            ground.refuse(
                "FSM202",
                f"this row has two cells `{word}`",
                cell.name.span,
                "again here",
                related=(Label(cells[word].span, "first here"),),
                help="leave out one of them",
            )
        cells.setdefault(word, cell)
    return RawRow(row.name.text, {w: c.value for w, c in cells.items()}, row.name.span)


# ---- keys ----------------------------------------------------------------------------------


def _keys(ground: Ground, item: t.TableItem, rows: list[RawRow]) -> tuple[str, ...]:
    names = _key_columns(ground, item)
    seen: dict[str, Span] = {}
    row_names: dict[str, Span] = {}
    for number, row in enumerate(rows, start=1):
        spelled = ",".join(_raw_text(row.cells.get(n)) for n in names) if names else row.name
        if names and not spelled:
            raise ground.refuse(
                "FSM503",
                f"this row of `{item.name.text}` has no key",
                row.span,
                "nothing spells it",
                help=f"write its `{names[0]}`",
            )
        _once(ground, item, f'the key "{spelled}"', spelled or str(number), row.span, seen)
        if row.name is not None and names:
            _once(ground, item, f"the name `{row.name}`", row.name, row.span, row_names)
    return tuple(seen)


def _once(
    ground: Ground, item: t.TableItem, what: str, word: str, span: Span, seen: dict[str, Span]
) -> None:
    if word in seen:
        raise ground.refuse(
            "FSM503",
            f"two rows of `{item.name.text}` have {what}",
            span,
            "again here",
            related=(Label(seen[word], "first here"),),
            help="each row needs a key of its own",
        )
    seen[word] = span


def _key_columns(ground: Ground, item: t.TableItem) -> list[str]:
    keys = [k for k in item.parts if isinstance(k, t.Key)]
    columns = [c.name.text for c in columns_of(item)]
    for extra in keys[1:]:
        raise ground.refuse(
            "FSM202",
            f"`{item.name.text}` has two `key` lines",
            extra.span,
            "again here",
            related=(Label(keys[0].span, "first here"),),
            help="name all key columns in one: `key a, b`",
        )
    for key in keys:
        if key.pattern is not None:
            raise _later(ground, "keys that spell new rows come", key.span)
        if key.otherwise is not None:
            raise _later(ground, "refusals of unknown keys come", key.otherwise.span)
        for name in key.columns:
            if name.text not in columns:
                raise ground.unknown(
                    "FSM205",
                    f"`{item.name.text}` has no column `{name.text}`",
                    name,
                    columns,
                    "not declared",
                    help="a key names columns of its table",
                )
    return [c.text for key in keys for c in key.columns]


def _raw_text(cell: str | t.Expression | None) -> str:
    match cell:
        case str():
            return cell.strip()
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


# ---- cells ---------------------------------------------------------------------------------


def _fill(ground: Ground, resolver: Resolver, item: t.TableItem, rows: list[RawRow]) -> None:
    word = item.name.text
    items = {c.name.text: c for c in columns_of(item)}
    filled: list[TableColumn] = []
    for column in ground.tables[word].columns:
        cells = Cells(ground, resolver, items[column.name], column.domain)
        default = items[column.name].default
        if default is not None:
            try:
                cells.plain(default)
            except Unresolved:
                ground.bad_cells = True
                continue
        filled.append(replace(column, values=_column(cells, rows)))
    ground.tables[word] = replace(ground.tables[word], columns=tuple(filled))


def _column(cells: Cells, rows: list[RawRow]) -> tuple[Value, ...]:
    values: list[Value] = []
    bad = 0
    for row in rows:
        try:
            values.append(cells.read(row))
        except Unresolved:
            values.append(None)
            bad += 1
        if bad == MOST_BAD_CELLS:
            break
    cells.ground.bad_cells |= bad > 0
    return tuple(values)
