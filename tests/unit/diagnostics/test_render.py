"""What people see of a diagnostic."""

from __future__ import annotations

from fsmc.diagnostics import Diagnostic, Fix, Label, Severity, Source, Span
from fsmc.diagnostics.render import render_text

SHOP = "\n".join(
    [
        *("# line" for _ in range(14)),
        "  delivery: Delivery?      = none",
        *("# line" for _ in range(35)),
        '    when delivry != none else "Choose a delivery option"',
        "",
    ]
)


def span(text: str, word: str, file: str = "w.fsm") -> Span:
    start = text.index(word)
    return Span(file, start, start + len(word))


def lines(diagnostic: Diagnostic, text: str, width: int = 100) -> list[str]:
    return render_text([diagnostic], [Source("w.fsm", text)], width=width).splitlines()


def test_two_spans_of_one_file_share_an_excerpt() -> None:
    at = span(SHOP, "delivry")
    diagnostic = Diagnostic(
        "FSM201",
        "nothing in scope is called `delivry`",
        at,
        "not a variable, parameter, row or definition",
        related=(Label(span(SHOP, "delivery"), "this is close"),),
        help="did you mean `delivery`?",
        fix=Fix("rename", at, "delivery"),
    )
    assert lines(diagnostic, SHOP) == [
        "error[FSM201]: nothing in scope is called `delivry`",
        "  --> w.fsm:51:10",
        "15 |   delivery: Delivery?      = none",
        "   |   -------- this is close",
        '51 |     when delivry != none else "Choose a delivery option"',
        "   |          ^^^^^^^ not a variable, parameter, row or definition",
        "   = help: did you mean `delivery`?  [fix available]",
    ]


def test_notes_come_before_help_and_keep_their_lines() -> None:
    diagnostic = Diagnostic("FSM401", "t", notes=("trace: a, b", "state: x\ny"), help="do it")
    assert lines(diagnostic, "") == [
        "error[FSM401]: t",
        "  = trace: a, b",
        "  = state: x",
        "    y",
        "  = help: do it",
    ]


def test_a_fix_without_help_says_its_title() -> None:
    diagnostic = Diagnostic("FSM101", "t", fix=Fix("put a brace here", Span("w.fsm", 0, 0), "{"))
    assert lines(diagnostic, "x")[-1] == "  = help: put a brace here  [fix available]"


def test_carets_stand_under_wide_characters_and_tabs() -> None:
    text = "\tname: 名前 = x"
    assert lines(Diagnostic("FSM201", "t", span(text, "名前"), "here"), text)[1:] == [
        " --> w.fsm:1:8",
        "1 |     name: 名前 = x",
        "  |           ^^^^ here",
    ]


def test_long_lines_are_cut_around_the_mark() -> None:
    text = "a" * 200 + " wrong " + "b" * 200
    shown = lines(Diagnostic("FSM201", "t", span(text, "wrong"), "here"), text, width=60)
    assert shown[2].startswith("1 | …aaa")
    assert shown[2].endswith("bbb…")
    assert len(shown[2]) <= 60
    assert shown[2][shown[3].index("^") :].startswith("wrong")


def test_a_span_over_lines_shows_its_ends() -> None:
    text = "page a {\n  x\n  y\n}\n"
    diagnostic = Diagnostic("FSM102", "t", Span("w.fsm", 5, text.index("}") + 1), "not closed")
    assert lines(diagnostic, text)[2:] == [
        "1 | page a {",
        "  |      ^^^ from here",
        "4 | }",
        "  | ^ not closed",
    ]


def test_the_end_of_the_text_is_shown_behind_its_last_words() -> None:
    text = "page a {\n\n"
    diagnostic = Diagnostic("FSM102", "t", Span("w.fsm", len(text), len(text)), "here")
    assert lines(diagnostic, text)[1:] == [
        " --> w.fsm:1:9",
        "1 | page a {",
        "  |         ^ here",
    ]


def test_other_files_get_their_own_excerpt_and_unknown_ones_their_name() -> None:
    related = (Label(Span("b.csv", 0, 3), "the column"), Label(Span("gone.csv", 0, 1), "the row"))
    diagnostic = Diagnostic("FSM502", "t", Span("w.fsm", 0, 1), "here", related)
    sources = [Source("w.fsm", "x"), Source("b.csv", "sku,name")]
    assert render_text([diagnostic], sources).splitlines() == [
        "error[FSM502]: t",
        " --> w.fsm:1:1",
        "1 | x",
        "  | ^ here",
        " ::: b.csv:1:1",
        "1 | sku,name",
        "  | --- the column",
        " ::: gone.csv",
        "  = the row",
    ]


def test_control_characters_of_a_source_do_not_reach_the_terminal() -> None:
    text = "a \x1b[31m b"
    assert "\x1b" not in render_text(
        [Diagnostic("FSM101", "t", Span("w.fsm", 0, 1))], [Source("w.fsm", text)]
    )


def test_colour_changes_no_word() -> None:
    import re

    text = "when x"
    sources = [Source("w.fsm", text)]
    found = [
        Diagnostic("FSM201", "t", span(text, "x"), "l", notes=("a: b",), severity=severity)
        for severity in Severity
    ]
    coloured = render_text(found, sources, colour=True)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == render_text(found, sources)


def test_nothing_found_is_nothing_shown() -> None:
    assert render_text([], []) == ""
