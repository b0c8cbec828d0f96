"""The English printer: guards, goals, effects and whole actions as sentences a person reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from fsmc.model.domains import Bool, Int, Row
from fsmc.model.expr import Const, Expr, slots_of, substitute
from fsmc.model.simplify import Data, constant, simplify
from fsmc.model.world import Args, Cell, Goal, Guard, Kind, Origin, State, Transition, World
from fsmc.printers.english_actions import doing, where
from fsmc.printers.english_clauses import CLAUSES, TESTS, value_word
from fsmc.printers.english_effects import effects
from fsmc.printers.english_expressions import Speaker
from fsmc.printers.english_nouns import FOLDS, NOUNS
from fsmc.printers.english_words import capital, humanise, listed, possessive, quoted, value_words

_SAID = frozenset((Origin.WHEN, Origin.SECTION, Origin.LIST))


@dataclass(frozen=True, slots=True)
class EnglishPrinter:
    """What the printers' registry finds under `english`."""

    name: str = "english"
    operators: frozenset[str] = field(default=frozenset(CLAUSES) | frozenset(NOUNS))
    each_kinds: frozenset[str] = field(default=frozenset(TESTS) | frozenset(FOLDS))

    def expression(self, world: World, expr: Expr) -> str:
        return sentence(world, expr)


PRINTER = EnglishPrinter()


def sentence(world: World, expr: Expr) -> str:
    """A test as a clause (`the cart is empty`), any other value as a noun phrase (`the cart`)."""
    speaker = Speaker(world)
    return speaker.clause(expr) if isinstance(expr.type, Bool) else speaker.noun(expr)


def transition_sentences(world: World, transition: Transition) -> tuple[str, ...]:
    """What may be done when, what it does, and what it says when it refuses."""
    return (
        _permission(Speaker(world, _parameter_names(world, transition)), transition),
        *consequence_sentences(world, transition),
        *refusal_sentences(world, transition),
    )


def consequence_sentences(world: World, transition: Transition) -> tuple[str, ...]:
    """What it does when it is done."""
    return tuple(_consequence(Speaker(world, _parameter_names(world, transition)), transition))


def refusal_sentences(world: World, transition: Transition) -> tuple[str, ...]:
    """When it refuses, and with what words."""
    return tuple(_refusals(Speaker(world, _parameter_names(world, transition)), transition))


def action_phrase(world: World, transition: Transition, args: Args, state: State) -> str:
    """The step as one would tell somebody to do it: `Press “Add to cart”`."""
    names = {
        p.name: value_words(world, p.domain, v)
        for p, v in zip(transition.params, args, strict=True)
    }
    if transition.actor != "agent":
        return capital(humanise(transition.name)) + _of(list(names.values()))
    values = {p.name: Const(v, p.domain) for p, v in zip(transition.params, args, strict=True)}
    placed = _Placed(world, names, values, _constants(world, state))
    return capital(doing(placed, transition))


def place_phrase(world: World, state: State) -> str:
    """Where one is: `product (Green tea)`, with the dialog that covers the page."""
    index = state[0]
    assert isinstance(index, int)
    page = world.pages[index]
    given = [value_words(world, world.variables[s].domain, state[s]) for s in page.arguments]
    here = humanise(page.name) + (f" ({', '.join(given)})" if given else "")
    dialog = covering(world, state)
    return here if dialog is None else f"{here} › dialog {humanise(dialog)}"


def covering(world: World, state: State) -> str | None:
    """The dialog that is on top, by name."""
    assert isinstance(state[0], int)
    slots = _constants(world, state)
    for index in world.pages[state[0]].dialogs:
        dialog = world.dialogs[index]
        if constant(substitute(dialog.on_top, slots), _data(world)):
            return dialog.name
    return None


def _constants(world: World, state: State) -> dict[int, Expr]:
    return {
        i: Const(v, variable.domain)
        for i, (v, variable) in enumerate(zip(state, world.variables, strict=True))
    }


@dataclass(frozen=True, slots=True)
class _Placed(Speaker):
    """Speaks in one state with all parameters known, so every noun is a value."""

    values: dict[str, Const] = field(default_factory=dict)
    slots: dict[int, Expr] = field(default_factory=dict)

    def renamed(self, same: Mapping[str, str]) -> _Placed:
        also = {new: self.values[old] for new, old in same.items() if old in self.values}
        names = {new: self.names[old] for new, old in same.items() if old in self.names}
        return replace(self, names={**self.names, **names}, values={**self.values, **also})

    def open_link(self, label: str) -> str:
        return f"open {label}"

    def noun(self, expr: Expr) -> str:
        known = substitute(expr, self.slots, self.values)
        return value_words(self.world, expr.type, constant(known, _data(self.world)))


def _of(names: list[str]) -> str:
    return f": {listed(names)}" if names else ""


def _data(world: World) -> Data:
    return {(t.name, c.name): c.values for t in world.tables for c in t.columns}


