"""Works everything that the author need not write into guards and writes: the lowering itself.

Page entry and leaving, dialogs, `lasts`, `at most`, `within`, sheets of paged lists and the flags
that goals wait for all become ordinary slots, guards and simultaneous writes.
"""

from __future__ import annotations

from dataclasses import replace

from fsmc.model.domains import Bool, Domain, Int
from fsmc.model.drafts import Draft
from fsmc.model.dues import Dues
from fsmc.model.expr import Const, Expr, Op, slots_of, substitute
from fsmc.model.measure import too_large
from fsmc.model.moves import ZERO, Moves
from fsmc.model.place import NONE, PAGE, Place
from fsmc.model.places import Places
from fsmc.model.simplify import FALSE, TRUE, choose, conj, constant, disj, equal, simplify
from fsmc.model.world import Guard, Kind, Origin, Transition, Write

ONE = Const(1, Int(1, 1))


class Finisher:
    """Turns drafts into transitions, once all slots are known."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.data = places.ground.data()
        self.sheets: dict[int, tuple[Place, frozenset[int]]] = {}  # owner, and what the rows read
        self.ages: dict[int, int] = {}
        self.budgets: dict[int, int] = {}
        self.fired: dict[str, int] = {}
        self.dues = Dues(places)
        self.moves = Moves(places, {}, self.data)

    # ---- hidden slots -----------------------------------------------------------------------
    def prepare(self, drafts: list[Draft], waited_for: frozenset[str]) -> None:
        """Adds the slots of ages, budgets, deadlines and flags."""
        places = self.places
        self.data = places.ground.data()
        owners = {slot: owner for slot, (owner, _) in self.sheets.items()}
        self.moves = Moves(places, owners, self.data)
        for slot, count in places.lasts.items():
            if count > 1:
                name = f"{places.variables[slot].name}.age"
                self.ages[slot] = self._hidden(name, Kind.AGE, Int(0, count), ZERO)
        for index, draft in enumerate(drafts):
            if draft.actor == "agent":
                continue
            if draft.at_most is not None:
                domain = Int(0, draft.at_most)
                name = f"{draft.name}.times"
                self.budgets[index] = self._hidden(name, Kind.BUDGET, domain, ZERO)
            if draft.within is not None:
                tests = (g.test for g in (*draft.guards, *self._budget_guard(index)))
                self.dues.watch(index, draft, simplify(conj(*tests), self.data))
            if draft.name in waited_for:
                name = f"{draft.name}.fired"
                self.fired[draft.name] = self._hidden(name, Kind.FIRED, Bool(), FALSE)

    def _hidden(self, name: str, kind: Kind, domain: Domain, initial: Expr) -> int:
        slot = self.places.slot(name, kind, domain, (), None)
        self.places.initial[slot] = initial
        return slot

    # ---- one transition ---------------------------------------------------------------------
    def finish(self, index: int, draft: Draft, label: str, drafts: list[Draft]) -> Transition:
        places = self.places
        pages = tuple(range(len(places.pages))) if draft.place is None else draft.place.pages
        guards = [*self._place_guards(draft), *draft.guards, *self._budget_guard(index)]
        new: dict[int, Expr] = {slot: w.value for slot, w in draft.writes.items()}
        if draft.actor == "agent":
            guards = self._waiting(guards, drafts)
            self._age(draft, new)
        else:
            self._start_ages(draft, new)
        self._reset_sheets(draft, pages, new)
        self.moves.move(draft, pages, new)
        if index in self.budgets:
            times = places.current(self.budgets[index])
            new[times.index] = Op("add", (times, ONE), times.type)
        if draft.actor != "agent" and draft.name in self.fired:
            new[self.fired[draft.name]] = TRUE
        self.moves.forced(new)
        self.dues.count(index, draft, new, drafts)
        kept = [
            replace(g, test=test, refusal=self._simple(g.refusal))
            for g in guards
            if (test := simplify(g.test, self.data)) != TRUE
        ]
        writes = [
            Write(slot, value)
            for slot, e in sorted(new.items())
            if (value := simplify(e, self.data)) != places.current(slot)
        ]
        texts = [g.refusal for g in kept if g.refusal is not None]
        self._not_too_large(draft, [*(g.test for g in kept), *texts, *(w.value for w in writes)])
        says = self._simple(draft.says)
        return Transition(
            index,
            draft.name,
            label,
            draft.actor,
            draft.params,
            pages,
            tuple(kept),
            tuple(writes),
            says,
            draft.surface,
            draft.span,
        )

    def _simple(self, text: Expr | None) -> Expr | None:
        return None if text is None else simplify(text, self.data)

    def _not_too_large(self, draft: Draft, parts: list[Expr]) -> None:
        if any(too_large(part) for part in parts):
            self.places.ground.refuse(
                "FSM240",
                f"`{draft.name}` unfolds into something too large",
                draft.span,
                "in its conditions, its writes, or what follows from them",
                help="use fewer `within` patches, rows or dialogs that it can touch",
            )

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
        times = self.places.current(self.budgets[index])
        assert isinstance(times.type, Int)
        test = Op("lt", (times, Const(times.type.high, times.type)), Bool())
        return [Guard(test, None, Origin.BUDGET, None)]

    def _waiting(self, guards: list[Guard], drafts: list[Draft]) -> list[Guard]:
        first = next((i for i, g in enumerate(guards) if g.refusal is not None), len(guards))
        return [*guards[:first], *self.dues.waiting(drafts), *guards[first:]]

    # ---- lasts ------------------------------------------------------------------------------
    def _age(self, draft: Draft, new: dict[int, Expr]) -> None:
        """An agent's step takes what it does not write one step nearer to its initial value."""
        places = self.places
        for slot, count in places.lasts.items():
            initial = places.initial[slot]
            written = draft.writes.get(slot)
            if count == 1:
                new[slot] = (
                    initial if written is None else choose(written.test, written.value, initial)
                )
                continue
            age, value = places.current(self.ages[slot]), places.current(slot)
            older = choose(equal(age, ZERO), ZERO, Op("sub", (age, ONE), age.type))
            aged = choose(equal(age, ONE), initial, value)
            if written is None:
                new[age.index], new[slot] = older, aged
                continue
            begun = choose(equal(written.value, initial), ZERO, Const(count, age.type))
            new[age.index] = choose(written.test, begun, older)
            new[slot] = choose(written.test, written.value, aged)

    def _start_ages(self, draft: Draft, new: dict[int, Expr]) -> None:
        """What another actor writes ages from then on."""
        for slot, age_slot in self.ages.items():
            written = draft.writes.get(slot)
            if written is not None:
                age, initial = self.places.current(age_slot), self.places.initial[slot]
                count = Const(self.places.lasts[slot], age.type)
                begun = choose(equal(written.value, initial), ZERO, count)
                new[age_slot] = choose(written.test, begun, age)

    # ---- sheets -----------------------------------------------------------------------------
    def _reset_sheets(self, draft: Draft, pages: tuple[int, ...], new: dict[int, Expr]) -> None:
        """A paged list goes back to its first sheet when what its rows depend on changes."""
        for slot, (owner, reads) in self.sheets.items():
            if not set(pages) & set(owner.pages):
                continue
            changed = [self._changed(draft, read, new) for read in sorted(reads & new.keys())]
            kept = new.get(slot, self.places.current(slot))
            first: Expr = ZERO
            if owner.kind == "dialog" or not set(pages) <= set(owner.pages):
                first = choose(equal(self.places.current(slot), NONE), NONE, ZERO)
            if changed:
                new[slot] = choose(disj(*changed), first, kept, kept.type)

    def _changed(self, draft: Draft, slot: int, new: dict[int, Expr]) -> Expr:
        written = draft.writes.get(slot)
        if written is not None and slot not in self.places.lasts:
            return written.test
        return Op("ne", (self.places.current(slot), new[slot]), Bool())

    # ---- the initial state ------------------------------------------------------------------
    def start(self, page: int, args: tuple[Expr, ...], drafts: list[Draft]) -> dict[int, Expr]:
        """The value of each slot at the beginning, all of them constants."""
        places = self.places
        found: dict[int, Expr] = dict.fromkeys(range(len(places.variables)), NONE)
        found.update(places.initial)
        target = places.pages[page]
        found[PAGE] = Const(page, places.variables[PAGE].domain)
        found.update(zip((a.slot for a in target.arguments), args, strict=True))
        for scope in places.scopes:
            if page in scope.pages:
                found.update({v.slot: v.initial for v in scope.locals})
                found.update(dict.fromkeys(self.moves.sheets_of(scope), ZERO))
        for slot in found:
            found[slot] = self._settled(found[slot], found)
        for dialog in places.dialogs:
            if dialog.forced:
                holds = self._settled(places.forced_holds(dialog), found)
                for local in dialog.locals:
                    found[local.slot] = self._settled(choose(holds, local.initial, NONE), found)
                for sheet in self.moves.sheets_of(dialog):
                    found[sheet] = choose(holds, ZERO, NONE)
        self.dues.start(found, drafts, self.data)
        return found

    def _settled(self, e: Expr, found: dict[int, Expr]) -> Expr:
        while slots_of(e):
            e = substitute(e, found)
        return e if isinstance(e, Const) else Const(constant(e, self.data), e.type)
