"""Resolves goals: what is asked, what is told, what must stay and what may change."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from fsmc.model.answers import Finder
from fsmc.model.elements import Elements
from fsmc.model.expr import Expr, slots_of
from fsmc.model.narrow import when_true
from fsmc.model.scenarios import Scenarios
from fsmc.model.scope import Binding, Hidden, Scope, Unresolved, ValueName
from fsmc.model.simplify import FALSE, conj
from fsmc.model.world import Answer, Cell, Goal, Kind, Property, Scenario
from fsmc.syntax import tree as t


@dataclass(slots=True)
class Asked:
    """The clauses of one goal as they are read.

    `where` is judged at the start, `reach` and `answer` where the trajectory ends, `keep` and
    `avoid` in other states too: of what `where` shows not to be none only that is known `always`
    which no step can change.
    """

    start: Scope
    always: Scope
    end: Scope
    where: list[Expr]
    reach: list[Expr] = field(default_factory=list)
    keep: list[Expr] = field(default_factory=list)
    avoid: list[Expr] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    allow: list[Cell] = field(default_factory=list)
    after: list[int] = field(default_factory=list)

    def knowing(self, test: Expr, at_start: bool) -> None:
        paths = when_true(test)
        if at_start:
            self.start = self.start.knowing(paths)
            paths = tuple(path for path in paths if not slots_of(path))
            self.always = self.always.knowing(paths)
        self.end = self.end.knowing(paths)


class Goals:
    """Resolves what is asked of a world, once its pages are known."""

    def __init__(self, elements: Elements, scope: Scope, finder: Finder) -> None:
        self.elements = elements
        self.places = elements.places
        self.ground = elements.ground
        self.resolver = elements.resolver
        self.texts = elements.texts
        self.world = scope
        self.finder = finder

    def property(self, item: t.PropertyItem) -> Property:
        test = self.resolver.boolean(item.test, self.world)
        return Property(item.kind, item.name.text, test, item.test.span)

    def scenario(self, item: t.ScenarioItem) -> Scenario:
        return Scenarios(self.resolver, self.world, self.elements.drafts).scenario(item)

    def goal(self, item: t.GoalItem, fired: dict[str, int]) -> Goal:
        params, drawn, scope = self.elements.own_params(item.params, self.world)
        self.elements.few_enough(params, item.name.text, item.name.span)
        self.resolver.was = []
        later = replace(scope, in_goal=True)
        asked = Asked(scope, later, later, [g.test for g in drawn])
        for test in asked.where:
            asked.knowing(test, at_start=True)
        for clause in sorted(item.clauses, key=_judged_first):
            self._clause(clause, asked, fired)
        if not (asked.reach or asked.answers or asked.keep):
            raise self.ground.refuse(
                "FSM234",
                f"goal `{item.name.text}` asks for nothing",
                item.name.span,
                "neither `reach` nor `answer`",
                help="say what must hold, `reach order == placed`, or be told, `answer p.price`",
            )
        text = self.texts.interpolate(item.text, asked.start).text
        return Goal(
            item.name.text,
            params,
            conj(*asked.where),
            text,
            conj(*asked.reach),
            bool(asked.reach),
            tuple(asked.answers),
            tuple(asked.allow),
            tuple(asked.keep),
            tuple(asked.avoid),
            tuple(asked.after),
            tuple(self.resolver.was),
            item.span,
        )

    def _clause(
        self,
        clause: t.LetItem | t.GoalClause | t.Allow | t.After | t.Later,
        asked: Asked,
        fired: dict[str, int],
    ) -> None:
        match clause:
            case t.LetItem():
                self._let(clause, asked)
            case t.GoalClause(kind="where", value=value):
                asked.where.append(self.resolver.boolean(value, asked.start))
                asked.knowing(asked.where[-1], at_start=True)
            case t.GoalClause(kind="reach", value=value):
                asked.reach.append(self.resolver.boolean(value, asked.end))
                asked.knowing(asked.reach[-1], at_start=False)
            case t.GoalClause(kind="keep", value=value):
                asked.keep.append(self.resolver.resolve(value, asked.always))
            case t.GoalClause(kind="avoid", value=value):
                asked.avoid.append(self.resolver.boolean(value, asked.always))
            case t.GoalClause(value=value):
                asked.answers.append(self._answer(value, asked.end))
            case t.Allow(places=places):
                asked.allow += [self._cell(p, asked.end) for p in places]
            case t.After(patch=patch):
                asked.after.append(self._patch(patch, fired))
            case t.Later(what=what, span=span):
                raise self.ground.refuse(
                    "FSM301", f"{what} come with tool worlds, in a later version", span, "not yet"
                )

    def _let(self, clause: t.LetItem, asked: Asked) -> None:
        if clause.params is not None:
            raise self.ground.refuse(
                "FSM230",
                "a `let` with arguments stands outside of goals",
                clause.span,
                "inside a goal",
                help="move it to the level of `goal`, or leave out the arguments",
            )
        word, span = clause.name.text, clause.name.span
        at_end = self.resolver.resolve(clause.value, asked.always)
        with self.ground.trying() as tried:
            try:
                at_start = self.resolver.resolve(clause.value, asked.start)
                name: Binding = ValueName(at_start, span, "definition")
            except Unresolved:
                name = Hidden(tuple(tried.found))
        asked.start = asked.start.bind(**{word: name})
        later: Binding = ValueName(at_end, span, "definition")
        asked.always = asked.always.bind(**{word: later})
        asked.end = asked.end.bind(**{word: later})

    def _answer(self, e: t.Expression, scope: Scope) -> Answer:
        self.resolver.folding = False
        try:
            value = self.resolver.resolve(e, scope)
        finally:
            self.resolver.folding = True
        visible = self.finder.shown(value)
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
            place.name.text not in scope.names
            and place.name.text in self.ground.tables
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

    def _patch(self, name: t.Name, fired: dict[str, int]) -> int:
        if name.text not in fired:
            raise self.ground.unknown(
                "FSM201",
                f"there is no patch called `{name.text}`",
                name,
                [d.name for d in self.elements.drafts if d.actor != "agent"],
                "not declared",
                help="declare it: `env patch … { … }`",
            )
        return fired[name.text]


def _judged_first(clause: t.LetItem | t.GoalClause | t.Allow | t.After | t.Later) -> bool:
    """Definitions and `where` come before what they bind and prove, wherever they stand."""
    where = isinstance(clause, t.GoalClause) and clause.kind == "where"
    return not (where or isinstance(clause, t.LetItem))
