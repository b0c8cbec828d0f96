"""Works `within n` into slots: agent steps since each grounding of a patch became enabled."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from fsmc.model.domains import Bool, Int, Nothing, Optional, String, Vector
from fsmc.model.drafts import Draft
from fsmc.model.expr import Bound, Const, Expr, Op, slots_of, substitute
from fsmc.model.measure import DEEPEST, choices, many
from fsmc.model.place import NONE
from fsmc.model.places import Places
from fsmc.model.simplify import Data, choose, conj, constant, disj, equal
from fsmc.model.world import Guard, Kind, Origin

WAIT = Const("Just a moment…", String())
MOST_WATCHED = DEEPEST
"""Groundings of one patch that can be watched: each is one level of an expression."""


class Dues:
    """The deadlines of one world."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.ground = places.ground
        self.slots: dict[int, int] = {}  # by transition
        self.guards: dict[int, Expr] = {}  # when the patch is enabled, its budget left

    def watch(self, index: int, draft: Draft, enabled: Expr) -> None:
        """Adds the slot of a patch that must fire in time."""
        assert draft.within is not None
        count = choices(tuple(p.domain for p in draft.params))
        if count > MOST_WATCHED:
            self.ground.refuse(
                "FSM239",
                f"`within` would watch {many(count)} forms of `{draft.name}`",
                draft.span,
                f"more than {MOST_WATCHED}",
                help="give its parameters fewer values",
            )
            return
        domain = Vector(draft.name, count, Optional(Int(0, draft.within)))
        slot = self.places.slot(f"{draft.name}.due", Kind.DUE, domain, (), draft.span)
        self.places.initial[slot] = Const((None,) * count, domain)
        self.slots[index], self.guards[index] = slot, enabled

    def waiting(self, drafts: list[Draft]) -> list[Guard]:
        """Agent moves wait while a patch is due; the wait speaks before every other refusal."""
        found: list[Guard] = []
        for index, slot in self.slots.items():
            limit = Const(drafts[index].within, Int(0, None))
            late = [
                Op("ne", (self._entry(slot, position), limit), Bool())
                for position, _ in self._groundings(drafts[index])
            ]
            found.append(Guard(conj(*late), WAIT, Origin.DUE, None))
        return found

    def _entry(self, slot: int, position: int) -> Op:
        domain = self.places.variables[slot].domain
        assert isinstance(domain, Vector)
        at = Const(position, Int(position, position))
        return Op("item", (self.places.current(slot), at), domain.of)

    def _groundings(self, patch: Draft) -> Iterator[tuple[int, dict[str, Expr]]]:
        values = product(*(tuple(p.domain.values()) for p in patch.params))
        for position, chosen in enumerate(values):
            yield (
                position,
                {
                    p.name: Const(v, p.domain if v is not None else Nothing())
                    for p, v in zip(patch.params, chosen, strict=True)
                },
            )

    def count(self, index: int, draft: Draft, new: dict[int, Expr], drafts: list[Draft]) -> None:
        """What a step does to every deadline; `new` has all else that it writes."""
        written = frozenset(new)
        for other, slot in self.slots.items():
            enabled = self.guards[other]
            if draft.actor != "agent" and other != index and not slots_of(enabled) & written:
                continue
            domain = self.places.variables[slot].domain
            assert isinstance(domain, Vector)
            vector: Expr = self.places.current(slot)
            for position, bound in self._groundings(drafts[other]):
                old = self._entry(slot, position)
                count: Expr = old
                if draft.actor == "agent":
                    count = Op("add", (old, Const(1, Int(1, 1))), Int(0, drafts[other].within))
                fresh = equal(old, NONE)
                if index == other:
                    mine = (
                        equal(Bound(p.name, p.domain), e)
                        for p, e in zip(draft.params, bound.values(), strict=True)
                    )
                    fresh = disj(fresh, conj(*mine))
                now = substitute(substitute(enabled, bound=bound), new)
                value = choose(now, choose(fresh, Const(0, Int(0, 0)), count), NONE, domain.of)
                at = Const(position, Int(position, position))
                vector = Op("store", (vector, at, value), domain)
            new[slot] = vector

    def start(self, found: dict[int, Expr], drafts: list[Draft], data: Data) -> None:
        """Sets the first value of each deadline: 0 where the patch is enabled from the start."""
        for index, slot in self.slots.items():
            entries: list[int | None] = []
            for _, bound in self._groundings(drafts[index]):
                enabled = substitute(substitute(self.guards[index], bound=bound), found)
                entries.append(0 if constant(enabled, data) else None)
            found[slot] = Const(tuple(entries), self.places.variables[slot].domain)
