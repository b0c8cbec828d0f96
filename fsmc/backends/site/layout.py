"""The look that content asks for: cards or rows, how values are set, which parts go together."""

from __future__ import annotations

from dataclasses import replace

from fsmc.backends.site.parts import Bound, Gestured, Group, Item, Items, Part, Region, Repeat, Rows
from fsmc.model.domains import Bool, Date, Enum, Int, Money, Optional, Set
from fsmc.model.expr import Const, Op
from fsmc.model.world import Button, Element, Field, Link, ListView, Section, Show, Shown

_PLAIN_INPUTS = ("input", "check", "combobox", "source", "scroller")


def style(shown: Shown, names: bool, in_row: bool) -> str:
    """How one text of a `show` is set, by its type and place; `names` where it names a row."""
    if shown.picture:
        return "picture"
    if isinstance(shown.text, Op) and shown.text.name == "concat":
        return "text"
    domain = shown.value.type
    while isinstance(domain, Optional):
        domain = domain.of
    match domain:
        case Money():
            return "money"
        case Date():
            return "date"
        case Enum() | Bool() | Set():
            return "badge"
        case Int():
            return "number"
        case _:
            if in_row and isinstance(shown.text, Const):
                return "note"
            return "title" if names else "text"


def list_look(view: ListView) -> str:
    """`cards` where rows have a picture, else `rows`."""
    shows = [e for e in view.elements if isinstance(e, Show)]
    if any(i.picture for s in shows for i in s.items):
        return "cards"
    return "rows"


def page_look(elements: tuple[Element, ...]) -> str:
    """The kind of page that these elements make: browse, form or plain."""
    if any(isinstance(e, ListView) for e in elements):
        return "browse"
    buttons = [e for e in elements if isinstance(e, Button | Link)]
    asked = [
        b
        for b in buttons
        if any(s.verb in ("fill", "choose", "check", "pick") for r in b.routes for s in r)
    ]
    if asked or any(isinstance(e, Field | Section) for e in elements):
        return "form"
    return "plain"


def arranged(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """The parts in their order, neighbours of one kind grouped."""
    found: list[Part] = []
    for part in parts:
        kind = _kind(part)
        last = found[-1] if found else None
        if kind is None:
            found.append(part)
        elif isinstance(last, Group) and last.kind == kind:
            found[-1] = Group(kind, (*last.inside, part))
        else:
            found.append(Group(kind, (part,)))
    return tuple(found)


def paneled(parts: tuple[Part, ...], look: str) -> tuple[Part, ...]:
    """Runs of groups of a page on one sheet of paper; a browsing page has some without one."""
    found: list[Part] = []
    run: list[Group] = []

    def close() -> None:
        if run and (look != "browse" or any(g.kind == "fields" for g in run)):
            found.append(Group("panel", tuple(run)))
        else:
            found.extend(run)
        run.clear()

    for part in parts:
        if isinstance(part, Group):
            run.append(part)
        else:
            close()
            found.append(part)
    close()
    return tuple(found)


def split_back(parts: tuple[Part, ...]) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """The Back links, and everything else."""
    back = tuple(p for p in parts if isinstance(p, Gestured) and p.widget.extra == "back")
    return back, tuple(p for p in parts if p not in back)


def split_bar(parts: tuple[Part, ...]) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """What fits into the bar at the top, and what stands below it."""
    below = tuple(p for p in parts if isinstance(p, Rows | Region))
    return tuple(p for p in parts if p not in below), below


def split_hero(parts: tuple[Part, ...]) -> tuple[tuple[Item, ...], tuple[Part, ...]]:
    """The first picture that always shows on a page, and everything else."""
    for at, part in enumerate(parts):
        if isinstance(part, Items) and part.present == Const(True, Bool()):
            pictures = [i for i in part.items if i.style == "picture"]
            if pictures:
                rest = tuple(i for i in part.items if i is not pictures[0])
                left = (replace(part, items=rest),) if rest else ()
                return (pictures[0],), (*parts[:at], *left, *parts[at + 1 :])
    return (), parts


def _kind(part: Part) -> str | None:
    match part:
        case Bound():
            return "fields"
        case Items():
            return "facts"
        case Repeat():
            return "actions"
        case Gestured(widget=widget):
            if widget.shape in _PLAIN_INPUTS:
                return "fields"
            return "links" if widget.role == "link" else "actions"
        case _:
            return None
