"""The one layout: what goes where, comments kept, and formatting twice is formatting once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from texts import EVERYTHING, HEAD, ROOT, in_page

from fsmc.diagnostics import Failure, Source
from fsmc.importers.autowebworld import import_spec
from fsmc.importers.base import Reading
from fsmc.syntax.format import format_text
from fsmc.syntax.scan import scan

SPECS = sorted(ROOT.glob("tests/corpus/*.fsm.json"))


def laid_out(text: str) -> str:
    once = format_text(Source("w.fsm", text))
    assert format_text(Source("w.fsm", once)) == once
    return once


def body(text: str) -> str:
    """The lines that the inside of a page is laid out to."""
    lines = laid_out(in_page(text)).splitlines()[3:-1]
    return "\n".join(line.removeprefix("  ") for line in lines)


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("show   p .x , q", "show p.x, q"),
        ("show a+b*-c", "show a + b * -c"),
        ("show T [ k ] .x", "show T[k].x"),
        ("show f( x ,y )", "show f(x, y)"),
        ("show not(a),x in{y},{}", "show not (a), x in {y}, {}"),
        ("show { a when P , b }", "show { a when P, b }"),
        ("show {x for x in T}", "show {x for x in T}"),
        ("show { a : 1 }", "show { a: 1 }"),
        ("local{x:0 .. 2 ?=none}", "local { x: 0..2? = none }"),
        ('field q : ""|=p.name| other="" as textbox"Q"', 'field q: "" | =p.name | other = "" as textbox "Q"'),
        ("field e:enum{a,b}=a as combobox n", "field e: enum { a, b } = a as combobox n"),
        ('action a "A"{}', 'action a "A" { }'),
        ('action a "A"{ }', 'action a "A" { }'),
    ],
)  # fmt: skip
def test_blanks(written: str, wanted: str) -> None:
    assert body(written) == wanted


def test_a_short_block_stays_on_its_line() -> None:
    assert body('list p in T{show p.x   link l "L" to q}') == (
        'list p in T { show p.x  link l "L" to q }'
    )


def test_a_block_that_was_broken_stays_broken() -> None:
    assert body('action a "A" { when x\n do y := 1 }') == 'action a "A" {\n  when x\n  do y := 1\n}'


def test_a_block_that_is_too_long_is_broken() -> None:
    long = f'action a "A" {{ when x else "{"so " * 20}"  do y := 1 }}'
    assert body(long) == f'action a "A" {{\n  when x else "{"so " * 20}"\n  do y := 1\n}}'


def test_columns_keep_company_while_they_fit() -> None:
    columns = "table T {\n  a: text   b: text\n  c: text\n  var d: 0..1\n}\n"
    assert laid_out(HEAD + columns) == HEAD + columns.replace("   ", "  ")
    many = "  ".join(f"column_{n}: text" for n in range(9))
    lines = laid_out(f"{HEAD}table T {{\n{many}\n}}\n").splitlines()
    assert [line.count(":") for line in lines[3:-1]] == [6, 3]


def test_settings_go_on_in_a_second_line() -> None:
    text = 'world w "W"  currency: "EUR"\n   locale: "en" today: @2026-06-01\n'
    assert laid_out(text) == 'world w "W"  currency: "EUR"\n  locale: "en"  today: @2026-06-01\n'


def test_long_lines_break_where_it_hurts_least() -> None:
    name = "a_rather_long_name"
    test = " or ".join(f"({name} and {name}_{n} == {n})" for n in range(3))
    assert body(f'action a "A" {{\nwhen {test} else "No"\n}}') == (
        'action a "A" {\n'
        f"  when ({name} and {name}_0 == 0)\n"
        f"      or ({name} and {name}_1 == 1)\n"
        f'      or ({name} and {name}_2 == 2) else "No"\n'
        "}"
    )
    writes = ", ".join(f"variable_{n} := {n}" for n in range(8))
    lines = body(f'action a "A" {{\ndo {writes}\n}}').splitlines()
    assert lines[1].startswith("  do variable_0 := 0, variable_1")
    assert lines[1].endswith(",")
    assert lines[2].startswith("      variable_")


def test_one_blank_line_at_most_between_members() -> None:
    text = f"\n\n{HEAD}\n\n\nenum A {{ a }}\n\ninvariant x: y\ninvariant z: y\n\n\n"
    assert laid_out(text) == f"{HEAD}\nenum A {{ a }}\n\ninvariant x: y\ninvariant z: y\n"
    assert body("\n\n  show x\n\n\n  show y\n\n") == "show x\n\nshow y"


COMMENTED = """\
# above all

# apart
world w "W"  # the head
start p
enum A {  # behind a brace
  a,  # the first
  # between
  b

  # at the end
}
page p "P" {
  action a "A" {
    when x and  # why
        # on its own
        y
    do z := 1  # what
  }  # behind
}
# below

# last
"""


def test_comments_stay_where_they_are() -> None:
    assert laid_out(COMMENTED) == COMMENTED
    squeezed = COMMENTED.replace("  #", "#").replace("\n\n", "\n\n\n\n")
    assert laid_out(squeezed) == COMMENTED


def test_windows_lines_become_plain_lines() -> None:
    assert laid_out(COMMENTED.replace("\n", "\r\n")) == COMMENTED


def test_a_file_of_items_is_laid_out_too() -> None:
    assert laid_out("env   patch a { }\nenum A{a}") == "env patch a { }\nenum A { a }\n"


def test_everything_keeps_its_words() -> None:
    words = [str(token) for token in scan(EVERYTHING)]
    assert [str(token) for token in scan(laid_out(EVERYTHING))] == words
    _, _, code = EVERYTHING.partition("\n")
    broken = re.sub(r"#.*|(\".*?\"|`.*?`)|[ ]", lambda m: m.group(1) or "\n", code)
    assert [str(token) for token in scan(laid_out(broken))] == words


@pytest.mark.parametrize("spec", SPECS, ids=[spec.name.partition(".")[0] for spec in SPECS])
@pytest.mark.parametrize("reading", ["plain", "gated"])
def test_imports_are_written_in_it(spec: Path, reading: Reading) -> None:
    try:
        imported = import_spec(spec.read_text(encoding="utf-8"), spec.name, reading)
    except Failure:
        return  # a spec that cannot be imported
    assert laid_out(imported.world_text) == imported.world_text


def test_a_broken_text_has_no_layout() -> None:
    with pytest.raises(Failure):
        format_text(Source("w.fsm", HEAD + "page {"))
