"""Resolves names, bare members, columns, entries and the world's definitions."""

from __future__ import annotations

from typing import assert_never

from fsmc.diagnostics import Fix, Label, Span
from fsmc.diagnostics.suggest import closest
from fsmc.model.domains import (
    Date,
    Domain,
    Enum,
    Int,
    Map,
    Optional,
    Row,
    Set,
    finite,
    rank,
)
from fsmc.model.expr import Column, Const, Expr, Op, Slot
from fsmc.model.resolve_base import ResolverBase
from fsmc.model.scope import Broken, LetName, Scope, Unresolved, ValueName
from fsmc.model.types import (
    INT,
    optional,
    spoken,
)
from fsmc.syntax import tree as t

DATE_PARTS = ("year", "month", "day")


class Names(ResolverBase):
    """Names and what follows them."""

    def _name(self, name: t.Name, scope: Scope, want: Domain | None) -> Expr:
        binding = scope.names.get(name.text)
        match binding:
            case ValueName(expr=expr):
                return self._narrowed(expr, scope)
            case LetName(item=item):
                if item.params is not None:
                    raise self.ground.refuse(
                        "FSM209",
                        f"`{name.text}` needs its arguments",
                        name.span,
                        "called without",
                        help=f"write `{name.text}({', '.join(p.name.text for p in item.params)})`",
                    )
                return self._let(item, (), scope, name.span)
            case Broken():
                raise Unresolved
            case None:
                return self._member(name, want, scope)
            case _:
                assert_never(binding)

    def _member(self, name: t.Name, want: Domain | None, scope: Scope) -> Expr:
        if isinstance(want, Enum) and name.text in want.members:
            return Const(want.members.index(name.text), want)
        if isinstance(want, Row):
            table = self.ground.tables[want.table]
            if name.text in table.row_names:
                return Const(table.row_names.index(name.text), want)
        if want is None and (found := self._unique_member(name.text)) is not None:
            return found
        candidates = [*scope.names]
        if isinstance(want, Enum):
            candidates += want.members
        if isinstance(want, Row):
            candidates += [r for r in self.ground.tables[want.table].row_names if r]
        near = closest(name.text, candidates)
        label = "not a variable, parameter, row or definition"
        related: tuple[Label, ...] = ()
        binding = scope.names.get(near or "")
        if isinstance(binding, ValueName) and binding.span is not None:
            related = (Label(binding.span, "this is close"),)
        raise self.ground.refuse(
            "FSM201",
            f"nothing in scope is called `{name.text}`",
            name.span,
            label,
            related=related,
            help=f"did you mean `{near}`?" if near else _candidates_help(candidates, want),
            fix=Fix(f"write `{near}`", name.span, near) if near else None,
        )

    def _unique_member(self, word: str) -> Expr | None:
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

    def _let(self, item: t.LetItem, args: tuple[Expr, ...], scope: Scope, span: Span) -> Expr:
        word = item.name.text
        if word in self._lets:
            raise self.ground.refuse(
                "FSM219",
                f"`{word}` is defined by itself",
                span,
                "leads back to it",
                related=(Label(item.name.span, "defined here"),),
                help="a `let` may only use what does not need it",
            )
        inner = Scope(self.world_names, scope.known, scope.in_goal)
        for param, arg in zip(item.params or (), args, strict=True):
            inner = inner.bind(**{param.name.text: ValueName(arg, param.span, "parameter")})
        self._lets.append(word)
        try:
            return self.resolve(item.value, inner)
        finally:
            self._lets.pop()

    def _dot(self, e: t.Dot, scope: Scope, want: Domain | None) -> Expr:
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
                    raise self._no_member(e.member, word, tuple(r for r in table.row_names if r))
                return Const(table.row_names.index(member), self.ground.row(word))
        of = self.resolve(e.of, scope)
        return self._narrowed(self.member(of, e.member, e.of), scope)

    def _no_member(self, name: t.Name, owner: str, names: tuple[str, ...]) -> Unresolved:
        near = closest(name.text, names)
        return self.ground.refuse(
            "FSM205",
            f"`{owner}` has no `{name.text}`",
            name.span,
            "not declared there",
            help=f"did you mean `{near}`?"
            if near
            else "it has " + ", ".join(f"`{n}`" for n in names[:8]),
            fix=Fix(f"write `{near}`", name.span, near) if near else None,
        )

    def member(self, of: Expr, name: t.Name, written: t.Expression) -> Expr:
        """`of.name`: a column of a row, or a part of a date."""
        if isinstance(of.type, Optional):
            raise self._maybe_none(written, of)
        if isinstance(of.type, Row):
            table = self.ground.tables[of.type.table]
            columns = tuple(c.name for c in table.columns if "#" not in c.name)
            if name.text not in columns:
                raise self._no_member(name, table.name, columns)
            return self.cell(table.name, name.text, of)
        if isinstance(of.type, Date) and name.text in DATE_PARTS:
            limits = {"year": (1, 9999), "month": (1, 12), "day": (1, 31)}[name.text]
            return Op(name.text, (of,), Int(*limits))
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
            if isinstance(row, Const) and isinstance(row.value, int):
                return Const(found.values[row.value], found.domain)
            return Column(table, column, row, found.domain)
        return Op("item", (Slot(slot, found.domain), row), found.domain)

    def _index(self, e: t.Index, scope: Scope) -> Expr:
        if (
            isinstance(e.of, t.NameRef)
            and e.of.name.text in self.ground.tables
            and e.of.name.text not in scope.names
        ):
            table = self.ground.tables[e.of.name.text]
            if not isinstance(e.at, t.StringLiteral):
                raise self.ground.refuse(
                    "FSM210",
                    f"a row of `{table.name}` is named by its key in quotes",
                    e.at.span,
                    "not a key",
                    help=f'write `{table.name}["…"]`',
                )
            key = e.at.value.text
            if key not in table.keys:
                raise self._no_row(table.name, table.keys, key, e.at.span)
            return Const(table.keys.index(key), self.ground.row(table.name))
        of = self.resolve(e.of, scope)
        if not isinstance(of.type, Map):
            raise self.ground.refuse(
                "FSM210", "only maps and tables have entries", e.of.span, f"is {spoken(of.type)}"
            )
        at = self.value(e.at, scope, of.type.key)
        return self._narrowed(Op("item", (of, self.position(at)), optional(of.type.of)), scope)

    def _no_row(self, table: str, keys: tuple[str, ...], key: str, span: Span) -> Unresolved:
        near = closest(key, keys)
        return self.ground.refuse(
            "FSM205",
            f'`{table}` has no row "{key}"',
            span,
            "no such key",
            help=f'did you mean "{near}"?'
            if near
            else "its keys are " + ", ".join(f'"{k}"' for k in keys[:8]),
        )

    def position(self, key: Expr) -> Expr:
        """The rank of a map's key: where its entry stands."""
        domain = key.type
        if isinstance(key, Const):
            return Const(rank(domain, key.value), INT) if finite(domain) else key
        match domain:
            case Row() | Enum():
                return key
            case Int(low=low) | Date(low=low) if low is not None:
                return Op("sub", (key, Const(low, INT)), INT)
            case _:
                options = tuple(domain.values())
                return Op("position", (key, Const(options, Set(domain))), INT)


def _candidates_help(candidates: list[str], want: Domain | None) -> str:
    if isinstance(want, Enum):
        return "the members are " + ", ".join(f"`{m}`" for m in want.members)
    return "declare it in `state`, or as a `local`, `field` or parameter" if candidates else ""
