"""Makes the edits that diagnostics offer, in the world and the files it includes."""

from __future__ import annotations

from pathlib import Path

from fsmc.compile import compile_file
from fsmc.diagnostics import Diagnostic, Failure
from fsmc.diagnostics.diagnostic import Fix
from fsmc.diagnostics.fixes import apply_fixes
from fsmc.resources import write_atomically

MOST_ROUNDS = 20
"""An edit may bring to light what the next phase of the compiler finds; this ends at the latest."""


def mend(file: Path) -> int:
    """The number of edits made. A Failure (FSM521) where a file cannot be written."""
    made = 0
    for _ in range(MOST_ROUNDS):
        fixes: dict[str, set[Fix]] = {}
        for diagnostic in _found(file):
            if diagnostic.fix is not None:
                fixes.setdefault(diagnostic.fix.span.file, set()).add(diagnostic.fix)
        changed = False
        for path, own in sorted(fixes.items()):
            text = Path(path).read_bytes().decode("utf-8")
            new = apply_fixes(text, own)
            if new != text:
                write_atomically(Path(path), new)
                made += len(own)
                changed = True
        if not changed:
            break
    return made


def _found(file: Path) -> tuple[Diagnostic, ...]:
    try:
        return compile_file(file).diagnostics
    except Failure as failure:
        return failure.diagnostics
