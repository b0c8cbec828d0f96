"""A walk through a world: where one is, what can be done there, and the way back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from fsmc.kernel.describe import call_text, lives
from fsmc.kernel.evaluate import evaluate
from fsmc.kernel.step import Absent, Enabled, Refused, bind, outside, statuses, step
from fsmc.model.world import Args, Kind, State, Transition, World
from fsmc.printers.english import action_phrase, covering, place_phrase, refusal_reason
from fsmc.printers.english_words import value_words

HIDDEN = (Kind.PAGE, Kind.ARGUMENT, Kind.DIALOG, Kind.DIALOG_ARGUMENT)
"""Slots that `place` already tells."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to try: `refusal` None means that it works; `reason` is why it would not."""

    transition: Transition
    args: Args
    phrase: str
    refusal: str | None = None
    reason: str | None = None

    @property
    def call(self) -> str:
        """How it is written in a scenario or typed at the prompt: `open(tea)`."""
        return call_text(self.transition, self.args)

    @property
    def is_patch(self) -> bool:
        return self.transition.actor != "agent"


@dataclass(frozen=True, slots=True)
class Live:
    """A variable that exists here, its value in words, and whether the last step changed it."""

    name: str
    value: str
    changed: bool


@dataclass(slots=True)
class Walk:
    """The states from the start to here; the last is the present one."""

    world: World
    states: list[State] = field(default_factory=list)
    taken: list[Choice] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.states = self.states or [self.world.initial]

    @property
    def state(self) -> State:
        return self.states[-1]

    def choices(self) -> tuple[Choice, ...]:
        """Agent actions that work, those that refuse, then patches; each in the world's order."""
        found = tuple(self._choices())
        return tuple(
            c
            for wanted in ((False, False), (False, True), (True, False))
            for c in found
            if (c.is_patch, c.refusal is not None) == wanted
        )

    def _choices(self) -> Iterator[Choice]:
        for transition, args, status in statuses(self.world, self.state):
            match status:
                case Enabled():
                    refusal = reason = None
                case Refused(guard=guard):
                    if transition.actor != "agent":
                        continue
                    refusal = status.text
                    reason = refusal_reason(self.world, transition, guard)
                case Absent():
                    continue
            phrase = action_phrase(self.world, transition, args, self.state)
            yield Choice(transition, args, phrase, refusal, reason)

    def take(self, choice: Choice) -> str | None:
        """Takes a step that works; what it says. Raises ValueError when it leaves a domain."""
        before = self.state
        after = step(self.world, choice.transition, choice.args, before)
        if left := outside(self.world, after):
            names = ", ".join(f"`{self.world.variables[slot].name}`" for slot in left)
            raise ValueError(f"this step takes {names} out of its domain: an error of the world")
        self.states.append(after)
        self.taken.append(choice)
        if choice.transition.says is None:
            return None
        bound = bind(choice.transition, choice.args)
        return str(evaluate(self.world, choice.transition.says, before, bound))

    def undo(self) -> bool:
        """One step back; False at the start."""
        if not self.taken:
            return False
        self.states.pop()
        self.taken.pop()
        return True

    def restart(self) -> None:
        del self.states[1:]
        self.taken.clear()

    # ---- what is here ----------------------------------------------------------------------
    @property
    def page(self) -> str:
        return self.world.pages[_position(self.state[0])].name

    @property
    def dialog(self) -> str | None:
        """The dialog that is on top, by name."""
        return covering(self.world, self.state)

    def place(self) -> str:
        """`product (Green tea)`, with the dialog that covers it."""
        return place_phrase(self.world, self.state)

    def title(self) -> str:
        """The heading that the site shows here."""
        page = self.world.pages[_position(self.state[0])]
        return str(evaluate(self.world, page.title, self.state, {}))

    def live(self) -> tuple[Live, ...]:
        """The variables that exist here, in the world's order."""
        before = self.states[-2] if len(self.states) > 1 else self.state
        return tuple(
            Live(variable.name, self._value(slot), self.state[slot] != before[slot])
            for slot, variable in enumerate(self.world.variables)
            if variable.kind not in HIDDEN and lives(variable, self.state)
        )

    def _value(self, slot: int) -> str:
        return value_words(self.world, self.world.variables[slot].domain, self.state[slot])


def _position(value: object) -> int:
    assert isinstance(value, int)
    return value
