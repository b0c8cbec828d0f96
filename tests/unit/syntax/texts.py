"""What the tests of the front end share."""

from __future__ import annotations

from pathlib import Path

from fsmc.diagnostics import Diagnostic, Failure, Source
from fsmc.diagnostics.positions import LineIndex
from fsmc.syntax.parser import parse

ROOT = Path(__file__).parents[3]
EVERYTHING = (Path(__file__).parent / "data" / "everything.fsm").read_text(encoding="utf-8")
HEAD = 'world w "W"\nstart p\n'


def in_page(text: str) -> str:
    return f'{HEAD}page p "P" {{\n  {text}\n}}\n'


def in_action(text: str) -> str:
    return in_page(f'action a "A" {{\n    {text}\n  }}')


def found(text: str) -> tuple[Diagnostic, ...]:
    """What is wrong with the form of a text."""
    try:
        parse(Source("w.fsm", text))
    except Failure as failure:
        return failure.diagnostics
    return ()


def only(text: str) -> Diagnostic:
    (diagnostic,) = found(text)
    return diagnostic


def at(text: str, diagnostic: Diagnostic) -> str:
    """Where a diagnostic points: `line:column` and the words there."""
    assert diagnostic.span is not None
    place = LineIndex(text).position(diagnostic.span.start)
    return f"{place.line}:{place.column} {text[diagnostic.span.start : diagnostic.span.end]}"
