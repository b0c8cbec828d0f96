"""What a move brings with it: pages entered and left, dialogs opened, closed and forced.

Values of places begin in the state after the step: `new` has what is written so far, and first
values are read over it.
"""

from __future__ import annotations

from fsmc.model.domains import Int
from fsmc.model.drafts import Draft, LeaveDialog, OpenDialog, ToPage
from fsmc.model.expr import Const, Expr, slots_of, substitute
from fsmc.model.place import NONE, PAGE, Place, outside_in
from fsmc.model.places import Places
from fsmc.model.simplify import FALSE, Data, choose, conj, equal, simplify

ZERO = Const(0, Int(0, 0))
New = dict[int, Expr]


class Moves:
    """Adds to `new` what entering, leaving, opening and closing write."""

    def __init__(self, places: Places, owners: dict[int, Place], data: Data) -> None:
        self.places = places
        self.owners = owners  # of sheets
        self.data = data

    def move(self, draft: Draft, pages: tuple[int, ...], new: New) -> None:
        match draft.move:
            case None:
                return
            case ToPage(page=page, args=args):
                self._close(self._may_be_open(draft, pages), new)
                self._enter(pages, page, args, new)
            case OpenDialog(dialog=dialog, args=args):
                self._open(draft, pages, dialog, args, new)
            case LeaveDialog():
                self._close(self._may_be_open(draft, pages), new)

    def sheets_of(self, place: Place) -> list[int]:
        return [slot for slot, owner in self.owners.items() if owner is place]

    def _kept(self, slot: int, new: New) -> Expr:
        return new.get(slot, self.places.current(slot))

    # ---- dialogs ----------------------------------------------------------------------------
    def _may_be_open(self, draft: Draft, pages: tuple[int, ...]) -> list[Place]:
        """The dialogs that can be open where the draft is enabled."""
        place = draft.place
        if place is None or place.kind != "dialog":
            return []
        if not place.forced:
            return [place]
        return [d for d in self.places.dialogs if not d.forced and set(d.pages) & set(pages)]

    def _close(self, dialogs: list[Place], new: New) -> None:
        for dialog in dialogs:
            for argument in dialog.arguments:
                new[argument.slot] = NONE
            for local in dialog.locals:
                new[local.slot] = NONE
            for sheet in self.sheets_of(dialog):
                new[sheet] = NONE
        if dialogs:
            assert self.places.dialog_slot is not None
            new[self.places.dialog_slot] = NONE

    def _open(
        self, draft: Draft, pages: tuple[int, ...], dialog: Place, args: tuple[Expr, ...], new: New
    ) -> None:
        assert self.places.dialog_slot is not None
        assert dialog.dialog is not None
        may_be_open = self._may_be_open(draft, pages)
        same: Expr = FALSE
        if dialog in may_be_open:
            same = conj(self.places.is_open(dialog), *self._given(dialog, args))
        self._close([d for d in may_be_open if d is not dialog], new)
        kind = self.places.variables[self.places.dialog_slot].domain
        new[self.places.dialog_slot] = Const(dialog.dialog, kind)
        self._begin(dialog, args, same, new)

    def forced(self, new: New) -> None:
        """Locals of a forced dialog begin when its condition comes to hold, and end with it."""
        for dialog in self.places.dialogs:
            sheets = self.sheets_of(dialog)
            if not dialog.forced or not (dialog.locals or sheets):
                continue
            before = simplify(self.places.forced_holds(dialog), self.data)
            if not slots_of(before) & new.keys():
                continue
            after = simplify(substitute(before, new), self.data)
            for slot, first in [
                *((local.slot, local.initial) for local in dialog.locals),
                *((sheet, ZERO) for sheet in sheets),
            ]:
                kept = choose(before, self._kept(slot, new), substitute(first, new))
                new[slot] = choose(after, kept, NONE)

    # ---- pages ------------------------------------------------------------------------------
    def _enter(self, pages: tuple[int, ...], page: int, args: tuple[Expr, ...], new: New) -> None:
        places = self.places
        target = places.pages[page]
        same: Expr = FALSE
        if page in pages:
            same = conj(places.on_pages((page,), pages), *self._given(target, args))
        new[PAGE] = Const(page, places.variables[PAGE].domain)
        for other in places.pages:
            if other is not target and set(other.pages) & set(pages):
                for argument in other.arguments:
                    new[argument.slot] = NONE
        for scope in sorted(places.scopes, key=outside_in):
            if scope is target:
                self._begin(target, args, same, new)
            else:
                self._cross(scope, pages, page, new)

    def _given(self, place: Place, args: tuple[Expr, ...]) -> list[Expr]:
        """That the place has these arguments already."""
        return [
            equal(self.places.current(a.slot), e)
            for a, e in zip(place.arguments, args, strict=True)
        ]

    def _begin(self, place: Place, args: tuple[Expr, ...], same: Expr, new: New) -> None:
        """Arguments and locals of a place that is entered, unless it is the `same` place."""
        new.update(zip((a.slot for a in place.arguments), args, strict=True))
        for local in place.locals:
            first = substitute(local.initial, new)
            new[local.slot] = choose(same, self._kept(local.slot, new), first, local.domain)
        for sheet in self.sheets_of(place):
            new[sheet] = choose(same, self._kept(sheet, new), ZERO)

    def _cross(self, scope: Place, pages: tuple[int, ...], page: int, new: New) -> None:
        """What a scope keeps, begins or drops when `page` is entered from one of `pages`."""
        was_in = self.places.on_pages(scope.pages, pages)
        firsts = [(v.slot, v.initial) for v in scope.locals]
        for slot, first in [*firsts, *((sheet, ZERO) for sheet in self.sheets_of(scope))]:
            if page in scope.pages:
                new[slot] = choose(was_in, self._kept(slot, new), substitute(first, new))
            elif was_in == FALSE:
                new.pop(slot, None)
            else:
                new[slot] = NONE
