"""What is said of broken texts: the words, the place, the edit, and going on after it."""

from __future__ import annotations

import re

import pytest
from texts import HEAD, at, found, in_action, in_page, only

from fsmc.diagnostics import Failure, Source
from fsmc.diagnostics.fixes import apply_fixes
from fsmc.syntax.mistakes.snippets import MARK, Snippet, snippets
from fsmc.syntax.parser import parse, parse_items
from fsmc.syntax.table import load_table

TERMINALS = [t["name"] for t in load_table()["memo"].values() if t["__type__"] == "TerminalDef"]


# ---- the table of malformed snippets ------------------------------------------------------
def broken_by(snippet: Snippet) -> str:
    """A whole text that breaks in the way of a snippet."""
    before, _, wrong = snippet.text.partition(MARK)
    text = f"{before}{wrong or ')'}"
    return text if snippet.text == MARK or text.startswith("world") else f"{HEAD}{text}"


@pytest.mark.parametrize("snippet", snippets(), ids=lambda s: s.text)
def test_each_snippet_is_recognised(snippet: Snippet) -> None:
    if not snippet.text.partition(MARK)[2]:  # any token: one that closes nothing says so itself
        text = broken_by(snippet).removesuffix(")")
        endings = [f"{text}{word}\n" for word in ("lasts", "descending", "", "|")]
    else:
        endings = [broken_by(snippet)]
    titles = [found(ending)[0].title for ending in endings if found(ending)]
    assert snippet.title in titles


def test_the_table_has_rows() -> None:
    assert len(snippets()) > 50


# ---- words --------------------------------------------------------------------------------
BROKEN = (
    *(broken_by(snippet) for snippet in snippets()),
    *(in_action(text) for text in ("x", "do", "when x ==", "do x := 1 2", "by click", "let x")),
    *(in_page(text) for text in ("1", "link", "field x: 0..1 = ?", "local { x }", "dialog d")),
    HEAD + "enum E { a, }",
    HEAD + "scenario s: refused a",
    "",
)


@pytest.mark.parametrize("text", BROKEN)
def test_no_terminal_is_named(text: str) -> None:
    for diagnostic in found(text):
        words = [diagnostic.title, diagnostic.label, diagnostic.help]
        words += [label.text for label in diagnostic.related]
        for word in re.findall(r"\b_*[A-Z][A-Z_]+\b", " ".join(words)):
            assert word not in TERMINALS or word in ("NAME", "PAGE"), words


@pytest.mark.parametrize(
    ("text", "label"),
    [
        (in_page("foo"), "a page holds `local`, `dialog`, `list`, `show`, `empty`, `section`, `field`, `link`, `back` or `action`"),
        (in_action("foo"), "an action holds `let`, `when`, `back`, `do`, `goto`, `says` or `by`"),
        (in_action("when x then y"), "here may stand `else` or the next clause"),
        (in_page("show x]"), "there is no `[` that is still open"),
    ],
)  # fmt: skip
def test_what_may_stand_here(text: str, label: str) -> None:
    assert only(text).label == label


@pytest.mark.parametrize(
    ("clause", "title"),
    [
        ("when x and do y := 1", "a value is missing after `and`"),
        ("do y := ", "the value is missing"),
        ("by click button x pinned", "a text in quotes is missing after `pinned`"),
        ("do y := 1 then", "an effect is missing after `then`"),
        ("do y := T[", "a value is missing after `[`"),
        ("when x else Sold out", "a text in quotes is missing after `Sold`"),
        ("do x := y ? 1 : 2", "there is no `… ? … : …`"),
        ("when x in 0..3", "a range is a type, not a value"),
        ("do if x then y := 1", "an `if` in `do` has braces, no `then`"),
    ],
)
def test_what_is_missing(clause: str, title: str) -> None:
    assert only(in_action(clause)).title == title


def test_a_word_of_another_place_is_told_where_it_belongs() -> None:
    assert only(in_page("goto q")).help == "`goto` belongs into the body of an action"
    assert only(HEAD + 'action a "A" { }').help.startswith("`action` belongs into a page")


# ---- places -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "place"),
    [
        (in_page('link l "L"'), '4:10 "L"'),  # behind the last word of the line, not on the next
        (in_page('field x: bool "X"'), '4:17 "X"'),
        (HEAD + "pge q {", "3:1 pge"),
        (in_action("do x := 4.5 and"), "5:13 4.5"),
        (in_action("when d == 2026-12-01"), "5:15 2026-12-01"),
        (in_action("says „oh“"), "5:10 „oh“"),
    ],
)
def test_where_it_points(text: str, place: str) -> None:
    assert at(text, found(text)[0]) == place


def test_a_brace_that_is_not_closed_is_found_by_the_lines() -> None:
    text = HEAD + 'page q "Q" {\n  action a "A" {\n    do x := 1\n\n  action b "B" {\n  }\n}\n'
    diagnostic = only(text)
    assert at(text, diagnostic) == "4:16 {"
    assert [label.text for label in diagnostic.related] == ["`}` is missing before this"]
    early = text.replace('\n  action b "B" {\n  }', "")
    assert at(early, only(early + 'page r "R" { }\n')) == "4:16 {"


