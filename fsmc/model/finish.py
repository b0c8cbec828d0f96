"""Works everything that the author need not write into guards and writes: the lowering itself.

Page entry and leaving, dialogs, `lasts`, `at most`, `within`, sheets of paged lists and the flags
that goals wait for all become ordinary slots, guards and simultaneous writes.
"""

from __future__ import annotations

from itertools import product

from fsmc.model.domains import Bool, Domain, Int, Nothing, Optional, Vector
from fsmc.model.drafts import Draft, LeaveDialog, OpenDialog, ToPage
from fsmc.model.expr import Bound, Const, Expr, Op, Slot, slots_of, substitute
from fsmc.model.places import NONE, PAGE, Place, Places
from fsmc.model.simplify import FALSE, TRUE, choose, conj, constant, disj, equal, simplify
from fsmc.model.world import Guard, Kind, Origin, Transition, Write

WAIT = "Just a moment…"


class Finisher:
    """Turns drafts into transitions, once all slots are known."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.data = places.ground.data()
        self.ages: dict[int, int] = {}
        self.sheets: dict[int, tuple[Place, frozenset[int]]] = {}
        self.budgets: dict[int, int] = {}
        self.fired: dict[str, int] = {}
        self.dues: dict[int, int] = {}

    # ---- hidden slots -----------------------------------------------------------------------
    def prepare(self, drafts: list[Draft], waited_for: frozenset[str]) -> None:
        """Adds the slots of ages, budgets, deadlines and flags."""
        places = self.places
        self.data = places.ground.data()
        for slot, count in places.lasts.items():
            if count > 1:
                name = f"{places.variables[slot].name}.age"
                self.ages[slot] = self._hidden(name, Kind.AGE, Int(0, count), Const(0, Int(0, 0)))
        for index, draft in enumerate(drafts):
            if draft.at_most is not None:
                high = draft.at_most
                self.budgets[index] = self._hidden(
                    f"{draft.name}.times", Kind.BUDGET, Int(0, high), Const(0, Int(0, 0))
                )
            if draft.within is not None:
                count = self._count(draft)
                domain = Vector(draft.name, count, Optional(Int(0, draft.within)))
                self.dues[index] = self._hidden(
                    f"{draft.name}.due", Kind.DUE, domain, Const((None,) * count, domain)
                )
            if draft.name in waited_for and draft.actor != "agent":
                self.fired[draft.name] = self._hidden(
                    f"{draft.name}.fired", Kind.FIRED, Bool(), FALSE
                )

    def _hidden(self, name: str, kind: Kind, domain: Domain, initial: Expr) -> int:
        slot = self.places.slot(name, kind, domain, (), None)
        self.places.initial[slot] = initial
        return slot

    def _count(self, draft: Draft) -> int:
        count = 1
        for param in draft.params:
            count *= param.domain.size
        return count

    # ---- one transition ---------------------------------------------------------------------
    def finish(self, index: int, draft: Draft, label: str, drafts: list[Draft]) -> Transition:
        places = self.places
        pages = tuple(range(len(places.pages))) if draft.place is None else draft.place.pages
        guards = [*self._place_guards(draft), *draft.guards, *self._budget_guard(index)]
        if draft.actor == "agent":
            guards = self._with_due(guards, drafts)
        new: dict[int, Expr] = {slot: w.value for slot, w in draft.writes.items()}
        if draft.actor == "agent":
            self._age(draft, new)
        self._reset_sheets(draft, new)
        self._move(draft, pages, new)
        if index in self.budgets:
            slot = self.budgets[index]
            new[slot] = Op(
                "add", (self._slot(slot), Const(1, Int(1, 1))), places.variables[slot].domain
            )
        if draft.name in self.fired:
            new[self.fired[draft.name]] = TRUE
        self._forced_locals(pages, new)
        self._dues(index, draft, new, drafts)
        writes = tuple(
            Write(slot, value)
            for slot, e in sorted(new.items())
            if (value := simplify(e, self.data)) != self._slot(slot)
        )
        guards = [Guard(simplify(g.test, self.data), g.refusal, g.origin, g.span) for g in guards]
        kept = tuple(g for g in guards if g.test != TRUE)
        says = None if draft.says is None else simplify(draft.says, self.data)
        return Transition(
            index,
            draft.name,
            label,
            draft.actor,
            draft.params,
            pages,
            kept,
            writes,
            says,
            draft.surface,
            draft.span,
        )

    def _slot(self, slot: int) -> Slot:
        return Slot(slot, self.places.variables[slot].domain)

    def _place_guards(self, draft: Draft) -> list[Guard]:
        place, places = draft.place, self.places
        if place is None:
            return []
        tests = [places.on_pages(place.pages)]
        if place.kind == "dialog":
            tests.append(places.on_top(place, place.pages))
        else:
            tests.append(places.uncovered(place.pages))
        return [Guard(test, None, Origin.PLACE, place.span) for test in tests]

    def _budget_guard(self, index: int) -> list[Guard]:
        if index not in self.budgets:
            return []
        slot = self.budgets[index]
        domain = self.places.variables[slot].domain
        assert isinstance(domain, Int)
        test = Op("lt", (self._slot(slot), Const(domain.high, domain)), Bool())
        return [Guard(test, None, Origin.BUDGET, None)]

    def _with_due(self, guards: list[Guard], drafts: list[Draft]) -> list[Guard]:
        """Agent moves wait while a patch is due; the wait speaks before every other refusal."""
        due: list[Guard] = []
        for index, slot in self.dues.items():
            limit = Const(drafts[index].within, Int(0, None))
            count = self._count(drafts[index])
            tests = tuple(
                Op(
                    "ne",
                    (Op("item", (self._slot(slot), Const(i, Int(i, i))), Int(0, None)), limit),
                    Bool(),
                )
                for i in range(count)
            )
            due.append(Guard(conj(*tests), WAIT, Origin.DUE, None))
        first = next((i for i, g in enumerate(guards) if g.refusal is not None), len(guards))
        return [*guards[:first], *due, *guards[first:]]

    # ---- lasts ------------------------------------------------------------------------------
    def _age(self, draft: Draft, new: dict[int, Expr]) -> None:
        for slot, count in self.places.lasts.items():
            initial = self.places.initial[slot]
            written = draft.writes.get(slot)
            if count == 1:
                if written is None:
                    new[slot] = initial
                elif written.test != TRUE:
                    new[slot] = choose(written.test, written.value, initial)
                continue
            age = self.ages[slot]
            domain = self.places.variables[age].domain
            last = equal(self._slot(age), Const(1, domain))
            older = choose(
                equal(self._slot(age), Const(0, domain)),
                Const(0, domain),
                Op("sub", (self._slot(age), Const(1, domain)), domain),
            )
            aged = choose(last, initial, self._slot(slot))
            test = FALSE if written is None else written.test
            new[age] = choose(test, Const(count, domain), older)
            new[slot] = aged if written is None else choose(written.test, written.value, aged)

    # ---- sheets -----------------------------------------------------------------------------
    def _reset_sheets(self, draft: Draft, new: dict[int, Expr]) -> None:
        for slot, (_, reads) in self.sheets.items():
            if slot != draft.sheet and reads & new.keys():
                kept, domain = self._slot(slot), self.places.variables[slot].domain
                new[slot] = choose(equal(kept, NONE), NONE, Const(0, domain), domain)

    # ---- moves ------------------------------------------------------------------------------
    def _move(self, draft: Draft, pages: tuple[int, ...], new: dict[int, Expr]) -> None:
        match draft.move:
            case None:
                return
            case ToPage(page=page, args=args):
                self._close_dialogs(pages, new, keep=None)
                self._enter(pages, page, args, new)
            case OpenDialog(dialog=dialog, args=args):
                self._open(draft, dialog, args, new)
            case LeaveDialog():
                self._close_dialogs(pages, new, keep=None)

    def _close_dialogs(
        self, pages: tuple[int, ...], new: dict[int, Expr], keep: Place | None
    ) -> None:
        if self.places.dialog_slot is None:
            return
        touched = False
        for dialog in self.places.dialogs:
            if dialog.forced or not set(dialog.pages) & set(pages):
                continue
            touched = True
            if dialog is keep:
                continue
            for slot in (*(a.slot for a in dialog.arguments), *(v.slot for v in dialog.locals)):
                new[slot] = NONE
        if touched:
            new[self.places.dialog_slot] = NONE

    def _open(
        self, draft: Draft, dialog: Place, args: tuple[Expr, ...], new: dict[int, Expr]
    ) -> None:
        assert self.places.dialog_slot is not None
        assert dialog.dialog is not None
        same: Expr = FALSE
        if draft.place is dialog:
            same = conj(
                *(equal(self._slot(a.slot), e) for a, e in zip(dialog.arguments, args, strict=True))
            )
        self._close_dialogs(dialog.pages, new, keep=dialog)
        new[self.places.dialog_slot] = Const(
            dialog.dialog, self.places.variables[self.places.dialog_slot].domain
        )
        self._arguments(dialog, args, same, new)

    def _arguments(
        self, place: Place, args: tuple[Expr, ...], same: Expr, new: dict[int, Expr]
    ) -> None:
        """Argument slots and locals of a place that is entered, unless it is the `same` place."""
        given = dict(zip((a.slot for a in place.arguments), args, strict=True))
        for local in place.locals:
            initial = substitute(local.initial, given)
            kept = new.get(local.slot, self._slot(local.slot))
            new[local.slot] = choose(same, kept, initial, local.domain)
        for slot, (owner, _) in self.sheets.items():
            if owner is place:
                new[slot] = choose(same, new.get(slot, self._slot(slot)), Const(0, Int(0, 0)))
        new.update(given)

    def _enter(
        self, pages: tuple[int, ...], page: int, args: tuple[Expr, ...], new: dict[int, Expr]
    ) -> None:
        places = self.places
        target = places.pages[page]
        same: Expr = FALSE
        if page in pages:
            here = places.on_pages((page,), pages)
            same = conj(
                here,
                *(
                    equal(self._slot(a.slot), e)
                    for a, e in zip(target.arguments, args, strict=True)
                ),
            )
        for other in places.pages:
            if other is not target and set(other.pages) & set(pages):
                for argument in other.arguments:
                    new[argument.slot] = NONE
        for scope in places.scopes:
            if scope is not target:
                self._cross(scope, pages, page, new)
        self._arguments(target, args, same, new)
        new[PAGE] = Const(page, places.variables[PAGE].domain)

    def _cross(self, scope: Place, pages: tuple[int, ...], page: int, new: dict[int, Expr]) -> None:
        """What a scope keeps, begins or drops when `page` is entered from one of `pages`."""
        was_in = self.places.on_pages(scope.pages, pages)
        slots = [(v.slot, v.initial, v.domain) for v in scope.locals]
        slots += [
            (slot, Const(0, Int(0, 0)), Int(0, None))
            for slot, (owner, _) in self.sheets.items()
            if owner is scope
        ]
        for slot, initial, domain in slots:
            if page not in scope.pages:
                if was_in == FALSE:
                    new.pop(slot, None)
                else:
                    new[slot] = NONE
            else:
                new[slot] = choose(was_in, new.get(slot, self._slot(slot)), initial, domain)

    # ---- forced dialogs ---------------------------------------------------------------------
    def _forced_locals(self, pages: tuple[int, ...], new: dict[int, Expr]) -> None:
        """Locals of a forced dialog begin when its condition comes to hold, and end with it."""
        for dialog in self.places.dialogs:
            if not dialog.forced or not (dialog.locals or self._owns_sheet(dialog)):
                continue
            before = simplify(self.places.forced_holds(dialog), self.data)
            if not slots_of(before) & new.keys():
                continue
            after = simplify(substitute(before, new), self.data)
            slots = [(v.slot, v.initial) for v in dialog.locals]
            slots += [
                (s, Const(0, Int(0, 0))) for s, (owner, _) in self.sheets.items() if owner is dialog
            ]
            for slot, initial in slots:
                kept = choose(before, new.get(slot, self._slot(slot)), initial)
                new[slot] = choose(after, kept, NONE)

    def _owns_sheet(self, place: Place) -> bool:
        return any(owner is place for owner, _ in self.sheets.values())

    # ---- within -----------------------------------------------------------------------------
    def _dues(self, index: int, draft: Draft, new: dict[int, Expr], drafts: list[Draft]) -> None:
        """Counts, for each grounding of each `within` patch, agent steps since it was enabled."""
        for other, slot in self.dues.items():
            patch = drafts[other]
            guards = conj(*(g.test for g in (*patch.guards, *self._budget_guard(other))))
            vector: Expr = self._slot(slot)
            domain = self.places.variables[slot].domain
            assert isinstance(domain, Vector)
            for position, values in enumerate(
                product(*(tuple(p.domain.values()) for p in patch.params))
            ):
                bound: dict[str, Expr] = {
                    p.name: Const(v, p.domain) for p, v in zip(patch.params, values, strict=True)
                }
                enabled = substitute(substitute(guards, bound=bound), new)
                at = Const(position, Int(position, position))
                old = Op("item", (self._slot(slot), at), domain.of)
                count: Expr = old
                if draft.actor == "agent":
                    count = Op("add", (old, Const(1, Int(1, 1))), Int(0, patch.within))
                fresh = equal(old, NONE)
                if index == other:
                    mine = conj(
                        *(
                            equal(Bound(p.name, p.domain), e)
                            for p, e in zip(draft.params, bound.values(), strict=True)
                        )
                    )
                    fresh = disj(fresh, mine)
                value = choose(
                    enabled,
                    choose(fresh, Const(0, Int(0, 0)), count),
                    Const(None, Nothing()),
                    domain.of,
                )
                vector = Op("store", (vector, at, value), domain)
            new[slot] = vector

    # ---- the initial state ------------------------------------------------------------------
    def start(self, page: int, args: tuple[Expr, ...], drafts: list[Draft]) -> dict[int, Expr]:
        """The value of each slot at the beginning, each a constant once simplified."""
        places = self.places
        found: dict[int, Expr] = dict.fromkeys(range(len(places.variables)), NONE)
        found.update(places.initial)
        target = places.pages[page]
        found[PAGE] = Const(page, places.variables[PAGE].domain)
        given = dict(zip((a.slot for a in target.arguments), args, strict=True))
        found.update(given)
        for scope in places.scopes:
            if page in scope.pages:
                found.update({v.slot: v.initial for v in scope.locals})
        for slot, (owner, _) in self.sheets.items():
            if owner.kind != "dialog" and page in owner.pages:
                found[slot] = Const(0, Int(0, 0))
        for slot in found:
            found[slot] = self._settled(found[slot], found)
        for dialog in places.dialogs:
            if dialog.forced:
                holds = self._settled(places.forced_holds(dialog), found)
                for local in dialog.locals:
                    found[local.slot] = self._settled(choose(holds, local.initial, NONE), found)
        for index, slot in self.dues.items():
            found[slot] = self._first_dues(index, drafts[index], found)
        return found

    def _first_dues(self, index: int, patch: Draft, found: dict[int, Expr]) -> Expr:
        guards = conj(*(g.test for g in (*patch.guards, *self._budget_guard(index))))
        entries: list[int | None] = []
        for values in product(*(tuple(p.domain.values()) for p in patch.params)):
            bound: dict[str, Expr] = {
                p.name: Const(v, p.domain) for p, v in zip(patch.params, values, strict=True)
            }
            test = substitute(substitute(guards, bound=bound), found)
            entries.append(0 if constant(test, self.data) else None)
        return Const(tuple(entries), Nothing())

    def _settled(self, e: Expr, found: dict[int, Expr]) -> Expr:
        for _ in range(len(found) + 1):
            if not slots_of(e):
                break
            e = substitute(e, found)
        return Const(constant(e, self.data), e.type)
