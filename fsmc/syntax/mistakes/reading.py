"""Reads tokens with the machine up to the first that cannot stand where it is."""

from __future__ import annotations

from lark import Token

from fsmc.diagnostics import Source, Span
from fsmc.syntax.machine import END, Cursor, beginning
from fsmc.syntax.mistakes.mistake import Mistake
from fsmc.syntax.scan import scan


def read(
    source: Source, span: Span, start: str, tokens: tuple[Token, ...], first: int = 0
) -> Mistake | None:
    """The first mistake of the tokens from `first` on, read as a `start`; None for a whole text."""
    cursors = _cursors(start, tokens[first:])
    at = first + len(cursors) - 1
    if at == len(tokens) and cursors[-1].after(END):
        return None
    return Mistake(source, span, start, tokens, first, at, cursors)


def end_of(text: str, start: str) -> Mistake:
    """The place behind the last token of a text, as if what comes next could not stand there."""
    tokens = tuple(scan(text))
    cursors = _cursors(start, tokens)
    assert len(cursors) == len(tokens) + 1, f"`{text}` breaks before its end"
    return Mistake(Source("", text), Span("", 0, len(text)), start, tokens, 0, len(tokens), cursors)


def _cursors(start: str, tokens: tuple[Token, ...]) -> tuple[Cursor, ...]:
    """The cursors before each token that can stand, and behind the last of them."""
    cursors = [beginning(start)]
    for token in tokens:
        after = cursors[-1].after(str(token.type))
        if after is None:
            break
        cursors.append(after)
    return tuple(cursors)
