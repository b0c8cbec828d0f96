"""Resolves logic: and, or, implies, comparison, membership, choice."""

from __future__ import annotations

from fsmc.model.domains import OTHER, Bool, Date, Domain, Int, Money, Nothing, Optional, Set, Text
from fsmc.model.expr import Column, Const, Expr, Op
from fsmc.model.narrow import when_false, when_true
from fsmc.model.resolve_numbers import Numbers
from fsmc.model.scope import Scope
from fsmc.model.simplify import choose, conj, disj, equal, negation
from fsmc.model.types import element_of, join, kind_of, strip, without_other
from fsmc.syntax import tree as t

COMPARISONS = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


class Operators(Numbers):
    """Operators and their type rules."""

    def _binary(self, e: t.Binary, scope: Scope, want: Domain | None) -> Expr:
        match e.operator:
            case "and":
                return conj(*self._chain(e, scope))
            case "or":
                return disj(*self._chain(e, scope))
            case "implies":
                left = self.boolean(e.left, scope)
                right = self.boolean(e.right, scope.knowing(when_true(left)))
                return Op("implies", (left, right), Bool())
            case "==" | "!=":
                return self._equality(e, scope)
            case "<" | "<=" | ">" | ">=":
                return self._order(e, scope)
            case "in":
                return self._in(e, scope)
            case "not in":
                return negation(self._in(e, scope))
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

    def _chain(self, e: t.Binary, scope: Scope) -> list[Expr]:
        """The parts of `a and b and …`: each is read where those before it hold (for or: fail)."""
        written: list[t.Expression] = []
        left: t.Expression = e
        while isinstance(left, t.Binary) and left.operator == e.operator:
            written.append(left.right)
            left = left.left
        written.append(left)
        proves = when_true if e.operator == "and" else when_false
        parts: list[Expr] = []
        for part in reversed(written):
            parts.append(self.boolean(part, scope))
            scope = scope.knowing(proves(parts[-1]))
        return parts

    # ---- comparison -------------------------------------------------------------------------
    def _equality(self, e: t.Binary, scope: Scope) -> Expr:
        left, right = self._pair(e, scope)
        if join(left.type, right.type) is None:
            raise self.ground.refuse(
                "FSM213",
                f"{kind_of(left.type)} never equals {kind_of(right.type)}",
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
        fields = not isinstance(left, Const) and not isinstance(right, Const)
        if fields and not without_other(a) and not without_other(b) and left != right:
            raise self.ground.refuse(
                "FSM216",
                "two fields that both take any other text cannot be compared",
                e.span,
                "`other` of one is not `other` of the other",
                help="give one of them only the texts that matter",
            )
        for domain, partner in ((a, right), (b, left)):
            texts = self._texts_of(partner)
            if isinstance(domain, Text) and texts and not set(texts) & set(domain.alternatives):
                self.ground.warn(
                    "FSM215",
                    "no alternative of this text ever equals what it is compared with",
                    e.span,
                    "always different",
                    help=f"one side is {_listed(domain.alternatives)}; the other {_listed(texts)}",
                )

    def _texts_of(self, expr: Expr) -> tuple[str, ...]:
        """The texts that a literal or a fixed column can have; empty where they are not known."""
        match expr:
            case Const(value=str(text)):
                return (text,)
            case Column(table=table, column=column):
                values = self.ground.tables[table].column(column).values
                return tuple(dict.fromkeys(v for v in values if isinstance(v, str)))
            case _:
                return ()

    def _order(self, e: t.Binary, scope: Scope) -> Expr:
        left, right = self._pair(e, scope)
        for written, side in ((e.left, left), (e.right, right)):
            if isinstance(side.type, Optional):
                raise self._maybe_none(written, side)
            if not isinstance(side.type, Int | Money | Date):
                raise self.ground.refuse(
                    "FSM214",
                    f"{kind_of(side.type)} has no order",
                    written.span,
                    "not a number, money or date",
                    help="compare it with `==` or `!=`",
                )
        if join(left.type, right.type) is None:
            raise self.ground.refuse(
                "FSM213",
                f"{kind_of(left.type)} and {kind_of(right.type)} cannot be compared",
                e.span,
                "of different kinds",
            )
        return Op(COMPARISONS[e.operator], (left, right), Bool())

    def _in(self, e: t.Binary, scope: Scope) -> Expr:
        bare = self.bare_member(e.left, scope)
        left = None if bare else self.resolve(e.left, scope)
        right = e.right.inner if isinstance(e.right, t.Group) else e.right
        if isinstance(right, t.SetLiteral):
            expected = None if left is None else Set(strip(left.type))
            source: Expr = self.resolve(right, scope, expected)
            domain = element_of(source.type) or Nothing()
        else:
            source, domain = self.source(right, scope)
        if left is None:
            left = self.resolve(e.left, scope, domain)
        if isinstance(left.type, Optional):
            raise self._maybe_none(e.left, left)
        if not (isinstance(domain, Nothing) or join(left.type, domain)):
            raise self.ground.refuse(
                "FSM213",
                f"{kind_of(left.type)} is never in {kind_of(source.type)}",
                e.span,
                "of different kinds",
            )
        return Op("in", (left, source), Bool())

    # ---- choice -----------------------------------------------------------------------------
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
                f"one branch is {kind_of(then.type)}, the other {kind_of(otherwise.type)}",
                e.span,
                "of different kinds",
            )
        return choose(test, then, otherwise, joined)


def _listed(texts: tuple[str, ...]) -> str:
    shown = ["any other text" if text == OTHER else f'"{text}"' for text in texts[:5]]
    return ", ".join(shown) + (", …" if len(texts) > 5 else "")
