"""Resolves arithmetic: sums, products, rounded quotients, each with the interval it can lie in."""

from __future__ import annotations

from datetime import date

from fsmc.model.domains import EPOCH, Date, Domain, Int, Map, Money, Optional, Set
from fsmc.model.expr import Const, Expr, Op
from fsmc.model.measure import EXACT
from fsmc.model.ops import OPERATORS
from fsmc.model.resolve_literals import Literals
from fsmc.model.scope import Scope
from fsmc.model.types import DATE, bounds, join, kind_of, spoken, with_bounds
from fsmc.syntax import tree as t

ROUNDING = ("up", "down", "half_up", "half_even")
DAYS = ((date.min - EPOCH).days, (date.max - EPOCH).days)
"""The first and the last day of the calendar."""

Ends = tuple[int | None, int | None]


class Numbers(Literals):
    """Numbers, money and dates."""

    def _pair(self, e: t.Binary, scope: Scope, want: Domain | None = None) -> tuple[Expr, Expr]:
        """Both sides; a side that needs it is read with the type of the other, or as `want`."""
        if self.bare_member(e.left, scope):
            if not self.bare_member(e.right, scope):
                right = self.resolve(e.right, scope)
                return self.resolve(e.left, scope, right.type), right
            if want is not None:
                return self.resolve(e.left, scope, want), self.resolve(e.right, scope, want)
        left = self.resolve(e.left, scope)
        return left, self.resolve(e.right, scope, left.type)

    def _within(self, found: Expr, written: t.Expression) -> Expr:
        """Refuses a result that may be larger than engines count, or lie beyond the calendar."""
        low, high = bounds(found.type)
        least, most = DAYS if isinstance(found.type, Date) else (-EXACT, EXACT)
        if (low is None or low >= least) and (high is None or high <= most):
            return found
        if isinstance(found.type, Date):
            raise self.ground.refuse(
                "FSM236",
                "this day can lie beyond the calendar",
                written.span,
                "years run from 1 to 9999",
                help="give what is added a smaller range",
            )
        raise self.ground.refuse(
            "FSM236",
            "this number can be too large to be exact",
            written.span,
            "beyond 9,007,199,254,740,991",
            help="give what it is made of smaller ranges",
        )

    def _negative(self, e: t.Unary, scope: Scope, want: Domain | None) -> Expr:
        found = self.resolve(e.operand, scope, want)
        if not isinstance(found.type, Int | Money):
            raise self._wrong(e.operand, found, "a number or money")
        low, high = bounds(found.type)
        kind = with_bounds(
            found.type, None if high is None else -high, None if low is None else -low
        )
        if isinstance(found, Const) and isinstance(found.value, int):
            return Const(-found.value, kind)
        return Op("neg", (found,), kind)

    def _sum(self, e: t.Binary, scope: Scope, want: Domain | None) -> Expr:
        if isinstance(want, Set | Map):
            left, right = self.resolve(e.left, scope, want), self.resolve(e.right, scope, want)
        else:
            left, right = self._pair(e, scope, want)
        a, b = left.type, right.type
        if isinstance(a, Set) and isinstance(b, Set):
            joined = join(a, b)
            if joined is None:
                raise self.ground.refuse(
                    "FSM213",
                    "these sets hold different things",
                    e.span,
                    f"{spoken(a)} and {spoken(b)}",
                )
            return Op("union" if e.operator == "+" else "difference", (left, right), joined)
        name = "add" if e.operator == "+" else "sub"
        kind = self._sum_type(name, a, b)
        if kind is not None:
            return self._within(Op(name, (left, right), kind), e)
        for written, side in ((e.left, left), (e.right, right)):
            if isinstance(side.type, Optional):
                raise self._maybe_none(written, side)
        raise self.ground.refuse(
            "FSM213",
            f"{kind_of(a)} and {kind_of(b)} cannot be {'added' if name == 'add' else 'subtracted'}",
            e.span,
            "these do not go together",
        )

    def _sum_type(self, name: str, a: Domain, b: Domain) -> Domain | None:
        low, high = _sum_ends(name, bounds(a), bounds(b))
        match a, b:
            case (Date(), Date()) if name == "sub":
                return Int(low, high)
            case (Date(), Int()):
                return with_bounds(DATE, low, high)
            case (Int(), Int()) | (Money(), Money()):
                return with_bounds(a, low, high)
            case _:
                return None

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
        kind = left.type if isinstance(left.type, Money) else right.type
        ends = _product_ends(bounds(left.type), bounds(right.type))
        return self._within(Op("mul", (left, right), with_bounds(kind, *ends)), e)

    def _rounded(self, e: t.Call, scope: Scope, want: Domain | None) -> Expr:
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
        above, below = self.resolve(inner.left, scope, want), self.resolve(inner.right, scope)
        if isinstance(below.type, Optional):
            raise self._maybe_none(inner.right, below)
        low, high = bounds(below.type)
        if not isinstance(below.type, Int) or low is None or low < 1:
            raise self.ground.refuse(
                "FSM217",
                "this divisor could be zero or less"
                if isinstance(below.type, Int)
                else f"one divides by a number, and this is {spoken(below.type)}",
                inner.right.span,
                f"is {spoken(below.type)}",
                help="divide by a literal, or by a value whose range starts at 1 or more",
            )
        if not isinstance(above.type, Int | Money):
            raise self._wrong(inner.left, above, "a number or money")
        ends = _quotient_ends(e.function.text, bounds(above.type), (low, high))
        return Op(e.function.text, (above, below), with_bounds(above.type, *ends))


def _sum_ends(name: str, a: Ends, b: Ends) -> Ends:
    if name == "sub":
        b = (None if b[1] is None else -b[1], None if b[0] is None else -b[0])
    low = None if a[0] is None or b[0] is None else a[0] + b[0]
    high = None if a[1] is None or b[1] is None else a[1] + b[1]
    return low, high


def _product_ends(a: Ends, b: Ends) -> Ends:
    ends = [x * y for x in a for y in b if x is not None and y is not None]
    return (min(ends), max(ends)) if len(ends) == 4 else (None, None)


def _quotient_ends(name: str, above: Ends, below: tuple[int, int | None]) -> Ends:
    """Ends of the rounded quotient; a divisor without a last value brings it near to zero."""
    low, high = above
    if low is None or high is None:
        return None, None
    ends = [OPERATORS[name].function(a, b) for a in above for b in below if a is not None and b]
    if below[1] is None:
        ends += [-1, 0, 1]
    return min(ends), max(ends)
