"""The formatter: a world in its one layout, with all its words and comments."""

from __future__ import annotations

from lark import Token

from fsmc.diagnostics import Source
from fsmc.syntax.layout import lay_out
from fsmc.syntax.mistakes import begins_item
from fsmc.syntax.parser import parse_raw
from fsmc.syntax.pieces import text_of
from fsmc.syntax.scan import comments, scan


def format_text(source: Source) -> str:
    """The text of a world, or of a file of items, laid out anew: the same words and comments.

    Two spaces a level and a clause a line; a block that was written on one line stays there while
    it fits into 100 columns; one blank line at most. Formatting twice is formatting once. Raises a
    Failure (FSM1xx) when the text cannot be read.
    """
    tokens = scan(source.text)
    tree = parse_raw(source, "items" if begins_item(tokens) else "start")
    laid_out = lay_out(text_of(tree, tokens, source.text))
    assert _words(laid_out, scan(laid_out)) == _words(source.text, tokens), "a word was lost"
    return laid_out


def _words(text: str, tokens: list[Token]) -> list[str]:
    """Every token and comment in its order."""
    found: list[str] = []
    done = 0
    for token in tokens:
        found += [match.group().rstrip() for match in comments(text[done : token.start_pos])]
        found.append(f"{token.type} {token}")
        done = int(token.end_pos or 0)
    return found + [match.group().rstrip() for match in comments(text[done:])]
