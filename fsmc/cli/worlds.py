"""Finds the file of a world: `worlds/shop` is short for `worlds/shop/shop.fsm`."""

from __future__ import annotations

from pathlib import Path

from fsmc.diagnostics import Diagnostic, Failure


def world_file(path: Path) -> Path:
    """The file itself; in a folder the file that has its name, or else the only `.fsm` in it.

    Raises a Failure (FSM501) for a folder with none or with several.
    """
    if not path.is_dir():
        return path
    inside = path / f"{path.resolve().name}.fsm"
    if inside.is_file():
        return inside
    found = sorted(path.glob("*.fsm"))
    if len(found) == 1:
        return found[0]
    names = ", ".join(f"`{f.name}`" for f in found[:5])
    raise Failure(
        (
            Diagnostic(
                "FSM501",
                f"`{path}` is a folder with {'several worlds' if found else 'no world in it'}",
                notes=(f"in it: {names}",) if found else (),
                help=f"name one of them: `{found[0]}`"
                if found
                else "name a `.fsm` file; `fsmc new NAME` makes one to start from",
            ),
        )
    )
