"""From text to syntax tree: loads the parser table, parses, and names what could not be read."""

from __future__ import annotations

import functools
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from fsmc.diagnostics import Diagnostic, Failure, Source, Span
from fsmc.syntax.build_items import ItemBuilder
from fsmc.syntax.mistakes import mistakes
from fsmc.syntax.mistakes.numbers import bare_dates
from fsmc.syntax.table import load_table
from fsmc.syntax.tree import Expression, WorldText

DEEPEST = 100
"""How deep expressions and blocks may nest: every later pass walks them by calling itself."""


def parse(source: Source) -> WorldText:
    """The tree of a whole file. Raises a Failure (FSM1xx) when the text is not a world."""
    world: WorldText = _build(source, "start")
    return world


def parse_items(source: Source) -> WorldText:
    """The tree of an included file: items alone, under no header."""
    items: WorldText = _build(source, "items")
    return items


def parse_expression(source: Source, span: Span) -> Expression:
    """The expression that stands at `span` of `source`, inside a text's braces."""
    expression: Expression = _build(source, "expr", span)
    return expression


def parse_raw(source: Source, start: str, span: Span | None = None) -> Tree[Token]:
    """Lark's own tree, with offsets from the start of `span` (else of the text).

    Raises a Failure with everything (FSM1xx) that keeps the text from being a `start`.
    """
    span = span or Span(source.file, 0, len(source.text))
    try:
        tree = _parser().parse(source.text[span.start : span.end], start=start)
    except UnexpectedInput:
        raise Failure(mistakes(source, start, span)) from None
    _refuse_depths(tree, span)
    if dates := bare_dates(source, span):
        raise Failure(dates)
    return tree


@functools.cache
def _parser() -> Lark:
    return Lark.load(load_table())


def _build(source: Source, start: str, span: Span | None = None) -> Any:
    tree = parse_raw(source, start, span)
    return ItemBuilder(source.file, span.start if span else 0).transform(tree)


def _refuse_depths(tree: Tree[Token], span: Span) -> None:
    """Raises a Failure for the first part that lies too deep; chains of `and` count as depth."""
    open_parts: list[tuple[Tree[Token], int]] = [(tree, 0)]
    while open_parts:
        part, depth = open_parts.pop()
        if depth > DEEPEST:
            raise Failure((_too_deep(part, span),))
        chain = len(part.children) if part.data in ("conjunctions", "disjunctions") else 1
        inner = [child for child in part.children if isinstance(child, Tree)]
        open_parts += [(child, depth + chain) for child in reversed(inner)]


def _too_deep(part: Tree[Token], span: Span) -> Diagnostic:
    place = Span(span.file, span.start + part.meta.start_pos, span.start + part.meta.end_pos)
    return Diagnostic(
        "FSM117", f"this is nested more than {DEEPEST} deep", place, "the part that lies too deep",
        help="give parts of it a name, `let name = …`",
    )  # fmt: skip