# ---- edits --------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("broken", "mended"),
    [
        ("when x && y", "when x and y"),
        ("when a&&b", "when a and b"),
        ("when !x", "when not x"),
        ("when x≤3", "when x<=3"),
        ("when x∈y", "when x in y"),
        ("when x = 1", "when x == 1"),
        ("when x === 1", "when x == 1"),
        ("when x <> 1", "when x != 1"),
        ("do x == 1", "do x := 1"),
        ("do x := 1.5", "do x := 1.50"),
        ("do x := 1,5", "do x := 1.50"),
        ("do x := 1.500", "do x := 1.50"),
        ("do x := 010", "do x := 10"),
        ("do x := 1_000", "do x := 1000"),
        ("do x := 2026-06-01", "do x := @2026-06-01"),
        ("says 'it'", 'says "it"'),
        ("says “it”", 'says "it"'),
        ("do list := 1", "do `list` := 1"),
        ("wehn x", "when x"),
        ("do x := 1 y := 2", "do x := 1, y := 2"),
        ("do x := (1 + 2", "do x := (1 + 2)"),
        ("do x := f(1, 2,)", "do x := f(1, 2)"),
        ("do x := if a then b elif c then d else e", "do x := if a then b else if c then d else e"),
        ("when x // why", "when x # why"),
        ("do größe := 1", "do `größe` := 1"),
        ("do my-x := 1", "do my_x := 1"),
        ("when x is y", "when x == y"),
        ("when x not y", "when x != y"),
        ("do x++", "do x+= 1"),
        ("by: click button x", "by click button x"),
        ("by click on button x", "by click button x"),
        ('when x else: "No"', 'when x else "No"'),
        ("goto q()", "goto q"),
        ("x := 1", "do x := 1"),
        ("x == y do x := 1", "when x == y do x := 1"),
        ("when any(x for x in y if z)", "when any(x for x in y where z)"),
    ],
)
def test_offered_edits(broken: str, mended: str) -> None:
    text = in_action(broken)
    diagnostic = only(text)
    assert diagnostic.fix
    assert apply_fixes(text, [diagnostic.fix]) == in_action(mended)
    assert not found(in_action(mended))


@pytest.mark.parametrize(
    "text",
    [
        HEAD + 'page q "Q" {\n  show x\n',
        HEAD + 'page q "Q" {\n  show x\n\ninvariant i: x\n',
        HEAD + 'page q "Q" {\n  section "S" {\n    show x\ninvariant i: x\n',
        HEAD + 'page q "Q" {\n  section "S" {\n    show x\n}\ninvariant i: x\n',
        HEAD + 'page q "Q" { show x } }\n',
        HEAD + "state { x: 0..1 = (0 }\n",
        HEAD + "state { x 0..1 = 0, y: 0-1 = 0 }\n",
        HEAD + "patch p { }\n",
        HEAD + "env patch p(x T) { }\n",
        HEAD + "table T { name: text  row a: { name = 1 } }\n",
        HEAD + 'page q: "Q" { "Hello" }\n',
        HEAD + 'goal g "G" { x == 1 }\n',
        HEAD + "state { var x: 0..1 = 0 }\n",
        'world my-world "W"\nstart p\n',
        'world w "W" currency "EUR"\nstart p\n',
    ],
)
def test_edits_make_it_whole(text: str) -> None:
    for _ in range(3):
        edits = [diagnostic.fix for diagnostic in found(text) if diagnostic.fix]
        text = apply_fixes(text, edits)
    assert not found(text), text


# ---- several ------------------------------------------------------------------------------
def test_reading_goes_on_at_the_next_item() -> None:
    text = (
        'world w\nenum A { a b }\npage p "P" {\n  show\n\nstate { x: 0..1 }\n'
        'env patch ok { do x := 1 }\ngoal "G" { }\n}\n'
    )
    assert [at(text, d).partition(" ")[0] for d in found(text)] == [
        "1:7", "2:12", "4:3", "6:17", "8:6",
    ]  # fmt: skip
    assert [d.title for d in found(text)] == [
        "the world has no title",
        "`,` is missing here",
        "this `show` shows nothing",
        "this variable has no first value",
        "this goal has no name",
    ]


def test_nothing_follows_from_one_mistake() -> None:
    text = in_page('action a "A" { when x = 1 }\n  show = 1\n  link = 2')
    assert len(found(text)) == 1


def test_an_included_file_is_told_the_same() -> None:
    with pytest.raises(Failure) as failure:
        parse_items(Source("part.fsm", 'enum A { a }\npage "P" { }\n'))
    assert [d.title for d in failure.value.diagnostics] == ["this page has no name"]
    with pytest.raises(Failure) as failure:
        parse(Source("part.fsm", "enum A { a }\n"))
    assert failure.value.diagnostics[0].title == "a world begins with its name and title"
