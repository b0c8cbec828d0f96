"""`fsmc explain CODE`: what a diagnostic code means, with a wrong and a right example."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from fsmc.diagnostics import codes
from fsmc.diagnostics.suggest import closest


def _complete(typed: str) -> list[str]:
    return [code for code in codes.all_codes() if code.startswith(typed.upper())]


def command(
    code: Annotated[
        str | None,
        typer.Argument(
            help="A code such as FSM201; without it, all codes are listed.",
            autocompletion=_complete,
        ),
    ] = None,
) -> None:
    """Explain a diagnostic code."""
    if code is None:
        for known in codes.all_codes():
            print(f"{known}  {codes.title(known)}")
        return
    page = codes.explain(code)
    if page is None:
        near = closest(code.upper(), codes.all_codes())
        hint = f" Did you mean {near}?" if near else " `fsmc explain` lists them all."
        raise typer.BadParameter(f"there is no code {code}.{hint}", param_hint="CODE")
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(page))
    else:
        print(page, end="")
