"""A place and what it holds: a page, an `on` or `everywhere` scope, or a dialog."""

from __future__ import annotations

from dataclasses import dataclass, field

from fsmc.diagnostics import Span
from fsmc.model.domains import Domain, Nothing
from fsmc.model.expr import Const, Expr
from fsmc.model.scope import Binding, Scope
from fsmc.syntax import tree as t

NONE = Const(None, Nothing())
PAGE = 0
"""The slot of the page."""


@dataclass(frozen=True, slots=True)
class Argument:
    name: t.Name
    slot: int
    domain: Domain


@dataclass(frozen=True, slots=True)
class Local:
    """A variable of a scope. `initial` is read in the state in which the scope comes into force."""

    slot: int
    domain: Domain
    initial: Expr


@dataclass(slots=True, eq=False)
class Place:
    """A scope: page, on, everywhere or dialog. `own` are the variables that it declares."""

    kind: str
    name: str
    pages: tuple[int, ...]
    elements: tuple[t.ElementItem, ...]
    span: Span
    params: tuple[t.Parameter, ...] = ()
    title: t.Quoted | None = None
    parent: Place | None = None
    dialog: int | None = None
    written_condition: t.Expression | None = None
    condition: Expr | None = None
    arguments: tuple[Argument, ...] = ()
    locals: list[Local] = field(default_factory=list)
    own: dict[str, Binding] = field(default_factory=dict)
    scope: Scope = field(default_factory=lambda: Scope({}))

    @property
    def forced(self) -> bool:
        """Whether it is a dialog that opens by itself."""
        return self.written_condition is not None

    def covers(self, other: Place) -> bool:
        """Whether its variables are there wherever `other` is in force, and seen from it."""
        if self is other or self.kind not in COVERING:
            return False
        rank, others = COVERING[self.kind], COVERING.get(other.kind, len(COVERING))
        return rank <= others and set(other.pages) <= set(self.pages)


COVERING = {"everywhere": 0, "on": 1}
"""Scopes around others, the outer kind first."""


def outside_in(place: Place) -> tuple[int, int]:
    """The order in which scopes are laid out and shadow one another."""
    return COVERING.get(place.kind, len(COVERING)), -len(place.pages)
