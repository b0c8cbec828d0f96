"""What all who build views share: where an element stands, its names, its draft, its id."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass

from fsmc.diagnostics import Span
from fsmc.model.domains import Bool, String
from fsmc.model.drafts import Clauses, Draft
from fsmc.model.expr import Bound, Const, Expr, Op
from fsmc.model.finish import Finisher
from fsmc.model.measure import MOST_CHOICES, choices, many
from fsmc.model.place import Place
from fsmc.model.places import Places
from fsmc.model.resolve_types import finite_domain
from fsmc.model.scope import Scope, Unresolved, ValueName
from fsmc.model.simplify import TRUE
from fsmc.model.world import Element, Guard, Gui, Origin, Param
from fsmc.syntax import tree as t

STRING = String()


@dataclass(frozen=True, slots=True)
class Row:
    """A list around an element: its variable."""

    param: Param
    name: t.Name


@dataclass(frozen=True, slots=True)
class Context:
    """Where an element stands: names, rows and conditions around it, and the prefix of its id."""

    place: Place
    scope: Scope
    rows: tuple[Row, ...] = ()
    guards: tuple[Guard, ...] = ()  # of rows and sections, in their order
    sections: int = 0
    prefix: str = ""

    @property
    def params(self) -> tuple[Param, ...]:
        return tuple(r.param for r in self.rows)


class Builder(ABC):
    """Builds views and drafts; `drafts[i]` becomes transition i.

    `said` has the values that the text of an element tells, by its id, and `offered` when a button
    or link is there at all, as far as its own guards say.
    """

    def __init__(self, places: Places, clauses: Clauses, finisher: Finisher) -> None:
        self.places = places
        self.clauses = clauses
        self.finisher = finisher
        self.ground = places.ground
        self.resolver = clauses.resolver
        self.texts = clauses.texts
        self.drafts: list[Draft] = []
        self.said: dict[str, tuple[Expr, ...]] = {}
        self.offered: dict[str, Expr] = {}
        self.sheet_tests: dict[int, Expr] = {}
        self._ids: set[str] = set()

    @abstractmethod
    def inside(self, items: tuple[t.ElementItem, ...], context: Context) -> tuple[Element, ...]:
        """The views of what a scope, section or list holds."""

    def id(self, context: Context, name: str) -> str:
        """An id that nothing else has, made of where the element stands."""
        base = re.sub(r"[^A-Za-z0-9_-]+", "-", f"{context.prefix}-{name}").strip("-")
        unique, number = base, 2
        while unique in self._ids:
            unique, number = f"{base}-{number}", number + 1
        self._ids.add(unique)
        return unique

    def misplaced(self, what: str, span: Span, where: str) -> Unresolved:
        return self.ground.refuse(
            "FSM230", f"`{what}` cannot stand here", span, "misplaced", help=f"it stands {where}"
        )

    def present(self, e: t.Expression | None, scope: Scope) -> Expr:
        """A condition of presence; none means always."""
        return TRUE if e is None else self.resolver.boolean(e, scope)

    def row_text(self, context: Context) -> Expr:
        """The row of the innermost list as a person reads it."""
        param = context.rows[-1].param
        return self.texts.show(Bound(param.name, param.domain))

    # ---- transitions ------------------------------------------------------------------------
    def draft(self, name: str, context: Context, own: tuple[Param, ...], span: Span) -> Draft:
        params = (*context.params, *own)
        return Draft(name, "agent", params, context.place, list(context.guards), span, Gui())

    def add(self, draft: Draft) -> int:
        """The index of the transition that the draft becomes."""
        self.drafts.append(draft)
        return len(self.drafts) - 1

    def own_params(
        self, items: tuple[t.Parameter, ...], scope: Scope, rows: tuple[Row, ...] = ()
    ) -> tuple[tuple[Param, ...], list[Guard], Scope]:
        """Parameters of an action, goal or patch; one drawn from a set brings a guard."""
        self.ground.once((*(r.name for r in rows), *(i.name for i in items)), "parameter")
        found: list[Param] = []
        guards: list[Guard] = []
        for item in items:
            word = item.name.text
            if item.type is not None:
                domain = self.places.own(finite_domain(self.ground, item.type), word)
                element = Bound(word, domain)
            else:
                assert item.source is not None
                source, domain = self.resolver.source(item.source, scope)
                element = Bound(word, domain)
                guards += self.drawn(element, source, item.source.span)
                scope = scope.knowing(self.resolver.entry_there(item.source, scope, element))
            if item.default is not None:
                raise self.ground.refuse(
                    "FSM301",
                    "defaults of parameters come with tool worlds, in a later version",
                    item.default.span,
                    "not yet",
                )
            found.append(Param(word, domain))
            scope = scope.bind(**{word: ValueName(element, item.name.span, "parameter")})
        return tuple(found), guards, scope

    def drawn(self, element: Bound, source: Expr, span: Span) -> list[Guard]:
        """That the element lies in its source; nothing where the source is its whole domain."""
        fixed = source.value if isinstance(source, Const) else None
        if isinstance(fixed, tuple) and len(fixed) == element.type.size:
            return []
        return [Guard(Op("in", (element, source), Bool()), None, Origin.LIST, span)]

    def few_enough(self, params: tuple[Param, ...], name: str, span: Span) -> None:
        """Refuses what would have to be tried with more arguments than anyone can."""
        count = choices(tuple(p.domain for p in params))
        if count > MOST_CHOICES:
            raise self.ground.refuse(
                "FSM239",
                f"`{name}` has {many(count)} possible arguments",
                span,
                f"more than {MOST_CHOICES:,}",
                help="give it a smaller range, a larger step, or fewer rows",
            )
