"""Builds fields: a widget, the value that it shows, and the transition that sets it."""

from __future__ import annotations

from dataclasses import replace

from fsmc.model.building import STRING, Builder, Context
from fsmc.model.domains import (
    Bool,
    Date,
    Domain,
    Enum,
    Int,
    Map,
    Money,
    Nothing,
    Optional,
    Set,
    Text,
    finite,
)
from fsmc.model.drafts import args_of
from fsmc.model.effects import Written
from fsmc.model.expr import Bound, Const, Expr, Op
from fsmc.model.gestures import Gestures
from fsmc.model.simplify import TRUE, choose, conj, disj, equal
from fsmc.model.targets import Cell
from fsmc.model.types import spoken, strip
from fsmc.model.world import Field, Guard, Gui, Option, Origin, Param
from fsmc.syntax import tree as t

TEXT_WIDGETS = ("textbox", "searchbox", "textarea")
CHOICE_WIDGETS = ("combobox", "radiogroup")
NUMBER_WIDGETS = ("slider", "stepper")
TRUTH_WIDGETS = ("checkbox", "switch")
WIDGETS = (*TEXT_WIDGETS, *CHOICE_WIDGETS, *TRUTH_WIDGETS, *NUMBER_WIDGETS, "datepicker")


class Fields(Builder):
    """Fields of all three forms: declared, bound to a place, membership in a set."""

    def field_view(self, item: t.FieldItem, context: Context) -> Field:
        widget = item.widget.text
        if widget not in WIDGETS:
            raise self.ground.unknown(
                "FSM207",
                f"`{widget}` is no widget",
                item.widget,
                WIDGETS,
                "not in the list",
                help="a widget is one of " + ", ".join(WIDGETS),
            )
        name, cell, element = self._subject(item, context)
        if widget in (*NUMBER_WIDGETS, *TRUTH_WIDGETS):
            cell = self._narrowed(cell, context)
        domain: Domain = Bool() if element is not None else cell.domain
        self._suits(widget, domain, item)
        taken = any(p.name == "value" for p in context.params)
        value = Bound(self.ground.fresh("value") if taken else "value", domain)
        draft = self.draft(name, context, (Param(value.name, domain),), item.span)
        self.few_enough(draft.params, name, item.span)
        current = cell.current if element is None else Op("in", (element, cell.current), Bool())
        tests = [*self._offered(cell, value), Op("ne", (value, current), Bool())]
        if widget == "stepper":
            tests.append(_one_step(value, current, strip(domain)))
        draft.guards += [Guard(test, None, Origin.VALUE, item.span) for test in tests]
        draft.writes[cell.slot] = Written(self._new_value(cell, element, value), TRUE)
        showing = self.clauses.read(draft, item.body, context.scope)
        label = self.texts.label(item.label, showing)
        routes = Gestures(self.clauses).routes(item.body, showing)
        draft.surface = Gui(routes)
        own = self.id(context, name)
        self.said[own] = label.values
        return Field(
            own,
            self.add(draft),
            widget,
            args_of(context.params),
            label.text,
            current,
            domain,
            self._options(cell, domain, widget),
            item.span,
        )

    def _narrowed(self, cell: Cell, context: Context) -> Cell:
        """Widgets that cannot show none edit what is known not to be none here."""
        known = self.resolver.narrowed(cell.current, context.scope)
        if isinstance(cell.domain, Optional) and not isinstance(known.type, Optional):
            return replace(cell, domain=cell.domain.of, current=known)
        return cell

    def _subject(self, item: t.FieldItem, context: Context) -> tuple[str, Cell, Expr | None]:
        """The setter's name, what it writes, and the element where membership is meant."""
        effects = self.clauses.effects
        match item.subject:
            case t.Declared(name=name):
                place = t.PlacePath(name, (), name.span)
                return name.text, effects.cell(place, context.scope), None
            case t.MemberOf(name=name, place=place):
                cell = effects.cell(place, context.scope)
                if not isinstance(cell.domain, Set):
                    raise self.ground.refuse(
                        "FSM210",
                        "a membership field needs a set",
                        place.span,
                        f"is {spoken(cell.domain)}",
                    )
                written = t.NameRef(name, name.span)
                element = self.resolver.value(written, context.scope, cell.domain.of)
                return _last(place), cell, element
            case t.PlacePath() as place:
                return _last(place), effects.cell(place, context.scope), None

    def _new_value(self, cell: Cell, element: Expr | None, value: Expr) -> Expr:
        whole = self.places.current(cell.slot)
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
        if widget in TEXT_WIDGETS:
            good &= isinstance(inner, Text) and not (
                isinstance(domain, Optional) and "" in inner.alternatives
            )
        elif widget in CHOICE_WIDGETS:
            good &= not isinstance(inner, Set | Map | Nothing)
        elif widget in NUMBER_WIDGETS:
            good &= isinstance(domain, Int | Money)
        elif widget == "datepicker":
            good &= isinstance(inner, Date)
        else:
            good &= isinstance(domain, Bool)
        if not good:
            raise self.ground.refuse(
                "FSM228",
                f"a {widget} cannot edit {spoken(domain)}",
                item.widget.span,
                "does not suit",
                help=f"use {_suitable(domain)}",
            )

    def _options(self, cell: Cell, domain: Domain, widget: str) -> tuple[Option, ...]:
        if widget not in (*CHOICE_WIDGETS, *TRUTH_WIDGETS):
            return ()
        found: list[Option] = []
        for value in domain.values():
            const = Const(value, strip(domain) if value is not None else Nothing())
            present = conj(*self._offered(cell, const))
            found.append(Option(value, self.texts.show(const), present))
        return tuple(found)


def _last(place: t.PlacePath) -> str:
    names = [place.name, *(p for p in place.parts if isinstance(p, t.Name))]
    return names[-1].text


def _one_step(value: Expr, current: Expr, domain: Domain) -> Expr:
    assert isinstance(domain, Int | Money)
    size = domain.step or 1
    step = Const(size, Int(size, size))
    return disj(
        equal(value, Op("add", (current, step), domain)),
        equal(value, Op("sub", (current, step), domain)),
    )


def _suitable(domain: Domain) -> str:
    if isinstance(domain, Optional) and isinstance(domain.of, Bool | Int | Money):
        return "a combobox or radiogroup, which can show none, or test that it is not none"
    match strip(domain):
        case Text():
            return "a textbox, searchbox or textarea"
        case Bool():
            return "a checkbox or switch"
        case Date():
            return "a datepicker or combobox"
        case Int() | Money():
            return "a stepper, slider, combobox or radiogroup"
        case Enum():
            return "a combobox or radiogroup"
        case Map():
            return "`field place[key] as combobox` inside a list of its keys"
        case Set():
            return "`field x in place as checkbox` inside a list"
        case _:
            return "a combobox"
