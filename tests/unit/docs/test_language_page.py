"""Every example of the language page is a whole world that compiles."""

import re
from pathlib import Path

import pytest

from fsmc.compile import compile_text
from fsmc.diagnostics import Source
from fsmc.syntax.words import keywords

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "language.md"
EXAMPLES = re.findall(r"```fsm\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 3


@pytest.mark.parametrize("text", EXAMPLES, ids=[e.split()[1] for e in EXAMPLES])
def test_it_compiles_without_a_word(text: str) -> None:
    compiled = compile_text(Source("example.fsm", text))
    assert compiled.diagnostics == ()
    assert compiled.world.goals


def test_all_reserved_words_are_told() -> None:
    told = PAGE.read_text(encoding="utf-8").partition("## Reserved words")[2]
    assert tuple(re.findall(r"`(\w+)`", told)) == keywords()
