"""Applies the edits that diagnostics offer."""

from __future__ import annotations

from collections.abc import Iterable

from fsmc.diagnostics.diagnostic import Fix


def apply_fixes(text: str, fixes: Iterable[Fix]) -> str:
    """`text` with all `fixes` made; their spans must lie in this text.

    Of two fixes that overlap only the first in the text is made (the other may no longer be right
    afterwards: check again and fix again); equal fixes are made once.
    """
    parts: list[str] = []
    done = 0
    last: tuple[int, int, str] | None = None
    for fix in sorted(fixes, key=lambda fix: (fix.span.start, fix.span.end, fix.replacement)):
        edit = (fix.span.start, fix.span.end, fix.replacement)
        same_place = last is not None and edit[:2] == last[:2]
        if fix.span.start < done or same_place:
            continue
        parts += [text[done : fix.span.start], fix.replacement]
        done = fix.span.end
        last = edit
    return "".join(parts) + text[done:]
