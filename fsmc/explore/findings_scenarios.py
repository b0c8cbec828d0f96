"""Diagnostics about scenarios: the first line that does not go as written."""

from __future__ import annotations

from collections.abc import Iterator

from fsmc.diagnostics import Diagnostic, Label
from fsmc.explore import wording
from fsmc.explore.written import Texts
from fsmc.kernel.scenario import Mishap, arguments, play
from fsmc.kernel.step import Absent, Enabled, Refused, bind
from fsmc.model.world import Guard, Scenario, World
from fsmc.printers.python import predicate


def scenario_findings(world: World, texts: Texts) -> Iterator[Diagnostic]:
    """FSM408 for each scenario that fails."""
    for scenario in world.scenarios:
        mishap = play(world, scenario)
        if mishap is not None:
            yield _mishap(world, texts, scenario, mishap)


def _mishap(world: World, texts: Texts, scenario: Scenario, mishap: Mishap) -> Diagnostic:
    line, met = mishap.play, mishap.met
    label, help, guard = _met(world, mishap)
    related: tuple[Label, ...] = ()
    if guard is not None:
        blocked = _conjunct(world, texts, mishap, guard)
        if blocked is not None and blocked.span is not None and blocked.span != line.span:
            said = "is false here" if isinstance(met, Refused) else "this is false here"
            related = (Label(blocked.span, said),)
    return Diagnostic(
        "FSM408",
        f"scenario `{scenario.name}` fails at step {mishap.number}, `{line.name}`",
        line.span,
        label,
        related=related,
        notes=(f"state: {wording.state(world, mishap.state)} (before this step)",),
        help=help,
    )


def _met(world: World, mishap: Mishap) -> tuple[str, str, Guard | None]:
    """What stands under the line, what would mend it, and the guard that is false."""
    line, call = mishap.play, wording.call(world, mishap.transition, arguments(mishap.play))
    match mishap.met:
        case Enabled() if mishap.outside:
            names = wording.listed([f"`{wording.variable_name(world, s)}`" for s in mishap.outside])
            return f"takes {names} out of its domain", "", None
        case Enabled():
            said = "refused" if line.kind == "refused" else "absent"
            return f"this works here: it is not {said}", f"write `{call}`, or guard it", None
        case Refused(guard=guard) as met:
            text = wording.quoted(met.text)
            if line.kind == "refused":
                return f"refused with {text}", f"write `refused {call} {text}`", guard
            return f"refused: {text}", f"write `refused {call} {text}`, or make it possible", guard
        case Absent(guard=guard):
            return (
                "there is no such widget here",
                f"write `absent {call}`, or go there first",
                guard,
            )


def _conjunct(world: World, texts: Texts, mishap: Mishap, guard: Guard) -> Guard | None:
    """The guard narrowed to the first of its conjuncts that is false."""
    bound = bind(mishap.transition, arguments(mishap.play))
    for part in texts.conjuncts(guard.test, guard.span):
        test = predicate(world, part.test, tuple(bound))
        if not test(mishap.state, *bound.values()):
            return Guard(part.test, guard.refusal, guard.origin, part.span)
    return None
