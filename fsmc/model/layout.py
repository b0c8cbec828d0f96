"""Lays out a world: its places, the slots of what each declares, and what is in scope where."""

from __future__ import annotations

from collections.abc import Iterator

from fsmc.diagnostics import Span
from fsmc.model.domains import OTHER, Domain, Enum, Optional, String
from fsmc.model.expr import Column, Expr, Slot
from fsmc.model.narrow import when_true
from fsmc.model.place import Argument, Local, Place, outside_in
from fsmc.model.places import Places
from fsmc.model.resolve_types import finite_domain, spelled
from fsmc.model.scope import Broken, Scope, Unresolved, ValueName
from fsmc.model.simplify import TRUE
from fsmc.model.texts import path_expression
from fsmc.model.types import optional
from fsmc.model.variables import declare_state
from fsmc.model.world import Kind
from fsmc.syntax import tree as t


def lay_out(places: Places, items: list[t.Item]) -> None:
    """Fills `places`; what a problem names is broken from then on, not missing."""
    _pages(places, items)
    _scopes(places, items)
    names = tuple(p.name for p in places.pages)
    places.slot("page", Kind.PAGE, Enum("page", names, names), (), None)
    for page in places.pages:
        _arguments(places, page, Kind.ARGUMENT)
    if any(not d.forced for d in places.dialogs):
        titles = tuple(d.name for d in places.dialogs)
        domain = Optional(Enum("dialog", titles, titles))
        places.dialog_slot = places.slot("dialog", Kind.DIALOG, domain, (), None)
    for dialog in places.dialogs:
        _arguments(places, dialog, Kind.DIALOG_ARGUMENT)
    declare_state(places, [i for i in items if isinstance(i, t.StateItem)])
    places.testable = True
    places.resolver.forget_failures()
    for place in sorted(places.scopes, key=outside_in):
        place.scope = _scope_of(places, place)
        _Locals(places, place).declare()
    for place in places.scopes:
        place.scope = _scope_of(places, place)
    for dialog in places.dialogs:
        assert dialog.parent is not None
        dialog.scope = _with_arguments(dialog, dialog.parent.scope)
        _condition(places, dialog)
        _Locals(places, dialog).declare()
        dialog.scope = dialog.scope.bind_all(dialog.own)
    places.settled = True
    places.resolver.forget_failures()


# ---- places --------------------------------------------------------------------------------


def _pages(places: Places, items: list[t.Item]) -> None:
    pages = [i for i in items if isinstance(i, t.PageItem)]
    places.ground.once((p.name for p in pages), "page")
    seen: set[str] = set()
    for item in pages:
        if item.name.text not in seen:
            place = Place("page", item.name.text, (len(seen),), item.elements, item.name.span)
            place.params, place.title = item.params, item.title
            places.pages.append(place)
            seen.add(item.name.text)


def _scopes(places: Places, items: list[t.Item]) -> None:
    pages = {p.span: p for p in places.pages}
    for item in items:
        match item:
            case t.PageItem():
                place = pages.get(item.name.span)
            case t.OnItem():
                inside = _indices(places, item.pages)
                place = Place("on", "on", inside, item.elements, item.span)
            case t.EverywhereItem():
                out = _indices(places, item.exceptions)
                inside = tuple(i for i in range(len(places.pages)) if i not in out)
                place = Place("everywhere", "everywhere", inside, item.elements, item.span)
            case _:
                continue
        if place is None:
            continue
        places.scopes.append(place)
        for element in place.elements:
            if isinstance(element, t.DialogItem):
                _dialog(places, element, place)


def _indices(places: Places, names: tuple[t.Name, ...]) -> tuple[int, ...]:
    found: set[int] = set()
    for name in names:
        try:
            found.update(places.page_named(name).pages)
        except Unresolved:
            continue
    return tuple(sorted(found))


