"""Finds what blocks: the first condition that never holds, what it reads, and who writes that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from fsmc.explore.graph import Graph, page_of
from fsmc.explore.written import Part, Texts
from fsmc.kernel.step import groundings
from fsmc.model.domains import Value
from fsmc.model.expr import Const, Expr, Slot, slots_of, walk
from fsmc.model.world import Args, Guard, Origin, State, Transition
from fsmc.printers.python import predicate

MOST_TRIED = 20_000
"""So many states with arguments are looked at to learn what an unused transition could write."""

Candidate = tuple[State, Args]


@dataclass(frozen=True, slots=True)
class Condition:
    """One conjunct of what must hold; `guard` None: of a goal."""

    part: Part
    guard: Guard | None

    @property
    def slots(self) -> tuple[int, ...]:
        """What it reads, without the page."""
        return tuple(sorted(slots_of(self.part.test) - {0}))


@dataclass(frozen=True, slots=True)
class Block:
    """The first condition, in order, that never holds where all before it do.

    `held`: whether the author wrote some of those before it. `candidates` are the states, with
    arguments, in which it is the one that fails.
    """

    condition: Condition
    held: bool
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Writer:
    """A transition that fires and writes a variable where it is read; `values` it has then."""

    transition: Transition
    values: tuple[Value, ...]


class Blame:
    """Answers about one complete graph."""

    def __init__(self, graph: Graph, texts: Texts) -> None:
        self.graph = graph
        self.world = graph.world
        self.texts = texts

    @cached_property
    def fired(self) -> frozenset[int]:
        """The transitions that are taken somewhere, also out of a domain."""
        return frozenset(self.graph.found.transition) | {e.transition for e in self.graph.escapes}

    @cached_property
    def states_by_page(self) -> tuple[tuple[State, ...], ...]:
        found: list[list[State]] = [[] for _ in self.world.pages]
        for state in self.graph.states:
            found[page_of(state)].append(state)
        return tuple(tuple(states) for states in found)

    # ---- what blocks ------------------------------------------------------------------------
    def conditions(self, transition: Transition) -> tuple[Condition, ...]:
        """What a transition asks, in the order in which it is asked."""
        return tuple(
            Condition(part, guard)
            for guard in transition.guards
            for part in self.texts.conjuncts(guard.test, guard.span)
        )

    def candidates(self, transition: Transition) -> Iterator[Candidate]:
        """The reachable states in which a transition could be meant, with all arguments."""
        args = tuple(groundings(transition))
        for page in transition.pages:
            for state in self.states_by_page[page]:
                for values in args:
                    yield state, values

    def block(
        self,
        conditions: Sequence[Condition],
        candidates: Iterable[Candidate],
        names: tuple[str, ...] = (),
    ) -> Block | None:
        """What stops them all; None where there are none, or where one passes."""
        tests = [predicate(self.world, c.part.test, names) for c in conditions]
        furthest, failing = -1, list[Candidate]()
        for state, args in candidates:
            at = next((n for n, test in enumerate(tests) if not test(state, *args)), None)
            if at is None:
                return None
            if at > furthest:
                furthest, failing = at, []
            if at == furthest:
                failing.append((state, args))
        if furthest < 0:
            return None
        before = (c.guard for c in conditions[:furthest])
        held = any(guard is None or guard.origin is not Origin.PLACE for guard in before)
        return Block(conditions[furthest], held, tuple(failing))

    # ---- who writes -------------------------------------------------------------------------
    def writers(self, slot: int, pages: frozenset[int]) -> tuple[Writer, ...]:
        """The transitions that fire on `pages`, stay there and write a slot, with what they leave.

        Entering and leaving a page are not writes of its variables, nor is keeping a value.
        """
        found, states = self.graph.found, self.graph.states
        values: dict[int, dict[Value, None]] = {}
        changing: set[int] = set()
        writing = {t.index for t in self.world.transitions if _write(t, slot) is not None}
        for number, index in enumerate(found.transition):
            if index not in writing:
                continue
            old, new = states[found.source[number]], states[found.target[number]]
            if old[0] in pages and new[0] in pages:
                values.setdefault(index, {})[new[slot]] = None
                if old[slot] != new[slot]:
                    changing.add(index)
        return tuple(
            Writer(self.world.transitions[index], tuple(values[index]))
            for index in sorted(values)
            if (index in changing or not self._may_keep(index, slot))
            and not (slot in self.fading and values[index].keys() == {self.world.initial[slot]})
        )

    @cached_property
    def fading(self) -> frozenset[int]:
        """The slots that every step of the agent writes: what only lasts a few steps."""
        own = [{w.slot for w in t.writes} for t in self.world.transitions if t.actor == "agent"]
        return frozenset(set.intersection(*own)) if len(own) > 2 else frozenset()

    def _may_keep(self, index: int, slot: int) -> bool:
        value = _write(self.world.transitions[index], slot)
        return value is not None and any(
            isinstance(part, Slot) and part.index == slot for part in walk(value)
        )

    def live_on(self, slot: int, pages: Iterable[int]) -> frozenset[int]:
        """The pages where writers of a slot matter: all, or those it shares with `pages`."""
        lives = frozenset(self.world.variables[slot].pages)
        return lives & frozenset(pages) if lives else frozenset(p.index for p in self.world.pages)

    def values_seen(self, slot: int, candidates: Sequence[Candidate]) -> tuple[Value, ...]:
        return tuple(dict.fromkeys(state[slot] for state, _ in candidates))

    # ---- who could have helped --------------------------------------------------------------
    def helpers(self, block: Block, names: tuple[str, ...], itself: int | None) -> tuple[int, ...]:
        """The transitions that never fire and could have made the blocking condition true."""
        test = predicate(self.world, block.condition.part.test, names)
        found: list[int] = []
        for transition in self.world.transitions:
            if transition.index in self.fired or transition.index == itself:
                continue
            for write in transition.writes:
                if write.slot not in slots_of(block.condition.part.test):
                    continue
                if self._could_help(transition, write.slot, write.value, test, block.candidates):
                    found.append(transition.index)
                    break
        return tuple(found)

    def _could_help(
        self,
        transition: Transition,
        slot: int,
        value: Expr,
        test: Callable[..., object],
        blocked: Sequence[Candidate],
    ) -> bool:
        values = self._possible(transition, value)
        if values is None:
            return True
        for state, args in blocked:
            for new in values:
                if new != state[slot] and _holds(
                    test, (*state[:slot], new, *state[slot + 1 :]), args
                ):
                    return True
        return False

    def _possible(self, transition: Transition, value: Expr) -> tuple[Value, ...] | None:
        """What a transition that never fires would write; None where nothing is known of it."""
        if isinstance(value, Const):
            return (value.value,)
        write = predicate(self.world, value, tuple(p.name for p in transition.params))
        found: dict[Value, None] = {}
        tried = False
        for state, args in islice(self.candidates(transition), MOST_TRIED):
            tried = True
            try:
                found[write(state, *args)] = None
            except (TypeError, IndexError, ValueError):  # only its guards keep this from none
                continue
        return tuple(found) if tried else None


def _holds(test: Callable[..., object], state: State, args: Args) -> bool:
    try:
        return bool(test(state, *args))
    except (TypeError, IndexError, ValueError):
        return False


def _write(transition: Transition, slot: int) -> Expr | None:
    return next((w.value for w in transition.writes if w.slot == slot), None)
