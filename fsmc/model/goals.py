"""Resolves goals, properties and scenarios."""

from __future__ import annotations

from dataclasses import replace

from fsmc.diagnostics import Fix, Label
from fsmc.diagnostics.suggest import closest
from fsmc.model.answers import Reading, shown
from fsmc.model.drafts import Draft
from fsmc.model.elements import Elements
from fsmc.model.expr import Const, Expr
from fsmc.model.narrow import when_true
from fsmc.model.scope import Scope, ValueName
from fsmc.model.simplify import FALSE, conj
from fsmc.model.types import arguments
from fsmc.model.world import Answer, Cell, Goal, Kind, Play, Property, Scenario
from fsmc.syntax import tree as t


class Goals:
    """Resolves what is asked of a world, once its pages are known."""

    def __init__(self, elements: Elements, scope: Scope, found: tuple[Reading, ...]) -> None:
        self.elements = elements
        self.places = elements.places
        self.ground = elements.places.ground
        self.resolver = elements.places.resolver
        self.texts = elements.clauses.texts
        self.world = scope
        self.readings = found

    def property(self, item: t.PropertyItem) -> Property:
        return Property(
            item.kind, item.name.text, self.resolver.boolean(item.test, self.world), item.test.span
        )

    # ---- goals ------------------------------------------------------------------------------
    def goal(self, item: t.GoalItem, fired: dict[str, int], drafts: list[Draft]) -> Goal:
        params, drawn, scope = self.elements.own_params(item.params, self.world)
        scope = replace(scope, in_goal=True)
        where = [g.test for g in drawn]
        reach: list[Expr] = []
        keep: list[Expr] = []
        avoid: list[Expr] = []
        answers: list[Answer] = []
        allow: list[Cell] = []
        after: list[int] = []
        self.resolver.was = []
        text_scope = scope
        for clause in item.clauses:
            match clause:
                case t.LetItem(name=name, value=value):
                    scope = scope.bind(
                        **{
                            name.text: ValueName(
                                self.resolver.resolve(value, scope), name.span, "definition"
                            )
                        }
                    )
                case t.GoalClause(kind="where", value=value):
                    test = self.resolver.boolean(value, scope)
                    where.append(test)
                    text_scope = text_scope.knowing(when_true(test))
                case t.GoalClause(kind="reach", value=value):
                    reach.append(self.resolver.boolean(value, scope))
                case t.GoalClause(kind="keep", value=value):
                    keep.append(self.resolver.resolve(value, scope))
                case t.GoalClause(kind="avoid", value=value):
                    avoid.append(self.resolver.boolean(value, scope))
                case t.GoalClause(value=value):
                    answers.append(self._answer(value, scope.knowing(when_true(conj(*where)))))
                case t.Allow(places=places):
                    allow += [self._cell(p, scope) for p in places]
                case t.After(patch=patch):
                    after.append(self._patch(patch, fired, drafts))
                case t.Later(what=what, span=span):
                    raise self.ground.refuse(
                        "FSM301",
                        f"{what} come with tool worlds, in a later version",
                        span,
                        "not yet",
                    )
        if not (reach or answers or keep):
            raise self.ground.refuse(
                "FSM234",
                f"goal `{item.name.text}` asks for nothing",
                item.name.span,
                "neither `reach` nor `answer`",
                help="say what must hold, `reach order == placed`, or be told, `answer p.price`",
            )
        text = self.texts.interpolate(item.text, text_scope).text
        return Goal(
            item.name.text,
            params,
            conj(*where),
            text,
            conj(*reach),
            bool(reach),
            tuple(answers),
            tuple(allow),
            tuple(keep),
            tuple(avoid),
            tuple(after),
            tuple(self.resolver.was),
            item.span,
        )

    def _answer(self, e: t.Expression, scope: Scope) -> Answer:
        value = self.resolver.resolve(e, scope)
        visible = shown(self.places, self.readings, value)
        if visible == FALSE:
            self.ground.warn(
                "FSM237",
                "no page shows what this goal asks for",
                e.span,
                "nowhere to read it",
                help="add it to a `show` of a page that the agent can reach",
            )
        return Answer(value, self.texts.show(value), visible, e.span)

    def _cell(self, place: t.PlacePath, scope: Scope) -> Cell:
        """A whole variable, a whole column (`Room.free`), or a column of one row (`r.free`)."""
        if (
            place.name.text in self.ground.tables
            and len(place.parts) == 1
            and isinstance(place.parts[0], t.Name)
        ):
            slot = self.ground.mutable.get((place.name.text, place.parts[0].text))
            if slot is not None:
                self.ground.warn(
                    "FSM238",
                    "this allows every row to change",
                    place.span,
                    "a whole column",
                    help="name the row that may change: `allow r.column`",
                )
                return Cell(slot, None, place.span)
        cell = self.elements.clauses.effects.cell(place, scope)
        kind = self.places.variables[cell.slot].kind
        return Cell(cell.slot, cell.index if kind is Kind.COLUMN else None, place.span)

    def _patch(self, name: t.Name, fired: dict[str, int], drafts: list[Draft]) -> int:
        if name.text not in fired:
            patches = [d.name for d in drafts if d.actor != "agent"]
            near = closest(name.text, patches)
            raise self.ground.refuse(
                "FSM201",
                f"there is no patch called `{name.text}`",
                name.span,
                "not declared",
                help=f"did you mean `{near}`?" if near else "",
                fix=Fix(f"write `{near}`", name.span, near) if near else None,
            )
        return fired[name.text]

    # ---- scenarios --------------------------------------------------------------------------
    def scenario(self, item: t.ScenarioItem, drafts: list[Draft]) -> Scenario:
        return Scenario(item.name.text, tuple(self._play(p, drafts) for p in item.plays), item.span)

    def _play(self, play: t.PlayItem, drafts: list[Draft]) -> Play:
        named = [i for i, d in enumerate(drafts) if d.name == play.name.text]
        if not named:
            near = closest(play.name.text, [d.name for d in drafts])
            raise self.ground.refuse(
                "FSM201",
                f"there is no action called `{play.name.text}`",
                play.name.span,
                "not an action, link, field or patch",
                help=f"did you mean `{near}`?" if near else "",
                fix=Fix(f"write `{near}`", play.name.span, near) if near else None,
            )
        fitting = tuple(i for i in named if len(drafts[i].params) == len(play.args))
        if not fitting:
            wanted = drafts[named[0]]
            raise self.ground.refuse(
                "FSM209",
                f"`{play.name.text}` takes {arguments(len(wanted.params))}, not {len(play.args)}",
                play.span,
                "",
                related=(Label(wanted.span, "declared here"),) if wanted.span else (),
                help=f"write `{play.name.text}({', '.join(p.name for p in wanted.params)})`"
                if wanted.params
                else f"write `{play.name.text}`",
            )
        args: list[Expr] = []
        for written, param in zip(play.args, drafts[fitting[0]].params, strict=True):
            value = self.resolver.value(written, self.world, param.domain)
            if not isinstance(value, Const):
                raise self.ground.refuse(
                    "FSM210", "a scenario names plain values", written.span, "depends on the state"
                )
            args.append(Const(value.value, param.domain))
        fits = tuple(
            i
            for i in fitting
            if all(
                type(p.domain) is type(drafts[fitting[0]].params[n].domain)
                for n, p in enumerate(drafts[i].params)
            )
        )
        text = None if play.text is None else play.text.text
        return Play(play.kind, play.name.text, fits, tuple(args), text, play.span)
