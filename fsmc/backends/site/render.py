"""Writes index.html: Jinja templates of loops and includes; all they ask comes from filters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup, escape

from fsmc.backends.site import ids
from fsmc.backends.site.expressions import Expressions, constant
from fsmc.backends.site.fields import KINDS, option_key
from fsmc.backends.site.parts import (
    Bound,
    Frame,
    Gestured,
    Group,
    Item,
    Items,
    Part,
    Region,
    Repeat,
    Rows,
    Vertex,
    Widget,
)
from fsmc.backends.site.views import Site, joined
from fsmc.model.domains import Optional
from fsmc.model.expr import Expr
from fsmc.model.world import Field
from fsmc.resources import read_text

_ROLE_BUTTONS = ("menuitem", "tab", "option", "gridcell")


@dataclass(frozen=True, slots=True)
class Reveal:
    """What a gesture opens: a menu, a list of options, or a panel."""

    vertex: int
    role: str
    look: str
    parts: tuple[Gestured, ...]


@dataclass(frozen=True, slots=True)
class OptionView:
    """One option of a field, with its position and the end of its id."""

    index: int
    key: str
    text: Expr
    present: Expr


def render(site: Site, x: Expressions, pictures: Mapping[str, str], icon: str) -> bytes:
    """The text of index.html; `x` gets every expression that the page uses."""
    environment = Environment(
        loader=FunctionLoader(lambda path: read_text("fsmc.templates", f"site/{path}")),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters.update(_Filters(site, x).all())
    text = environment.get_template("index.html").render(
        world=site.world,
        locale=site.world.locale,
        initial=(site.world.title.strip() or "?")[0].upper(),
        pages=site.pages,
        dialogs=site.dialogs,
        icon=icon,
        preloaded=list(dict.fromkeys(pictures.values())),
    )
    return text.encode()


class _Filters:
    """What the templates ask; each gives markup or the name of a template."""

    def __init__(self, site: Site, x: Expressions) -> None:
        self.site = site
        self.x = x

    def all(self) -> dict[str, object]:
        names = (
            "template",
            "item_template",
            "bind",
            "bind_picture",
            "bind_list",
            "bind_row",
            "thumbs",
            "condition",
            "constant",
            "absent",
            "empty",
            "pager",
            "outer",
            "shape",
            "reveals",
            "targets",
            "ids",
            "classes",
            "current",
            "for_",
            "input_type",
            "check_type",
            "field_type",
            "options",
            "prefixed",
            "clearable",
        )
        return {name.rstrip("_"): getattr(self, name) for name in names}

    # ---- which template ---------------------------------------------------------------------
    def template(self, part: Part) -> str:
        match part:
            case Group(kind=kind):
                return "parts/panel.html" if kind == "panel" else "parts/group.html"
            case Items():
                return "parts/items.html"
            case Region():
                return "parts/section.html"
            case Repeat():
                return "parts/repeat.html"
            case Rows():
                return "parts/rows.html"
            case Gestured():
                return "parts/gestured.html"
            case Bound(field=field):
                name = "textarea" if field.widget == "textarea" else KINDS[field.widget]
                return f"fields/{name}.html"

    def item_template(self, item: Item) -> str:
        if item.style == "picture":
            return "parts/item-picture.html"
        return "parts/item.html" if item.link is None else "parts/item-link.html"

    def outer(self, widget: Widget) -> str:
        return "shapes/anchor.html" if widget.children() else "shapes/plain.html"

    def shape(self, widget: Widget) -> str:
        name = "role-button" if widget.shape in _ROLE_BUTTONS else widget.shape
        return f"shapes/{'nothing' if name == 'target' else name}.html"

    # ---- texts and conditions ---------------------------------------------------------------
    def bind(self, expr: Expr, frame: Frame, *names: str) -> Markup:
        """The attributes that keep the text (no name, or `text`) or other attributes up to date."""
        names = names or ("text",)
        fixed = constant(expr)
        if fixed is None:
            number = self.x.number(expr, frame)
            return Markup(f'data-x="{" ".join(f"{name}:{number}" for name in names)}"')
        return Markup(" ".join(f'{n}="{escape(fixed)}"' for n in names if n != "text"))

    def constant(self, expr: Expr) -> str:
        return constant(expr) or ""

    def condition(self, expr: Expr, frame: Frame) -> str:
        return f"x{self.x.number(expr, frame)}"

    def absent(self, widget: Widget) -> str:
        return f"n{widget.index}"

    def bind_picture(self, item: Item, frame: Frame) -> Markup:
        parts = [f"src:{self.x.number(item.text, frame)}"]
        if item.alt is not None:
            parts.append(f"alt:{self.x.number(item.alt, frame)}")
        alt = ' alt=""' if item.alt is None else ""
        return Markup(f'data-x="{" ".join(parts)}"{alt}')

    # ---- lists ------------------------------------------------------------------------------
    def bind_list(self, rows: Rows) -> Markup:
        return Markup(f'data-list="{rows.index}"')

    def bind_row(self, rows: Rows) -> Markup:
        name = rows.view.row_name
        frame = rows.frame.inside(rows.view.variable)
        return Markup("") if name is None else self.bind(name, frame, "aria-label")

    def thumbs(self, rows: Rows) -> list[Markup]:
        """The attributes of the picture that adorns each row, if any."""
        if rows.picture is None:
            return []
        return [self.bind(rows.picture, rows.frame.inside(rows.view.variable), "src")]

    def empty(self, rows: Rows) -> list[Expr]:
        return [] if rows.empty is None else [rows.empty]

    def pager(self, rows: Rows) -> list[list[Gestured]]:
        return [[Gestured(w) for w in rows.pager]] if rows.pager else []

    # ---- widgets ----------------------------------------------------------------------------
    def reveals(self, widget: Widget) -> list[Reveal]:
        found: list[Reveal] = []
        for vertex in widget.vertices:
            self._reveals(vertex, found)
        return found

    def _reveals(self, vertex: Vertex, found: list[Reveal]) -> None:
        shown: dict[int, Widget] = {}
        for child in vertex.children:
            for widget in (child.widget, child.to):
                if widget is not None and widget.revealed is vertex:
                    shown[widget.index] = widget
            if child.widget is None:
                self._reveals(child, found)
        if shown:
            roles = {w.role for w in shown.values()}
            role = (
                "menu" if roles == {"menuitem"} else "listbox" if roles == {"option"} else "group"
            )
            found.append(
                Reveal(vertex.index, role, role, tuple(Gestured(w) for w in shown.values()))
            )

    def targets(self, widget: Widget) -> list[Widget]:
        return list(dict.fromkeys(v.to for v in widget.vertices if v.to is not None))

    def ids(self, widget: Widget, placeholder: bool = False) -> Markup:
        pinned = " data-pinned" if ids.pinned_id(widget.pinned) is not None else ""
        text = next((v.text for v in widget.vertices if v.verb == "fill"), None)
        hint = ""
        if placeholder and text is not None:
            hint = " " + self.bind(text, widget.frame, "placeholder")
        return Markup(f'data-id="{escape(widget.id)}"{pinned} data-w="{widget.index}"{hint}')

    def classes(self, widget: Widget) -> str:
        return " ".join(ids.pinned_classes(widget.pinned))

    def current(self, widget: Widget) -> Markup:
        here = widget.link_to is not None and widget.frame.place == f"page {widget.link_to}"
        return Markup('aria-current="page"') if here else Markup("")

    def for_(self, widget: Widget) -> Markup:
        pinned = " data-pinned" if ids.pinned_id(widget.pinned) is not None else ""
        return Markup(f'data-for="{escape(widget.id)}"{pinned}')

    def input_type(self, widget: Widget) -> Markup:
        match widget.role:
            case "searchbox":
                return Markup('type="search"')
            case "textbox" | "textarea":
                return Markup('type="text"')
            case role:
                return Markup(f'type="text" role="{escape(role)}"')

    def check_type(self, widget: Widget) -> Markup:
        match widget.role:
            case "radio":
                return Markup('type="radio"')
            case "switch":
                return Markup('type="checkbox" role="switch"')
            case _:
                return Markup('type="checkbox"')

    # ---- fields -----------------------------------------------------------------------------
    def field_type(self, field: Field) -> Markup:
        match field.widget:
            case "searchbox":
                return Markup('type="search"')
            case "checkbox":
                return Markup('type="checkbox"')
            case "switch":
                return Markup('type="checkbox" role="switch"')
            case _:
                return Markup('type="text"')

    def options(self, bound: Bound) -> list[OptionView]:
        field = bound.field
        return [
            OptionView(i, option_key(field, o), o.text, o.present)
            for i, o in enumerate(field.options)
        ]

    def prefixed(self, field: Field, prefix: str, frame: Frame) -> Markup:
        return self.bind(joined(prefix, field.label), frame, "aria-label")

    def clearable(self, field: Field) -> list[bool]:
        return [True] if isinstance(field.domain, Optional) else []
