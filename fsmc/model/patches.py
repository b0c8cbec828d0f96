"""Reads patches, what other actors do, and what they and goals can see."""

from __future__ import annotations

from fsmc.model.drafts import Draft
from fsmc.model.elements import Elements
from fsmc.model.places import Places
from fsmc.model.scope import Scope, Unresolved
from fsmc.model.world import PatchSurface
from fsmc.syntax import tree as t

ACTORS = ("user", "env")


def session_scope(places: Places) -> Scope:
    """What patches, goals and properties see: the world, and locals that are always there."""
    scope = places.world_scope
    for place in places.scopes:
        if place.kind == "everywhere" and places.everywhere(place.pages):
            scope = scope.bind_all({n: b for n, b in place.own.items() if n not in scope.names})
    return scope


def read_patches(elements: Elements, items: list[t.Item]) -> None:
    """Adds a draft for every patch."""
    scope = session_scope(elements.places)
    for item in items:
        if isinstance(item, t.PatchItem):
            try:
                elements.add(_patch(elements, item, scope))
            except Unresolved:
                continue


def _patch(elements: Elements, item: t.PatchItem, scope: Scope) -> Draft:
    ground, actor = elements.ground, item.actor.text
    if actor not in ACTORS:
        raise ground.unknown(
            "FSM207",
            f"`{actor}` is no actor",
            item.actor,
            ACTORS,
            "not in the list",
            help="a patch belongs to `user` or `env`",
        )
    params, guards, inner = elements.own_params(item.params, scope)
    draft = Draft(
        item.name.text,
        actor,
        params,
        None,
        guards,
        item.name.span,
        PatchSurface(),
        at_most=item.at_most,
        within=item.within,
    )
    elements.few_enough(params, item.name.text, item.name.span)
    elements.clauses.read(draft, item.body, inner)
    for guard in draft.guards:
        if guard.refusal is not None:
            ground.refuse(
                "FSM225",
                "nobody reads the refusal of a patch",
                guard.span,
                "patches are not refused",
                help="leave out `else`",
            )
    return draft
