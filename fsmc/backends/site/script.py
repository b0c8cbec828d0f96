"""Writes world.js: what the runtime needs to know of a world, as tables and printed functions."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from fsmc.backends.site import ids
from fsmc.backends.site.expressions import Expressions
from fsmc.backends.site.fields import field_table
from fsmc.backends.site.gestures import calls
from fsmc.backends.site.parts import Frame, Repeat, Rows, Vertex, Widget
from fsmc.backends.site.views import TRUE, Site
from fsmc.model.domains import OTHER, Domain, Enum, Row, Set
from fsmc.model.expr import Const
from fsmc.model.world import BrowserBack, Kind, Origin, Page, Transition, World
from fsmc.resources import read_text

# Kinds of guards that the runtime may leave out, as bits.
ORIGINS = {o: 1 if o is Origin.PLACE else 2 if o is Origin.VALUE else 0 for o in Origin}
_MARKS = (Kind.STATE, Kind.COLUMN, Kind.LOCAL)
_PASSING = (Kind.AGE, Kind.DUE, Kind.BUDGET, Kind.FIRED)
MARKED_SHAPES = ("check", "option", "tab", "input", "source", "combobox")


KEY = """const F_KEY = (keys, value) =>
  Array.isArray(keys) ? keys[value] : keys[JSON.stringify(value)];"""


class Code(str):
    """JavaScript that stands for itself in a table."""


Table: TypeAlias = "Mapping[str, Table] | Iterable[Table] | Code | str | int | bool | None"


def write(table: Table) -> str:
    """A table as a JavaScript literal; nothing in it can end a script element."""
    match table:
        case Code():
            return str(table)
        case str() | bool() | int() | None:
            return json.dumps(table, ensure_ascii=True).replace("<", "\\u003c")
        case Mapping():
            return "{" + ", ".join(f"{json.dumps(k)}: {write(v)}" for k, v in table.items()) + "}"
        case _:
            return "[" + ", ".join(write(v) for v in table) + "]"


def world_script(site: Site, x: Expressions, pictures: Mapping[str, str]) -> bytes:
    """The text of world.js. `x` already holds what the pages use; more is added here."""
    world = site.world
    tables: dict[str, Table] = {
        "digest": world.digest,
        "title": world.title,
        "today": world.today,
        "other": OTHER,
        "initial": world.initial,
        "pictures": pictures,
        "pages": [_page(world, x, p) for p in world.pages],
        "dialogs": [{"onTop": Code(x.function(d.on_top, ()))} for d in world.dialogs],
        "transitions": [_transition(world, x, t) for t in world.transitions],
        "widgets": _widgets(site, x),
        "vertices": [_vertex(x, v, frame) for v, frame in site.numbers.vertices],
        "lists": [_list(x, v) for v in site.lists],
        "places": _places(site),
        "keyOf": Code("F_KEY"),
    }
    fixed = {
        t.name: {c.name: list(c.values) for c in t.columns if c.slot is None} for t in world.tables
    }
    lines = [
        "(() => {",
        '"use strict";',
        read_text("fsmc.printers", "javascript_helpers.js"),
        KEY,
        f"const T = {write(fixed)};",
        "window.FSMC_WORLD = {",
    ]
    lines.append("x: [\n" + ",\n".join(x.functions) + "\n],")
    for name, table in tables.items():
        if isinstance(table, list):
            rows = ",\n".join(write(v) for v in table)
            lines.append(f"{name}: [\n{rows}\n],")
        else:
            lines.append(f"{name}: {write(table)},")
    return "\n".join([*lines, "};", "})();", ""]).encode()


def _page(world: World, x: Expressions, page: Page) -> Table:
    back = [t.index for t in world.transitions if isinstance(t.surface, BrowserBack)]
    return {
        "title": Code(x.function(page.title, ())),
        "address": Code(_address(world, page)),
        "dialogs": page.dialogs,
        "back": [i for i in back if page.index in world.transitions[i].pages],
    }


def _address(world: World, page: Page) -> str:
    """The name of the page and the keys of its arguments, between slashes."""
    parts = [json.dumps(page.name)]
    for slot in page.arguments:
        domain = world.variables[slot].domain
        parts.append(f"F_KEY({write(key_table(domain))}, s[{slot}])")
    return f"(s) => [{', '.join(parts)}].join('/')"


def key_table(domain: Domain) -> Table:
    """Keys by value: a list where values are positions, else by their JSON."""
    keys = ids.keys(domain)
    if isinstance(domain, Row | Enum):
        return keys
    return {
        json.dumps(v, ensure_ascii=False, separators=(",", ":")): k
        for v, k in zip(domain.values(), keys, strict=True)
    }


def _transition(world: World, x: Expressions, transition: Transition) -> Table:
    names = tuple(p.name for p in transition.params)
    guards = [
        [
            Code(x.function(g.test, names)),
            None if g.refusal is None else Code(x.function(g.refusal, names)),
            ORIGINS[g.origin],
        ]
        for g in transition.guards
    ]
    writes = [[w.slot, Code(x.function(w.value, names))] for w in transition.writes]
    says = None if transition.says is None else Code(x.function(transition.says, names))
    kinds = [world.variables[w.slot].kind for w in transition.writes]
    marks: Table = None
    if any(k in _MARKS for k in kinds):
        marks = [i for i, k in enumerate(kinds) if k not in _PASSING]
    return {
        "label": transition.label,
        "guards": guards,
        "writes": writes,
        "says": says,
        "marks": marks,
    }


def _widgets(site: Site, x: Expressions) -> list[Table]:
    found: dict[int, Table] = {w.index: _route_widget(x, w, site) for w in site.numbers.widgets}
    for bound in site.fields:
        found[bound.index] = field_table(site.world, x, bound)
    return [found[i] for i in sorted(found)]


def _route_widget(x: Expressions, widget: Widget, site: Site) -> Table:
    return {
        "kind": "route",
        "index": widget.index,
        "id": widget.id,
        "pinned": ids.pinned_id(widget.pinned) is not None,
        "shape": widget.shape,
        "label": x.number(widget.label, widget.frame),
        "calls": [x.call(c, widget.frame) for c in calls(widget, site.numbers.vertices)],
        "vertices": [v.index for v in widget.vertices],
        "isTarget": widget.is_target,
        "marked": widget.shape in MARKED_SHAPES,
        "opens": bool(widget.children()),
    }


def _vertex(x: Expressions, vertex: Vertex, frame: Frame) -> Table:
    return {
        "parent": None if vertex.parent is None else vertex.parent.index,
        "verb": vertex.verb,
        "widget": None if vertex.widget is None else vertex.widget.index,
        "to": None if vertex.to is None else vertex.to.index,
        "text": None if vertex.text is None else x.number(vertex.text, frame),
        "finals": [x.call(c, frame) for c in vertex.finals],
        "children": [c.index for c in vertex.children],
    }


def _list(x: Expressions, part: Rows | Repeat) -> Table:
    if isinstance(part, Repeat):
        values = Const(tuple(part.variable.domain.values()), Set(part.variable.domain))
        return {
            "source": x.number(values, part.frame),
            "where": None,
            "sort": [],
            "sheet": None,
            "size": 0,
            "keys": key_table(part.variable.domain),
        }
    view = part.view
    inner = part.frame.inside(view.variable)
    return {
        "source": x.number(view.source, part.frame),
        "where": None if view.where == TRUE else x.number(view.where, inner),
        "sort": [
            [
                x.number(k.key, inner),
                k.descending,
                None if k.present == TRUE else x.number(k.present, inner),
            ]
            for k in view.sort
        ],
        "sheet": None if view.pager is None else view.pager.slot,
        "size": 0 if view.pager is None else view.pager.size,
        "keys": key_table(view.variable.domain),
    }


def _places(site: Site) -> Table:
    """Keys that begin a route, for each place."""
    return {
        place.frame.place: {
            "keys": [
                v.index
                for v, frame in site.numbers.vertices
                if v.parent is None and v.widget is None and frame.place == place.frame.place
            ]
        }
        for place in (*site.pages, *site.dialogs)
    }
