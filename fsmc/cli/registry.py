"""The table of commands: a new command is one file in this folder and one line here.

A target is `module:name`; the name holds a function with Typer annotations (a command of its own)
or a `typer.Typer` (a group of commands). Nothing is imported before a command is asked for.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec

PLUGINS = "fsmc.commands"

COMMANDS: dict[str, str] = {
    "new": "fsmc.cli.new:command",
    "check": "fsmc.cli.check:command",
    "fmt": "fsmc.cli.fmt:command",
    "explore": "fsmc.cli.explore:command",
    "run": "fsmc.cli.run:command",
    "serve": "fsmc.cli.serve:command",
    "step": "fsmc.cli.step:command",
    "import": "fsmc.cli.import_:command",
    "explain": "fsmc.cli.explain:command",
}


def names() -> list[str]:
    """Every command: ours in the order of the table, then those of plugins by name."""
    own = [name for name, target in COMMANDS.items() if find_spec(target.partition(":")[0])]
    return own + sorted(_plugins().keys() - COMMANDS.keys())


def load(name: str) -> object | None:
    """What stands behind a command: a function or a Typer; None when nothing has this name."""
    if name in COMMANDS:
        module, _, attribute = COMMANDS[name].partition(":")
        if find_spec(module) is None:
            return None
        target: object = getattr(import_module(module), attribute)
        return target
    if plugin := _plugins().get(name):
        return plugin.load()  # type: ignore[no-any-return]
    return None


def _plugins() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=PLUGINS)}
