"""Walks what a scope holds: each element becomes a view, and a draft of its transition."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from fsmc.diagnostics import Fix, Span
from fsmc.diagnostics.suggest import closest
from fsmc.model.domains import (
    Bool,
    Domain,
    Enum,
    File,
    Int,
    Nothing,
    Optional,
    Set,
    String,
    Text,
    finite,
)
from fsmc.model.domains import Date as DateDomain
from fsmc.model.drafts import Clauses, Draft, args_of
from fsmc.model.effects import Cell, Written
from fsmc.model.expr import Bound, Const, Each, Expr, Op, Slot, slots_of, substitute
from fsmc.model.finish import Finisher
from fsmc.model.gestures import Gestures
from fsmc.model.narrow import when_true
from fsmc.model.places import Place, Places
from fsmc.model.resolve_types import finite_domain, humanise
from fsmc.model.scope import Scope, Unresolved, ValueName
from fsmc.model.simplify import TRUE, choose, conj, disj, equal
from fsmc.model.sorting import sheet_rank, sort_key
from fsmc.model.types import spoken, strip
from fsmc.model.world import (
    BackLink,
    BrowserBack,
    Button,
    Element,
    Field,
    Guard,
    Gui,
    Kind,
    Link,
    ListView,
    Option,
    Origin,
    Pager,
    Param,
    Section,
    Show,
    Shown,
    SortKey,
)
from fsmc.syntax import tree as t

WIDGETS = (
    "textbox",
    "searchbox",
    "textarea",
    "combobox",
    "radiogroup",
    "checkbox",
    "switch",
    "slider",
    "stepper",
    "datepicker",
)
TEXT_WIDGETS = ("textbox", "searchbox", "textarea")
CHOICE_WIDGETS = ("combobox", "radiogroup")
STRING = String()


@dataclass(frozen=True, slots=True)
class Row:
    """A list around an element: its variable and the guards that say the row is shown."""

    param: Param
    guards: tuple[Guard, ...]


@dataclass(frozen=True, slots=True)
class Context:
    """Where an element stands: names, rows and conditions around it, and the prefix of its id."""

    place: Place
    scope: Scope
    rows: tuple[Row, ...] = ()
    guards: tuple[Guard, ...] = ()
    prefix: str = ""

    @property
    def params(self) -> tuple[Param, ...]:
        return tuple(r.param for r in self.rows)

    @property
    def all_guards(self) -> list[Guard]:
        return [*(g for r in self.rows for g in r.guards), *self.guards]


@dataclass(slots=True)
class Elements:
    """Builds views and drafts; `drafts[i]` becomes transition i."""

    places: Places
    clauses: Clauses
    finisher: Finisher
    drafts: list[Draft] = field(default_factory=list)
    ids: dict[str, int] = field(default_factory=dict)
    sheet_tests: dict[int, Expr] = field(default_factory=dict)

    def scope(self, place: Place, prefix: str) -> tuple[Element, ...]:
        """The elements of a scope, in order."""
        context = Context(place, place.scope, prefix=prefix)
        return self._all(place.elements, context)

    def _all(self, items: tuple[t.ElementItem, ...], context: Context) -> tuple[Element, ...]:
        found: list[Element] = []
        for item in items:
            try:
                found.extend(self._element(item, context))
            except Unresolved:
                continue
        return tuple(found)

    def _element(self, item: t.ElementItem, context: Context) -> list[Element]:
        match item:
            case t.LocalItem() | t.DialogItem():
                if context.rows or context.guards:
                    what = "local" if isinstance(item, t.LocalItem) else "dialog"
                    raise self._misplaced(what, item.span)
                return []
            case t.EmptyItem():
                if not context.rows:
                    raise self._misplaced("empty", item.span)
                return []
            case t.ShowItem():
                return [self._show(item, context)]
            case t.SectionItem():
                return [self._section(item, context)]
            case t.ListItem():
                return [self._list(item, context)]
            case t.ActionItem():
                return [self._action(item, context)]
            case t.LinkItem():
                return [self._link(item, context)]
            case t.FieldItem():
                return [self._field(item, context)]
            case t.BackItem():
                return self._back(item, context)

    def _misplaced(self, what: str, span: Span) -> Unresolved:
        where = (
            "in a list" if what == "empty" else "directly in a page, `on`, `everywhere` or dialog"
        )
        return self.clauses.ground.refuse(
            "FSM230", f"`{what}` cannot stand here", span, "misplaced", help=f"it stands {where}"
        )

    def _id(self, context: Context, name: str) -> str:
        base = re.sub(r"[^A-Za-z0-9_-]+", "-", f"{context.prefix}-{name}").strip("-")
        self.ids[base] = count = self.ids.get(base, 0) + 1
        return base if count == 1 else f"{base}-{count}"

    # ---- content ----------------------------------------------------------------------------
    def _present(self, e: t.Expression | None, scope: Scope) -> Expr:
        return TRUE if e is None else self.clauses.resolver.boolean(e, scope)

    def _show(self, item: t.ShowItem, context: Context) -> Show:
        present = self._present(item.present, context.scope)
        scope = context.scope.knowing(when_true(present))
        items: list[Shown] = []
        for written in item.items:
            value = self._shown_value(written, scope)
            if isinstance(value, Shown):
                items.append(value)
                continue
            picture = isinstance(strip(value.type), File)
            alt = None
            if picture:
                alt = (context.rows and self._row_text(context)) or Const(
                    humanise(context.place.name), STRING
                )
            items.append(Shown(self.clauses.texts.show(value), value, picture, alt or None))
        return Show(self._id(context, "show"), tuple(items), present, item.span)

    def _shown_value(self, written: t.Expression, scope: Scope) -> Expr | Shown:
        if isinstance(written, t.StringLiteral):
            shown = self.clauses.texts.interpolate(written.value, scope)
            value = shown.values[0] if len(shown.values) == 1 else shown.text
            return Shown(shown.text, value, False, None)
        return self.clauses.resolver.resolve(written, scope)

    def _row_text(self, context: Context) -> Expr:
        param = context.rows[-1].param
        return self.clauses.texts.show(Bound(param.name, param.domain))

    def _section(self, item: t.SectionItem, context: Context) -> Section:
        title = self.clauses.texts.interpolate(item.title, context.scope).text
        present = self._present(item.present, context.scope)
        span = item.present.span if item.present else item.span
        guard = Guard(present, None, Origin.SECTION, span)
        inner = replace(
            context,
            scope=context.scope.knowing(when_true(present)),
            guards=(*context.guards, guard),
        )
        own = self._id(context, "section")
        elements = self._all(item.elements, replace(inner, prefix=own))
        return Section(own, title, present, elements, item.span)

    # ---- lists ------------------------------------------------------------------------------
    def _list(self, item: t.ListItem, context: Context) -> ListView:
        resolver, name = self.clauses.resolver, item.variable.text
        source, domain = resolver.source(item.source, context.scope)
        row = Bound(name, domain)
        scope = context.scope.bind(**{name: ValueName(row, item.variable.span, "row")})
        where = self._present(item.where, scope)
        inner_scope = scope.knowing(when_true(where))
        guards: list[Guard] = []
        if not (isinstance(source, Const) and source.value == tuple(domain.values())):
            guards.append(
                Guard(Op("in", (row, source), Bool()), None, Origin.LIST, item.source.span)
            )
        if item.where is not None:
            guards.append(Guard(where, None, Origin.LIST, item.where.span))
        sort = tuple(self._sort(s, inner_scope, row) for s in item.sort)
        own = self._id(context, f"list-{name}")
        pager = self._pager(item, context, own, source, where, row, sort)
        if pager is not None:
            guards.append(self._on_sheet(pager, source, where, row, sort))
            self.sheet_tests[pager.slot] = guards[-1].test
        inner = replace(
            context,
            scope=inner_scope,
            rows=(*context.rows, Row(Param(name, domain), tuple(guards))),
            prefix=own,
        )
        elements = self._all(item.elements, inner)
        empty = next((e.text.text for e in item.elements if isinstance(e, t.EmptyItem)), None)
        first = next(
            (x.text for e in elements if isinstance(e, Show) for x in e.items if not x.picture),
            None,
        )
        if first is None:
            first = self._row_text(inner)
        return ListView(
            own, Param(name, domain), source, where, sort, pager, first, elements, empty, item.span
        )

    def _sort(self, item: t.SortItem, scope: Scope, row: Bound) -> SortKey:
        present = self._present(item.present, scope)
        key = self.clauses.resolver.resolve(item.key, scope.knowing(when_true(present)))
        return SortKey(sort_key(self.places, key, item.key.span), item.descending, present)

    def _pager(
        self,
        item: t.ListItem,
        context: Context,
        own: str,
        source: Expr,
        where: Expr,
        row: Bound,
        sort: tuple[SortKey, ...],
    ) -> Pager | None:
        assert isinstance(source.type, Set)
        most = source.type.bound
        if item.paged is None or item.paged >= most:
            return None
        if context.rows:
            raise self.clauses.ground.refuse(
                "FSM230", "a list inside a list cannot be paged", item.span, "no sheet of its own"
            )
        sheets = (most + item.paged - 1) // item.paged
        place = context.place
        slot = self.places.slot(
            f"{own}.sheet", Kind.SHEET, Optional(Int(0, sheets - 1)), place.pages, item.span
        )
        reads = slots_of(source) | slots_of(where)
        for key in sort:
            reads |= slots_of(key.key) | slots_of(key.present)
        self.finisher.sheets[slot] = (place, reads)
        sheet = Slot(slot, Int(0, sheets - 1))
        total = self._count(source, where, row)
        more = Op(
            "lt",
            (
                Op(
                    "mul",
                    (
                        Op("add", (sheet, Const(1, Int(1, 1))), Int(1, sheets)),
                        Const(item.paged, Int(1, None)),
                    ),
                    Int(0, None),
                ),
                total,
            ),
            Bool(),
        )
        back = Op("gt", (sheet, Const(0, Int(0, 0))), Bool())
        indices: list[int] = []
        for name, test, operator in (("previous", back, "sub"), ("next", more, "add")):
            draft = Draft(
                f"{name}_sheet",
                "agent",
                (),
                place,
                [*context.all_guards, Guard(test, None, Origin.LIST, item.span)],
                item.span,
                Gui(),
                sheet=slot,
            )
            moved = Op(operator, (sheet, Const(1, Int(1, 1))), sheet.type)
            draft.writes[slot] = Written(moved, TRUE)
            indices.append(len(self.drafts))
            self.drafts.append(draft)
        return Pager(f"{own}-pager", item.paged, slot, indices[0], indices[1])

    def _count(self, source: Expr, where: Expr, row: Bound) -> Expr:
        name = self.clauses.ground.fresh(row.name)
        other = Bound(name, row.type)
        return Each(
            "count", name, source, substitute(where, bound={row.name: other}), other, Int(0, None)
        )

    def _on_sheet(
        self, pager: Pager, source: Expr, where: Expr, row: Bound, sort: tuple[SortKey, ...]
    ) -> Guard:
        rank = sheet_rank(self.clauses.ground, source, where, row, sort)
        size = Const(pager.size, Int(pager.size, pager.size))
        sheet = Slot(pager.slot, Int(0, None))
        return Guard(equal(Op("down", (rank, size), Int(0, None)), sheet), None, Origin.LIST, None)

    # ---- actions and links ------------------------------------------------------------------
    def _draft(self, name: str, context: Context, own: tuple[Param, ...], span: Span) -> Draft:
        return Draft(
            name, "agent", (*context.params, *own), context.place, context.all_guards, span, Gui()
        )

    def own_params(
        self, items: tuple[t.Parameter, ...], scope: Scope
    ) -> tuple[tuple[Param, ...], list[Guard], Scope]:
        """Parameters of an action, goal or patch; one drawn from a set brings a guard."""
        found: list[Param] = []
        guards: list[Guard] = []
        for item in items:
            word = item.name.text
            if item.type is not None:
                domain = self.places.own(finite_domain(self.clauses.ground, item.type), word)
                element = Bound(word, domain)
            else:
                assert item.source is not None
                source, domain = self.clauses.resolver.source(item.source, scope)
                element = Bound(word, domain)
                if not (isinstance(source, Const) and source.value == tuple(domain.values())):
                    guards.append(
                        Guard(
                            Op("in", (element, source), Bool()), None, Origin.LIST, item.source.span
                        )
                    )
            found.append(Param(word, domain))
            scope = scope.bind(**{word: ValueName(element, item.name.span, "parameter")})
        return tuple(found), guards, scope

    def _action(self, item: t.ActionItem, context: Context) -> Button:
        own, guards, scope = self.own_params(item.params, context.scope)
        draft = self._draft(item.name.text, context, own, item.name.span)
        draft.guards += guards
        scope = self.clauses.read(draft, item.body, scope)
        label = (
            Const(humanise(item.name.text), STRING)
            if item.label is None
            else self.clauses.texts.label(item.label, scope).text
        )
        routes = Gestures(self.clauses).routes(item.body, scope)
        draft.surface = Gui(routes)
        index = self._add(draft)
        args = args_of(context.params)
        return Button(self._id(context, item.name.text), index, args, own, label, routes, item.span)

    def _add(self, draft: Draft) -> int:
        self.drafts.append(draft)
        return len(self.drafts) - 1

    def _link(self, item: t.LinkItem, context: Context) -> Link:
        draft = self._draft(item.name.text, context, (), item.name.span)
        scope = self.clauses.read(draft, item.body, context.scope, goto=item.to)
        label = self.clauses.texts.label(item.label, scope).text
        routes = Gestures(self.clauses).routes(item.body, scope)
        draft.surface = Gui(routes)
        index = self._add(draft)
        shown = isinstance(item.label, t.Path)
        return Link(
            self._id(context, item.name.text),
            index,
            args_of(context.params),
            label,
            routes,
            shown,
            item.span,
        )

    def _back(self, item: t.BackItem, context: Context) -> list[Element]:
        if item.to is None:
            return []
        if item.to.name.text == "caller":
            raise self.clauses.ground.refuse(
                "FSM301",
                "`back to caller` comes in a later version",
                item.span,
                "not yet",
                help="name a page: `back to catalogue`",
            )
        if context.place.kind == "dialog" or context.rows:
            raise self._misplaced("back to", item.span)
        draft = self._draft("back", context, (), item.span)
        self.clauses.read(draft, (), context.scope, goto=item.to)
        draft.surface = BrowserBack()
        index = self._add(draft)
        return [BackLink(self._id(context, "back"), index, Const("Back", STRING), item.span)]

    # ---- fields -----------------------------------------------------------------------------
    def _field(self, item: t.FieldItem, context: Context) -> Field:
        widget = item.widget.text
        ground = self.clauses.ground
        if widget not in WIDGETS:
            near = closest(widget, WIDGETS)
            raise ground.refuse(
                "FSM207",
                f"`{widget}` is no widget",
                item.widget.span,
                "not in the list",
                help=f"did you mean `{near}`?"
                if near
                else "a widget is one of " + ", ".join(WIDGETS),
                fix=Fix(f"write `{near}`", item.widget.span, near) if near else None,
            )
        name, cell, element = self._subject(item, context)
        domain: Domain = Bool() if element is not None else cell.domain
        self._suits(widget, domain, item)
        value = Bound("value", domain)
        if any(p.name == "value" for p in context.params):
            value = Bound("value~", domain)
        current = cell.current if element is None else Op("in", (element, cell.current), Bool())
        draft = self._draft(name, context, (Param(value.name, domain),), item.span)
        offered = self._offered(cell, value)
        draft.guards += [
            Guard(g, None, Origin.VALUE, item.span)
            for g in (*offered, Op("ne", (value, current), Bool()))
        ]
        if widget == "stepper":
            draft.guards.append(
                Guard(_one_step(value, current, strip(domain)), None, Origin.VALUE, item.span)
            )
        draft.writes[cell.slot] = Written(self._new_value(cell, element, value), TRUE)
        scope = self.clauses.read(draft, item.body, context.scope)
        label = self.clauses.texts.label(item.label, scope).text
        index = self._add(draft)
        routes = Gestures(self.clauses).routes(item.body, scope)
        draft.surface = Gui(routes)
        return Field(
            self._id(context, name),
            index,
            widget,
            args_of(context.params),
            label,
            current,
            domain,
            self._options(cell, domain, widget),
            item.span,
        )

    def _subject(self, item: t.FieldItem, context: Context) -> tuple[str, Cell, Expr | None]:
        match item.subject:
            case t.Declared(name=name):
                cell = self.clauses.effects.cell(t.PlacePath(name, (), name.span), context.scope)
                return name.text, cell, None
            case t.MemberOf(name=name, place=place):
                cell = self.clauses.effects.cell(place, context.scope)
                if not isinstance(cell.domain, Set):
                    raise self.clauses.ground.refuse(
                        "FSM210",
                        "a membership field needs a set",
                        place.span,
                        f"is {spoken(cell.domain)}",
                    )
                element = self.clauses.resolver.value(
                    t.NameRef(name, name.span), context.scope, cell.domain.of
                )
                return _last(place), cell, element
            case t.PlacePath() as place:
                return _last(place), self.clauses.effects.cell(place, context.scope), None

    def _new_value(self, cell: Cell, element: Expr | None, value: Expr) -> Expr:
        whole = Slot(cell.slot, self.places.variables[cell.slot].domain)
        new = value
        if element is not None:
            one = Op("set_of", (element,), cell.domain)
            new = choose(
                value,
                Op("union", (cell.current, one), cell.domain),
                Op("difference", (cell.current, one), cell.domain),
            )
        return new if cell.index is None else Op("store", (whole, cell.index, new), whole.type)

    def _offered(self, cell: Cell, value: Expr) -> tuple[Expr, ...]:
        """For texts with alternatives taken from arguments: only those of now."""
        if cell.slot not in self.places.same:
            return ()
        static, dynamic = self.places.same[cell.slot]
        fixed = Op("in", (value, Const(static, Set(STRING))), Bool())
        return (disj(fixed, *(equal(value, d) for d in dynamic)),)

    def _suits(self, widget: str, domain: Domain, item: t.FieldItem) -> None:
        inner = strip(domain)
        good = finite(domain)
        match widget:
            case "textbox" | "searchbox" | "textarea":
                good &= isinstance(inner, Text) and not (
                    isinstance(domain, Optional) and "" in inner.alternatives
                )
            case "combobox" | "radiogroup":
                good &= not isinstance(inner, Set | Nothing)
            case "checkbox" | "switch":
                good &= isinstance(domain, Bool)
            case "slider" | "stepper":
                good &= not isinstance(domain, Optional) and type(inner).__name__ in (
                    "Int",
                    "Money",
                )
            case _:
                good &= isinstance(inner, DateDomain)
        if not good:
            raise self.clauses.ground.refuse(
                "FSM228",
                f"a {widget} cannot edit {spoken(domain)}",
                item.widget.span,
                "does not suit",
                help=f"use {_suitable(domain)}",
            )

    def _options(self, cell: Cell, domain: Domain, widget: str) -> tuple[Option, ...]:
        if widget in TEXT_WIDGETS or widget in ("slider", "stepper", "datepicker"):
            return ()
        found: list[Option] = []
        for value in domain.values():
            const = Const(value, domain if value is not None else Nothing())
            if value is not None and isinstance(domain, Optional):
                const = Const(value, domain.of)
            present = conj(*self._offered(cell, const))
            found.append(Option(value, self.clauses.texts.show(const), present))
        return tuple(found)


def _last(place: t.PlacePath) -> str:
    names = [place.name, *(p for p in place.parts if isinstance(p, t.Name))]
    return names[-1].text


def _one_step(value: Expr, current: Expr, domain: Domain) -> Expr:
    size = getattr(domain, "step", 1) or 1
    step = Const(size, Int(size, size))
    return disj(
        equal(value, Op("add", (current, step), domain)),
        equal(value, Op("sub", (current, step), domain)),
    )


def _suitable(domain: Domain) -> str:
    match strip(domain):
        case Text():
            return "a textbox, searchbox or textarea"
        case Bool():
            return "a checkbox or switch"
        case DateDomain():
            return "a datepicker or combobox"
        case Int():
            return "a stepper, slider, combobox or radiogroup"
        case Enum():
            return "a combobox or radiogroup"
        case Set():
            return "`field x in place as checkbox` inside a list"
        case _:
            return "a combobox"
