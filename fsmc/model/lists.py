"""Builds lists: the rows that are shown, their order, their sheets, and what each row holds."""

from __future__ import annotations

from dataclasses import replace

from fsmc.diagnostics import Label
from fsmc.model.building import Context, Row
from fsmc.model.domains import Bool, Int, Optional, Set
from fsmc.model.drafts import Draft
from fsmc.model.effects import Written
from fsmc.model.expr import Bound, Const, Each, Expr, Op, Slot, slots_of, substitute
from fsmc.model.fields import Fields
from fsmc.model.narrow import when_true
from fsmc.model.scope import Scope, Unresolved, ValueName
from fsmc.model.simplify import TRUE, equal
from fsmc.model.sorting import sheet_rank, sort_key
from fsmc.model.types import most
from fsmc.model.world import (
    Element,
    Guard,
    Gui,
    Kind,
    ListView,
    Origin,
    Pager,
    Param,
    Show,
    SortKey,
)
from fsmc.syntax import tree as t


class Lists(Fields):
    """Lists own their rows: everything in a row takes it as parameter, and needs it shown."""

    def list_view(self, item: t.ListItem, context: Context) -> ListView:
        name = item.variable
        if any(r.name.text == name.text for r in context.rows):
            self.ground.once((*(r.name for r in context.rows), name), "row")
            raise Unresolved
        source, domain = self.resolver.source(item.source, context.scope)
        row = Bound(name.text, domain)
        scope = context.scope.bind(**{name.text: ValueName(row, name.span, "row")})
        scope = scope.knowing(self.resolver.entry_there(item.source, context.scope, row))
        where = self.present(item.where, scope)
        scope = scope.knowing(when_true(where))
        guards = self.drawn(row, source, item.source.span)
        if item.where is not None:
            guards.append(Guard(where, None, Origin.LIST, item.where.span))
        sort = tuple(self._sort(s, scope) for s in item.sort)
        own = self.id(context, f"list-{name.text}")
        pager = self._pager(item, context, own, (source, where, row), sort)
        if pager is not None:
            guards.append(self._on_sheet(pager, (source, where, row), sort))
            self.sheet_tests[pager.slot] = guards[-1].test
        inner = replace(
            context,
            scope=scope,
            rows=(*context.rows, Row(Param(name.text, domain), name)),
            guards=(*context.guards, *guards),
            prefix=own,
        )
        elements = self.inside(_without_empty(item.elements), inner)
        return ListView(
            own,
            inner.rows[-1].param,
            source,
            where,
            sort,
            pager,
            self._row_name(elements, inner),
            elements,
            self._empty(item, context.scope),
            item.span,
        )

    def _row_name(self, elements: tuple[Element, ...], inner: Context) -> Expr:
        """The first text that is shown, or else the row itself as text."""
        shows = (x for e in elements if isinstance(e, Show) for x in e.items)
        first = next((x.text for x in shows if not x.picture), None)
        return self.row_text(inner) if first is None else first

    def _empty(self, item: t.ListItem, scope: Scope) -> Expr | None:
        found = [e for e in item.elements if isinstance(e, t.EmptyItem)]
        for extra in found[1:]:
            self.ground.refuse(
                "FSM202",
                "this list has two texts for when it is empty",
                extra.span,
                "again here",
                related=(Label(found[0].span, "first here"),),
                help="keep one of them",
            )
        return self.texts.interpolate(found[0].text, scope).text if found else None

    def _sort(self, item: t.SortItem, scope: Scope) -> SortKey:
        present = self.present(item.present, scope)
        key = self.resolver.resolve(item.key, scope.knowing(when_true(present)))
        return SortKey(sort_key(self.places, key, item.key.span), item.descending, present)

    # ---- sheets -----------------------------------------------------------------------------
    def _pager(
        self,
        item: t.ListItem,
        context: Context,
        own: str,
        rows: tuple[Expr, Expr, Bound],
        sort: tuple[SortKey, ...],
    ) -> Pager | None:
        if item.paged is None:
            return None
        if item.paged < 1:
            self.ground.at_least_one(item.paged, "`paged`", item.span)
            raise Unresolved
        source, where, _ = rows
        assert isinstance(source.type, Set)
        count = most(source.type)
        assert count is not None
        if item.paged >= count:
            return None
        if context.rows:
            raise self.ground.refuse(
                "FSM230",
                "a list inside a list cannot be paged",
                item.span,
                "no sheet of its own",
                help="leave out `paged`",
            )
        sheets = (count + item.paged - 1) // item.paged
        pages = context.place.pages
        domain = Int(0, sheets - 1)
        slot = self.places.slot(f"{own}.sheet", Kind.SHEET, Optional(domain), pages, item.span)
        reads = slots_of(source) | slots_of(where)
        for key in sort:
            reads |= slots_of(key.key) | slots_of(key.present)
        self.finisher.sheets[slot] = (context.place, reads)
        sheet, one = Slot(slot, domain), Const(1, Int(1, 1))
        seen = Op("mul", (Op("add", (sheet, one), domain), _number(item.paged)), Int(0, None))
        more = Op("lt", (seen, self._count(*rows)), Bool())
        back = Op("gt", (sheet, _number(0)), Bool())
        indices: list[int] = []
        for name, test, operator in (("previous", back, "sub"), ("next", more, "add")):
            draft = Draft(
                f"{name}_sheet",
                "agent",
                (),
                context.place,
                [*context.guards, Guard(test, None, Origin.LIST, item.span)],
                item.span,
                Gui(),
                sheet=slot,
            )
            draft.writes[slot] = Written(Op(operator, (sheet, one), domain), TRUE)
            indices.append(self.add(draft))
        return Pager(f"{own}-pager", item.paged, slot, indices[0], indices[1])

    def _count(self, source: Expr, where: Expr, row: Bound) -> Expr:
        name = self.ground.fresh(row.name)
        other = Bound(name, row.type)
        mine = substitute(where, bound={row.name: other})
        return Each("count", name, source, mine, other, Int(0, None))

    def _on_sheet(
        self, pager: Pager, rows: tuple[Expr, Expr, Bound], sort: tuple[SortKey, ...]
    ) -> Guard:
        rank = sheet_rank(self.ground, *rows, sort)
        sheet = Op("down", (rank, _number(pager.size)), Int(0, None))
        return Guard(equal(sheet, Slot(pager.slot, Int(0, None))), None, Origin.LIST, None)


def _number(value: int) -> Const:
    return Const(value, Int(value, value))


def _without_empty(items: tuple[t.ElementItem, ...]) -> tuple[t.ElementItem, ...]:
    return tuple(i for i in items if not isinstance(i, t.EmptyItem))
