"""Walks what a scope holds: each element becomes a view, and a draft of its transition."""

from __future__ import annotations

from dataclasses import replace

from fsmc.model.building import STRING, Context
from fsmc.model.domains import File
from fsmc.model.drafts import args_of
from fsmc.model.expr import Const, Expr
from fsmc.model.gestures import Gestures
from fsmc.model.lists import Lists
from fsmc.model.measure import DEEPEST
from fsmc.model.narrow import when_true
from fsmc.model.place import Place
from fsmc.model.resolve_types import humanise
from fsmc.model.scope import Scope, Unresolved
from fsmc.model.simplify import conj
from fsmc.model.types import strip
from fsmc.model.world import (
    BackLink,
    BrowserBack,
    Button,
    Element,
    Guard,
    Gui,
    Link,
    Origin,
    Section,
    Show,
    Shown,
)
from fsmc.syntax import tree as t

IN_A_SCOPE = "directly in a page, `on`, `everywhere` or dialog"


class Elements(Lists):
    """Builds all views of a world."""

    def scope(self, place: Place, prefix: str) -> tuple[Element, ...]:
        """The elements of a scope, in order."""
        return self.inside(place.elements, Context(place, place.scope, prefix=prefix))

    def inside(self, items: tuple[t.ElementItem, ...], context: Context) -> tuple[Element, ...]:
        found: list[Element] = []
        for item in items:
            try:
                found.extend(self._element(item, context))
            except Unresolved:
                assert self.ground.collector.errors, "a widget is gone and nobody says why"
        return tuple(found)

    def _element(self, item: t.ElementItem, context: Context) -> list[Element]:
        if len(context.rows) + context.sections > DEEPEST:
            raise self.ground.refuse(
                "FSM240",
                "this stands inside too many lists and sections",
                item.span,
                f"more than {DEEPEST} levels down",
                help="take some of them out",
            )
        match item:
            case t.LocalItem():
                if context.rows or context.sections:
                    raise self.misplaced("local", item.span, IN_A_SCOPE)
                return []
            case t.DialogItem():
                if context.rows or context.sections or context.place.kind == "dialog":
                    where = "directly in a page, `on` or `everywhere`"
                    raise self.misplaced("dialog", item.span, where)
                return []
            case t.EmptyItem():
                raise self.misplaced("empty", item.span, "directly in a list")
            case t.ShowItem():
                return [self._show(item, context)]
            case t.SectionItem():
                return [self._section(item, context)]
            case t.ListItem():
                return [self.list_view(item, context)]
            case t.ActionItem():
                return [self._action(item, context)]
            case t.LinkItem():
                return [self._link(item, context)]
            case t.FieldItem():
                return [self.field_view(item, context)]
            case t.BackItem():
                return self._back(item, context)

    # ---- content ----------------------------------------------------------------------------
    def _show(self, item: t.ShowItem, context: Context) -> Show:
        present = self.present(item.present, context.scope)
        scope = context.scope.knowing(when_true(present))
        own = self.id(context, "show")
        shown = [self._shown(written, scope, context) for written in item.items]
        self.said[own] = tuple(value for _, values in shown for value in values)
        return Show(own, tuple(one for one, _ in shown), present, item.span)

    def _shown(
        self, written: t.Expression, scope: Scope, context: Context
    ) -> tuple[Shown, tuple[Expr, ...]]:
        if isinstance(written, t.StringLiteral):
            made = self.texts.interpolate(written.value, scope)
            value = made.values[0] if len(made.values) == 1 else made.text
            return Shown(made.text, value, False, None), made.values
        value = self.resolver.resolve(written, scope)
        text = self.texts.show(value)
        if not isinstance(strip(value.type), File):
            return Shown(text, value, False, None), (value,)
        name = Const(humanise(context.place.name), STRING)
        return Shown(text, value, True, self.row_text(context) if context.rows else name), (value,)

    def _section(self, item: t.SectionItem, context: Context) -> Section:
        present = self.present(item.present, context.scope)
        scope = context.scope.knowing(when_true(present))
        title = self.texts.interpolate(item.title, scope)
        guards = context.guards
        if item.present is not None:
            guards = (*guards, Guard(present, None, Origin.SECTION, item.present.span))
        own = self.id(context, "section")
        self.said[own] = title.values
        sections = context.sections + 1
        inner = replace(context, scope=scope, guards=guards, sections=sections, prefix=own)
        return Section(own, title.text, present, self.inside(item.elements, inner), item.span)

    # ---- actions and links ------------------------------------------------------------------
    def _action(self, item: t.ActionItem, context: Context) -> Button:
        name = item.name.text
        params, drawn, scope = self.own_params(item.params, context.scope, context.rows)
        draft = self.draft(name, context, params, item.name.span)
        self.few_enough(draft.params, name, item.name.span)
        draft.guards += drawn
        showing = self.clauses.read(draft, item.body, scope)
        own = self.id(context, name)
        if item.label is None:
            label: Expr = Const(humanise(name), STRING)
        else:
            made = self.texts.label(item.label, showing)
            label, self.said[own] = made.text, made.values
        routes = Gestures(self.clauses).routes(item.body, showing)
        draft.surface = Gui(routes)
        self.offered[own] = _silent(draft.guards[len(context.guards) :])
        args = args_of(context.params)
        return Button(own, self.add(draft), args, params, label, routes, item.span)

    def _link(self, item: t.LinkItem, context: Context) -> Link:
        draft = self.draft(item.name.text, context, (), item.name.span)
        self.few_enough(draft.params, item.name.text, item.name.span)
        showing = self.clauses.read(draft, item.body, context.scope, goto=item.to)
        label = self.texts.label(item.label, showing)
        routes = Gestures(self.clauses).routes(item.body, showing)
        draft.surface = Gui(routes)
        own = self.id(context, item.name.text)
        self.said[own] = label.values
        self.offered[own] = _silent(draft.guards[len(context.guards) :])
        shown = isinstance(item.label, t.Path)
        args = args_of(context.params)
        return Link(own, self.add(draft), args, label.text, routes, shown, item.span)

    def _back(self, item: t.BackItem, context: Context) -> list[Element]:
        if item.to is None:
            return []
        if item.to.name.text == "caller":
            raise self.ground.refuse(
                "FSM301",
                "`back to caller` comes in a later version",
                item.span,
                "not yet",
                help="name a page: `back to catalogue`",
            )
        if context.place.kind == "dialog" or context.rows:
            raise self.misplaced("back to", item.span, IN_A_SCOPE)
        if self.places.dialog_named(item.to.name.text) is not None:
            raise self.ground.refuse(
                "FSM225",
                f"`{item.to.name.text}` is a dialog, and Back leads to pages",
                item.to.span,
                "not a page",
                help=f"open it with `goto {item.to.name.text}`",
            )
        draft = self.draft("back", context, (), item.span)
        self.clauses.read(draft, (), context.scope, goto=item.to)
        draft.surface = BrowserBack()
        own = self.id(context, "back")
        return [BackLink(own, self.add(draft), Const("Back", STRING), item.span)]


def _silent(guards: list[Guard]) -> Expr:
    """Whether a widget is there, as far as its own guards say."""
    return conj(*(g.test for g in guards if g.refusal is None))