def _parameter_names(world: World, transition: Transition) -> dict[str, str]:
    """`the product` where no other row of that table is about, else `the product p`."""
    said = [g.test for g in transition.guards if g.origin in _SAID]
    said += [w.value for w in transition.writes]
    read = sorted({slot for e in said for slot in slots_of(e)})
    arguments = [
        world.variables[s].domain for s in read if world.variables[s].kind is Kind.ARGUMENT
    ]
    tables = [d.table for d in arguments if isinstance(d, Row)]
    tables += [p.domain.table for p in transition.params if isinstance(p.domain, Row)]
    names: dict[str, str] = {}
    for param in transition.params:
        if isinstance(param.domain, Row):
            word = f"the {humanise(param.domain.table)}"
            again = tables.count(param.domain.table) > 1
            names[param.name] = f"{word} {humanise(param.name)}" if again else word
        elif param.name == "value":
            names[param.name] = "that value"
        else:
            names[param.name] = f"the {value_word(param.domain, param.name)}"
    return names


def _permission(speaker: Speaker, transition: Transition) -> str:
    conditions = [
        speaker.clause(guard.test)
        for guard in transition.guards
        if guard.origin in _SAID and guard.test != Const(True, Bool())
    ]
    when = f" when {listed(conditions)}" if conditions else ""
    place = where(speaker.world, transition)
    match transition.actor:
        case "agent":
            shown = Speaker(speaker.world, _free_names(speaker, transition))
            start = f"{capital(place)}, you" if place else "You"
            return f"{start} can {doing(shown, transition)}{when}."
        case "user":
            start = "The user may"
        case _:
            start = "At any time it may happen:" if not conditions else "It may happen:"
    what = humanise(transition.name)
    given = [speaker.names[p.name] for p in transition.params]
    with_ = f" ({listed(given)})" if given else ""
    return f"{start} {what}{with_}{when}{_budget(speaker.world, transition)}."


def _free_names(speaker: Speaker, transition: Transition) -> dict[str, str]:
    """A value that the agent chooses is any value, not a known one."""
    return {
        p.name: speaker.names[p.name] if isinstance(p.domain, Row) else _any(p.name)
        for p in transition.params
    }


def _any(name: str) -> str:
    return "another value" if name == "value" else f"any {humanise(name)}"


def _budget(world: World, transition: Transition) -> str:
    for write in transition.writes:
        variable = world.variables[write.slot]
        if variable.kind is Kind.BUDGET and isinstance(variable.domain, Int):
            times = variable.domain.high or 0
            return ", at most once" if times == 1 else f", at most {times} times"
    return ""


def _consequence(speaker: Speaker, transition: Transition) -> Iterator[str]:
    parts = list(effects(speaker, transition))
    if transition.says is not None:
        parts.append(f"says {speaker.noun(transition.says)}")
    if parts:
        yield f"It {listed(parts)}."


def _refusals(speaker: Speaker, transition: Transition) -> Iterator[str]:
    for guard in transition.guards:
        if guard.refusal is not None and guard.origin is not Origin.DUE:
            missing = speaker.clause(guard.test, holds=False)
            yield f"When {missing}, it refuses: {speaker.noun(guard.refusal)}."


def refusal_reason(world: World, transition: Transition, guard: Guard) -> str:
    """Why a guard is false, as a clause: `the product’s stock is not above 0`."""
    return Speaker(world, _parameter_names(world, transition)).clause(guard.test, holds=False)


# ---- goals ---------------------------------------------------------------------------------


def goal_text(world: World, goal: Goal, args: Args) -> str:
    """The task as it is given to an agent: the goal's own text with its parameters."""
    return str(_constant(world, goal.text, goal, args))


def goal_sentence(world: World, goal: Goal, args: Args) -> str:
    """The task and what decides it: the text, what must hold at the end, and the frame."""
    values = {p.name: Const(v, p.domain) for p, v in zip(goal.params, args, strict=True)}
    speaker = Speaker(world)

    def said(expr: Expr, holds: bool = True) -> str:
        return speaker.clause(simplify(substitute(expr, bound=values), _data(world)), holds)

    parts = [goal_text(world, goal, args)]
    answers = [str(_constant(world, a.text, goal, args, strict=False)) for a in goal.answers]
    if goal.has_reach:
        parts.append(f"It is done when {said(goal.reach)}.")
    if answers:
        parts.append(f"The answer says {listed([quoted(a) for a in answers])}.")
    if goal.keep:
        parts.append(f"It must stay true that {listed([said(e) for e in goal.keep])}.")
    if goal.avoid:
        parts.append(f"It must never be that {listed([said(e) for e in goal.avoid], 'or')}.")
    if goal.after:
        parts.append(f"It counts after {listed([speaker.slot(s) for s in goal.after])}.")
    allowed = [_cell(speaker, cell) for cell in goal.allow]
    free = f" besides, but {listed(allowed)} may" if allowed else " else may change"
    parts.append(f"Nothing{free}." if not allowed else f"Nothing else may change{free}.")
    return " ".join(parts)


def _cell(speaker: Speaker, cell: Cell) -> str:
    if cell.row is None:
        return speaker.slot(cell.slot)
    column = humanise(speaker.world.variables[cell.slot].name.rpartition(".")[2])
    return f"{possessive(speaker.noun(cell.row))} {column}"


def _constant(world: World, expr: Expr, goal: Goal, args: Args, strict: bool = True) -> object:
    """The value at the start; a text that also depends on later states is described instead."""
    values = {p.name: Const(v, p.domain) for p, v in zip(goal.params, args, strict=True)}
    if not strict and slots_of(expr):
        return Speaker(world).noun(substitute(expr, bound=values)).strip("“”")
    return constant(substitute(expr, _constants(world, world.initial), values), _data(world))
