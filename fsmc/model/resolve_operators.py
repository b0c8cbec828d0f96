"""Resolves operators: logic, comparison, arithmetic, membership, choice, rounding."""

from __future__ import annotations

from fsmc.model.domains import (
    OTHER,
    Bool,
    Date,
    Domain,
    Int,
    Map,
    Money,
    Nothing,
    Optional,
    Set,
    Text,
    Value,
)
from fsmc.model.expr import Column, Const, Expr, Op
from fsmc.model.narrow import when_false, when_true
from fsmc.model.resolve_sets import Collections
from fsmc.model.scope import Scope
from fsmc.model.simplify import choose, conj, disj, equal, negation
from fsmc.model.types import (
    DATE,
    bounds,
    element_of,
    join,
    spoken,
    strip,
    with_bounds,
    without_other,
)
from fsmc.syntax import tree as t

COMPARISONS = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


class Operators(Collections):
    """Operators and their type rules."""

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
        return Op(
            "neg",
            (found,),
            with_bounds(found.type, None if high is None else -high, None if low is None else -low),
        )

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
                    "FSM217",
                    "a quotient is not a value: say how it is rounded",
                    e.span,
                    "a bare `/`",
                    help="write `down(a / b)`, `up(…)`, `half_up(…)` or `half_even(…)`",
                )

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
                "FSM213",
                f"{spoken(left.type)} never equals {spoken(right.type)}",
                e.span,
                "cannot be compared",
            )
        self._texts_compared(e, left, right)
        same = equal(left, right)
        if e.operator == "==":
            return same
        return Op("ne", same.args, Bool()) if isinstance(same, Op) else negation(same)

    def _texts_compared(self, e: t.Binary, left: Expr, right: Expr) -> None:
        a, b = strip(left.type), strip(right.type)
        if (
            (
                isinstance(a, Text)
                and isinstance(b, Text)
                and not isinstance(left, Const)
                and not isinstance(right, Const)
            )
            and not without_other(a)
            and not without_other(b)
        ):
            raise self.ground.refuse(
                "FSM216",
                "two fields that both take any other text cannot be compared",
                e.span,
                "`other` of one is not `other` of the other",
                help="give one of them only the texts that matter",
            )
        for text, partner in ((a, right), (b, left)):
            if (
                isinstance(text, Text)
                and text.size
                and (values := self._texts_of(partner)) is not None
            ) and not set(values) & set(text.alternatives):
                self.ground.warn(
                    "FSM215",
                    "no alternative of this text ever equals what it is compared with",
                    e.span,
                    "always different",
                    help="the alternatives are "
                    + ", ".join(f'"{x}"' for x in text.alternatives if x != OTHER)
                    + "; the other side is "
                    + ", ".join(f'"{x}"' for x in list(values)[:5]),
                )

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
            raise self.ground.refuse(
                "FSM213",
                f"{spoken(left.type)} and {spoken(right.type)} cannot be compared",
                e.span,
                "",
            )
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
            raise self.ground.refuse(
                "FSM213", f"{spoken(left.type)} is never in {spoken(source.type)}", e.span, ""
            )
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
            raise self.ground.refuse(
                "FSM218",
                "money times money is not money",
                e.span,
                "both sides are money",
                help="one side must be a number",
            )
        ends = [
            x * y
            for x in bounds(left.type)
            for y in bounds(right.type)
            if x is not None and y is not None
        ]
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

    def _rounded(self, e: t.Call, scope: Scope) -> Expr:
        inner = e.args[0] if len(e.args) == 1 else None
        while isinstance(inner, t.Group):
            inner = inner.inner
        if not isinstance(inner, t.Binary) or inner.operator != "/":
            raise self.ground.refuse(
                "FSM217",
                f"`{e.function.text}` rounds a quotient",
                e.span,
                "no `/` in it",
                help=f"write `{e.function.text}(a / b)`",
            )
        above, below = self.resolve(inner.left, scope), self.resolve(inner.right, scope)
        low, _high = bounds(below.type)
        if not isinstance(below.type, Int) or low is None or low < 1:
            raise self.ground.refuse(
                "FSM217",
                "this divisor could be zero or less",
                inner.right.span,
                f"is {spoken(below.type)}",
                help="divide by a literal, or by a value whose range starts at 1 or more",
            )
        if not isinstance(above.type, Int | Money):
            raise self._wrong(inner.left, above, "a number or money")
        return Op(e.function.text, (above, below), with_bounds(above.type, None, None))


def _sum_bounds(
    name: str, a: tuple[int | None, int | None], b: tuple[int | None, int | None]
) -> tuple[int | None, int | None]:
    if name == "sub":
        b = (None if b[1] is None else -b[1], None if b[0] is None else -b[0])
    low = None if a[0] is None or b[0] is None else a[0] + b[0]
    high = None if a[1] is None or b[1] is None else a[1] + b[1]
    return low, high
