"""`fsmc step FILE`: walk a world in the terminal, one choice at a time."""

from __future__ import annotations

import json as json_text
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from fsmc.cli.exits import WRONG
from fsmc.cli.output import Format, JsonOption, current
from fsmc.cli.step_view import HELP, offered, show_choices, show_place
from fsmc.cli.walk import Choice, Walk
from fsmc.cli.worlds import world_file
from fsmc.compile import compile_file
from fsmc.diagnostics.suggest import closest
from fsmc.kernel.describe import state_json
from fsmc.printers.english_actions import where


def command(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="The world (.fsm).")],
    as_json: JsonOption = False,
) -> None:
    """Walk a world in the terminal: the state, what can be done, and why not."""
    output = current(context)
    compiled = compile_file(world_file(file))
    output.sources.update({s.file: s for s in compiled.sources})
    walk = Walk(compiled.world)
    if output.format is Format.JSON:
        good = _converse_in_json(walk)
    else:
        output.report(compiled.diagnostics)
        good = _converse(walk)
    if not good:
        raise typer.Exit(WRONG)


def _converse(walk: Walk) -> bool:
    """Shows and asks until the end; whether every line from a script was understood."""
    typed = sys.stdin.isatty()
    width = min(110, shutil.get_terminal_size((100, 24)).columns)
    console = Console(width=width, highlight=False)
    good = True
    fresh = True
    while True:
        choices = walk.choices()
        if fresh:
            show_place(console, walk)
            show_choices(console, choices)
        line = _next_line(console, typed)
        if line is None or line in ("q", "quit"):
            return good
        fresh = True
        done = _obey(walk, choices, line)
        if done.understood:
            _tell(console, done)
            fresh = done.moved
        else:
            good = good and typed
            fresh = False
            console.print(f"[yellow]{_escaped(done.told)}[/]")


def _next_line(console: Console, typed: bool) -> str | None:
    """The next line without blanks around it; None at the end. Scripts see their lines echoed."""
    if typed:
        with suppress(ImportError):
            import readline  # noqa: F401 - gives the prompt its history and editing
    try:
        line = input("› ") if typed else sys.stdin.readline()
    except EOFError:
        return None
    if not typed:
        if not line:
            return None
        console.print(f"[dim]› {_escaped(line.strip())}[/]")
    return line.strip()


@dataclass(frozen=True, slots=True)
class Done:
    """What a line came to: `told` is what to say, `moved` whether the state is another."""

    understood: bool
    moved: bool
    told: str
    refused: bool = False


def _obey(walk: Walk, choices: tuple[Choice, ...], line: str) -> Done:
    match line.lower():
        case "" | "s" | "state":
            return Done(True, True, "")
        case "?" | "h" | "help":
            return Done(True, False, HELP)
        case "u" | "undo":
            moved = walk.undo()
            return Done(True, moved, "" if moved else "This is the start.")
        case "r" | "restart":
            walk.restart()
            return Done(True, True, "")
        case "t" | "trace":
            taken = ", ".join(c.call for c in walk.taken)
            return Done(True, False, taken or "No step has been taken yet.")
        case _:
            return _attempt(walk, choices, line)


def _attempt(walk: Walk, choices: tuple[Choice, ...], line: str) -> Done:
    choice = _chosen(walk, choices, line)
    if isinstance(choice, str):
        return Done(False, False, choice)
    if choice.refusal is not None:
        return Done(True, False, choice.refusal, refused=True)
    try:
        said = walk.take(choice)
    except ValueError as problem:
        return Done(False, False, str(problem))
    return Done(True, True, said or "")


def _chosen(walk: Walk, choices: tuple[Choice, ...], line: str) -> Choice | str:
    """The choice that a line means: its number, or its call (`open(tea)`); else what is wrong."""
    for label, choice in offered(choices):
        if line.lower() == label or _plain(line) == _plain(choice.call):
            return choice
    if line.lower().removeprefix("p").isdecimal():
        return f"There is no choice {line}."
    name = line.partition("(")[0]
    if known := [t for t in walk.world.transitions if t.name == name]:
        here = [c.call for c in choices if c.transition.name == name]
        if here:
            return f"`{name}` can be {here[0]}" + (f" … {here[-1]}." if len(here) > 1 else ".")
        return f"`{name}` is not here; it is {where(walk.world, known[0]) or 'elsewhere'}."
    near = closest(line, [c.call for c in choices])
    hint = f" Did you mean `{near}`?" if near else " `?` says what you can type."
    return f"Nothing here is called `{line}`.{hint}"


def _plain(call: str) -> str:
    return call.replace(" ", "").replace("`", "").replace('"', "").removesuffix("()")


def _tell(console: Console, done: Done) -> None:
    if done.refused:
        console.print(f"[red]✗ {_escaped(done.told)}[/]")
    elif done.told and done.moved:
        console.print(f"[green]✓ {_escaped(done.told)}[/]")
    elif done.told:
        console.print(_escaped(done.told))


def _escaped(text: str) -> str:
    return text.replace("[", r"\[")


# ---- for programs --------------------------------------------------------------------------


def _converse_in_json(walk: Walk) -> bool:
    """One object a line: the place first, then one for each line that is read."""
    good = True
    _print(_report(walk))
    for line in _lines():
        if line in ("q", "quit"):
            break
        done = _obey(walk, walk.choices(), line)
        good = good and done.understood
        if done.understood:
            said = {"refused": done.told} if done.refused else {"says": done.told or None}
            _print({**said, **_report(walk)})
        else:
            _print({"error": done.told})
    return good


def _lines() -> Iterator[str]:
    for line in sys.stdin:
        yield line.strip()


def _print(data: dict[str, object]) -> None:
    print(json_text.dumps(data, ensure_ascii=False), flush=True)


def _report(walk: Walk) -> dict[str, object]:
    return {
        "steps": len(walk.taken),
        "page": walk.page,
        "dialog": walk.dialog,
        "state": state_json(walk.world, walk.state),
        "choices": [
            {
                "choice": label,
                "call": choice.call,
                "actor": choice.transition.actor,
                "text": choice.phrase,
                "refusal": choice.refusal,
            }
            for label, choice in offered(walk.choices())
        ],
    }
