"""What every resolver of expressions shares: conditions, expected types, narrowing, refusals."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace

from fsmc.diagnostics import Span
from fsmc.model.domains import Bool, Domain, Map, Optional, Set, String, contains, finite
from fsmc.model.expr import Const, Expr
from fsmc.model.scope import Binding, Ground, Scope, Unresolved
from fsmc.model.types import fits, spoken, strip, way_out
from fsmc.syntax import tree as t

PlaceTest = Callable[[t.Destination, Scope], Expr]


class ResolverBase(ABC):
    """Each failure is one diagnostic and an Unresolved."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.place_test: PlaceTest | None = None
        self.was: list[Expr] = []  # what the goal being resolved asks of the start
        self.folding = True  # whether a cell of a known row is its value
        self.world_names: Mapping[str, Binding] = {}  # what a `let` of the world sees

    @abstractmethod
    def resolve(self, e: t.Expression, scope: Scope, expected: Domain | None = None) -> Expr:
        """The typed node; `expected` helps bare members, literals and empty sets."""

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
                "FSM210",
                f"this must be {spoken(domain)}, but it is {spoken(found.type)}",
                e.span,
                f"is {spoken(found.type)}",
                help=way_out(found.type, domain),
            )
        if isinstance(found, Const):
            self._constant_fits(found, domain, e.span)
        return found

    def _constant_fits(self, found: Const, domain: Domain, span: Span) -> None:
        inner = strip(domain)
        unbounded = isinstance(inner, String | Set | Map) or not finite(inner)
        if found.value is None or unbounded or contains(inner, found.value):
            return
        raise self.ground.refuse(
            "FSM226",
            f"this is not {spoken(domain)}",
            span,
            "outside the domain",
            help="write a value of the domain, or give what holds it a larger one",
        )

    def narrowed(self, expr: Expr, scope: Scope) -> Expr:
        """The path without its `?` where a test has shown that it is not none."""
        if (
            isinstance(expr.type, Optional)
            and scope.known
            and not isinstance(expr, Const)
            and expr in scope.known
        ):
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
            case t.Unary(operator="-", operand=operand):
                return self.bare_member(operand, scope)
            case t.Binary(operator="+" | "-", left=left, right=right):
                return self.bare_member(left, scope) and self.bare_member(right, scope)
            case _:
                return False

    def _maybe_none(self, written: t.Expression, found: Expr) -> Unresolved:
        return self.maybe_none(written.span, found.type)

    def maybe_none(self, span: Span, type: Domain) -> Unresolved:
        """Refuses an optional that no test has narrowed."""
        return self.ground.refuse(
            "FSM211",
            "this may be none here",
            span,
            f"is {spoken(type)}",
            help="test it first, with `when … != none` or `if … != none then … else …`",
        )

    def _wrong(self, written: t.Expression, found: Expr, wanted: str) -> Unresolved:
        if isinstance(found.type, Optional):
            return self._maybe_none(written, found)
        return self.ground.refuse(
            "FSM210",
            f"this must be {wanted}, but it is {spoken(found.type)}",
            written.span,
            f"is {spoken(found.type)}",
        )
