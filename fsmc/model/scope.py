"""What names mean at one place of the text, and what is known not to be none there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from fsmc.diagnostics import Collector, Diagnostic, Fix, Label, Severity, Span
from fsmc.diagnostics.suggest import closest
from fsmc.model.domains import Enum, Row, Value
from fsmc.model.expr import Expr
from fsmc.model.world import Table
from fsmc.syntax import tree as t
from fsmc.syntax.words import written


class Unresolved(Exception):
    """A part could not be resolved; its diagnostic is already collected. Never leaves the model."""


@dataclass(frozen=True, slots=True)
class ValueName:
    """A name that stands for a value: a variable, a parameter, a row, a clause `let`."""

    expr: Expr
    span: Span | None
    what: str  # variable, parameter, row, definition: for messages
    slot: int | None = None  # where it can be written


@dataclass(frozen=True, slots=True)
class LetName:
    """A `let` of the world, resolved anew at each use."""

    item: t.LetItem


@dataclass(frozen=True, slots=True)
class Broken:
    """A name whose declaration failed: its users stay silent."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """A definition that may have no value here; who asks for it is told why."""

    found: tuple[Diagnostic, ...]


Binding: TypeAlias = ValueName | LetName | Broken | Hidden


@dataclass(frozen=True, slots=True)
class Scope:
    """Names by text, innermost winning, and the paths known not to be none."""

    names: Mapping[str, Binding]
    known: frozenset[Expr] = frozenset()
    in_goal: bool = False

    def bind(self, **names: Binding) -> Scope:
        return replace(self, names={**self.names, **names})

    def bind_all(self, names: Mapping[str, Binding]) -> Scope:
        return replace(self, names={**self.names, **names})

    def knowing(self, paths: Iterable[Expr]) -> Scope:
        return replace(self, known=self.known | frozenset(paths))

    def forgetting(self) -> Scope:
        return replace(self, known=frozenset())


@dataclass(slots=True)
class Ground:
    """What the whole world knows: data, places, and where diagnostics go."""

    collector: Collector
    enums: dict[str, Enum] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    mutable: dict[tuple[str, str], int] = field(default_factory=dict)  # column -> slot
    broken_types: set[str] = field(default_factory=set)
    bad_cells: bool = False  # then no expression may look at the data
    currency: str = "EUR"
    counter: int = 0

    def row(self, table: str) -> Row:
        return Row(table, self.tables[table].keys)

    def fresh(self, name: str) -> str:
        """A bound name that nothing else has; no name of the author has a backtick in it."""
        self.counter += 1
        return f"{name}`{self.counter}"

    @contextmanager
    def trying(self) -> Iterator[Collector]:
        """What is found meanwhile goes to the collector given here, not to the world's."""
        kept, self.collector = self.collector, Collector()
        try:
            yield self.collector
        finally:
            self.collector = kept

    def data(self) -> dict[tuple[str, str], tuple[Value, ...]]:
        return {(n, c.name): c.values for n, tb in self.tables.items() for c in tb.columns}

    def refuse(
        self,
        code: str,
        title: str,
        span: Span | None,
        label: str = "",
        *,
        related: tuple[Label, ...] = (),
        help: str = "",
        fix: Fix | None = None,
    ) -> Unresolved:
        """Collects an error and gives the exception to raise: `raise ground.refuse(…)`."""
        self.collector.add(
            Diagnostic(code, title, span, label, related=related, help=help, fix=fix)
        )
        return Unresolved()

    def unknown(
        self,
        code: str,
        title: str,
        name: t.Name,
        candidates: Iterable[str],
        label: str,
        *,
        related: tuple[Label, ...] = (),
        help: str = "",
    ) -> Unresolved:
        """Refuses a name that is none of `candidates`; a near one is the fix, else `help` helps."""
        near = closest(name.text, candidates)
        if near is None:
            return self.refuse(code, title, name.span, label, related=related, help=help)
        fix = Fix(f"write `{near}`", name.span, written(near))
        return self.refuse(
            code, title, name.span, label, related=related, help=f"did you mean `{near}`?", fix=fix
        )

    def twice(self, name: t.Name, first: Span | None, what: str) -> None:
        """Refuses a name that something has already."""
        self.refuse(
            "FSM202",
            f"there are two things called `{name.text}`",
            name.span,
            f"a second {what} of this name",
            related=() if first is None else (Label(first, "first here"),),
            help="rename one of them",
        )

    def once(self, names: Iterable[t.Name], what: str) -> None:
        """Refuses each name that occurs again."""
        seen: dict[str, Span] = {}
        for name in names:
            if name.text in seen:
                self.twice(name, seen[name.text], what)
            seen.setdefault(name.text, name.span)

    def at_least_one(self, count: int, what: str, span: Span) -> None:
        """Refuses a count of nothing."""
        if count < 1:
            self.refuse(
                "FSM232", f"{what} needs a number from 1 on", span, "counts nothing", help="write 1"
            )

    def plain(self, quoted: t.Quoted) -> str:
        """A text without `{…}`: it is the same in every state."""
        bare = re.sub(r"\\.", "  ", quoted.raw)
        at = bare.find("{")
        if at >= 0:
            start = quoted.span.start + 1 + at
            self.refuse(
                "FSM220",
                "this text is the same in every state",
                replace(quoted.span, start=start, end=start + 1),
                "no expression is read here",
                help="write it without `{…}`, or `\\{` for the sign itself",
            )
        return quoted.text

    def warn(self, code: str, title: str, span: Span, label: str = "", *, help: str = "") -> None:
        self.collector.add(
            Diagnostic(code, title, span, label, help=help, severity=Severity.WARNING)
        )


TYPE_NAMES = ("text", "money", "bool", "date", "count")
"""The types that need no declaration."""


def domain_names(ground: Ground) -> list[str]:
    """Every name that a type can have here, for suggestions."""
    return [*TYPE_NAMES, *ground.enums, *ground.tables]
