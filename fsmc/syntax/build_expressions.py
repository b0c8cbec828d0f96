"""Builds the nodes of expressions and types."""

from __future__ import annotations

from lark import Token

from fsmc.syntax import tree as t
from fsmc.syntax.build import Builder, Children, whole


class ExpressionBuilder(Builder):
    # ---- operators --------------------------------------------------------------------------
    def implies(self, c: Children) -> t.Expression:
        return t.Binary("implies", c[0], c[1], self.span)

    def ite(self, c: Children) -> t.Expression:
        return t.IfElse(c[0], c[1], c[2], self.span)

    def _chain(self, operator: str, c: Children) -> t.Expression:
        result: t.Expression = c[0]
        for part in c[1:]:
            result = t.Binary(operator, result, part, result.span.to(part.span))
        return result

    def conjunctions(self, c: Children) -> t.Expression:
        return self._chain("and", c)

    def disjunctions(self, c: Children) -> t.Expression:
        return self._chain("or", c)

    def negate(self, c: Children) -> t.Expression:
        return t.Unary("not", c[0], self.span)

    def compare(self, c: Children) -> t.Expression:
        return t.Binary(str(c[1]), c[0], c[2], self.span)

    def isin(self, c: Children) -> t.Expression:
        return t.Binary("in", c[0], c[1], self.span)

    def notin(self, c: Children) -> t.Expression:
        return t.Binary("not in", c[0], c[1], self.span)

    def add(self, c: Children) -> t.Expression:
        return t.Binary(str(c[1]), c[0], c[2], self.span)

    def multiply(self, c: Children) -> t.Expression:
        return t.Binary(str(c[1]), c[0], c[2], self.span)

    def minus(self, c: Children) -> t.Expression:
        return t.Unary("-", c[1], self.span)

    # ---- atoms ------------------------------------------------------------------------------
    def integer(self, c: Children) -> t.Expression:
        return t.Number(whole(c[0]), self.span)

    def money(self, c: Children) -> t.Expression:
        return t.Amount(whole(c[0].replace(".", "")), self.span)

    def date(self, c: Children) -> t.Expression:
        return t.DateLiteral(c[0][1:], self.span)

    def string(self, c: Children) -> t.Expression:
        return t.StringLiteral(self.quoted(c[0]), self.span)

    def true(self, c: Children) -> t.Expression:
        return t.Truth(True, self.span)

    def false(self, c: Children) -> t.Expression:
        return t.Truth(False, self.span)

    def none(self, c: Children) -> t.Expression:
        return t.NoneLiteral(self.span)

    def other(self, c: Children) -> t.Expression:
        return t.OtherLiteral(self.span)

    def group(self, c: Children) -> t.Expression:
        return t.Group(c[0], self.span)

    def elem(self, c: Children) -> t.SetElement:
        return t.SetElement(c[0], c[1], self.span)

    def set(self, c: Children) -> t.Expression:
        return t.SetLiteral(tuple(e for e in c if e is not None), self.span)

    def pair(self, c: Children) -> t.MapEntry:
        key = self.name(c[0]) if isinstance(c[0], Token) else c[0]
        return t.MapEntry(key, c[1], self.span)

    def map(self, c: Children) -> t.Expression:
        return t.MapLiteral(tuple(c), self.span)

    def comprehension(self, c: Children) -> t.Comprehension:
        return t.Comprehension(self.name(c[0]), c[1], c[2], self.span)

    def setcomp(self, c: Children) -> t.Expression:
        return t.SetFrom(c[0], c[1], self.span)

    def seq_literal(self, c: Children) -> t.Expression:
        return t.SequenceLiteral(tuple(e for e in c if e is not None), self.span)

    def at(self, c: Children) -> t.Expression:
        return t.AtPlace(c[0], self.span)

    def variable_name(self, c: Children) -> t.Expression:
        return t.NameRef(self.name(c[0]), self.span)

    def dot(self, c: Children) -> t.Expression:
        return t.Dot(c[0], self.name(c[1]), self.span)

    def item_of(self, c: Children) -> t.Expression:
        return t.Index(c[0], c[1], self.span)

    def args(self, c: Children) -> tuple[t.Expression, ...]:
        return tuple(c)

    def args0(self, c: Children) -> tuple[t.Expression, ...]:
        return tuple(e for e in c if e is not None)

    def call(self, c: Children) -> t.Expression:
        return t.Call(self.name(c[0]), c[1], self.span)

    def aggregate(self, c: Children) -> t.Expression:
        return t.Aggregate(self.name(c[0]), c[1], c[2], self.span)

    def dest(self, c: Children) -> t.Destination:
        return t.Destination(self.name(c[0]), c[1] or (), self.span)

    def where(self, c: Children) -> t.Expression:
        return self._inner(c)

    def present(self, c: Children) -> t.Expression:
        return self._inner(c)

    def _inner(self, c: Children) -> t.Expression:
        inner: t.Expression = c[0]
        return inner

    # ---- places that can be written ---------------------------------------------------------
    def index(self, c: Children) -> t.Expression:
        return self._inner(c)

    def place(self, c: Children) -> t.PlacePath:
        parts = tuple(self.name(p) if isinstance(p, Token) else p for p in c[1:])
        return t.PlacePath(self.name(c[0]), parts, self.span)

    def path(self, c: Children) -> t.Path:
        return t.Path(self.name(c[0]), tuple(self.name(p) for p in c[1:]), self.span)

    # ---- types ------------------------------------------------------------------------------
    def literal(self, c: Children) -> t.Number | t.Amount | t.DateLiteral:
        sign = -1 if c[0] is not None else 1
        match c[1].type:
            case "INT":
                return t.Number(sign * whole(c[1]), self.span)
            case "MONEY":
                return t.Amount(sign * whole(c[1].replace(".", "")), self.span)
            case _:
                return t.DateLiteral(str(c[1])[1:], self.span)

    def named(self, c: Children) -> t.NamedType:
        return t.NamedType(self.name(c[0]), self.span)

    def filetype(self, c: Children) -> t.FileType:
        return t.FileType(self.span)

    def range(self, c: Children) -> t.RangeType:
        return t.RangeType(c[0], c[1], c[2], self.span)

    def member(self, c: Children) -> t.EnumMember:
        text = None if c[1] is None else self.quoted(c[1])
        return t.EnumMember(self.name(c[0]), text, self.span)

    def inline_enum(self, c: Children) -> t.EnumType:
        return t.EnumType(tuple(c), self.span)

    def most(self, c: Children) -> int:
        return whole(c[0])

    def setof(self, c: Children) -> t.SetType:
        return t.SetType(self.name(c[0]), c[1], self.span)

    def seqof(self, c: Children) -> t.SequenceType:
        return t.SequenceType(self.name(c[0]), c[1], self.maybe(c[2]), self.span)

    def mapof(self, c: Children) -> t.MapType:
        return t.MapType(self.name(c[0]), c[1], c[2], self.span)

    def same(self, c: Children) -> t.TextSame:
        return t.TextSame(c[0], self.span)

    def other_text(self, c: Children) -> t.OtherLiteral:
        return t.OtherLiteral(self.span)

    def texts(self, c: Children) -> t.TextType:
        alternatives = tuple(self.quoted(a) if isinstance(a, Token) else a for a in c)
        return t.TextType(alternatives, self.span)

    def type(self, c: Children) -> t.TypeRef:
        return t.TypeRef(c[0], c[1] is not None, self.span)

    def typed(self, c: Children) -> t.Parameter:
        return t.Parameter(self.name(c[0]), c[1], c[2], None, self.span)

    def drawn(self, c: Children) -> t.Parameter:
        return t.Parameter(self.name(c[0]), None, None, c[1], self.span)

    def params(self, c: Children) -> tuple[t.Parameter, ...]:
        return tuple(p for p in c if p is not None)
