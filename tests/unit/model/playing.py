"""Small worlds from text, and a player that walks them with the reference kernel."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from fsmc.compile import compile_text
from fsmc.diagnostics import Failure, Severity, Source
from fsmc.kernel.evaluate import evaluate
from fsmc.kernel.step import Absent, Enabled, Refused, outside, status, step
from fsmc.model.domains import from_json, to_json
from fsmc.model.expr import Expr
from fsmc.model.world import Args, Transition, World

HEAD = 'world demo "Demo"  today: @2026-06-01\n'


def world(text: str, folder: Path | None = None) -> World:
    """The world of a text; the first line is added where it is missing, and so is `start home`."""
    return compile_text(Source("demo.fsm", whole(text)), folder).world


def whole(text: str) -> str:
    if not text.lstrip().startswith("world "):
        text = HEAD + text
    if not re.search(r"^\s*start\s", text, re.MULTILINE):
        text = text.replace("\n", "\nstart home\n", 1)
    return text


def found(text: str, folder: Path | None = None) -> list[tuple[str, str]]:
    """Code and title of every error and warning."""
    try:
        diagnostics = compile_text(Source("demo.fsm", whole(text)), folder).diagnostics
    except Failure as failure:
        diagnostics = failure.diagnostics
    return [(d.code, d.title) for d in diagnostics if d.severity is not Severity.NOTE]


def codes(text: str, folder: Path | None = None) -> list[str]:
    return [code for code, _ in found(text, folder)]


class Player:
    """A session of a world; values are given and read as JSON spells them."""

    def __init__(self, text: str, folder: Path | None = None) -> None:
        self.world = world(text, folder)
        self.state = self.world.initial

    def __getitem__(self, variable: str) -> Any:
        """The value of a variable by its name, of a column as a list by row."""
        slot = next(i for i, v in enumerate(self.world.variables) if v.name == variable)
        value = self.state[slot]
        return None if value is None else to_json(self.world.variables[slot].domain, value)

    @property
    def page(self) -> str:
        return self.world.pages[int(self.state[0] or 0)].name

    @property
    def dialog(self) -> str | None:
        """The dialog on top."""
        for dialog in self.world.dialogs:
            if self.value(dialog.on_top):
                return dialog.name
        return None

    def value(self, expr: Expr, **bound: Any) -> Any:
        return evaluate(self.world, expr, self.state, bound)

    def meets(self, name: str, *args: Any) -> str:
        """`enabled`, `absent`, or the text of the refusal."""
        return self._meets(name, args)[2]

    def _meets(self, name: str, args: tuple[Any, ...]) -> tuple[Transition | None, Args, str]:
        best: tuple[Transition | None, Args, str] = (None, (), "absent")
        for transition in self.world.transitions:
            if name not in (transition.name, transition.label) or len(transition.params) != len(
                args
            ):
                continue
            try:
                values = tuple(
                    from_json(p.domain, a) for p, a in zip(transition.params, args, strict=True)
                )
            except (ValueError, TypeError):
                continue
            match status(self.world, transition, values, self.state):
                case Enabled():
                    return transition, values, "enabled"
                case Refused() as refused:
                    best = (transition, values, refused.text)
                case Absent():
                    continue
        return best

    def take(self, name: str, *args: Any) -> Player:
        transition, values, met = self._meets(name, args)
        assert met == "enabled", f"{name}{args} is {met}"
        assert transition is not None
        self.state = step(self.world, transition, values, self.state)
        assert not outside(self.world, self.state), self.outside()
        return self

    def outside(self) -> list[str]:
        return [self.world.variables[slot].name for slot in outside(self.world, self.state)]

    def enabled(self) -> set[str]:
        """The labels of agent's transitions that some argument enables."""
        from fsmc.kernel.step import statuses

        return {
            t.label
            for t, _, met in statuses(self.world, self.state, agent_only=True)
            if isinstance(met, Enabled)
        }
