"""Colours for worlds."""

from __future__ import annotations

import re

import pytest
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Error, Keyword, Literal, Name, Number, Operator, String
from texts import EVERYTHING

from fsmc.syntax.lexer import FsmLexer
from fsmc.syntax.table import load_table
from fsmc.syntax.words import keywords

WORLD = """world shop "Corner \\"Shop\\""  today: @2026-06-01   # a comment
state { cart: set of Product at most 3 = {}  page: 0..2 = 0 }
page product(p: Product) "{p.name} {" {
  action add "Add" { when p.stock > 0 and p not in cart else "Sold out" do cart += {p}, x := 4.50 }
}
"""


def test_a_world_is_coloured_whole() -> None:
    tokens = list(FsmLexer().get_tokens(WORLD))
    assert "".join(text for _, text in tokens) == WORLD
    assert Error not in {kind for kind, _ in tokens}
    for token in [
        (Keyword, "world"),
        (Literal.Date, "@2026-06-01"),
        (Comment.Single, "# a comment"),
        (Name.Attribute, "page"),  # before a colon every word is a name
        (Keyword, "page"),
        (Number.Float, "4.50"),
        (Number.Integer, "0"),
        (String.Interpol, "{p.name}"),
        (Name.Class, "Product"),
    ]:
        assert token in tokens


def test_keywords_come_from_the_grammar() -> None:
    assert {"world", "page", "everywhere", "invariant", "lasts"} <= set(keywords())


def test_keywords_are_the_words_of_the_parser() -> None:
    terminals = (t for t in load_table()["memo"].values() if t["__type__"] == "TerminalDef")
    spelt = (str(t["pattern"]["value"]) for t in terminals)
    assert set(keywords()) == {word for word in spelt if re.fullmatch("[a-z]+", word)}


@pytest.mark.parametrize("word", keywords())
def test_each_keyword_is_coloured_as_one(word: str) -> None:
    kinds = [kind for kind, text in FsmLexer().get_tokens(f"x {word} y") if text == word]
    assert len(kinds) == 1
    assert kinds[0] in Keyword or kinds[0] is Operator.Word
    used = [kind for kind, text in FsmLexer().get_tokens(f"x.{word} {word}: y") if text == word]
    assert used == [Name.Attribute, Name.Attribute]


def test_everything_is_coloured() -> None:
    assert Error not in {kind for kind, _ in FsmLexer().get_tokens(EVERYTHING)}


def test_pygments_finds_it() -> None:
    assert isinstance(get_lexer_by_name("fsm"), FsmLexer)
