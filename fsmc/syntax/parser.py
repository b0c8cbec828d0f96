"""From text to syntax tree: loads the parser table, parses, and names what could not be read."""

from __future__ import annotations

import functools
import io

from lark import Lark, Tree
from lark.exceptions import UnexpectedInput

from fsmc.diagnostics import Failure, Source, Span
from fsmc.resources import read_bytes
from fsmc.syntax.build_items import ItemBuilder
from fsmc.syntax.errors import diagnose
from fsmc.syntax.tree import Expression, WorldText


@functools.cache
def _parser() -> Lark:
    return Lark.load(io.BytesIO(read_bytes("fsmc.grammars", "fsm.table")))


def parse(source: Source) -> WorldText:
    """The tree of a whole file. Raises a Failure (FSM1xx) when the text is not a world."""
    return _build(source, source.text, "start", 0)  # type: ignore[return-value]


HEADER = 'world included "" '


def parse_items(source: Source) -> WorldText:
    """The tree of an included file: items alone, under a header that is not in its text."""
    return _build(source, HEADER + source.text, "start", -len(HEADER))  # type: ignore[return-value]


def parse_expression(source: Source, span: Span) -> Expression:
    """The expression that stands at `span` of `source`, inside a text's braces."""
    return _build(source, source.text[span.start : span.end], "expr", span.start)  # type: ignore[return-value]


def _build(source: Source, text: str, start: str, base: int) -> Expression | WorldText:
    try:
        tree: Tree[object] = _parser().parse(text, start=start)
    except UnexpectedInput as error:
        raise Failure((diagnose(source, error, base, len(text)),)) from None
    return ItemBuilder(source.file, base).transform(tree)  # type: ignore[arg-type]
