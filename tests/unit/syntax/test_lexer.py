"""Colours for worlds."""

from __future__ import annotations

from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Error, Keyword, Literal, Name, Number, String

from fsmc.syntax.lexer import FsmLexer, keywords

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


def test_pygments_finds_it() -> None:
    assert isinstance(get_lexer_by_name("fsm"), FsmLexer)
