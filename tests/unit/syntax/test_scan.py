"""Tokens of broken texts too: every sign that is no blank or comment is in one."""

from __future__ import annotations

import pytest

from fsmc.syntax.scan import STRAY, comments, scan


@pytest.mark.parametrize(
    ("text", "stray"),
    [
        ('say "hello', ['"hello']),
        ("say 'hello' now", ["'hello'"]),
        ("say “hello” now", ["“hello”"]),
        ("x && y || z", ["&&"]),
        ("007 and 4.5", ["007", ".5"]),
        ("@2026-6-1 @x", ["@2026-6-1", "@x"]),
        ("größe", ["öße"]),
        ("`open", ["`open"]),
        ("a ~ b; c", ["~", ";"]),
    ],
)
def test_stray_stretches(text: str, stray: list[str]) -> None:
    assert [str(token) for token in scan(text) if token.type == STRAY][: len(stray)] == stray


def test_offsets_are_those_of_the_text() -> None:
    text = '  page ~~ p # "comment" ~\n  "title" {'
    for token in scan(text):
        assert text[token.start_pos : token.end_pos] == token
    assert [str(token) for token in scan(text, 10, 12)] == ["p"]


def test_comments_stand_between_tokens() -> None:
    assert [match.group() for match in comments(" # one \n\n  #two")] == ["# one ", "#two"]
