"""Builds the Typer application whose commands are loaded only when they are asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from fsmc import __version__
from fsmc.cli import registry
from fsmc.diagnostics.suggest import closest

_SETTINGS = {"help_option_names": ["-h", "--help"]}


class LazyGroup(TyperGroup):
    """A command group over the registry's table."""

    def list_commands(self, ctx: Any) -> list[str]:
        return registry.names()

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        target = registry.load(cmd_name)
        return None if target is None else _as_command(cmd_name, target)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and not args[0].startswith("-") and args[0] not in (known := registry.names()):
            near = closest(args[0], known)
            hint = f" Did you mean `{near}`?" if near else ""
            ctx.fail(f"fsmc has no command `{args[0]}`.{hint}")
        return super().resolve_command(ctx, args)


def build_app() -> Any:
    """The whole command line as one callable click command."""
    app = typer.Typer(cls=LazyGroup, context_settings=_SETTINGS, pretty_exceptions_enable=False)
    app.callback(no_args_is_help=True)(_options)
    return typer.main.get_command(app)


def _options(
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", callback=lambda on: _version(on)),
    ] = False,
) -> None:
    """One text, one world: check it, explore it, build its site, and verify every step."""


def _version(asked: bool) -> bool:
    if asked:
        print(f"fsmc {__version__}")
        raise typer.Exit
    return asked


def _as_command(name: str, target: object) -> Any:
    if isinstance(target, typer.Typer):
        command = typer.main.get_command(target)
        command.name = name
        return command
    assert callable(target), f"the command {name} is neither a function nor a Typer"
    return _single(name, target)


def _single(name: str, function: Callable[..., Any]) -> Any:
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command(name, context_settings=_SETTINGS)(function)
    return typer.main.get_command(app)
