"""Texts that people read: values in the world's format, and strings with `{…}` in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from fsmc.diagnostics import Failure, Source, Span
from fsmc.model.domains import (
    Bool,
    Date,
    Enum,
    File,
    Int,
    Map,
    Money,
    Nothing,
    Optional,
    Row,
    Set,
    String,
    Text,
    Vector,
)
from fsmc.model.expr import Bound, Const, Each, Expr, Op
from fsmc.model.resolve import Resolver
from fsmc.model.scope import Ground, Scope, Unresolved
from fsmc.model.simplify import choose, equal
from fsmc.model.types import retype
from fsmc.syntax import tree as t
from fsmc.syntax.parser import parse_expression

STRING = String()


@dataclass(frozen=True, slots=True)
class Shown:
    """A text and the values that can be read in it."""

    text: Expr
    values: tuple[Expr, ...] = ()


class Texts:
    """Makes texts of one world."""

    def __init__(self, ground: Ground, resolver: Resolver, sources: dict[str, Source]) -> None:
        self.ground = ground
        self.resolver = resolver
        self.sources = sources

    def show(self, e: Expr) -> Expr:
        """The value as a person reads it."""
        match e.type:
            case String() | File():
                return e
            case Text() as domain:
                return Op("show_text", (e, Const(domain.representative, STRING)), STRING)
            case Bool():
                return choose(e, Const("yes", STRING), Const("no", STRING))
            case Int():
                return Op("show_int", (e,), STRING)
            case Money():
                return Op("show_money", (e, Const(self.ground.currency, STRING)), STRING)
            case Date():
                return Op("show_date", (e,), STRING)
            case Enum(texts=texts):
                return self._pick(texts, e)
            case Row():
                return self.row_text(e)
            case Nothing():
                return Const("", STRING)
            case Optional(of=of):
                inner = self.show(retype(e, of))
                return choose(equal(e, Const(None, Nothing())), Const("", STRING), inner)
            case Set(of=of):
                name = self.ground.fresh("e")
                body = self.show(Bound(name, of))
                return Each("join", name, e, Const(True, Bool()), body, STRING)
            case Map(key=key):
                keys, _ = self.resolver.source_of_map(e)
                name = self.ground.fresh("e")
                return Each(
                    "join", name, keys, Const(True, Bool()), self.show(Bound(name, key)), STRING
                )
            case Vector():
                return Const("", STRING)
            case _:
                assert_never(e.type)

    def _pick(self, texts: tuple[str, ...], e: Expr) -> Expr:
        if isinstance(e, Const) and isinstance(e.value, int):
            return Const(texts[e.value], STRING)
        return Op("item", (Const(texts, Set(STRING)), e), STRING)

    def row_text(self, row: Expr) -> Expr:
        """A row by its name: the column `name` or `title`, else its first text, else its key."""
        assert isinstance(row.type, Row)
        table = self.ground.tables[row.type.table]
        texts = [
            c.name for c in table.columns if isinstance(c.domain, String) and "#" not in c.name
        ]
        for column in ("name", "title", "subject", *texts):
            if column in texts:
                return self.resolver.cell(table.name, column, row)
        spelled = [
            (name or key).replace("_", " ")
            for key, name in zip(table.keys, table.row_names, strict=True)
        ]
        return self._pick(tuple(spelled), row)

    def interpolate(self, quoted: t.Quoted, scope: Scope) -> Shown:
        """A shown text: `{e}` is an expression, `\\{` a brace."""
        parts: list[Expr] = []
        values: list[Expr] = []
        literal = ""
        raw, start = quoted.raw, quoted.span.start + 1
        i = 0
        while i < len(raw):
            if raw[i] == "\\":
                literal += raw[i + 1 : i + 2]
                i += 2
            elif raw[i] == "{":
                end = _closing(raw, i)
                inside = Span(quoted.span.file, start + i + 1, start + end)
                if end < 0 or not raw[i + 1 : end].strip():
                    raise self.ground.refuse(
                        "FSM105",
                        "this `{` opens an expression that is not there",
                        Span(quoted.span.file, start + i, start + i + 1),
                        "no expression, or no `}`",
                        help="write `\\{` for the sign itself",
                    )
                value = self.resolver.resolve(self._parse(inside), scope)
                values.append(value)
                if literal:
                    parts.append(Const(literal, STRING))
                    literal = ""
                parts.append(self.show(value))
                i = end + 1
            else:
                literal += raw[i]
                i += 1
        if literal or not parts:
            parts.append(Const(literal, STRING))
        text = parts[0] if len(parts) == 1 else Op("concat", tuple(parts), STRING)
        return Shown(text, tuple(values))

    def _parse(self, span: Span) -> t.Expression:
        try:
            return parse_expression(self.sources[span.file], span)
        except Failure as failure:
            for diagnostic in failure.diagnostics:
                self.ground.collector.add(diagnostic)
            raise Unresolved from None
        except KeyError:
            raise self.ground.refuse("FSM105", "this text cannot be read", span, "") from None

    def label(self, written: t.Quoted | t.Path, scope: Scope) -> Shown:
        """A label: a text, or the value of a path."""
        if isinstance(written, t.Quoted):
            return self.interpolate(written, scope)
        value = self.resolver.resolve(path_expression(written), scope)
        return Shown(self.show(value), (value,))


def _closing(raw: str, start: int) -> int:
    """Where the brace that opens at `start` is closed, -1 where it is not."""
    depth = 0
    for i in range(start, len(raw)):
        depth += (raw[i] == "{") - (raw[i] == "}")
        if depth == 0:
            return i
    return -1


def path_expression(path: t.Path) -> t.Expression:
    """A path as the expression it spells."""
    found: t.Expression = t.NameRef(path.name, path.name.span)
    for member in path.members:
        found = t.Dot(found, member, found.span.to(member.span))
    return found