def _dialog(places: Places, item: t.DialogItem, parent: Place) -> None:
    for other in (*places.dialogs, *places.pages):
        if other.name == item.name.text:
            places.ground.twice(item.name, other.span, "dialog")
    dialog = Place("dialog", item.name.text, parent.pages, item.elements, item.name.span)
    dialog.params, dialog.title, dialog.parent = item.params, item.title, parent
    dialog.dialog, dialog.written_condition = len(places.dialogs), item.condition
    if dialog.forced and item.params:
        places.ground.refuse(
            "FSM230",
            "a dialog with `while` takes no arguments",
            item.params[0].span,
            "nobody gives them",
            help="leave out the arguments, or open the dialog with `goto`",
        )
    places.dialogs.append(dialog)


def _arguments(places: Places, place: Place, kind: Kind) -> None:
    places.ground.once((p.name for p in place.params), "argument")
    found: list[Argument] = []
    for param in place.params:
        try:
            domain = _argument_domain(places, param)
        except Unresolved:
            continue
        stored = optional(domain) if kind is Kind.DIALOG_ARGUMENT else domain
        name = f"{place.name}.{param.name.text}"
        slot = places.slot(name, kind, stored, place.pages, param.name.span)
        found.append(Argument(param.name, slot, domain))
    place.arguments = tuple(found)


def _argument_domain(places: Places, param: t.Parameter) -> Domain:
    if param.type is None:
        raise places.ground.refuse(
            "FSM230",
            "arguments of a place have a type",
            param.span,
            "drawn from a set",
            help=f"write `{param.name.text}: …`",
        )
    if param.default is not None:
        raise places.ground.refuse(
            "FSM301",
            "defaults of arguments come with tool worlds, in a later version",
            param.default.span,
            "not yet",
        )
    return places.own(finite_domain(places.ground, param.type), param.name.text)


# ---- what is in scope ----------------------------------------------------------------------


def _scope_of(places: Places, place: Place) -> Scope:
    """The world, the scopes around the place (inner ones win), its arguments, its own variables."""
    scope = places.world_scope
    for other in sorted(places.scopes, key=outside_in):
        if other.covers(place):
            scope = scope.bind_all(other.own)
    return _with_arguments(place, scope).bind_all(place.own)


def _with_arguments(place: Place, scope: Scope) -> Scope:
    for param in place.params:
        scope = scope.bind(**{param.name.text: Broken()})
    for a in place.arguments:
        value = ValueName(Slot(a.slot, a.domain), a.name.span, "argument")
        scope = scope.bind(**{a.name.text: value})
    return scope


def _condition(places: Places, dialog: Place) -> None:
    if dialog.written_condition is None:
        return
    assert dialog.parent is not None
    try:
        scope = dialog.parent.scope
        dialog.condition = places.resolver.boolean(dialog.written_condition, scope)
    except Unresolved:
        dialog.condition = TRUE
    dialog.scope = dialog.scope.knowing(when_true(dialog.condition))


