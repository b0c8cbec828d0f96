"""One gesture, one step: what counts as the same gesture, and what keeps two apart."""

from __future__ import annotations

import pytest
from explored import corner_shop, findings_of

from fsmc.diagnostics import Diagnostic
from fsmc.explore import explore
from fsmc.explore.gestures import ambiguities
from fsmc.explore.rows import twins

HEAD = """
world gestures "Gestures"
start one
table Thing { name: text  kind: text
  row x { name: "X" kind: "a" }  row y { name: "Y" kind: "a" }  row z { name: "X" kind: "b" } }
enum Size { small, large }
state { n: 0..3 = 0   picked: Thing? = none   some: set of Thing at most 2 = {x} }
"""


def found(body: str, code: str) -> list[Diagnostic]:
    return [d for d in findings_of(HEAD + body) if d.code == code]


SAME = {
    "two buttons": """page one "One" {
  action a "Go" { do n := 1 }
  action b "Go" { do n := 2 } }""",
    "a button and a route that is the same click": """page one "One" {
  action a "Go" { do n := 1 }
  action b "Other" { do n := 2  by click button "Go" } }""",
    "a scope and its page": """everywhere { link home "Home" to one }
page one "One" { link again "Home" to two }
page two "Two" { }""",
    "labels that only meet in some state": """page one "One" {
  action a "Set {n}" { do n := 1 }
  action b "Set 1" { do n := 2 } }""",
    "one button for several values": """page one "One" {
  action a(s: Size) "Go" { do n := if s == small then 1 else 2 } }""",
    "two fields": """page one "One" {
  field f: bool = false as checkbox "Sure"
  field g: bool = false as checkbox "Sure" }""",
    "twice in one row": """page one "One" {
  list t in some {
    show t.name  action a "Go" { do n := 1 }  action b "Go" { do picked := t } } }""",
    "two presses": """page one "One" {
  action a "A" { do n := 1  by press "Enter" }
  action b "B" { do n := 2  by press "Enter" } }""",
}

APART = {
    "a button and a link": """page one "One" {
  action a "Go" { do n := 1 }
  link b "Go" to one }""",
    "guards that exclude each other": """page one "One" {
  action a "Go" { when n == 0  do n := 1 }
  action b "Go" { when n == 1  do n := 0 } }""",
    "rows of two lists": """page one "One" {
  list t in some { show t.name  action a "Go" { do n := 1 } }
  list u in some { show u.name  action b "Go" { do n := 2 } } }""",
    "a dialog over its page": """page one "One" {
  action a "Go" { when n > 0  do n := 0 }
  dialog d "D" while n == 0 { action b "Go" { do n := 1 } } }""",
    "one button for each value": """page one "One" {
  action a(s: Size) "Make it {s}" { do n := if s == small then 1 else 2 } }""",
    "pinned apart": """page one "One" {
  action a "Go" { do n := 1  by click button "Go" pinned "#a" }
  action b "Go" { do n := 2  by click button "Go" pinned "#b" } }""",
    "one refuses": """page one "One" {
  action a "Go" { when n == 0 else "No"  do n := 1 }
  action b "Go" { when n == 1 else "No"  do n := 0 } }""",
}


@pytest.mark.parametrize("body", SAME.values(), ids=SAME)
def test_the_same_gesture(body: str) -> None:
    assert len(found(body, "FSM406")) == 1


@pytest.mark.parametrize("body", APART.values(), ids=APART)
def test_different_gestures(body: str) -> None:
    assert found(body, "FSM406") == []


def test_the_nearest_state_is_shown() -> None:
    d = found(SAME["labels that only meet in some state"], "FSM406")[0]
    assert d.notes[0] == "trace: a"
    assert d.title == "one gesture means two things: `a` and `b`"
    assert d.label == "“Set 1” does this"


def test_rows_with_one_name() -> None:
    body = 'page one "One" { list t in Thing { show t.name  action a "Go" { do picked := t } } }'
    assert [d.label for d in found(body, "FSM407")] == ["`x` and `z` are shown together"]


def test_rows_with_one_name_that_never_meet() -> None:
    body = """page one "One" {
  field k: "a" | "b" = "a" as textbox "Kind"
  list t in Thing where t.kind == k { show t.name  action a "Go" { do picked := t } } }"""
    assert found(body, "FSM407") == []


def test_rows_that_meet_later() -> None:
    body = """page one "One" {
  list t in Thing { show t.kind, t.name  show t.name }
  list t in some { show t.name  action pick "Pick" { do picked := t } }
  action add "Add" { do some := {x, z} } }"""
    d = found(body, "FSM407")
    assert [x.notes[0] for x in d] == ["trace: add"]


def test_rows_nobody_acts_on_may_share_a_name() -> None:
    assert found('page one "One" { list t in Thing { show t.name } }', "FSM407") == []


def test_lists_in_lists() -> None:
    body = """page one "One" {
  list t in some { show t.name
    list u in Thing where u.kind == t.kind or u == z { show u.name
      action a "Go" { do picked := u } } } }"""
    assert [d.label for d in found(body, "FSM407")] == ["`x` and `z` are shown together"]


def test_the_shop_is_clear() -> None:
    graph = explore(corner_shop().world)
    assert ambiguities(graph) == ()
    assert twins(graph) == ()


def test_rows_in_a_section_of_a_row() -> None:
    body = """page one "One" {{ list v in Thing where v != x {{ show v.name
  section "S" when v.kind == "{kind}" {{ list w in Thing {{ show w.name  action go {{ do n := 1 }} }} }} }} }}"""
    assert len(found(body.format(kind="b"), "FSM407")) == 1
    assert found(body.format(kind="c"), "FSM407") == []
