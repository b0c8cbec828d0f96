"""Turns the view tree of a world into the parts of a site: what stands where, how it is done."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from fsmc.backends.site.gestures import Numbers, Trie, default_route
from fsmc.backends.site.layout import (
    arranged,
    list_look,
    page_look,
    paneled,
    split_back,
    split_bar,
    split_hero,
    style,
)
from fsmc.backends.site.parts import (
    Bound,
    Call,
    Frame,
    Gestured,
    Item,
    Items,
    Part,
    Place,
    Region,
    Repeat,
    Rows,
    Widget,
)
from fsmc.model.domains import Bool, File, Row, String
from fsmc.model.expr import Bound as BoundName
from fsmc.model.expr import Column, Const, Expr, Op, Slot
from fsmc.model.world import (
    BackLink,
    Button,
    Element,
    Field,
    Link,
    ListView,
    Page,
    Section,
    Show,
    Step,
    World,
)

TRUE = Const(True, Bool())


@dataclass(frozen=True, slots=True)
class Site:
    """All parts of a site, and what is numbered in them."""

    world: World
    pages: tuple[Place, ...]
    dialogs: tuple[Place, ...]
    numbers: Numbers
    fields: tuple[Bound, ...]
    lists: tuple[Rows | Repeat, ...]


def site_of(world: World) -> Site:
    """The parts of the site of a world."""
    return _Builder(world).build()


class _Builder:
    def __init__(self, world: World) -> None:
        self.world = world
        self.numbers = Numbers()
        self.fields: list[Bound] = []
        self.lists: list[Rows | Repeat] = []

    def build(self) -> Site:
        pages: list[Place] = []
        for page in self.world.pages:
            frame = Frame(f"page {page.index}")
            navigation, above = split_bar(self._inside(page.navigation, frame, None))
            inside = self._inside(page.elements, frame, page.title)
            look = page_look(page.elements)
            before, rest = split_back(inside)
            hero, rest = split_hero(rest)
            if not hero and look != "browse":
                hero = self._ornament(page)
            parts = paneled(arranged(rest), look)
            pages.append(
                Place(frame, page.name, page.title, navigation, above, before, hero, parts, look)
            )
        dialogs: list[Place] = []
        for dialog in self.world.dialogs:
            frame = Frame(f"dialog {dialog.index}")
            inside = self._inside(dialog.elements, frame, dialog.title)
            dialogs.append(
                Place(frame, dialog.name, dialog.title, (), (), (), (), arranged(inside), "dialog")
            )
        return Site(
            self.world,
            tuple(pages),
            tuple(dialogs),
            self.numbers,
            tuple(self.fields),
            tuple(self.lists),
        )

    def _inside(
        self, elements: tuple[Element, ...], frame: Frame, title: Expr | None
    ) -> tuple[Part, ...]:
        """The parts of a container; a `show` of the text of its heading is that heading."""
        trie = Trie(frame, self.numbers)
        texts = _texts(elements)
        links: dict[Expr, Widget] = {}
        for element in elements:
            if (
                isinstance(element, Link)
                and element.shown
                and element.label in texts
                and not element.routes
            ):
                call = Call(element.transition, element.args)
                for widget in trie.add(element.id, default_route("link", element.label), call):
                    self._describe(widget, element)
                    links[element.label] = widget
        parts: list[Part] = []
        first = next((e for e in elements if isinstance(e, Show)), None)
        for element in elements:
            match element:
                case Show():
                    parts += self._show(element, frame, title, links, element is first)
                case Button() | Link() | BackLink():
                    if not (isinstance(element, Link) and element.label in links):
                        parts += self._gestured(element, frame, trie)
                case Field():
                    bound = Bound(frame, self.numbers.next(), element)
                    self.fields.append(bound)
                    parts.append(bound)
                case ListView():
                    parts.append(self._list(element, frame))
                case Section():
                    inside = self._inside(element.elements, frame, element.title)
                    parts.append(
                        Region(frame, element.id, element.title, element.present, arranged(inside))
                    )
                case _:
                    assert_never(element)
        return tuple(parts)

    def _show(
        self, show: Show, frame: Frame, title: Expr | None, links: dict[Expr, Widget], first: bool
    ) -> list[Part]:
        in_row = bool(frame.variables)
        items = [
            Item(style(x, in_row and first and at == 0, in_row), x.text, x.alt, links.get(x.text))
            for at, x in enumerate(i for i in show.items if i.text != title)
        ]
        return [Items(frame, show.id, show.present, tuple(items))] if items else []

    def _gestured(self, element: Button | Link | BackLink, frame: Frame, trie: Trie) -> list[Part]:
        if isinstance(element, Button) and element.choices:
            return [self._choices(element, frame)]
        role = "button" if isinstance(element, Button) else "link"
        args: tuple[Expr, ...] = () if isinstance(element, BackLink) else element.args
        routes: tuple[tuple[Step, ...], ...] = (
            () if isinstance(element, BackLink) else element.routes
        )
        found: list[Part] = []
        for route in routes or (default_route(role, element.label),):
            for widget in trie.add(element.id, route, Call(element.transition, args)):
                self._describe(widget, element)
                found.append(Gestured(widget))
        return found

    def _choices(self, button: Button, frame: Frame) -> Repeat:
        """One button for each value of the free arguments: a repetition inside a repetition."""
        variable, *rest = button.choices
        inner = frame.inside(variable)
        args = (*button.args, BoundName(variable.name, variable.domain))
        below = replace(button, args=args, choices=tuple(rest))
        index = len(self.lists)
        self.lists.append(Repeat(frame, index, variable, ()))
        repeat = Repeat(frame, index, variable, self._inside((below,), inner, None))
        self.lists[index] = repeat
        return repeat

    def _list(self, view: ListView, frame: Frame) -> Rows:
        inner = frame.inside(view.variable)
        index = len(self.lists)
        placeholder = Rows(frame, index, view, view.id, "", None, (), None, ())
        self.lists.append(placeholder)
        pager: list[Widget] = []
        if view.pager is not None:
            trie = Trie(frame, self.numbers)
            for word, transition in view.pager.buttons:
                label = Const(word, String())
                id_ = f"{view.pager.id}-{word.lower()}"
                pager += trie.add(id_, default_route("button", label), Call(transition, ()))
        inside = arranged(self._inside(view.elements, inner, None))
        rows = replace(
            placeholder,
            look=list_look(view),
            picture=self._row_picture(view),
            inside=inside,
            empty=view.empty,
            pager=tuple(pager),
        )
        self.lists[index] = rows
        return rows

    def _ornament(self, page: Page) -> tuple[Item, ...]:
        """The picture of the one row that a page is about, where its table has one."""
        domains = [self.world.variables[slot].domain for slot in page.arguments]
        rows = [(s, d) for s, d in zip(page.arguments, domains, strict=True) if isinstance(d, Row)]
        if len(rows) != 1:
            return ()
        slot, domain = rows[0]
        picture = self._picture(domain, Slot(slot, domain))
        return () if picture is None else (Item("picture", picture, None, None),)

    def _row_picture(self, view: ListView) -> Expr | None:
        domain = view.variable.domain
        if list_look(view) == "cards" or not isinstance(domain, Row):
            return None
        return self._picture(domain, BoundName(view.variable.name, domain))

    def _picture(self, domain: Row, row: Expr) -> Expr | None:
        for column in self.world.table(domain.table).columns:
            if isinstance(column.domain, File):
                return Column(domain.table, column.name, row, column.domain)
        return None

    def _describe(self, widget: Widget, element: Button | Link | BackLink) -> None:
        widget.span = element.span
        if isinstance(element, BackLink):
            widget.extra = "back"
        writes = self.world.transitions[element.transition].writes
        page = next((w.value for w in writes if w.slot == 0), None)
        if isinstance(page, Const) and isinstance(page.value, int):
            widget.link_to = page.value


def joined(prefix: str, text: Expr) -> Expr:
    """The text with words of the site's own before it."""
    if isinstance(text, Const) and isinstance(text.value, str):
        return Const(prefix + text.value, String())
    return Op("concat", (Const(prefix, String()), text), String())


def _texts(elements: tuple[Element, ...]) -> list[Expr]:
    return [i.text for e in elements if isinstance(e, Show) for i in e.items if not i.picture]
