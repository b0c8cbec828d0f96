"""Builds the pages and dialogs of a world, with what can be read in their titles."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from fsmc.model.elements import Elements
from fsmc.model.expr import Expr
from fsmc.model.place import NONE, Place
from fsmc.model.scope import Unresolved
from fsmc.model.world import Dialog, Element, Page


@dataclass(slots=True)
class Views:
    """`titles` are the values that a page or dialog tells in its title, by its name."""

    pages: list[Page] = field(default_factory=list)
    dialogs: list[Dialog] = field(default_factory=list)
    titles: dict[str, tuple[Expr, ...]] = field(default_factory=dict)


def build_views(elements: Elements) -> Views:
    """All pages and dialogs, scopes in file order; their transitions are `elements.drafts`."""
    places = elements.places
    around: dict[int, list[Element]] = {p.pages[0]: [] for p in places.pages}
    own: dict[int, tuple[Element, ...]] = {}
    in_dialogs: dict[str, tuple[Element, ...]] = {}
    numbers: Counter[str] = Counter()
    for scope in places.scopes:
        numbers[scope.kind] += 1
        prefix = scope.name if scope.kind == "page" else f"{scope.kind}{numbers[scope.kind]}"
        found = elements.scope(scope, prefix)
        if scope.kind == "page":
            own[scope.pages[0]] = found
        else:
            for page in scope.pages:
                around[page].extend(found)
        for dialog in places.dialogs:
            if dialog.parent is scope:
                in_dialogs[dialog.name] = elements.scope(dialog, f"dialog-{dialog.name}")
    views = Views()
    for place in places.pages:
        index = place.pages[0]
        here = [d for d in places.dialogs if index in d.pages]
        forced_first = sorted(here, key=lambda d: not d.forced)
        views.pages.append(
            Page(
                index,
                place.name,
                _title(elements, place, views),
                tuple(a.slot for a in place.arguments),
                tuple(around[index]),
                own.get(index, ()),
                tuple(d.dialog for d in forced_first if d.dialog is not None),
                place.span,
            )
        )
    for place in places.dialogs:
        views.dialogs.append(
            Dialog(
                place.dialog or 0,
                place.name,
                _title(elements, place, views),
                place.forced,
                places.on_top(place),
                in_dialogs.get(place.name, ()),
                place.span,
            )
        )
    return views


def _title(elements: Elements, place: Place, views: Views) -> Expr:
    assert place.title is not None
    try:
        shown = elements.texts.interpolate(place.title, place.scope)
    except Unresolved:
        return NONE
    views.titles[place.name] = shown.values
    return shown.text
