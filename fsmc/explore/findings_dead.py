"""Diagnostics about what never happens: one for each root cause, with all that waits for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fsmc.diagnostics import Diagnostic, Label, Severity
from fsmc.explore import wording
from fsmc.explore.blame import Blame, Block, Writer
from fsmc.explore.causes import Cause, leads_to
from fsmc.model.domains import Value
from fsmc.model.world import Kind, Origin, Transition, World

MOST_WRITERS = 3


def dead_findings(blame: Blame, roots: Sequence[Cause]) -> Iterator[Diagnostic]:
    """FSM404 for a transition that never fires, FSM405 for a page that is never reached."""
    for cause in roots:
        if cause.block is None:
            yield _page(blame, cause, cause.nodes[0][1])
        else:
            first = blame.world.transitions[cause.nodes[0][1]]
            yield _transition(blame, cause, first, cause.block)


def _page(blame: Blame, cause: Cause, index: int) -> Diagnostic:
    world = blame.world
    page = world.pages[index]
    leading = [t for t in world.transitions if leads_to(t, index)]
    label = "nothing leads here"
    if leading:
        names = wording.listed([f"`{t.label}`" for t in leading], most=4)
        verb = "leads" if len(leading) == 1 else "lead"
        label = f"only {names} {verb} here, from pages that are never reached"
    return Diagnostic(
        "FSM405",
        f"page `{page.name}` is never reached",
        page.span,
        label,
        notes=_consequences(world, cause),
        help=f"add a way in from a page that is reached, such as `link … to {page.name}`",
        severity=Severity.WARNING,
    )


def _transition(blame: Blame, cause: Cause, transition: Transition, block: Block) -> Diagnostic:
    world, condition = blame.world, block.condition
    guard = condition.guard
    assert guard is not None
    text = blame.texts.text(condition.part.span)
    reads = [_reading(blame, transition, block, slot) for slot in condition.slots]
    related = tuple(
        Label(w.transition.span, label)
        for slot in condition.slots
        for w, label in _writer_labels(blame, transition, slot)
        if w.transition.span is not None and w.transition is not transition
    )
    notes = tuple(note for note in reads if note)
    names = wording.listed([f"`{world.transitions[i].label}`" for _, i in cause.nodes])
    return Diagnostic(
        "FSM404",
        f"{names} never happen{'s' if len(cause.nodes) == 1 else ''}",
        condition.part.span or transition.span,
        _blocked(blame, transition, block, text),
        related=related[:MOST_WRITERS],
        notes=(*notes, *_consequences(world, cause)),
        help=_help(blame, transition, block, text),
        severity=Severity.WARNING,
    )


def _blocked(blame: Blame, transition: Transition, block: Block, text: str | None) -> str:
    """What is written under the condition."""
    guard = block.condition.guard
    assert guard is not None
    where = wording.pages(blame.world, _pages(blame, transition))
    said = f"`{text}`" if text and len(text) <= 60 else "this"
    rest = " where all before it hold" if block.held else ""
    match guard.origin:
        case Origin.WHEN:
            return f"{said} is false in every reachable state on {where}{rest}"
        case Origin.PLACE:
            if any(dialog.span == guard.span for dialog in blame.world.dialogs):
                return f"this dialog never comes on top on {where}"
            return f"a dialog always covers what stands here on {where}"
        case Origin.LIST:
            return f"the list never shows a row on {where}{rest}"
        case Origin.SECTION:
            return f"this section is never shown on {where}{rest}"
        case Origin.VALUE:
            if not transition.pages:
                return "stands on no page"
            return f"there is never another value to choose on {where}{rest}"
        case Origin.BUDGET:
            return "its `at most` leaves no time for it"
        case Origin.DUE:
            return "another patch must always fire first"


def _pages(blame: Blame, transition: Transition) -> tuple[int, ...]:
    """The reached pages on which a transition could be meant."""
    return tuple(p for p in transition.pages if blame.states_by_page[p])


def _reading(blame: Blame, transition: Transition, block: Block, slot: int) -> str:
    """What a variable holds where it blocks, and who writes it."""
    world = blame.world
    kind = world.variables[slot].kind
    name = f"`{wording.variable_name(world, slot)}`"
    if kind is Kind.COLUMN:
        return _writing(blame, transition, slot, name)
    held = wording.values(world, slot, blame.values_seen(slot, block.candidates))
    return f"there {name} is {held}; {_writing(blame, transition, slot, name)}"


def _writing(blame: Blame, transition: Transition, slot: int, name: str) -> str:
    world = blame.world
    pages = blame.live_on(slot, transition.pages)
    where = " there" if world.variables[slot].pages else ""
    writers = blame.writers(slot, pages)
    if not writers:
        return f"nothing writes {name}{where}"
    if len(writers) == 1:
        only = writers[0]
        return f"its only writer{where}, `{only.transition.label}`, {_writes(blame, slot, only)}"
    names = wording.listed([f"`{w.transition.label}`" for w in writers], most=4)
    together: dict[Value, None] = {}
    for writer in writers:
        together.update(dict.fromkeys(writer.values))
    return f"{names} write it{where}, {wording.values(world, slot, tuple(together))}"


def _writes(blame: Blame, slot: int, writer: Writer) -> str:
    if blame.world.variables[slot].kind is Kind.COLUMN:
        return "does not make it true"
    domain = blame.world.variables[slot].domain
    said = [wording.spell(blame.world, domain, v) for v in writer.values]
    return f"writes {wording.listed(said, 'or')}"


def _writer_labels(blame: Blame, transition: Transition, slot: int) -> Iterator[tuple[Writer, str]]:
    pages = blame.live_on(slot, transition.pages)
    name = wording.variable_name(blame.world, slot)
    for writer in blame.writers(slot, pages):
        yield writer, f"{_writes(blame, slot, writer)} to `{name}`"


def _help(blame: Blame, transition: Transition, block: Block, text: str | None) -> str:
    condition = block.condition
    guard = condition.guard
    assert guard is not None
    drop = (
        f"drop `{text}`" if text and guard.origin is Origin.WHEN else f"drop `{transition.label}`"
    )
    if not condition.slots:
        return f"it looks only at data that never changes: change the data, or {drop}"
    slot = condition.slots[0]
    name = wording.variable_name(blame.world, slot)
    writers = blame.writers(slot, blame.live_on(slot, transition.pages))
    if len(writers) == 1:
        return f"let `{writers[0].transition.label}` write another value to `{name}`, or {drop}"
    return f"let an action give `{name}` a value that makes this true, or {drop}"


def _consequences(world: World, cause: Cause) -> tuple[str, ...]:
    """What waits for this, on one line; silent where nothing does."""
    pages = [f"`{world.pages[i].name}`" for kind, i in cause.others if kind == "page"]
    steps = [f"`{world.transitions[i].label}`" for kind, i in cause.others if kind == "transition"]
    goals = [f"`{goal.name}`" for goal in cause.goals]
    parts: list[str] = []
    if pages:
        parts.append(f"page{'s' * (len(pages) > 1)} {wording.listed(pages)} cannot be reached")
    if steps:
        parts.append(f"{wording.listed(steps)} cannot happen")
    if goals:
        parts.append(f"goal{'s' * (len(goals) > 1)} {wording.listed(goals)} cannot be met")
    return (f"because of this: {'; '.join(parts)}",) if parts else ()
