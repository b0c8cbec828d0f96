"""Looks at everything that a person could see in a state: every text must have a value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fsmc.kernel.evaluate import evaluate
from fsmc.model.domains import Value
from fsmc.model.expr import Expr
from fsmc.model.world import (
    BackLink,
    Button,
    Element,
    Field,
    Link,
    ListView,
    Section,
    Show,
    State,
    Step,
    World,
)

Rows = Mapping[str, Value]


def look(world: World, state: State) -> list[Value]:
    """The value of every text, option and row on the page and the dialogs that are shown."""
    return list(_Looking(world, state).everything())


class _Looking:
    def __init__(self, world: World, state: State) -> None:
        self.world = world
        self.state = state

    def value(self, expr: Expr, rows: Rows) -> Value:
        return evaluate(self.world, expr, self.state, rows)

    def everything(self) -> Iterator[Value]:
        page = self.world.pages[int(self.state[0] or 0)]
        yield self.value(page.title, {})
        yield from self.elements((*page.navigation, *page.elements), {})
        for index in page.dialogs:
            dialog = self.world.dialogs[index]
            if self.value(dialog.on_top, {}):
                yield self.value(dialog.title, {})
                yield from self.elements(dialog.elements, {})

    def elements(self, elements: tuple[Element, ...], rows: Rows) -> Iterator[Value]:
        for element in elements:
            match element:
                case Show():
                    if self.value(element.present, rows):
                        for item in element.items:
                            yield self.value(item.text, rows)
                            yield self.value(item.value, rows)
                            if item.alt is not None:
                                yield self.value(item.alt, rows)
                case Section():
                    if self.value(element.present, rows):
                        yield self.value(element.title, rows)
                        yield from self.elements(element.elements, rows)
                case ListView():
                    yield from self.rows(element, rows)
                case Field():
                    yield self.value(element.value, rows)
                    for option in element.options:
                        if self.value(option.present, rows):
                            yield self.value(option.text, rows)
                case Button(choices=choices):
                    if not choices and self.is_there(element.transition, element.args, rows):
                        yield self.value(element.label, rows)
                        yield from self.steps(element.routes, rows)
                case Link() | BackLink():
                    args = element.args if isinstance(element, Link) else ()
                    if self.is_there(element.transition, args, rows):
                        yield self.value(element.label, rows)

    def rows(self, view: ListView, rows: Rows) -> Iterator[Value]:
        source = self.value(view.source, rows)
        assert isinstance(source, tuple)
        for row in source:
            inner = {**rows, view.variable.name: row}
            if self.value(view.where, inner):
                if view.row_name is not None:
                    yield self.value(view.row_name, inner)
                for key in view.sort:
                    if self.value(key.present, inner):
                        yield self.value(key.key, inner)
                yield from self.elements(view.elements, inner)

    def is_there(self, index: int, args: tuple[Expr, ...], rows: Rows) -> bool:
        """Whether the widget is there, refused or not."""
        transition = self.world.transitions[index]
        values = [self.value(arg, rows) for arg in args]
        bound = {p.name: v for p, v in zip(transition.params, values, strict=True)}
        return all(
            evaluate(self.world, g.test, self.state, bound)
            for g in transition.guards
            if g.refusal is None
        )

    def steps(self, routes: tuple[tuple[Step, ...], ...], rows: Rows) -> Iterator[Value]:
        for step in (s for route in routes for s in route):
            for target in (step.target, step.to):
                if target is not None:
                    yield self.value(target.label, rows)
            if step.text is not None:
                yield self.value(step.text, rows)