class _Locals:
    """Declares the locals and fields of one place."""

    def __init__(self, places: Places, place: Place) -> None:
        self.places = places
        self.ground = places.ground
        self.place = place

    def declare(self) -> None:
        items = tuple(self._variables(self.place.elements, in_list=False))
        arguments = {p.name.text: p.name for p in self.place.params}.values()
        self.ground.once((*arguments, *(i.name for i in items)), "variable of this scope")
        for item in items:
            if item.name.text not in self.place.own:
                self._clash(item.name)
                self._declare(item)

    def _declare(self, item: t.VariableItem) -> None:
        place, word = self.place, item.name.text
        scope = place.scope.bind_all(place.own)
        try:
            paths, dynamic = self._same(item.type, scope)
            domain = self.places.own(finite_domain(self.ground, item.type, paths), word)
            initial = self.places.resolver.value(item.initial, scope, domain)
        except Unresolved:
            place.own[word] = Broken()
            return
        if item.lasts is not None:
            self.ground.refuse(
                "FSM230",
                "`lasts` is for `state`",
                item.span,
                "a local ends with its scope",
                help="move it to `state`, or leave out `lasts`",
            )
        owner = "" if place.kind in ("on", "everywhere") else f"{place.name}."
        stored = optional(domain) if place.kind == "dialog" else domain
        span = item.name.span
        slot = self.places.slot(f"{owner}{word}", Kind.LOCAL, stored, place.pages, span)
        if dynamic:
            self.places.same[slot] = (_static(item.type), dynamic)
        place.locals.append(Local(slot, domain, initial))
        place.own[word] = ValueName(Slot(slot, domain), span, "variable", slot)

    def _clash(self, name: t.Name) -> None:
        """Refuses a name that another scope of the kind has where neither is inside the other."""
        place = self.place
        for other in self.places.scopes:
            if other is place or other.kind != place.kind or name.text not in other.own:
                continue
            ours, theirs = set(place.pages), set(other.pages)
            if ours & theirs and not (ours < theirs or theirs < ours):
                held = other.own[name.text]
                first = held.span if isinstance(held, ValueName) else None
                self.ground.twice(name, first, "variable for the pages of both scopes")

    def _variables(
        self, elements: tuple[t.ElementItem, ...], in_list: bool
    ) -> Iterator[t.VariableItem]:
        for element in elements:
            match element:
                case t.LocalItem(variables=variables):
                    yield from variables
                case t.FieldItem(subject=t.Declared() as d):
                    if in_list:
                        self._field_in_list(d.span)
                    yield t.VariableItem(d.name, d.type, d.initial, None, d.span)
                case t.SectionItem(elements=inner):
                    yield from self._variables(inner, in_list)
                case t.ListItem(elements=inner):
                    yield from self._variables(inner, in_list=True)
                case _:
                    continue

    def _field_in_list(self, span: Span) -> None:
        self.ground.refuse(
            "FSM229",
            "a field inside a list needs a place of its own for each row",
            span,
            "one variable for all rows",
            help="bind a column (`field row.column as …`), or declare it outside",
        )

    def _same(
        self, written: t.TypeRef, scope: Scope
    ) -> tuple[dict[str, tuple[str, ...]], tuple[Expr, ...]]:
        """All texts that each `=u.name` can have, and the text that it has now."""
        paths: dict[str, tuple[str, ...]] = {}
        dynamic: list[Expr] = []
        if not isinstance(written.base, t.TextType):
            return paths, ()
        for alternative in written.base.alternatives:
            if not isinstance(alternative, t.TextSame):
                continue
            found = self.places.resolver.resolve(path_expression(alternative.path), scope)
            if not self._text_of_argument(found):
                raise self.ground.refuse(
                    "FSM210",
                    "`=` takes a fixed text column of an argument of this place",
                    alternative.span,
                    "not such a text",
                    help="write `=u.name` where `u` is an argument of the page or dialog",
                )
            assert isinstance(found, Column)
            values = self.ground.tables[found.table].column(found.column).values
            paths[spelled(alternative.path)] = tuple(str(v) for v in values)
            dynamic.append(found)
        return paths, tuple(dynamic)

    def _text_of_argument(self, found: Expr) -> bool:
        return (
            isinstance(found, Column)
            and isinstance(found.type, String)
            and isinstance(found.row, Slot)
            and self.places.variables[found.row.index].kind in (Kind.ARGUMENT, Kind.DIALOG_ARGUMENT)
        )


def _static(written: t.TypeRef) -> tuple[str, ...]:
    assert isinstance(written.base, t.TextType)
    out: list[str] = []
    for alternative in written.base.alternatives:
        match alternative:
            case t.Quoted():
                out.append(alternative.text)
            case t.OtherLiteral():
                out.append(OTHER)
            case t.TextSame():
                continue
    return tuple(out)
