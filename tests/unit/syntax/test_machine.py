"""The machine that can be asked agrees with Lark's parser."""

from __future__ import annotations

from texts import EVERYTHING, HEAD

from fsmc.syntax.machine import END, beginning
from fsmc.syntax.scan import scan


def test_it_reads_what_lark_reads() -> None:
    cursor = beginning("start")
    for token in scan(EVERYTHING):
        assert str(token.type) in cursor.accepts(), token
        after = cursor.after(str(token.type))
        assert after is not None
        cursor = after
    assert cursor.after(END)


def test_it_says_what_may_follow() -> None:
    assert beginning("start").accepts() == ("WORLD",)
    assert beginning("start").after("PAGE") is None
    cursor = beginning("start")
    for token in scan(HEAD + "enum A {"):
        following = cursor.after(str(token.type))
        assert following is not None
        cursor = following
    assert cursor.accepts() == ("NAME",)
    assert cursor.goes_on(("NAME", "COMMA", "NAME", "RBRACE", END)) == 5
    assert cursor.goes_on(("NAME", "NAME", "RBRACE")) == 1
    assert not cursor.after(END)


def test_an_empty_file_of_items_is_whole() -> None:
    assert beginning("items").after(END)
    assert not beginning("expr").after(END)
