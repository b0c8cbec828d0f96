"""`fsmc new NAME`: a small complete world to start from, in a folder of its own."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from fsmc.compile import compile_text
from fsmc.diagnostics import Diagnostic, Failure, Source
from fsmc.resources import read_text, write_atomically

TEMPLATES = "fsmc.templates"
DATA = ("dishes.csv",)
_NAME = re.compile(r"[a-z][a-z0-9_]*")


def command(
    name: Annotated[
        str, typer.Argument(help="The world's name, or a path that ends in it: my_world.")
    ],
) -> None:
    """Make a small world to start from."""
    folder = Path(name)
    world = _checked(folder.name)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Failure((_taken(folder),))
    file = folder / f"{world}.fsm"
    for data in DATA:
        write_atomically(folder / data, read_text(TEMPLATES, f"new/{data}"))
    write_atomically(file, read_text(TEMPLATES, "new/world.fsm").replace("NAME", world))
    lines = {
        f"fsmc step {file}": "walk through it here",
        f"fsmc serve {file}": "see it in your browser",
        f"fsmc run {file} -o out/{world}": "check every step in Chromium",
    }
    width = max(map(len, lines))
    print(f"A new world: {file}\n")
    for line, purpose in lines.items():
        print(f"  {line:<{width}}   # {purpose}")


def _checked(name: str) -> str:
    """The name, when a world can be called so."""
    if not _NAME.fullmatch(name):
        near = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
        hint = f" `{near}` would do." if _NAME.fullmatch(near) else ""
        raise typer.BadParameter(
            f"a name has small letters, digits and `_`, and starts with a letter.{hint}",
            param_hint="NAME",
        )
    try:
        compile_text(Source(name, f'world {name} "W"\nstart a\npage a "A" {{ }}\n'))
    except Failure:
        raise typer.BadParameter(
            f"`{name}` is a word of the language; `{name}_world` would do.", param_hint="NAME"
        ) from None
    return name


def _taken(folder: Path) -> Diagnostic:
    what = "is not empty" if folder.is_dir() else "is a file"
    return Diagnostic(
        code="FSM522",
        title=f"`{folder}` {what}; nothing was written",
        help="choose another name, or move what is there",
    )
