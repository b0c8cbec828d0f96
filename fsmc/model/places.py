"""All slots and places of a world, and the conditions that say where the user is."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from fsmc.diagnostics import Label, Span
from fsmc.model.domains import Domain, Enum, Optional
from fsmc.model.expr import Const, Expr, Slot
from fsmc.model.place import NONE, PAGE, Place
from fsmc.model.resolve import Resolver
from fsmc.model.scope import Ground, Scope, Unresolved
from fsmc.model.simplify import TRUE, conj, disj, equal, negation
from fsmc.model.types import arguments, optional
from fsmc.model.world import Kind, Variable
from fsmc.syntax import tree as t


@dataclass(slots=True)
class Places:
    """What `layout` builds. Until `settled`, dialogs have no conditions yet."""

    ground: Ground
    resolver: Resolver
    variables: list[Variable] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    initial: dict[int, Expr] = field(default_factory=dict)  # of state, columns and hidden slots
    lasts: dict[int, int] = field(default_factory=dict)
    pages: list[Place] = field(default_factory=list)
    scopes: list[Place] = field(default_factory=list)  # all but dialogs, in file order
    dialogs: list[Place] = field(default_factory=list)
    dialog_slot: int | None = None
    same: dict[int, tuple[tuple[str, ...], tuple[Expr, ...]]] = field(default_factory=dict)
    world_scope: Scope = field(default_factory=lambda: Scope({}))
    testable: bool = False  # whether `at page` has a meaning
    settled: bool = False  # whether `at dialog` has one

    # ---- slots ------------------------------------------------------------------------------
    def slot(
        self, name: str, kind: Kind, domain: Domain, pages: tuple[int, ...], span: Span | None
    ) -> int:
        """A new slot; the name gets a number where it is taken."""
        unique, number = name, 2
        while unique in self.names:
            unique, number = f"{name}_{number}", number + 1
        self.names.add(unique)
        self.variables.append(Variable(unique, kind, domain, pages, span))
        return len(self.variables) - 1

    def current(self, slot: int) -> Slot:
        """The value of a slot before the step."""
        return Slot(slot, self.variables[slot].domain)

    def own(self, domain: Domain, name: str) -> Domain:
        """An enum without a name belongs to its variable alone."""
        if isinstance(domain, Optional):
            return Optional(self.own(domain.of, name))
        if isinstance(domain, Enum) and not domain.name:
            return replace(domain, name=f"the values of {name}")
        return domain

    # ---- places -----------------------------------------------------------------------------
    def page_named(self, name: t.Name) -> Place:
        for page in self.pages:
            if page.name == name.text:
                return page
        raise self.ground.unknown(
            "FSM204",
            f"there is no page called `{name.text}`",
            name,
            [p.name for p in self.pages],
            "not declared",
            help=f'add `page {name.text} "…" {{ }}`',
        )

    def dialog_named(self, name: str) -> Place | None:
        return next((d for d in self.dialogs if d.name == name), None)

    def everywhere(self, pages: tuple[int, ...]) -> bool:
        return len(pages) == len(self.pages)

    def args(self, dest: t.Destination, place: Place, scope: Scope) -> tuple[Expr, ...]:
        """The arguments of a destination, one for each that the place takes."""
        if len(dest.args) != len(place.params):
            names = ", ".join(p.name.text for p in place.params)
            raise self.ground.refuse(
                "FSM209",
                f"`{place.name}` takes {arguments(len(place.params))}, not {len(dest.args)}",
                dest.span,
                "too many" if len(dest.args) > len(place.params) else "too few",
                related=(Label(place.span, "declared here"),),
                help=f"write `{place.name}({names})`" if names else f"write `{place.name}`",
            )
        if len(place.arguments) != len(place.params):
            raise Unresolved
        return tuple(
            self.resolver.value(e, scope, a.domain)
            for e, a in zip(dest.args, place.arguments, strict=True)
        )

    # ---- conditions -------------------------------------------------------------------------
    @property
    def page_slot(self) -> Slot:
        return self.current(PAGE)

    def on_pages(self, pages: tuple[int, ...], within: tuple[int, ...] | None = None) -> Expr:
        """Whether the page is one of `pages`, given that it is one of `within` (None: any)."""
        inside = tuple(range(len(self.pages))) if within is None else within
        left = tuple(p for p in inside if p in pages)
        if len(left) == len(inside):
            return TRUE
        page = self.page_slot
        return disj(*(equal(page, Const(p, page.type)) for p in left))

    def forced_holds(self, dialog: Place, within: tuple[int, ...] | None = None) -> Expr:
        """Whether a forced dialog is in force."""
        assert dialog.condition is not None
        return conj(self.on_pages(dialog.pages, within), dialog.condition)

    def is_open(self, dialog: Place) -> Expr:
        """Whether an opened dialog is there, perhaps under a forced one."""
        assert self.dialog_slot is not None
        assert dialog.dialog is not None
        slot = self.current(self.dialog_slot)
        return equal(slot, Const(dialog.dialog, slot.type))

    def in_force(self, dialog: Place, within: tuple[int, ...] | None = None) -> Expr:
        """Whether a dialog is open or forced, perhaps under another one."""
        return self.forced_holds(dialog, within) if dialog.forced else self.is_open(dialog)

    def on_top(self, dialog: Place, within: tuple[int, ...] | None = None) -> Expr:
        """Whether this dialog is the one the user sees: forced ones first, in file order."""
        above = [d for d in self.dialogs if d.forced and set(d.pages) & set(within or dialog.pages)]
        if dialog.forced:
            above = above[: above.index(dialog)] if dialog in above else above
        covered = [negation(self.forced_holds(d, within)) for d in above]
        return conj(*covered, self.in_force(dialog, within))

    def uncovered(self, pages: tuple[int, ...]) -> Expr:
        """Whether no dialog covers the page, given that it is one of `pages`."""
        here = [d for d in self.dialogs if set(d.pages) & set(pages)]
        parts = [negation(self.forced_holds(d, pages)) for d in here if d.forced]
        if self.dialog_slot is not None and any(not d.forced for d in here):
            parts.append(equal(self.current(self.dialog_slot), NONE))
        return conj(*parts)

    def place_test(self, dest: t.Destination, scope: Scope) -> Expr:
        """`at page(args)`, or `at dialog(args)`."""
        dialog = self.dialog_named(dest.name.text)
        if not (self.testable if dialog is None else self.settled):
            raise self.ground.refuse(
                "FSM230",
                "`at` cannot stand here",
                dest.span,
                "nobody is at a place yet" if dialog is None else "opens by such conditions itself",
                help="test a variable instead",
            )
        if dialog is not None:
            place, test = dialog, self.on_top(dialog)
        else:
            place = self.page_named(dest.name)
            test = self.on_pages(place.pages)
        if not dest.args:
            return test
        args = self.args(dest, place, scope)
        return conj(
            test,
            *(
                equal(Slot(a.slot, optional(a.domain)), e)
                for a, e in zip(place.arguments, args, strict=True)
            ),
        )
