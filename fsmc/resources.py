"""Reads the data that ships with fsmc, and writes files so that nothing is left half done."""

from __future__ import annotations

import os
import secrets
import shutil
from contextlib import suppress
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from fsmc.diagnostics import Diagnostic, Failure


def resource(package: str, path: str) -> Traversable:
    """A file of a package, such as `resource("fsmc.grammars", "fsm.lark")`; `/` between folders."""
    return files(package).joinpath(*path.split("/"))


def read_text(package: str, path: str) -> str:
    """The text (UTF-8) of a file that ships with fsmc."""
    return resource(package, path).read_text(encoding="utf-8")


def read_bytes(package: str, path: str) -> bytes:
    """The bytes of a file that ships with fsmc."""
    return resource(package, path).read_bytes()


def write_atomically(path: Path, data: str | bytes) -> None:
    """Writes `data` (text as UTF-8) to `path`, making its folders; all of it or nothing.

    An earlier file at `path` stays as it was until the new one is complete on disk, and its mode is
    kept; of a link the file that it leads to is written. Raises a Failure (FSM521) when the system
    refuses: a full disk, no right to write, a folder in the way.
    """
    path = path.resolve() if path.is_symlink() else path
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with temporary.open("xb") as file:
            file.write(data.encode() if isinstance(data, str) else data)
            file.flush()
            os.fsync(file.fileno())
        if path.is_file():
            shutil.copymode(path, temporary)
        temporary.replace(path)
    except OSError as error:
        raise Failure((_not_written(path, error),)) from error
    finally:
        _remove(temporary)


def _not_written(path: Path, error: OSError) -> Diagnostic:
    cause = error.strerror or str(error)
    return Diagnostic(
        code="FSM521",
        title=f"cannot write `{path}`: {cause}",
        notes=("kept: an earlier file at this place is unchanged",) if path.is_file() else (),
        help="make room or choose another folder, then run the same command again",
    )


def _remove(path: Path) -> None:
    """Takes a left-over file away; a folder that cannot be read has none of ours."""
    with suppress(OSError):
        path.unlink()
