"""From written expressions to typed nodes: names, types and narrowing, in one walk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import assert_never

from fsmc.diagnostics import Fix, Label, Span
from fsmc.diagnostics.suggest import closest
from fsmc.model.domains import (
    OTHER,
    Bool,
    Date,
    Domain,
    Enum,
    Int,
    Map,
    Money,
    Nothing,
    Optional,
    Row,
    Set,
    String,
    Text,
    Value,
    contains,
    finite,
    rank,
    value_order,
)
from fsmc.model.expr import Bound, Column, Const, Each, EachKind, Expr, Op, Slot
from fsmc.model.narrow import when_false, when_true
from fsmc.model.resolve_types import date_value
from fsmc.model.scope import Binding, Broken, Ground, LetName, Scope, Unresolved, ValueName
from fsmc.model.simplify import TRUE, choose, conj, disj, equal, negation
from fsmc.model.types import (
    DATE,
    INT,
    bounds,
    element_of,
    fits,
    join,
    optional,
    spoken,
    strip,
    with_bounds,
    without_other,
)
from fsmc.syntax import tree as t

ROUNDING = ("up", "down", "half_up", "half_even")
AGGREGATES = ("sum", "count", "any", "all", "min", "max", "first", "the")
FUNCTIONS = ("len", "was", *ROUNDING, *AGGREGATES)
COMPARISONS = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
DATE_PARTS = ("year", "month", "day")

PlaceTest = Callable[[t.Destination, Scope], Expr]


class Resolver:
    """Resolves expressions. Each failure is one diagnostic and an Unresolved."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.place_test: PlaceTest | None = None
        self.was: list[Expr] = []  # what the goal being resolved asks of the start
        self.world_names: Mapping[str, Binding] = {}  # what a `let` of the world sees
        self._lets: list[str] = []

    # ---- entry points -----------------------------------------------------------------------
    def boolean(self, e: t.Expression, scope: Scope) -> Expr:
        """A condition."""
        return self.value(e, scope, Bool())

    def value(self, e: t.Expression, scope: Scope, domain: Domain) -> Expr:
        """An expression that must fit `domain`: literals and bare members take its type."""
        found = self.resolve(e, scope, domain)
        if not fits(found.type, domain):
            if isinstance(found.type, Optional) and fits(found.type.of, domain):
                raise self._maybe_none(e, found)
            raise self.ground.refuse(
                "FSM210", f"this must be {spoken(domain)}, but it is {spoken(found.type)}",
                e.span, f"is {spoken(found.type)}",
            )  # fmt: skip
        if isinstance(found, Const):
            self._constant_fits(found, domain, e.span)
        return found

    def _constant_fits(self, found: Const, domain: Domain, span: Span) -> None:
        inner = strip(domain)
        unbounded = isinstance(inner, String | Set | Map) or not finite(inner)
        if found.value is None or unbounded or contains(inner, found.value):
            return
        raise self.ground.refuse(
            "FSM226", f"this value is not among those that {spoken(domain)} can have", span,
            "outside the domain",
        )  # fmt: skip

    def resolve(self, e: t.Expression, scope: Scope, expected: Domain | None = None) -> Expr:
        """The typed node; `expected` helps bare members, literals and empty sets."""
        want = None if expected is None else strip(expected)
        match e:
            case t.Number(value=number):
                if isinstance(want, Money):
                    return Const(number * 100, Money(number * 100, number * 100))
                return Const(number, Int(number, number))
            case t.Amount(value=cents):
                return Const(cents, Money(cents, cents))
            case t.DateLiteral():
                day = date_value(self.ground, e)
                return Const(day, Date(day, day))
            case t.StringLiteral(value=quoted):
                return Const(quoted.text, String())
            case t.Truth(value=truth):
                return Const(truth, Bool())
            case t.NoneLiteral():
                return Const(None, Nothing())
            case t.OtherLiteral():
                return Const(OTHER, want if isinstance(want, Text) else String())
            case t.NameRef(name=name):
                return self._name(name, scope, want)
            case t.Dot():
                return self._dot(e, scope, want)
            case t.Index():
                return self._index(e, scope)
            case t.Call():
                return self._call(e, scope, want)
            case t.Aggregate():
                return self._aggregate(e, scope, want)
            case t.Unary(operator="not", operand=operand):
                return negation(self.boolean(operand, scope))
            case t.Unary(operand=operand):
                return self._negative(operand, scope, want)
            case t.Binary():
                return self._binary(e, scope, want)
            case t.IfElse():
                return self._if(e, scope, expected)
            case t.Group(inner=inner):
                return self.resolve(inner, scope, expected)
            case t.SetLiteral():
                return self._set(e, scope, want)
            case t.MapLiteral():
                return self._map(e, scope, want)
            case t.SetFrom(body=body, over=over):
                return self._each("set", body, over, scope, want)
            case t.SequenceLiteral():
                raise self.ground.refuse("FSM301", "ordered sequences come in a later version", e.span, "not yet")  # fmt: skip
            case t.AtPlace(place=place):
                assert self.place_test is not None
                return self.place_test(place, scope)
            case _:
                assert_never(e)

    # ---- names ------------------------------------------------------------------------------
    def _name(self, name: t.Name, scope: Scope, want: Domain | None) -> Expr:
        binding = scope.names.get(name.text)
        match binding:
            case ValueName(expr=expr):
                return self._narrowed(expr, scope)
            case LetName(item=item):
                if item.params is not None:
                    raise self.ground.refuse(
                        "FSM209", f"`{name.text}` needs its arguments", name.span, "called without",
                        help=f"write `{name.text}({', '.join(p.name.text for p in item.params)})`",
                    )  # fmt: skip
                return self._let(item, (), scope, name.span)
            case Broken():
                raise Unresolved
            case None:
                return self._member(name, want, scope)
            case _:
                assert_never(binding)

    def _narrowed(self, expr: Expr, scope: Scope) -> Expr:
        if isinstance(expr.type, Optional) and expr in scope.known and not isinstance(expr, Const):
            return replace(expr, type=expr.type.of)
        return expr

    def bare_member(self, e: t.Expression, scope: Scope) -> bool:
        """Whether the expression needs an expected type to be understood."""
        match e:
            case t.NameRef(name=name):
                return name.text not in scope.names
            case (
                t.NoneLiteral() | t.OtherLiteral() | t.Number() | t.StringLiteral() | t.MapLiteral()
            ):
                return True
            case t.SetLiteral(elements=elements):
                return all(self.bare_member(x.value, scope) for x in elements)
            case t.Group(inner=inner):
                return self.bare_member(inner, scope)
            case t.IfElse(then=then, otherwise=otherwise):
                return self.bare_member(then, scope) and self.bare_member(otherwise, scope)
            case t.Unary(operand=operand):
                return self.bare_member(operand, scope)
            case _:
                return False

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
            "FSM201", f"nothing in scope is called `{name.text}`", name.span, label, related=related,
            help=f"did you mean `{near}`?" if near else _candidates_help(candidates, want),
            fix=Fix(f"write `{near}`", name.span, near) if near else None,
        )  # fmt: skip

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
                "FSM219", f"`{word}` is defined by itself", span, "leads back to it",
                related=(Label(item.name.span, "defined here"),),
                help="a `let` may only use what does not need it",
            )  # fmt: skip
        inner = Scope(self.world_names, scope.known, scope.in_goal)
        for param, arg in zip(item.params or (), args, strict=True):
            inner = inner.bind(**{param.name.text: ValueName(arg, param.span, "parameter")})
        self._lets.append(word)
        try:
            return self.resolve(item.value, inner)
        finally:
            self._lets.pop()

    # ---- members and items ------------------------------------------------------------------
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
            "FSM205", f"`{owner}` has no `{name.text}`", name.span, "not declared there",
            help=f"did you mean `{near}`?" if near else "it has " + ", ".join(f"`{n}`" for n in names[:8]),
            fix=Fix(f"write `{near}`", name.span, near) if near else None,
        )  # fmt: skip

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
            "FSM205", f"{spoken(of.type)} has no `{name.text}`", name.span, "nothing of that name",
            help="only rows have columns, and dates have `year`, `month`, `day`",
        )  # fmt: skip

    def cell(self, table: str, column: str, row: Expr) -> Expr:
        """The value of a column in a row, fixed or changing."""
        found = self.ground.tables[table].column(column)
        slot = self.ground.mutable.get((table, column))
        if slot is None:
            if isinstance(row, Const) and isinstance(row.value, int):
                return Const(found.values[row.value], found.domain)
            return Column(table, column, row, found.domain)
        return Op("item", (Slot(slot, found.domain), row), found.domain)

    def _maybe_none(self, written: t.Expression, found: Expr) -> Unresolved:
        return self.ground.refuse(
            "FSM211", "this may be none here", written.span, f"is {spoken(found.type)}",
            help="test it first: `when … != none`, `if … != none then … else …`, or a section with `when … != none`",
        )  # fmt: skip

    def _index(self, e: t.Index, scope: Scope) -> Expr:
        if (
            isinstance(e.of, t.NameRef)
            and e.of.name.text in self.ground.tables
            and e.of.name.text not in scope.names
        ):
            table = self.ground.tables[e.of.name.text]
            if not isinstance(e.at, t.StringLiteral):
                raise self.ground.refuse(
                    "FSM210", f"a row of `{table.name}` is named by its key in quotes", e.at.span, "not a key",
                    help=f'write `{table.name}["…"]`',
                )  # fmt: skip
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
            "FSM205", f'`{table}` has no row "{key}"', span, "no such key",
            help=f'did you mean "{near}"?' if near else "its keys are " + ", ".join(f'"{k}"' for k in keys[:8]),
        )  # fmt: skip

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

    # ---- calls ------------------------------------------------------------------------------
    def _call(self, e: t.Call, scope: Scope, want: Domain | None) -> Expr:
        word = e.function.text
        binding = scope.names.get(word)
        if isinstance(binding, LetName):
            return self._let_call(e, binding.item, scope)
        if word in ROUNDING:
            return self._rounded(e, scope)
        if word == "len" and len(e.args) == 1:
            of = self.resolve(e.args[0], scope)
            match of.type:
                case Set():
                    return Op("size", (of,), Int(0, of.type.bound))
                case Map():
                    return Op("present", (of,), Int(0, of.type.bound))
                case _:
                    raise self.ground.refuse("FSM210", "`len` counts what a set or map holds", e.args[0].span, f"is {spoken(of.type)}")  # fmt: skip
        if word == "was" and len(e.args) == 1:
            if not scope.in_goal:
                raise self.ground.refuse("FSM235", "`was` looks at the start of a task", e.span, "only goals have a start", help="use it in `reach` or `keep` of a goal")  # fmt: skip
            old = self.resolve(e.args[0], replace(scope, known=frozenset()))
            self.was.append(old)
            return Bound(f"was:{len(self.was) - 1}", old.type)
        if word in FUNCTIONS:
            form = f"{word}(x for x in …)" if word in AGGREGATES else f"{word}(…)"
            raise self.ground.refuse("FSM209", f"`{word}` is not called like this", e.span, "", help=f"write `{form}`")  # fmt: skip
        near = closest(
            word, [*FUNCTIONS, *(n for n, b in scope.names.items() if isinstance(b, LetName))]
        )
        raise self.ground.refuse(
            "FSM206", f"there is no function called `{word}`", e.function.span, "not a function",
            help=f"did you mean `{near}`?" if near else "define it with `let`, or use one of " + ", ".join(FUNCTIONS),
            fix=Fix(f"write `{near}`", e.function.span, near) if near else None,
        )  # fmt: skip

    def _let_call(self, e: t.Call, item: t.LetItem, scope: Scope) -> Expr:
        from fsmc.model.resolve_types import domain_of

        params = item.params or ()
        if len(params) != len(e.args):
            raise self.ground.refuse(
                "FSM209", f"`{e.function.text}` takes {len(params)} arguments, not {len(e.args)}", e.span, "",
                related=(Label(item.name.span, "defined here"),),
            )  # fmt: skip
        args: list[Expr] = []
        for param, arg in zip(params, e.args, strict=True):
            if param.type is None:
                args.append(self.resolve(arg, scope))
            else:
                args.append(self.value(arg, scope, domain_of(self.ground, param.type)))
        return self._let(item, tuple(args), scope, e.span)

    def _rounded(self, e: t.Call, scope: Scope) -> Expr:
        inner = e.args[0] if len(e.args) == 1 else None
        while isinstance(inner, t.Group):
            inner = inner.inner
        if not isinstance(inner, t.Binary) or inner.operator != "/":
            raise self.ground.refuse(
                "FSM217", f"`{e.function.text}` rounds a quotient", e.span, "no `/` in it",
                help=f"write `{e.function.text}(a / b)`",
            )  # fmt: skip
        above, below = self.resolve(inner.left, scope), self.resolve(inner.right, scope)
        low, high = bounds(below.type)
        if not isinstance(below.type, Int) or low is None or low < 1:
            raise self.ground.refuse(
                "FSM217", "this divisor could be zero or less", inner.right.span, f"is {spoken(below.type)}",
                help="divide by a literal, or by a value whose range starts at 1 or more",
            )  # fmt: skip
        if not isinstance(above.type, Int | Money):
            raise self._wrong(inner.left, above, "a number or money")
        return Op(e.function.text, (above, below), with_bounds(above.type, None, None))

    def _wrong(self, written: t.Expression, found: Expr, wanted: str) -> Unresolved:
        if isinstance(found.type, Optional):
            return self._maybe_none(written, found)
        return self.ground.refuse(
            "FSM210", f"this must be {wanted}, but it is {spoken(found.type)}", written.span,
            f"is {spoken(found.type)}",
        )  # fmt: skip

    # ---- comprehensions ---------------------------------------------------------------------
    def source(self, e: t.Expression, scope: Scope) -> tuple[Expr, Domain]:
        """What a list, loop or comprehension runs through, and the domain of its elements."""
        if isinstance(e, t.Group):
            return self.source(e.inner, scope)
        if isinstance(e, t.NameRef) and e.name.text not in scope.names:
            domain: Domain | None = None
            if e.name.text in self.ground.tables:
                domain = self.ground.row(e.name.text)
            elif e.name.text in self.ground.enums:
                domain = self.ground.enums[e.name.text]
            if domain is not None:
                return Const(tuple(domain.values()), Set(domain)), domain
        found = self.resolve(e, scope)
        domain = element_of(found.type)
        if isinstance(found.type, Map):
            return self.source_of_map(found)
        if domain is None:
            raise self.ground.refuse(
                "FSM210", "one can only run through a table, an enum, a set or a map", e.span,
                f"is {spoken(found.type)}",
            )  # fmt: skip
        return found, domain

    def source_of_map(self, found: Expr) -> tuple[Expr, Domain]:
        """The keys that a map holds, as a set."""
        assert isinstance(found.type, Map)
        name = self.ground.fresh("k")
        key = Bound(name, found.type.key)
        entry = Op("item", (found, self.position(key)), optional(found.type.of))
        keys = Const(tuple(found.type.key.values()), Set(found.type.key))
        test = Op("ne", (entry, Const(None, Nothing())), Bool())
        return Each("set", name, keys, test, key, Set(found.type.key)), found.type.key

    def opened(self, over: t.Comprehension, scope: Scope) -> tuple[str, Expr, Expr, Scope]:
        """Name, source and condition of a comprehension, and the scope of its body."""
        source, domain = self.source(over.source, scope)
        name = self.ground.fresh(over.variable.text)
        element = Bound(name, domain)
        inner = scope.bind(**{over.variable.text: ValueName(element, over.variable.span, "row")})
        if (entry := self._map_entry(over.source, scope, element)) is not None:
            inner = inner.knowing((entry,))
        where = TRUE if over.where is None else self.boolean(over.where, inner)
        return name, source, where, inner.knowing(when_true(where))

    def _map_entry(self, e: t.Expression, scope: Scope, key: Expr) -> Expr | None:
        if isinstance(e, t.NameRef) and e.name.text in scope.names:
            found = self.resolve(e, scope)
            if isinstance(found.type, Map):
                return Op("item", (found, self.position(key)), optional(found.type.of))
        return None

    def _aggregate(self, e: t.Aggregate, scope: Scope, want: Domain | None) -> Expr:
        word = e.function.text
        if word not in AGGREGATES:
            near = closest(word, AGGREGATES)
            raise self.ground.refuse(
                "FSM206", f"`{word}` does not run through rows", e.function.span, "not one of those that do",
                help=f"did you mean `{near}`?" if near else "these do: " + ", ".join(AGGREGATES),
                fix=Fix(f"write `{near}`", e.function.span, near) if near else None,
            )  # fmt: skip
        return self._each(word, e.body, e.over, scope, want)

    def _each(
        self,
        kind: str,
        body: t.Expression,
        over: t.Comprehension,
        scope: Scope,
        want: Domain | None,
    ) -> Expr:
        name, source, where, inner = self.opened(over, scope)
        of = want.of if kind == "set" and isinstance(want, Set) else want
        found = (
            self.boolean(body, inner) if kind in ("any", "all") else self.resolve(body, inner, of)
        )
        return Each(
            self._kind(kind), name, source, where, found, self._type(kind, found, source, body)
        )

    def _kind(self, word: str) -> EachKind:
        match word:
            case "set" | "sum" | "count" | "any" | "all" | "min" | "max" | "first":
                return word  # type: ignore[return-value]
            case _:
                return "first"  # `the`: data makes it unique

    def _type(self, kind: str, body: Expr, source: Expr, written: t.Expression) -> Domain:
        size = source.type.bound if isinstance(source.type, Set) else None
        match kind:
            case "any" | "all":
                return Bool()
            case "count":
                return Int(0, size)
            case "set":
                if isinstance(body.type, Optional) or not finite(body.type):
                    raise self._wrong(written, body, "something that a set can hold")
                return Set(body.type)
            case "sum":
                if not isinstance(body.type, Int | Money):
                    raise self._wrong(written, body, "a number or money")
                low, high = bounds(body.type)
                return with_bounds(
                    body.type,
                    None if low is None or size is None else min(0, low * size),
                    None if high is None or size is None else max(0, high * size),
                )
            case "min" | "max":
                if not isinstance(body.type, Int | Money | Date):
                    raise self._wrong(written, body, "a number, money or a date")
                return optional(body.type)
            case "the":
                return body.type
            case _:
                return optional(body.type)

    # ---- operators --------------------------------------------------------------------------
    def _negative(self, operand: t.Expression, scope: Scope, want: Domain | None) -> Expr:
        found = self.resolve(operand, scope, want)
        if (
            isinstance(found, Const)
            and isinstance(found.value, int)
            and isinstance(found.type, Int | Money)
        ):
            value: Value = -found.value
            return Const(value, with_bounds(found.type, -found.value, -found.value))
        if not isinstance(found.type, Int | Money):
            raise self._wrong(operand, found, "a number or money")
        low, high = bounds(found.type)
        return Op("neg", (found,), with_bounds(found.type, None if high is None else -high, None if low is None else -low))  # fmt: skip

    def _binary(self, e: t.Binary, scope: Scope, want: Domain | None) -> Expr:
        match e.operator:
            case "and":
                left = self.boolean(e.left, scope)
                return conj(left, self.boolean(e.right, scope.knowing(when_true(left))))
            case "or":
                left = self.boolean(e.left, scope)
                return disj(left, self.boolean(e.right, scope.knowing(when_false(left))))
            case "implies":
                left = self.boolean(e.left, scope)
                right = self.boolean(e.right, scope.knowing(when_true(left)))
                return Op("implies", (left, right), Bool())
            case "==" | "!=":
                return self._equality(e, scope)
            case "<" | "<=" | ">" | ">=":
                return self._order(e, scope)
            case "in" | "not in":
                found = self._in(e, scope)
                return found if e.operator == "in" else negation(found)
            case "+" | "-":
                return self._sum(e, scope, want)
            case "*":
                return self._product(e, scope)
            case _:
                raise self.ground.refuse(
                    "FSM217", "a quotient is not a value: say how it is rounded", e.span, "a bare `/`",
                    help="write `down(a / b)`, `up(…)`, `half_up(…)` or `half_even(…)`",
                )  # fmt: skip

    def _pair(self, e: t.Binary, scope: Scope) -> tuple[Expr, Expr]:
        """Both sides; a side that needs it is read with the type of the other."""
        if self.bare_member(e.left, scope) and not self.bare_member(e.right, scope):
            right = self.resolve(e.right, scope)
            return self.resolve(e.left, scope, right.type), right
        left = self.resolve(e.left, scope)
        return left, self.resolve(e.right, scope, left.type)

    def _equality(self, e: t.Binary, scope: Scope) -> Expr:
        left, right = self._pair(e, scope)
        if join(left.type, right.type) is None:
            raise self.ground.refuse(
                "FSM213", f"{spoken(left.type)} never equals {spoken(right.type)}", e.span, "cannot be compared",
            )  # fmt: skip
        self._texts_compared(e, left, right)
        same = equal(left, right)
        if e.operator == "==":
            return same
        return Op("ne", same.args, Bool()) if isinstance(same, Op) else negation(same)

    def _texts_compared(self, e: t.Binary, left: Expr, right: Expr) -> None:
        a, b = strip(left.type), strip(right.type)
        if (
            isinstance(a, Text)
            and isinstance(b, Text)
            and not isinstance(left, Const)
            and not isinstance(right, Const)
        ):
            if not without_other(a) and not without_other(b):
                raise self.ground.refuse(
                    "FSM216", "two fields that both take any other text cannot be compared", e.span,
                    "`other` of one is not `other` of the other",
                    help="give one of them only the texts that matter",
                )  # fmt: skip
        for text, partner in ((a, right), (b, left)):
            if (
                isinstance(text, Text)
                and text.size
                and (values := self._texts_of(partner)) is not None
            ):
                if not set(values) & set(text.alternatives):
                    self.ground.warn(
                        "FSM215", "no alternative of this text ever equals what it is compared with", e.span,
                        "always different",
                        help="the alternatives are " + ", ".join(f'"{x}"' for x in text.alternatives if x != OTHER)
                        + "; the other side is " + ", ".join(f'"{x}"' for x in list(values)[:5]),
                    )  # fmt: skip

    def _texts_of(self, expr: Expr) -> tuple[str, ...] | None:
        match expr:
            case Const(value=str(text)):
                return (text,)
            case Column(table=table, column=column):
                return tuple(str(v) for v in self.ground.tables[table].column(column).values)
            case _:
                return None

    def _order(self, e: t.Binary, scope: Scope) -> Expr:
        left, right = self._pair(e, scope)
        for written, side in ((e.left, left), (e.right, right)):
            if not isinstance(side.type, Int | Money | Date):
                if isinstance(side.type, Optional):
                    raise self._maybe_none(written, side)
                raise self.ground.refuse(
                    "FSM214",
                    f"{spoken(side.type)} has no order",
                    written.span,
                    "not a number, money or date",
                )
        if join(left.type, right.type) is None:
            raise self.ground.refuse("FSM213", f"{spoken(left.type)} and {spoken(right.type)} cannot be compared", e.span, "")  # fmt: skip
        return Op(COMPARISONS[e.operator], (left, right), Bool())

    def _in(self, e: t.Binary, scope: Scope) -> Expr:
        bare = self.bare_member(e.left, scope)
        left = None if bare else self.resolve(e.left, scope)
        expected = None if left is None else Set(strip(left.type))
        if isinstance(e.right, t.SetLiteral):
            source: Expr = self.resolve(e.right, scope, expected)
            domain = element_of(source.type)
        else:
            source, domain = self.source(e.right, scope)
        assert domain is not None
        if left is None:
            left = self.resolve(e.left, scope, domain)
        if isinstance(left.type, Optional):
            raise self._maybe_none(e.left, left)
        if not (isinstance(domain, Nothing) or join(left.type, domain)):
            raise self.ground.refuse("FSM213", f"{spoken(left.type)} is never in {spoken(source.type)}", e.span, "")  # fmt: skip
        return Op("in", (left, source), Bool())

    def _sum(self, e: t.Binary, scope: Scope, want: Domain | None) -> Expr:
        if isinstance(want, Set | Map):
            left = self.resolve(e.left, scope, want)
            right = self.resolve(e.right, scope, want)
        else:
            left, right = self._pair(e, scope)
        if isinstance(left.type, Set) and isinstance(right.type, Set):
            joined = join(left.type, right.type)
            if joined is None:
                raise self.ground.refuse("FSM213", "these sets hold different things", e.span, "")
            return Op("union" if e.operator == "+" else "difference", (left, right), joined)
        a, b = left.type, right.type
        name = "add" if e.operator == "+" else "sub"
        low, high = _sum_bounds(name, bounds(a), bounds(b))
        if isinstance(a, Date) and isinstance(b, Date) and name == "sub":
            return Op(name, (left, right), Int(low, high))
        if isinstance(a, Date) and isinstance(b, Int):
            return Op(name, (left, right), with_bounds(DATE, low, high))
        if (isinstance(a, Int) and isinstance(b, Int)) or (
            isinstance(a, Money) and isinstance(b, Money)
        ):
            return Op(name, (left, right), with_bounds(a, low, high))
        for written, side in ((e.left, left), (e.right, right)):
            if isinstance(side.type, Optional):
                raise self._maybe_none(written, side)
        raise self.ground.refuse(
            "FSM213",
            f"{spoken(a)} and {spoken(b)} cannot be {'added' if name == 'add' else 'subtracted'}",
            e.span,
            "",
        )

    def _product(self, e: t.Binary, scope: Scope) -> Expr:
        left, right = self.resolve(e.left, scope), self.resolve(e.right, scope)
        for written, side in ((e.left, left), (e.right, right)):
            if not isinstance(side.type, Int | Money):
                raise self._wrong(written, side, "a number or money")
        if isinstance(left.type, Money) and isinstance(right.type, Money):
            raise self.ground.refuse("FSM218", "money times money is not money", e.span, "both sides are money", help="one side must be a number")  # fmt: skip
        ends = [
            x * y
            for x in bounds(left.type) for y in bounds(right.type)
            if x is not None and y is not None
        ]  # fmt: skip
        low, high = (min(ends), max(ends)) if len(ends) == 4 else (None, None)
        result = left.type if isinstance(left.type, Money) else right.type
        return Op("mul", (left, right), with_bounds(result, low, high))

    def _if(self, e: t.IfElse, scope: Scope, expected: Domain | None) -> Expr:
        test = self.boolean(e.test, scope)
        yes, no = scope.knowing(when_true(test)), scope.knowing(when_false(test))
        if (
            expected is None
            and self.bare_member(e.then, yes)
            and not self.bare_member(e.otherwise, no)
        ):
            otherwise = self.resolve(e.otherwise, no)
            then = self.resolve(e.then, yes, otherwise.type)
        else:
            then = self.resolve(e.then, yes, expected)
            otherwise = self.resolve(e.otherwise, no, expected or then.type)
        joined = join(then.type, otherwise.type)
        if joined is None:
            raise self.ground.refuse(
                "FSM213",
                f"one branch is {spoken(then.type)}, the other {spoken(otherwise.type)}",
                e.span,
                "",
            )
        return choose(test, then, otherwise, joined)

    # ---- sets and maps ----------------------------------------------------------------------
    def _set(self, e: t.SetLiteral, scope: Scope, want: Domain | None) -> Expr:
        if isinstance(want, Map) and not e.elements:
            return Const((None,) * want.key.size, want)
        of = want.of if isinstance(want, Set) else None
        found: Expr = Const((), Set(of or Nothing()))
        fixed: list[Expr] = []
        optional_parts: list[tuple[Expr, Expr]] = []
        for element in e.elements:
            present = None if element.present is None else self.boolean(element.present, scope)
            inner = scope if present is None else scope.knowing(when_true(present))
            value = self.resolve(element.value, inner, of)
            if isinstance(value.type, Optional | Nothing):
                raise self._maybe_none(element.value, value)
            if of is not None and not fits(value.type, of):
                raise self._wrong(element.value, value, spoken(of))
            of = of or value.type
            if present is None:
                fixed.append(value)
            else:
                optional_parts.append((present, value))
        kind = Set(of or Nothing())
        if fixed and all(isinstance(v, Const) for v in fixed):
            values = {v.value for v in fixed if isinstance(v, Const)}
            found = Const(tuple(sorted(values, key=value_order)), kind)
        elif fixed:
            found = Op("set_of", tuple(fixed), kind)
        for test, value in optional_parts:
            one = choose(test, Op("set_of", (value,), kind), Const((), kind), kind)
            found = one if found == Const((), kind) else Op("union", (found, one), kind)
        return found

    def _map(self, e: t.MapLiteral, scope: Scope, want: Domain | None) -> Expr:
        if not isinstance(want, Map):
            raise self.ground.refuse("FSM210", "a map can only stand where one is expected", e.span, "")  # fmt: skip
        found: Expr = Const((None,) * want.key.size, want)
        for entry in e.entries:
            key = (
                self._name(entry.key, scope, want.key)
                if isinstance(entry.key, t.Name)
                else self.value(entry.key, scope, want.key)
            )
            value = self.value(entry.value, scope, want.of)
            position = self.position(replace(key, type=want.key) if isinstance(key, Const) else key)
            if (
                isinstance(found, Const)
                and isinstance(position, Const)
                and isinstance(value, Const)
            ):
                assert isinstance(found.value, tuple) and isinstance(position.value, int)
                cells = list(found.value)
                cells[position.value] = value.value
                found = Const(tuple(cells), want)
            else:
                found = Op("store", (found, position, value), want)
        return found


def _sum_bounds(
    name: str, a: tuple[int | None, int | None], b: tuple[int | None, int | None]
) -> tuple[int | None, int | None]:
    if name == "sub":
        b = (None if b[1] is None else -b[1], None if b[0] is None else -b[0])
    low = None if a[0] is None or b[0] is None else a[0] + b[0]
    high = None if a[1] is None or b[1] is None else a[1] + b[1]
    return low, high


def _candidates_help(candidates: list[str], want: Domain | None) -> str:
    if isinstance(want, Enum):
        return "the members are " + ", ".join(f"`{m}`" for m in want.members)
    return "declare it in `state`, or as a `local`, `field` or parameter" if candidates else ""
