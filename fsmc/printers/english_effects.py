"""English for effects: what a transition does, without the bookkeeping that lowering added."""

from __future__ import annotations

from collections.abc import Iterator

from fsmc.model.domains import Int, Set
from fsmc.model.expr import Const, Expr, Op, Slot
from fsmc.model.world import Kind, Transition, World, Write
from fsmc.printers.english_clauses import page_name
from fsmc.printers.english_expressions import Speaker
from fsmc.printers.english_words import humanise, listed, value_words

_HIDDEN = frozenset((Kind.SHEET, Kind.AGE, Kind.BUDGET, Kind.DUE, Kind.FIRED))
_ARGUMENTS = frozenset((Kind.ARGUMENT, Kind.DIALOG_ARGUMENT))


def effects(speaker: Speaker, transition: Transition) -> tuple[str, ...]:
    """One phrase for each effect, the place last: `adds the product to the cart`."""
    world = speaker.world
    moves = any(world.variables[w.slot].kind is Kind.PAGE for w in transition.writes)
    said = [
        phrase
        for write in transition.writes
        if not _is_bookkeeping(world, transition, write, moves)
        for phrase in _write(speaker, write)
    ]
    return (*said, *_move(speaker, transition, moves))


def _is_bookkeeping(world: World, transition: Transition, write: Write, moves: bool) -> bool:
    """Whether lowering made this write: hidden slots, locals that begin or end, `lasts`."""
    variable = world.variables[write.slot]
    if variable.kind in _HIDDEN or variable.kind in _ARGUMENTS:
        return True
    if variable.kind in (Kind.PAGE, Kind.DIALOG):
        return True
    resets = _resets(world, write)
    if variable.kind is Kind.LOCAL:
        return resets and (moves or _is_none(write.value))
    return variable.kind is Kind.STATE and resets and write.slot in _fading(world)


def _resets(world: World, write: Write) -> bool:
    match write.value:
        case Const(value=value):
            return value is None or value == world.initial[write.slot]
        case Op(name="if", args=(_, then, otherwise)):
            return _resets(world, Write(write.slot, otherwise)) and (
                _keeps(write.slot, then) or _resets(world, Write(write.slot, then))
            )
        case _:
            return _keeps(write.slot, write.value)


def _is_none(value: Expr) -> bool:
    return isinstance(value, Const) and value.value is None


def _keeps(slot: int, value: Expr) -> bool:
    return isinstance(value, Slot) and value.index == slot


def _fading(world: World) -> frozenset[int]:
    """Slots that every agent transition writes: what only lasts a few steps."""
    own = [{w.slot for w in t.writes} for t in world.transitions if t.actor == "agent"]
    return frozenset(set.intersection(*own)) if len(own) > 2 else frozenset()


def _move(speaker: Speaker, transition: Transition, moves: bool) -> Iterator[str]:
    world = speaker.world
    values = {w.slot: w.value for w in transition.writes}
    for slot, value in values.items():
        kind = world.variables[slot].kind
        if kind is Kind.PAGE and isinstance(value, Const) and isinstance(value.value, int):
            yield f"opens the page {page_name(world, value.value)}" + _for(
                speaker, world.pages[value.value].arguments, values
            )
        elif kind is Kind.DIALOG and isinstance(value, Const):
            if isinstance(value.value, int):
                dialog = world.dialogs[value.value]
                own = tuple(
                    i
                    for i, v in enumerate(world.variables)
                    if v.kind is Kind.DIALOG_ARGUMENT and v.name.startswith(f"{dialog.name}.")
                )
                yield f"opens the dialog {humanise(dialog.name)}" + _for(speaker, own, values)
            elif not moves:
                yield "closes the dialog"


def _for(speaker: Speaker, slots: tuple[int, ...], values: dict[int, Expr]) -> str:
    given = [speaker.noun(values[s]) for s in slots if s in values and not _is_none(values[s])]
    return f" for {listed(given)}" if given else ""


def _write(speaker: Speaker, write: Write) -> Iterator[str]:
    name = speaker.slot(write.slot)
    kind = speaker.world.variables[write.slot].kind
    if kind is Kind.COLUMN:
        yield from _cells(speaker, write.slot, write.value)
        return
    yield from _assigned(speaker, write.slot, name, write.value)


def _assigned(speaker: Speaker, slot: int, name: str, value: Expr) -> Iterator[str]:
    match value:
        case Slot(index=index) if index == slot:
            return
        case Const(value=None):
            yield f"clears {name}"
        case Const(value=()) if isinstance(speaker.world.variables[slot].domain, Set):
            yield f"empties {name}"
        case Const(value=constant):
            own = speaker.world.variables[slot].domain
            type_ = own if isinstance(value.type, Int) else value.type
            yield f"sets {name} to {value_words(speaker.world, type_, constant)}"
        case Op(name="if", args=(test, then, otherwise)):
            for phrase in _assigned(speaker, slot, name, then):
                yield f"{phrase} if {speaker.clause(test)}"
            for phrase in _assigned(speaker, slot, name, otherwise):
                yield f"{phrase} if {speaker.clause(test, holds=False)}"
        case Op(name="union", args=(kept, added)) if _keeps(slot, kept):
            yield f"adds {speaker.noun(added)} to {name}"
        case Op(name="difference", args=(kept, removed)) if _keeps(slot, kept):
            yield f"removes {speaker.noun(removed)} from {name}"
        case Op(name="add", args=(kept, more)) if _keeps(slot, kept):
            yield f"raises {name} by {speaker.noun(more)}"
        case Op(name="sub", args=(kept, less)) if _keeps(slot, kept):
            yield f"lowers {name} by {speaker.noun(less)}"
        case Op(name="not", args=(kept,)) if _keeps(slot, kept):
            yield f"turns {name} over"
        case _:
            yield f"sets {name} to {speaker.noun(value)}"


def _cells(speaker: Speaker, slot: int, value: Expr) -> Iterator[str]:
    """One phrase for each `store` of a column."""
    match value:
        case Slot():
            return
        case Op(name="store", args=(rest, row, new)):
            yield from _cells(speaker, slot, rest)
            cell = Op("item", (Slot(slot, value.type), row), new.type)
            yield f"sets {speaker.noun(cell)} to {speaker.noun(new)}"
        case Op(name="if", args=(test, then, otherwise)):
            for phrase in _cells(speaker, slot, then):
                yield f"{phrase} if {speaker.clause(test)}"
            for phrase in _cells(speaker, slot, otherwise):
                yield f"{phrase} if {speaker.clause(test, holds=False)}"
        case _:
            yield f"sets {speaker.slot(slot)} to {speaker.noun(value)}"
