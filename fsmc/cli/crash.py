"""Keeps the traceback of a bug in a file and says where it is."""

from __future__ import annotations

import platform
import tempfile
import traceback
from collections.abc import Sequence
from pathlib import Path

from fsmc import __version__
from fsmc.diagnostics import Diagnostic


def record_crash(error: BaseException, arguments: Sequence[str]) -> Diagnostic:
    """Writes a crash log to the folder for temporary files; a Diagnostic (FSM901) that names it."""
    name = type(error).__name__
    title = f"this is a bug of fsmc, not of your world: {name}"
    try:
        log = f"crash log: {_write_log(error, arguments)}"
    except OSError as problem:
        log = f"crash log: could not be written ({problem.strerror or problem})"
    return Diagnostic(
        code="FSM901",
        title=title,
        notes=(log,),
        help="please report it with the crash log and the world, and thank you",
    )


def _write_log(error: BaseException, arguments: Sequence[str]) -> Path:
    lines = [
        f"fsmc {__version__}, Python {platform.python_version()}, {platform.platform()}",
        f"arguments: {list(arguments)!r}",
        "",
        *traceback.format_exception(error),
    ]
    with tempfile.NamedTemporaryFile(
        "w", prefix="fsmc-crash-", suffix=".txt", delete=False, encoding="utf-8"
    ) as file:
        file.write("\n".join(lines))
    return Path(file.name)
