"""Every printer spells every operator and every fold."""

from __future__ import annotations

import pytest

from fsmc.model.expr import EACH_KINDS
from fsmc.model.ops import OPERATORS
from fsmc.printers import english, javascript, python
from fsmc.printers.base import CodePrinter, identifier


@pytest.mark.parametrize("printer", [python.PRINTER, javascript.PRINTER], ids=lambda p: p.name)
def test_code_printers_spell_the_whole_table(printer: CodePrinter) -> None:
    assert set(printer.spellings) | set(printer.joined) == set(OPERATORS)
    assert set(printer.folds) == set(EACH_KINDS)


def test_english_says_the_whole_table() -> None:
    assert english.PRINTER.operators == set(OPERATORS)
    assert english.PRINTER.each_kinds == set(EACH_KINDS)


def test_different_names_are_different_identifiers() -> None:
    names = ["p", "p~1", "p_1", "p_7e_1", "p__1", "P", "ü", "value~", "p 1", "was:0"]
    assert len({identifier(name) for name in names}) == len(names)
    assert all(identifier(name).isidentifier() for name in names)
