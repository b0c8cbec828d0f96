"""Where a value can be read on the site: what the plan of an `answer` goal has to reach."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from fsmc.model.domains import Bool, Domain, Row, Set
from fsmc.model.elements import Elements
from fsmc.model.expr import Bound, Column, Const, Each, Expr, Op, Slot, bound_of, substitute
from fsmc.model.places import Places
from fsmc.model.simplify import FALSE, TRUE, conj, disj, equal
from fsmc.model.texts import Texts
from fsmc.model.types import fits, retype, strip
from fsmc.model.views import Views
from fsmc.model.world import (
    BackLink,
    Button,
    Element,
    Field,
    Kind,
    Link,
    ListView,
    Section,
    Show,
)


@dataclass(frozen=True, slots=True)
class Reading:
    """A value that can be read while `visible` holds.

    `rows` are the variables of the lists around it. `row` says that the value is the row of a list
    itself: it can be counted, not read.
    """

    value: Expr
    visible: Expr
    rows: frozenset[str]
    row: bool = False


def readings(places: Places, views: Views, elements: Elements) -> tuple[Reading, ...]:
    """Everything that is shown somewhere."""
    found: list[Reading] = []
    reader = _Reader(elements)
    for page in views.pages:
        here = conj(places.on_pages((page.index,)), places.uncovered((page.index,)))
        found += [Reading(v, here, frozenset()) for v in views.titles.get(page.name, ())]
        found += reader.read((*page.navigation, *page.elements), here, frozenset())
    for dialog in views.dialogs:
        here = dialog.on_top
        found += [Reading(v, here, frozenset()) for v in views.titles.get(dialog.name, ())]
        found += reader.read(dialog.elements, here, frozenset())
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Reader:
    elements: Elements

    def read(
        self, views: tuple[Element, ...], visible: Expr, rows: frozenset[str]
    ) -> Iterator[Reading]:
        for view in views:
            here = conj(visible, self._there(view))
            if not isinstance(view, ListView):
                for value in self.elements.said.get(view.id, ()):
                    yield Reading(value, here, rows)
            match view:
                case Show(items=items):
                    for item in items:
                        yield Reading(item.value, here, rows)
                case Field(value=value):
                    yield Reading(value, here, rows)
                case Section(elements=inner):
                    yield from self.read(inner, here, rows)
                case ListView():
                    yield from self._list(view, here, rows)
                case Button() | Link() | BackLink():
                    continue

    def _there(self, view: Element) -> Expr:
        """Whether a view is there, given that what it stands in is."""
        match view:
            case Show(present=present) | Section(present=present):
                return present
            case Button() | Link():
                return self.elements.offered.get(view.id, TRUE)
            case BackLink() | Field() | ListView():
                return TRUE

    def _list(self, view: ListView, here: Expr, rows: frozenset[str]) -> Iterator[Reading]:
        row = Bound(view.variable.name, view.variable.domain)
        shown = conj(here, Op("in", (row, view.source), Bool()), view.where)
        if view.pager is not None:
            shown = conj(shown, self.elements.sheet_tests.get(view.pager.slot, TRUE))
        inside = rows | {view.variable.name}
        yield Reading(row, shown, inside, row=True)
        yield from self.read(view.elements, shown, inside)


@dataclass(frozen=True, slots=True)
class Finder:
    """Asks where something can be read."""

    places: Places
    texts: Texts
    readings: tuple[Reading, ...]

    def shown(self, value: Expr) -> Expr:
        """Whether `value` can be read: shown as it is, or else all that it is computed from."""
        kind = strip(value.type)
        hits = self._hits(value)
        if isinstance(kind, Row):
            hits += self._hits(self.texts.row_text(retype(value, kind)))
        if hits:
            return disj(*hits)
        match value:
            case Const() | Bound():
                return FALSE if isinstance(kind, Row) else TRUE
            case Op(args=args):
                return conj(*(self.shown(a) for a in args))
            case Each():
                inside = self._counted(value) if value.kind == "count" else self.shown(value.body)
                if inside == TRUE:
                    return TRUE
                return Each("all", value.variable, value.source, value.where, inside, Bool())
            case Column() | Slot():
                return FALSE

    def _counted(self, value: Each) -> Expr:
        """Whether the row that is counted is in a list that is shown."""
        return disj(*self._hits(Bound(value.variable, _element(value)), rows=True))

    def _hits(self, value: Expr, rows: bool = False) -> list[Expr]:
        found = (self._match(r, value) for r in self.readings if r.row == rows)
        return [hit for hit in found if hit is not None]

    def _match(self, reading: Reading, value: Expr) -> Expr | None:
        unifier = Unifier(self.places, reading.rows)
        if not unifier.unify(reading.value, value) or reading.rows - unifier.rows.keys():
            return None
        return conj(substitute(reading.visible, bound=unifier.rows), *unifier.tests)


def _element(each: Each) -> Domain:
    return (isinstance(each.source.type, Set) and each.source.type.of) or each.body.type


@dataclass(slots=True)
class Unifier:
    """Finds the rows for which what is shown is what is asked, and what else must hold."""

    places: Places
    names: frozenset[str]
    rows: dict[str, Expr] = field(default_factory=dict)
    tests: list[Expr] = field(default_factory=list)
    same: dict[str, str] = field(default_factory=dict)  # variables of comprehensions, by pattern

    def unify(self, pattern: Expr, value: Expr) -> bool:
        if isinstance(pattern, Bound) and pattern.name in self.names:
            return self._row(pattern, value)
        if isinstance(pattern, Bound) and pattern.name in self.same:
            return isinstance(value, Bound) and value.name == self.same[pattern.name]
        if pattern == value and not bound_of(pattern) & (self.names | self.same.keys()):
            return True
        if self._is_argument(pattern) and type(strip(pattern.type)) is type(strip(value.type)):
            self.tests.append(equal(pattern, value))
            return True
        match pattern, value:
            case Column(), Column():
                same = (pattern.table, pattern.column) == (value.table, value.column)
                return same and self.unify(pattern.row, value.row)
            case Op(), Op():
                same = pattern.name == value.name and len(pattern.args) == len(value.args)
                return same and all(map(self.unify, pattern.args, value.args))
            case Each(), Each():
                if pattern.kind != value.kind or not self.unify(pattern.source, value.source):
                    return False
                self.same[pattern.variable] = value.variable
                return self.unify(pattern.where, value.where) and (
                    value.kind == "count" or self.unify(pattern.body, value.body)
                )
            case _:
                return False

    def _row(self, pattern: Bound, value: Expr) -> bool:
        held = self.rows.get(pattern.name)
        if held is not None:
            self.tests.append(equal(held, value))
            return True
        if not fits(strip(value.type), pattern.type):
            return False
        self.rows[pattern.name] = value
        return True

    def _is_argument(self, pattern: Expr) -> bool:
        kinds = (Kind.ARGUMENT, Kind.DIALOG_ARGUMENT)
        return isinstance(pattern, Slot) and self.places.variables[pattern.index].kind in kinds
