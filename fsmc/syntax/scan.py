"""The tokens of any text, of a broken one too, and the comments between them."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import Any

from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters
from lark.lexer import BasicLexer, LexerState
from lark.utils import TextSlice

from fsmc.syntax.table import load_table

STRAY = "STRAY"
"""The type of a token that holds a stretch which is not of the language."""

_STRETCHES = re.compile(
    r'"(\\.|[^"\\\n])*'  # a text that is not closed
    r"|[“”„«»‹›][^“”„«»‹›\"\n]*[“”„«»‹›\"]|'(\\.|[^'\\\n])*'"  # other quotation marks
    r"|`[^`\n]*"
    r"|@[\w-]*|[\d][\w]*"  # a date, a number
    r"|\.\w*"
    r"|&&|\|\||[^\W\d]\w*",
)
_COMMENT = re.compile(r"#[^\n]*")


def scan(text: str, start: int = 0, end: int | None = None) -> list[Token]:
    """The tokens from `start` to `end`; what no terminal matches becomes STRAY tokens."""
    end = len(text) if end is None else end
    found: list[Token] = []
    while start < end:
        try:
            found.extend(_lex(text, start, end))
            break
        except UnexpectedCharacters as error:
            place: Any = error.pos_in_stream
            stray = _stray(text, place, end)
            found.extend(_lex(text, start, int(stray.start_pos or 0)))
            found.append(stray)
            start = int(stray.end_pos or end)
    return found


def comments(gap: str) -> Iterator[re.Match[str]]:
    """The comments in what stands between two tokens."""
    return _COMMENT.finditer(gap)


def _lex(text: str, start: int, end: int) -> list[Token]:
    tokens: list[Token] = list(_lexer().lex(LexerState(TextSlice(text, start, end)), None))
    return tokens


def _stray(text: str, start: int, end: int) -> Token:
    match = _STRETCHES.match(text, start, end)
    stop = match.end() if match and match.end() > start else start + 1
    return Token(STRAY, text[start:stop], start_pos=start, end_pos=stop)


@functools.cache
def _lexer() -> BasicLexer:
    return BasicLexer(Lark.load(load_table()).lexer_conf)
