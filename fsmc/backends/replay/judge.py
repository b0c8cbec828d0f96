"""Judges what gestures did: the model says what must have come, the page what came."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from fsmc.backends.replay.results import Check, Difference
from fsmc.kernel.evaluate import evaluate
from fsmc.kernel.step import bind
from fsmc.model.domains import Value, contains
from fsmc.model.world import Args, State, Transition, World
from fsmc.printers.english_words import value_words

MOST_LINES = 12
"""So many differing lines of a page are told."""
Taken = tuple[tuple[int, Args], ...]


@dataclass(frozen=True, slots=True)
class Expected:
    """What a procedure must do. `refusal` and `says` are the messages, None for none."""

    taken: Taken
    target: State
    refusal: str | None
    says: str | None


@dataclass(frozen=True, slots=True)
class Seen:
    """What the page says after the gestures; `after` is the state once it is put in order."""

    taken: Taken
    state: State
    refusal: str | None
    says: str | None
    shown: tuple[str, ...]
    moved: str | None
    errors: tuple[str, ...]
    after: State | None = None
    lines: str | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """Why it is wrong: the first check that failed."""

    check: Check
    title: str
    differences: tuple[Difference, ...] = ()


def expected(
    world: World, source: State, transition: Transition, args: Args, target: State,
    refusal: str | None = None,
) -> Expected:  # fmt: skip
    """What `transition(args)` must do in `source`; with a `refusal` nothing but to say it."""
    if refusal is not None:
        return Expected((), source, refusal, None)
    says = None
    if transition.says is not None:
        says = str(evaluate(world, transition.says, source, bind(transition, args)))
    return Expected(((transition.index, args),), target, None, says)


def seen(data: Mapping[str, Any]) -> Seen:
    """From what hand.js tells."""
    after = data.get("after")
    return Seen(
        tuple((index, tuples(args)) for index, args in data["log"]),
        tuples(data["state"]),
        data["refusal"],
        data["says"],
        tuple(data["shown"]),
        data["moved"],
        tuple(data["errors"]),
        None if after is None else tuples(after),
        data.get("lines"),
    )


def judge(world: World, wanted: Expected, got: Seen) -> Verdict | None:
    """The first check that fails, of all but that of the page's lines; None where all is well."""
    if got.errors:
        return Verdict(Check.SCRIPT, f"the page's script failed: {got.errors[0]}")
    if got.moved is not None:
        return Verdict(Check.MOVED, f"between aiming and pressing the page changed: {got.moved}")
    if got.taken != wanted.taken:
        return _taken(world, wanted, got)
    if repr(got.state) != repr(wanted.target):  # `1` is not `true`
        return Verdict(
            Check.STATE, "the state that came is another", state_differences(world, wanted, got)
        )
    return _messages(wanted, got) or _settled(world, got)


def _taken(world: World, wanted: Expected, got: Seen) -> Verdict:
    done = ", then ".join(_call(world, taken) for taken in got.taken)
    if not got.taken:
        call = _call(world, wanted.taken[0])
        if got.refusal is not None and got.refusal != wanted.refusal:
            title = f"`{call}` is allowed, but the page refuses it: “{got.refusal}”"
        else:
            title = f"nothing happened; `{call}` should have"
        return Verdict(Check.NOTHING, title)
    if not wanted.taken:
        title = f"it is refused (“{wanted.refusal}”), but the page took `{done}`"
    else:
        title = f"the page took `{done}` in place of `{_call(world, wanted.taken[0])}`"
    return Verdict(Check.WRONG, title, state_differences(world, wanted, got))


def _messages(wanted: Expected, got: Seen) -> Verdict | None:
    for name, want, have in (
        ("refusal", wanted.refusal, got.refusal),
        ("message", wanted.says, got.says),
    ):
        if want != have:
            told = Difference(name, want or "none", have or "none")
            return Verdict(Check.MESSAGE, f"the {name} is another", (told,))
        if want and not any(_spaced(want) in _spaced(text) for text in got.shown):
            told = Difference(name, want, " / ".join(got.shown) or "nothing")
            return Verdict(Check.UNSEEN, f"the {name} “{want}” cannot be seen", (told,))
    return None


def _spaced(text: str) -> str:
    """A text as it is seen on a page: white space is one blank, and none at the ends."""
    return " ".join(text.split())


def _settled(world: World, got: Seen) -> Verdict | None:
    if got.after is None:
        return None
    differences = variable_differences(world, got.state, got.after)
    return Verdict(Check.UNSETTLED, "leaving the widget changes the state", differences)


def page_verdict(wanted: Sequence[str], got: str) -> Verdict:
    """What to say of a page whose lines are others than those of its state put up afresh."""
    title = "the state is right, but the page looks unlike the same state put up afresh"
    return Verdict(Check.PAGE, title, line_differences(wanted, got.split("\n")))


def state_differences(world: World, wanted: Expected, got: Seen) -> tuple[Difference, ...]:
    return variable_differences(world, wanted.target, got.state)


def variable_differences(world: World, wanted: State, got: State) -> tuple[Difference, ...]:
    """The variables in which two states differ, in words."""
    if len(wanted) != len(got):
        return (Difference("state", f"{len(wanted)} values", f"{len(got)} values"),)
    return tuple(
        Difference(v.name, _words(world, slot, a), _words(world, slot, b))
        for slot, (v, a, b) in enumerate(zip(world.variables, wanted, got, strict=True))
        if repr(a) != repr(b)
    )


def line_differences(wanted: Sequence[str], got: Sequence[str]) -> tuple[Difference, ...]:
    """The lines in which two pages differ, those that changed side by side."""
    found: list[Difference] = []
    matcher = SequenceMatcher(None, wanted, got, autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            continue
        for step in range(max(b - a, d - c)):
            want = wanted[a + step] if a + step < b else ""
            have = got[c + step] if c + step < d else ""
            found.append(Difference(_element(want or have), want, have))
    if len(found) > MOST_LINES:
        more = len(found) - MOST_LINES
        found = [*found[:MOST_LINES], Difference("and more", f"{more} lines", "")]
    return tuple(found)


def _element(line: str) -> str:
    """What a line is about: `button “Add”`."""
    parts = line.split("|")
    if len(parts) < 4:
        return "title"
    tag, role, name, own = parts[:4]
    label = name or own
    return f"{role or tag} “{label}”" if label else role or tag


def _call(world: World, taken: tuple[int, Args]) -> str:
    index, args = taken
    if not 0 <= index < len(world.transitions):
        return f"transition {index}"
    transition = world.transitions[index]
    pairs = zip(transition.params, args, strict=False)
    return f"{transition.label}({', '.join(_value(world, p.domain, v) for p, v in pairs)})"


def _words(world: World, slot: int, value: Value) -> str:
    return "none" if value is None else _value(world, world.variables[slot].domain, value)


def _value(world: World, domain: Any, value: Value) -> str:
    """A value in words; one that is none of the domain as it came from the page."""
    if contains(domain, value):
        return value_words(world, domain, value)
    return json.dumps(value, ensure_ascii=False)


def tuples(data: Any) -> Any:
    """Values as they came through JSON: lists are tuples again."""
    return tuple(tuples(v) for v in data) if isinstance(data, list) else data
