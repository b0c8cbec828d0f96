"""Faults of the environment: a browser that dies or a disk that is full is never a world's fault."""

from __future__ import annotations

from pathlib import Path

from fsmc.diagnostics import Diagnostic, Failure

MOST_IN_A_ROW = 3


def too_many(reason: str) -> Failure:
    """The browser failed again and again on the same piece of work."""
    return Failure(
        (
            Diagnostic(
                "FSM512",
                f"the browser failed {MOST_IN_A_ROW} times in a row",
                notes=(f"it said: {reason}", "kept: everything that was checked before"),
                help="close other programs or use fewer workers, then run the same command again",
            ),
        )
    )


def not_written(path: Path, error: OSError) -> Failure:
    """The results could not be written; those written before are whole."""
    return Failure(
        (
            Diagnostic(
                "FSM521",
                f"cannot write `{path}`: {error.strerror or error}",
                notes=("kept: everything that was written before",),
                help="make room, then run the same command again: it goes on where it stopped",
            ),
        )
    )
