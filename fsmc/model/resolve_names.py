"""Resolves names, bare members, columns and entries."""

from __future__ import annotations

from abc import abstractmethod
from typing import assert_never

from fsmc.diagnostics import Label, Span
from fsmc.diagnostics.suggest import closest
from fsmc.model.domains import Date, Domain, Enum, Int, Map, Optional, Row, Set, finite, rank
from fsmc.model.expr import Column, Const, Expr, Op, Slot
from fsmc.model.resolve_base import ResolverBase
from fsmc.model.scope import Broken, Hidden, LetName, Scope, Unresolved, ValueName
from fsmc.model.types import INT, optional, spoken
from fsmc.model.world import Table
from fsmc.syntax import tree as t

DATE_PARTS = {"year": Int(1, 9999), "month": Int(1, 12), "day": Int(1, 31)}


class Names(ResolverBase):
    """Names and what follows them."""

    @abstractmethod
    def definition(self, item: t.LetItem, args: tuple[Expr, ...], scope: Scope, span: Span) -> Expr:
        """What a `let` of the world stands for, with its arguments put in."""

    def _name(self, name: t.Name, scope: Scope, want: Domain | None) -> Expr:
        binding = scope.names.get(name.text)
        match binding:
            case ValueName(expr=expr):
                return self.narrowed(expr, scope)
            case LetName(item=item):
                if item.params is not None:
                    raise self.ground.refuse(
                        "FSM209",
                        f"`{name.text}` needs its arguments",
                        name.span,
                        "called without",
                        help=f"write `{name.text}({', '.join(p.name.text for p in item.params)})`",
                    )
                return self.definition(item, (), scope, name.span)
            case Broken():
                raise Unresolved
            case Hidden(found=found):
                for diagnostic in found:
                    self.ground.collector.add(diagnostic)
                raise Unresolved
            case None:
                return self._member(name, want, scope)
            case _:
                assert_never(binding)

    # ---- bare members -----------------------------------------------------------------------
    def _member(self, name: t.Name, want: Domain | None, scope: Scope) -> Expr:
        found = self._member_of(name.text, want)
        if found is not None:
            return found
        if name.text in self.ground.broken_types:
            raise Unresolved
        candidates = [*scope.names]
        if isinstance(want, Enum):
            candidates += want.members
        if isinstance(want, Row):
            candidates += [r for r in self.ground.tables[want.table].row_names if r]
        near = scope.names.get(closest(name.text, candidates) or "")
        related: tuple[Label, ...] = ()
        if isinstance(near, ValueName) and near.span is not None:
            related = (Label(near.span, "this is close"),)
        raise self.ground.unknown(
            "FSM201",
            f"nothing in scope is called `{name.text}`",
            name,
            candidates,
            "not a variable, parameter, row or definition",
            related=related,
            help=self._name_help(name.text, want),
        )

    def _member_of(self, word: str, want: Domain | None) -> Expr | None:
        """A bare member or inline row: of the expected type, else of the only one that has it."""
        if isinstance(want, Enum) and word in want.members:
            return Const(want.members.index(word), want)
        if isinstance(want, Row):
            names = self.ground.tables[want.table].row_names
            if word in names:
                return Const(names.index(word), self.ground.row(want.table))
        if want is not None:
            return None
        found: list[Expr] = [
            Const(enum.members.index(word), enum)
            for enum in self.ground.enums.values()
            if word in enum.members
        ]
        found += [
            Const(table.row_names.index(word), self.ground.row(table.name))
            for table in self.ground.tables.values()
            if word in table.row_names
        ]
        return found[0] if len(found) == 1 else None

    def _name_help(self, word: str, want: Domain | None) -> str:
        if isinstance(want, Enum):
            return "the members are " + ", ".join(f"`{m}`" for m in want.members)
        stands = "" if want is None else f", and here stands {spoken(want)}"
        for enum in self.ground.enums.values():
            if word in enum.members:
                return f"`{word}` is a member of `{enum.name}`{stands}"
        for table in self.ground.tables.values():
            if word in table.row_names:
                return f"`{word}` is a row of `{table.name}`{stands}"
            if word in table.keys:
                return f'a row of a file is written `{table.name}["{word}"]`'
        if word in self.ground.tables or word in self.ground.enums:
            return f"run through it, as in `count(x for x in {word})`"
        return "declare it in `state`, or as a `local`, `field` or parameter"

    # ---- what follows a name ----------------------------------------------------------------
    def _dot(self, e: t.Dot, scope: Scope) -> Expr:
        if isinstance(e.of, t.NameRef) and e.of.name.text not in scope.names:
            word, member = e.of.name.text, e.member.text
            if word in self.ground.enums:
                enum = self.ground.enums[word]
                if member not in enum.members:
                    raise self._no_member(e.member, word, enum.members)
                return Const(enum.members.index(member), enum)
            if word in self.ground.tables:
                table = self.ground.tables[word]
                if member not in table.row_names:
                    raise self._no_row_named(e.member, table)
                return Const(table.row_names.index(member), self.ground.row(word))
        of = self.resolve(e.of, scope)
        return self.narrowed(self.member(of, e.member, e.of), scope)

    def _no_member(self, name: t.Name, owner: str, names: tuple[str, ...]) -> Unresolved:
        return self.ground.unknown(
            "FSM205",
            f"`{owner}` has no `{name.text}`",
            name,
            names,
            "not declared there",
            help="it has " + ", ".join(f"`{n}`" for n in names[:8]) if names else "it has none",
        )

    def _no_row_named(self, name: t.Name, table: Table) -> Unresolved:
        named = tuple(r for r in table.row_names if r)
        if named:
            return self._no_member(name, table.name, named)
        return self.ground.refuse(
            "FSM205",
            f"`{table.name}` has no row called `{name.text}`",
            name.span,
            "rows of a file have no names",
            help=f'write `{table.name}["…"]` with a key, or `row.{name.text}` for a column',
        )

    def member(self, of: Expr, name: t.Name, written: t.Expression) -> Expr:
        """`of.name`: a column of a row, or a part of a date."""
        if isinstance(of.type, Optional):
            raise self._maybe_none(written, of)
        if isinstance(of.type, Row):
            table = self.ground.tables[of.type.table]
            columns = tuple(c.name for c in table.columns if c.span is not None)
            if name.text not in columns:
                if table.name in self.ground.broken_types:
                    raise Unresolved
                raise self._no_member(name, table.name, columns)
            return self.cell(table.name, name.text, of)
        if isinstance(of.type, Date) and name.text in DATE_PARTS:
            return Op(name.text, (of,), DATE_PARTS[name.text])
        raise self.ground.refuse(
            "FSM205",
            f"{spoken(of.type)} has no `{name.text}`",
            name.span,
            "nothing of that name",
            help="only rows have columns, and dates have `year`, `month`, `day`",
        )

    def cell(self, table: str, column: str, row: Expr) -> Expr:
        """The value of a column in a row, fixed or changing."""
        found = self.ground.tables[table].column(column)
        slot = self.ground.mutable.get((table, column))
        if slot is None:
            at = row.value if isinstance(row, Const) and self.folding else None
            if isinstance(at, int) and found.values:
                return Const(found.values[at], found.domain)
            return Column(table, column, row, found.domain)
        return Op("item", (Slot(slot, found.domain), row), found.domain)

    def _index(self, e: t.Index, scope: Scope) -> Expr:
        if isinstance(e.of, t.NameRef) and e.of.name.text not in scope.names:
            table = self.ground.tables.get(e.of.name.text)
            if table is not None:
                return self._row(table, e.at)
        of = self.resolve(e.of, scope)
        if isinstance(of.type, Optional):
            raise self._maybe_none(e.of, of)
        if not isinstance(of.type, Map):
            raise self.ground.refuse(
                "FSM210", "only maps and tables have entries", e.of.span, f"is {spoken(of.type)}"
            )
        at = self.value(e.at, scope, of.type.key)
        return self.narrowed(Op("item", (of, self.position(at)), optional(of.type.of)), scope)

    def _row(self, table: Table, key: t.Expression) -> Expr:
        if not isinstance(key, t.StringLiteral):
            raise self.ground.refuse(
                "FSM210",
                f"a row of `{table.name}` is named by its key, a text",
                key.span,
                "not a text",
                help=f'write `{table.name}["…"]`',
            )
        word = key.value.text
        if word in table.keys:
            return Const(table.keys.index(word), self.ground.row(table.name))
        near = closest(word, table.keys)
        known = ", ".join(f'"{k}"' for k in table.keys[:8])
        raise self.ground.refuse(
            "FSM205",
            f'`{table.name}` has no row "{word}"',
            key.span,
            "no such key",
            help=f'did you mean "{near}"?' if near else f"its keys are {known}",
        )

    def position(self, key: Expr) -> Expr:
        """The rank of a map's key: where its entry stands."""
        domain = key.type
        if isinstance(key, Const):
            return Const(rank(domain, key.value), INT) if finite(domain) else key
        if isinstance(domain, Row | Enum):
            return key
        options = tuple(domain.values())
        return Op("position", (key, Const(options, Set(domain))), INT)
