"""Places and scopes: which variables exist where, and the slots that hold them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from fsmc.diagnostics import Fix, Label, Span
from fsmc.diagnostics.suggest import closest
from fsmc.model.domains import OTHER, Domain, Enum, Nothing, Optional, String, Vector
from fsmc.model.expr import Column, Const, Expr, Slot
from fsmc.model.narrow import when_true
from fsmc.model.resolve import Resolver
from fsmc.model.resolve_types import finite_domain, spelled
from fsmc.model.scope import Binding, Broken, Ground, Scope, Unresolved, ValueName
from fsmc.model.simplify import TRUE, conj, disj, equal, negation
from fsmc.model.types import arguments, optional
from fsmc.model.world import Kind, Variable
from fsmc.syntax import tree as t

NONE = Const(None, Nothing())
PAGE = 0
"""The slot of the page."""


@dataclass(frozen=True, slots=True)
class Argument:
    name: str
    slot: int
    domain: Domain


@dataclass(frozen=True, slots=True)
class Local:
    """A variable of a scope. `initial` is over the argument slots of its place."""

    slot: int
    domain: Domain
    initial: Expr


@dataclass(slots=True, eq=False)
class Place:
    """A scope: page, on, everywhere or dialog, with what it holds."""

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
    scope: Scope = field(default_factory=lambda: Scope({}))

    @property
    def forced(self) -> bool:
        return self.written_condition is not None


@dataclass(slots=True)
class Places:
    """All slots and scopes of a world."""

    ground: Ground
    resolver: Resolver
    variables: list[Variable] = field(default_factory=list)
    initial: dict[int, Expr] = field(default_factory=dict)  # of state, columns and hidden slots
    lasts: dict[int, int] = field(default_factory=dict)
    pages: list[Place] = field(default_factory=list)
    scopes: list[Place] = field(default_factory=list)  # all but dialogs, in file order
    dialogs: list[Place] = field(default_factory=list)
    dialog_slot: int | None = None
    same: dict[int, tuple[tuple[str, ...], tuple[Expr, ...]]] = field(default_factory=dict)
    world_scope: Scope = field(default_factory=lambda: Scope({}))

    # ---- slots ------------------------------------------------------------------------------
    def slot(
        self, name: str, kind: Kind, domain: Domain, pages: tuple[int, ...], span: Span | None
    ) -> int:
        taken = {v.name for v in self.variables}
        unique, number = name, 2
        while unique in taken:
            unique, number = f"{name}_{number}", number + 1
        self.variables.append(Variable(unique, kind, domain, pages, span))
        return len(self.variables) - 1

    def everywhere(self, pages: tuple[int, ...]) -> bool:
        return len(pages) == len(self.pages)

    # ---- building ---------------------------------------------------------------------------
    def build(self, items: list[t.Item]) -> None:
        """Lays out everything; what a problem names is broken from then on, not missing."""
        self._page_list([i for i in items if isinstance(i, t.PageItem)])
        self._scope_list(items)
        names = tuple(p.name for p in self.pages)
        self.slot("page", Kind.PAGE, Enum("page", names, names), (), None)
        for page in self.pages:
            self._arguments(page, Kind.ARGUMENT)
        if any(not d.forced for d in self.dialogs):
            titles = tuple(d.name for d in self.dialogs)
            self.dialog_slot = self.slot(
                "dialog", Kind.DIALOG, Optional(Enum("dialog", titles, titles)), (), None
            )
        for dialog in self.dialogs:
            self._arguments(dialog, Kind.DIALOG_ARGUMENT)
        self._state([i for i in items if isinstance(i, t.StateItem)])
        self._columns()
        self._scopes()

    def _page_list(self, items: list[t.PageItem]) -> None:
        seen: dict[str, Span] = {}
        for item in items:
            if item.name.text in seen:
                self._twice(item.name, seen[item.name.text], "page")
                continue
            seen[item.name.text] = item.name.span
            index = len(self.pages)
            self.pages.append(
                Place(
                    "page",
                    item.name.text,
                    (index,),
                    item.elements,
                    item.name.span,
                    item.params,
                    item.title,
                )
            )

    def _twice(self, name: t.Name, first: Span | None, what: str) -> None:
        related = () if first is None else (Label(first, "first here"),)
        self.ground.refuse(
            "FSM202",
            f"there are two things called `{name.text}`",
            name.span,
            f"a second {what} of this name",
            related=related,
            help="rename one of them",
        )

    def page_named(self, name: t.Name) -> Place:
        for page in self.pages:
            if page.name == name.text:
                return page
        near = closest(name.text, [p.name for p in self.pages])
        raise self.ground.refuse(
            "FSM204",
            f"there is no page called `{name.text}`",
            name.span,
            "not declared",
            help=f"did you mean `{near}`?" if near else f'add `page {name.text} "…" {{ }}`',
            fix=Fix(f"write `{near}`", name.span, near) if near else None,
        )

    def _indices(self, names: tuple[t.Name, ...]) -> tuple[int, ...]:
        out: list[int] = []
        for name in names:
            try:
                out.extend(self.page_named(name).pages)
            except Unresolved:
                continue
        return tuple(sorted(set(out)))

    def _scope_list(self, items: list[t.Item]) -> None:
        pages = {p.span: p for p in self.pages}
        for item in items:
            place: Place | None = None
            match item:
                case t.PageItem():
                    place = pages.get(item.name.span)
                case t.OnItem():
                    place = Place("on", "on", self._indices(item.pages), item.elements, item.span)
                case t.EverywhereItem():
                    out = self._indices(item.exceptions)
                    inside = tuple(i for i in range(len(self.pages)) if i not in out)
                    place = Place("everywhere", "everywhere", inside, item.elements, item.span)
                case _:
                    continue
            if place is None:
                continue
            self.scopes.append(place)
            for element in place.elements:
                if isinstance(element, t.DialogItem):
                    self._dialog(element, place)

    def _dialog(self, item: t.DialogItem, parent: Place) -> None:
        for other in self.dialogs:
            if other.name == item.name.text:
                self._twice(item.name, other.span, "dialog")
        dialog = Place(
            "dialog",
            item.name.text,
            parent.pages,
            item.elements,
            item.name.span,
            item.params,
            item.title,
            parent,
            len(self.dialogs),
            item.condition,
        )
        if item.condition is not None and item.params:
            self.ground.refuse(
                "FSM230",
                "a dialog with `while` takes no arguments",
                item.params[0].span,
                "nobody gives them",
            )
        self.dialogs.append(dialog)

    def _arguments(self, place: Place, kind: Kind) -> None:
        found: list[Argument] = []
        for param in place.params:
            try:
                if param.type is None:
                    raise self.ground.refuse(
                        "FSM230",
                        "arguments of a place have a type",
                        param.span,
                        "drawn from a set",
                        help=f"write `{param.name.text}: …`",
                    )
                domain = finite_domain(self.ground, param.type)
            except Unresolved:
                continue
            stored = optional(domain) if kind is Kind.DIALOG_ARGUMENT else domain
            slot = self.slot(
                f"{place.name}.{param.name.text}", kind, stored, place.pages, param.name.span
            )
            found.append(Argument(param.name.text, slot, domain))
        place.arguments = tuple(found)

    def _state(self, items: list[t.StateItem]) -> None:
        names: dict[str, Binding] = dict(self.world_scope.names)
        pending: list[tuple[int, Domain, t.VariableItem]] = []
        for variable in (v for item in items for v in item.variables):
            word = variable.name.text
            before = names.get(word)
            if before is not None:
                self._twice(
                    variable.name,
                    before.span if isinstance(before, ValueName) else None,
                    "variable",
                )
                continue
            try:
                domain = self.own(finite_domain(self.ground, variable.type), word)
            except Unresolved:
                names[word] = Broken()
                continue
            slot = self.slot(word, Kind.STATE, domain, (), variable.name.span)
            names[word] = ValueName(Slot(slot, domain), variable.name.span, "variable", slot)
            pending.append((slot, domain, variable))
            if variable.lasts is not None:
                self.lasts[slot] = variable.lasts
        self.world_scope = Scope(names)
        self.resolver.world_names = names
        for slot, domain, variable in pending:
            try:
                self.initial[slot] = self.resolver.value(variable.initial, self.world_scope, domain)
            except Unresolved:
                self.initial[slot] = NONE

    def own(self, domain: Domain, name: str) -> Domain:
        """An enum without a name belongs to its variable alone."""
        if isinstance(domain, Optional):
            return Optional(self.own(domain.of, name))
        if isinstance(domain, Enum) and not domain.name:
            return replace(domain, name=f"the values of {name}")
        return domain

    def _columns(self) -> None:
        for table in list(self.ground.tables.values()):
            columns = list(table.columns)
            for i, column in enumerate(columns):
                if (table.name, column.name) not in self.ground.mutable:
                    continue
                domain = Vector(table.name, len(table.keys), column.domain)
                slot = self.slot(
                    f"{table.name}.{column.name}", Kind.COLUMN, domain, (), column.span
                )
                self.ground.mutable[table.name, column.name] = slot
                self.initial[slot] = Const(column.values, domain)
                columns[i] = replace(column, slot=slot)
            self.ground.tables[table.name] = replace(table, columns=tuple(columns))

    # ---- scopes -----------------------------------------------------------------------------
    def _scopes(self) -> None:
        order = {"everywhere": 0, "on": 1, "page": 2}
        for place in sorted(self.scopes, key=lambda p: order[p.kind]):
            place.scope = self._outer_scope(place)
            self._locals(place)
        for dialog in self.dialogs:
            assert dialog.parent is not None
            dialog.scope = self._with_arguments(dialog, dialog.parent.scope)
            if dialog.written_condition is not None:
                try:
                    dialog.condition = self.resolver.boolean(
                        dialog.written_condition, dialog.parent.scope
                    )
                except Unresolved:
                    dialog.condition = TRUE
                dialog.scope = dialog.scope.knowing(when_true(dialog.condition))
            self._locals(dialog)

    def _outer_scope(self, place: Place) -> Scope:
        scope = self.world_scope
        for other in self.scopes:
            if other is place or other.kind == "page" or not set(place.pages) <= set(other.pages):
                continue
            if (
                other.kind == "everywhere"
                or place.kind == "page"
                or (place.kind == "on" and set(place.pages) < set(other.pages))
            ):
                scope = scope.bind_all(
                    {n: b for n, b in other.scope.names.items() if n not in self.world_scope.names}
                )
        return self._with_arguments(place, scope)

    def _with_arguments(self, place: Place, scope: Scope) -> Scope:
        for param in place.params:
            scope = scope.bind(**{param.name.text: Broken()})
        for a, param in zip(place.arguments, place.params, strict=False):
            scope = scope.bind(
                **{a.name: ValueName(Slot(a.slot, a.domain), param.name.span, "argument")}
            )
        return scope

    def _locals(self, place: Place) -> None:
        own: dict[str, Span] = {}
        for item in self._variables_in(place.elements, in_list=False):
            word = item.name.text
            if word in own:
                self._twice(item.name, own[word], "variable of this scope")
                continue
            own[word] = item.name.span
            try:
                paths, dynamic = self._same_paths(item.type, place.scope)
                domain = self.own(finite_domain(self.ground, item.type, paths), word)
                initial = self.resolver.value(item.initial, place.scope, domain)
            except Unresolved:
                place.scope = place.scope.bind(**{word: Broken()})
                continue
            owner = "" if place.kind in ("on", "everywhere") else f"{place.name}."
            stored = optional(domain) if place.kind == "dialog" else domain
            slot = self.slot(f"{owner}{word}", Kind.LOCAL, stored, place.pages, item.name.span)
            if dynamic:
                self.same[slot] = (_static(item.type), dynamic)
            if item.lasts is not None:
                self.ground.refuse(
                    "FSM230", "`lasts` is for `state`", item.span, "a local ends with its scope"
                )
            place.locals.append(Local(slot, domain, initial))
            place.scope = place.scope.bind(
                **{word: ValueName(Slot(slot, domain), item.name.span, "variable", slot)}
            )

    def _variables_in(
        self, elements: tuple[t.ElementItem, ...], in_list: bool
    ) -> Iterator[t.VariableItem]:
        for element in elements:
            match element:
                case t.LocalItem(variables=variables):
                    yield from variables
                case t.FieldItem(subject=t.Declared() as d):
                    if in_list:
                        self.ground.refuse(
                            "FSM229",
                            "a field inside a list needs a place of its own for each row",
                            d.span,
                            "one variable for all rows",
                            help="bind a column (`field row.column as …`), or declare it outside",
                        )
                    yield t.VariableItem(d.name, d.type, d.initial, None, d.span)
                case t.SectionItem(elements=inner):
                    yield from self._variables_in(inner, in_list)
                case t.ListItem(elements=inner):
                    yield from self._variables_in(inner, in_list=True)
                case _:
                    continue

    def _same_paths(
        self, written: t.TypeRef, scope: Scope
    ) -> tuple[dict[str, tuple[str, ...]], tuple[Expr, ...]]:
        paths: dict[str, tuple[str, ...]] = {}
        dynamic: list[Expr] = []
        if isinstance(written.base, t.TextType):
            for alternative in written.base.alternatives:
                if not isinstance(alternative, t.TextSame):
                    continue
                from fsmc.model.texts import path_expression

                found = self.resolver.resolve(path_expression(alternative.path), scope)
                if not (
                    isinstance(found, Column)
                    and isinstance(found.row, Slot)
                    and isinstance(found.type, String)
                ):
                    raise self.ground.refuse(
                        "FSM210",
                        "`=` takes a fixed text column of an argument of this place",
                        alternative.span,
                        "not such a text",
                        help="write `=u.name` where `u` is an argument of the page or dialog",
                    )
                values = self.ground.tables[found.table].column(found.column).values
                paths[spelled(alternative.path)] = tuple(str(v) for v in values)
                dynamic.append(found)
        return paths, tuple(dynamic)

    # ---- conditions -------------------------------------------------------------------------
    def on_pages(self, pages: tuple[int, ...], within: tuple[int, ...] | None = None) -> Expr:
        """Whether the page is one of `pages`, given that it is one of `within` (None: any)."""
        inside = tuple(range(len(self.pages))) if within is None else within
        left = tuple(p for p in inside if p in pages)
        if len(left) == len(inside):
            return TRUE
        page = self.page_slot
        return disj(*(equal(page, Const(p, page.type)) for p in left))

    @property
    def page_slot(self) -> Slot:
        return Slot(PAGE, self.variables[PAGE].domain)

    def forced_holds(self, dialog: Place, within: tuple[int, ...] | None = None) -> Expr:
        """Whether a forced dialog is in force."""
        assert dialog.condition is not None
        return conj(self.on_pages(dialog.pages, within), dialog.condition)

    def in_force(self, dialog: Place, within: tuple[int, ...] | None = None) -> Expr:
        """Whether a dialog is open or forced, perhaps under another one."""
        if dialog.forced:
            return self.forced_holds(dialog, within)
        assert self.dialog_slot is not None
        assert dialog.dialog is not None
        kind = self.variables[self.dialog_slot].domain
        return equal(Slot(self.dialog_slot, kind), Const(dialog.dialog, kind))

    def on_top(self, dialog: Place, within: tuple[int, ...] | None = None) -> Expr:
        """Whether this dialog is the one the user sees: forced ones first, in file order."""
        above = [d for d in self.dialogs if d.forced and set(d.pages) & set(within or dialog.pages)]
        if dialog.forced:
            above = above[: above.index(dialog)] if dialog in above else above
        covered = [negation(self.forced_holds(d, within)) for d in above]
        return conj(*covered, self.in_force(dialog, within))

    def uncovered(self, pages: tuple[int, ...]) -> Expr:
        """Whether no dialog covers the page, given that it is one of `pages`."""
        parts = [
            negation(self.forced_holds(d, pages))
            for d in self.dialogs
            if d.forced and set(d.pages) & set(pages)
        ]
        if self.dialog_slot is not None and any(
            not d.forced and set(d.pages) & set(pages) for d in self.dialogs
        ):
            slot = Slot(self.dialog_slot, self.variables[self.dialog_slot].domain)
            parts.append(equal(slot, NONE))
        return conj(*parts)

    def place_test(self, dest: t.Destination, scope: Scope) -> Expr:
        """`at page(args)`, or `at dialog(args)`."""
        dialog = next((d for d in self.dialogs if d.name == dest.name.text), None)
        if dialog is not None:
            place, test = dialog, self.on_top(dialog)
        else:
            place = self.page_named(dest.name)
            test = self.on_pages(place.pages)
        if not dest.args:
            return test
        args = self.args(dest, place, scope)
        return conj(
            test,
            *(
                equal(Slot(a.slot, optional(a.domain)), e)
                for a, e in zip(place.arguments, args, strict=True)
            ),
        )

    def args(self, dest: t.Destination, place: Place, scope: Scope) -> tuple[Expr, ...]:
        if len(dest.args) != len(place.params):
            raise self.ground.refuse(
                "FSM209",
                f"`{place.name}` takes {arguments(len(place.params))}, not {len(dest.args)}",
                dest.span,
                "",
                related=(Label(place.span, "declared here"),),
                help=f"write `{place.name}({', '.join(p.name.text for p in place.params)})`"
                if place.params
                else f"write `{place.name}`",
            )
        if len(place.arguments) != len(place.params):
            raise Unresolved
        return tuple(
            self.resolver.value(e, scope, a.domain)
            for e, a in zip(dest.args, place.arguments, strict=True)
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
