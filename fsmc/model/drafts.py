"""A transition as its clauses give it, before scopes, dialogs, budgets and ages are worked in."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeAlias

from fsmc.diagnostics import Span
from fsmc.model.domains import Bool
from fsmc.model.effects import Effects, Written
from fsmc.model.expr import Bound, Expr, Op
from fsmc.model.narrow import when_false, when_true
from fsmc.model.place import Place
from fsmc.model.places import Places
from fsmc.model.scope import Binding, Hidden, Scope, Unresolved, ValueName
from fsmc.model.simplify import conj
from fsmc.model.texts import Texts
from fsmc.model.world import Guard, Origin, Param, Surface
from fsmc.syntax import tree as t


@dataclass(frozen=True, slots=True)
class ToPage:
    page: int
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class OpenDialog:
    dialog: Place
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class LeaveDialog:
    pass


Move: TypeAlias = ToPage | OpenDialog | LeaveDialog


@dataclass(slots=True)
class Draft:
    """`guards` come after those of the place; `sheet` is the slot that a pager moves."""

    name: str
    actor: str
    params: tuple[Param, ...]
    place: Place | None
    guards: list[Guard]
    span: Span | None
    surface: Surface
    writes: dict[int, Written] = field(default_factory=dict)
    move: Move | None = None
    says: Expr | None = None
    at_most: int | None = None
    within: int | None = None
    sheet: int | None = None
    broken: bool = False


@dataclass(frozen=True, slots=True)
class Known:
    """`doing`: what is known when the step is taken; `showing`: whenever the widget is there."""

    doing: Scope
    showing: Scope


class Clauses:
    """Reads the clauses of actions, links, fields and patches."""

    def __init__(self, places: Places, texts: Texts) -> None:
        self.places = places
        self.ground = places.ground
        self.resolver = places.resolver
        self.texts = texts
        self.effects = Effects(places)

    def read(
        self,
        draft: Draft,
        body: tuple[t.Clause, ...],
        scope: Scope,
        goto: t.Destination | None = None,
    ) -> Scope:
        """Fills the draft; gives the scope in which its labels and gestures are read.

        Guards and definitions hold for everything else, wherever they stand in the body.
        """
        known = Known(scope, scope)
        for clause in body:
            try:
                match clause:
                    case t.When():
                        known = self._when(draft, clause, known)
                    case t.LetItem():
                        known = self._let(clause, known)
                    case _:
                        continue
            except Unresolved:
                draft.broken = True
        moves = [c for c in body if isinstance(c, t.Goto | t.Leave)]
        for clause in body:
            try:
                self._clause(draft, clause, known.doing)
            except Unresolved:
                draft.broken = True
        if goto is not None:
            try:
                draft.move = self._goto(draft, goto, known.doing)
            except Unresolved:
                draft.broken = True
        if len(moves) + (goto is not None) > 1:
            self.ground.refuse(
                "FSM225",
                f"`{draft.name}` goes to two places",
                moves[-1].span,
                "a second move",
                help="keep one `goto`, `back` or `to`",
            )
        return known.showing

    def _clause(self, draft: Draft, clause: t.Clause, scope: Scope) -> None:
        match clause:
            case t.Do():
                self._merge(draft, self.effects.run(clause, scope), clause.span)
            case t.Goto(place=dest):
                draft.move = self._goto(draft, dest, scope)
            case t.Leave():
                draft.move = self._leave(draft, clause)
            case t.Says(text=text):
                if draft.says is not None:
                    raise self.ground.refuse(
                        "FSM225",
                        f"`{draft.name}` says two things",
                        clause.span,
                        "a second `says`",
                        help="write one text",
                    )
                draft.says = self.texts.interpolate(text, scope).text
            case t.By():
                if draft.actor != "agent":
                    raise self.ground.refuse(
                        "FSM225",
                        "nobody does a patch by a gesture",
                        clause.span,
                        "patches happen",
                        help="leave out `by`",
                    )
            case t.Later(what=what, span=span):
                raise self.ground.refuse(
                    "FSM301", f"{what} come with tool worlds, in a later version", span, "not yet"
                )
            case t.When() | t.LetItem():
                return

    def _merge(self, draft: Draft, found: dict[int, Written], span: Span) -> None:
        for slot, written in found.items():
            if slot in draft.writes:
                raise self.ground.refuse(
                    "FSM223",
                    f"`{self.places.variables[slot].name}` is written twice at once",
                    span,
                    "a second write",
                    help="join the steps with `then`",
                )
            draft.writes[slot] = written

    # ---- guards and definitions -------------------------------------------------------------
    def _when(self, draft: Draft, clause: t.When, known: Known) -> Known:
        test = self.resolver.boolean(clause.test, known.doing)
        doing = known.doing.knowing(when_true(test))
        if clause.otherwise is not None:
            if clause.otherwise.code is not None:
                self.ground.refuse(
                    "FSM301",
                    "codes of refusals come with tool worlds",
                    clause.otherwise.code.span,
                    "not yet",
                    help="write only the text",
                )
            saying = known.doing.knowing(when_false(test))
            refusal = self.texts.interpolate(clause.otherwise.text, saying).text
            draft.guards.append(Guard(test, refusal, Origin.WHEN, clause.test.span))
            return replace(known, doing=doing)
        # Where an earlier guard refuses, what it proves not to be none may be none after all.
        proving = [g.test for g in draft.guards if g.refusal is not None and when_true(g.test)]
        if proving:
            silent = Op("implies", (conj(*proving), test), Bool())
            draft.guards.append(Guard(silent, None, Origin.WHEN, clause.test.span))
            return replace(known, doing=doing)
        draft.guards.append(Guard(test, None, Origin.WHEN, clause.test.span))
        return Known(doing, known.showing.knowing(when_true(test)))

    def _let(self, clause: t.LetItem, known: Known) -> Known:
        if clause.params is not None:
            raise self.ground.refuse(
                "FSM230",
                "a `let` with arguments stands outside of places",
                clause.span,
                "inside an action",
                help="move it to the level of `page`, or leave out the arguments",
            )
        word, span = clause.name.text, clause.name.span
        value = self.resolver.resolve(clause.value, known.doing)
        doing: Binding = ValueName(value, span, "definition")
        showing = doing
        with self.ground.trying() as tried:
            try:
                self.resolver.resolve(clause.value, known.showing)
            except Unresolved:
                showing = Hidden(tuple(tried.found))
        return Known(known.doing.bind(**{word: doing}), known.showing.bind(**{word: showing}))

    # ---- moves ------------------------------------------------------------------------------
    def _goto(self, draft: Draft, dest: t.Destination, scope: Scope) -> Move:
        if draft.actor != "agent":
            raise self.ground.refuse(
                "FSM225",
                "a patch does not move the agent",
                dest.span,
                "patches change data",
                help="write what it changes with `do`",
            )
        dialog = self.places.dialog_named(dest.name.text)
        if dialog is None:
            page = self.places.page_named(dest.name)
            return ToPage(page.pages[0], self.places.args(dest, page, scope))
        if dialog.forced:
            raise self.ground.refuse(
                "FSM225",
                f"`{dialog.name}` opens by itself, while its condition holds",
                dest.span,
                "a forced dialog",
                help="make its condition true instead",
            )
        assert draft.place is not None
        if not set(draft.place.pages) <= set(dialog.pages):
            raise self.ground.refuse(
                "FSM225",
                f"`{dialog.name}` belongs to another page",
                dest.span,
                "not open to this scope",
                help="declare the dialog in a scope that covers this page",
            )
        return OpenDialog(dialog, self.places.args(dest, dialog, scope))

    def _leave(self, draft: Draft, clause: t.Leave) -> Move:
        if draft.place is None or draft.place.kind != "dialog" or draft.place.forced:
            raise self.ground.refuse(
                "FSM224",
                "`back` leaves a dialog, and this is none that was opened",
                clause.span,
                "nothing to leave",
                help="use `goto page`, or make the condition of a forced dialog false",
            )
        return LeaveDialog()


def args_of(params: tuple[Param, ...]) -> tuple[Expr, ...]:
    return tuple(Bound(p.name, p.domain) for p in params)
