"""Reads the text of a world from its file."""

from __future__ import annotations

from pathlib import Path

from fsmc.diagnostics import Diagnostic, Failure, Source
from fsmc.diagnostics.suggest import closest


def read_source(path: Path) -> Source:
    """The text of a file, UTF-8 with or without a mark in front. Raises a Failure (FSM501)."""
    try:
        return Source(str(path), path.read_bytes().decode("utf-8-sig"))
    except FileNotFoundError:
        near = _near(path)
        help = f"did you mean `{near}`?" if near else "`fsmc new NAME` makes a world to start from"
        raise _unreadable(f"there is no file `{path}`", help) from None
    except UnicodeDecodeError as error:
        title = f"`{path}` is not UTF-8 text: byte {error.start} cannot be read"
        raise _unreadable(title, "save the file as UTF-8") from None
    except (OSError, ValueError) as error:
        problem = error.strerror if isinstance(error, OSError) else str(error)
        raise _unreadable(f"cannot read `{path}`: {problem}", "") from None


def _near(path: Path) -> Path | None:
    """A file of the same folder whose name is like this one."""
    try:
        names = sorted(file.name for file in path.parent.iterdir())
    except OSError:
        return None
    near = closest(path.name, names)
    return path.parent / near if near else None


def _unreadable(title: str, help: str) -> Failure:
    return Failure((Diagnostic("FSM501", title, help=help),))
