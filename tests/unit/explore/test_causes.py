"""Root causes: one finding for each, in the author's words, with all that waits for it."""

from __future__ import annotations

import pytest
from explored import compiled, findings_of

from fsmc.diagnostics import Diagnostic
from fsmc.explore import explore
from fsmc.explore.blame import Blame
from fsmc.explore.causes import causes
from fsmc.explore.goals import solve
from fsmc.explore.written import Texts

CHAIN = """
world chain "Chain"
start one
state { a: bool = false  b: bool = false  c: bool = false  d: 0..3 = 0 }
page one "One" {
  action first "First" { when d > 3  do a := true }
  action second "Second" { when a  do b := true }
  action third "Third" { when b else "Not yet"  do c := true  goto two }
  action count "Count" { when d < 3  do d := d + 1 }
  link stay "Stay" to one
}
page two "Two" { link on_ "On" to three  link stay2 "Stay" to two }
page three "Three" { link home "Home" to one }
goal far "Get far." { reach c and b  allow a, d }
goal at_three "Get there." { reach at three  allow a, b, c, d }
"""

CIRCLE = """
world circle "Circle"
start one
state { a: bool = false  b: bool = false }
page one "One" {
  action first "First" { when b  do a := true }
  action second "Second" { when a  do b := true }
  link stay "Stay" to one
}
"""

PLACES = """
world places "Places"
start one
table Thing { name: text  row x { name: "X" } }
enum Yes { yes }
state { picked: set of Thing = {}   n: 0..1 = 0 }
page one "One" {
  list t in picked { show t.name  action drop "Drop" { do n := 1 - n } }
  section "Secret" when n == 1 and picked != {} { action open_it "Open" { do n := 0 } }
  field only: Yes = yes as combobox "Sure?"
  action toggle "Toggle" { do n := 1 - n }
  dialog ask "Ask" while picked != {} { action fine "Fine" { do n := 0 } }
}
"""


def by_code(found: tuple[Diagnostic, ...], code: str) -> list[Diagnostic]:
    return [d for d in found if d.code == code]


def test_a_chain_has_one_cause() -> None:
    found = findings_of(CHAIN)
    dead = by_code(found, "FSM404")
    assert [d.title for d in dead] == ["`first` never happens"]
    assert dead[0].label.startswith("`d > 3` is false in every reachable state on page `one`")
    assert dead[0].notes == (
        "there `d` is only 0, 1, 2 or 3; its only writer, `count`, writes 1, 2 or 3",
        "because of this: pages `two` and `three` cannot be reached; "
        "`second`, `third`, `on_`, `stay2` and `home` cannot happen; "
        "goals `far` and `at_three` cannot be met",
    )
    assert not by_code(found, "FSM405")
    assert not by_code(found, "FSM413")


def test_a_circle_is_reported_once() -> None:
    dead = by_code(findings_of(CIRCLE), "FSM404")
    assert [d.title for d in dead] == ["`first` never happens"]
    assert dead[0].notes == (
        "there `b` is always false; nothing writes `b`",
        "because of this: `second` cannot happen",
    )


def test_each_kind_of_condition_has_its_words() -> None:
    dead = {d.title.split("`")[1]: d for d in by_code(findings_of(PLACES), "FSM404")}
    assert dead["drop"].label == "the list never shows a row on page `one`"
    assert dead["open_it"].label.startswith("this section is never shown on page `one`")
    assert dead["only"].label.startswith("there is never another value to choose on page `one`")
    assert dead["fine"].label == "this dialog never comes on top on page `one`"
    assert set(dead) == {"drop", "open_it", "only", "fine"}


def test_what_one_dialog_covers_is_one_finding() -> None:
    text = PLACES.replace("while picked != {}", "while picked == {}")
    dead = by_code(findings_of(text), "FSM404")
    assert [d.title for d in dead] == ["`drop`, `open_it`, `only` and `toggle` never happen"]
    assert dead[0].label == "a dialog always covers what stands here on page `one`"


def test_what_stands_on_no_page() -> None:
    text = """
world none_left "None left"
start one
everywhere except one { action gone "Gone" { } }
page one "One" { link stay "Stay" to one }
"""
    labels = [d.label for d in by_code(findings_of(text), "FSM404")]
    assert labels == ["stands on no page"]


def test_what_fades_has_no_writers_but_those_that_set_it() -> None:
    text = """
world fade "Fade"
start one
state { note: bool = false lasts 1   n: 0..1 = 0 }
page one "One" {
  action flip "Flip" { do n := 1 - n }
  action read "Read" { when note  do n := 0 }
  link stay "Stay" to one
}
"""
    dead = by_code(findings_of(text), "FSM404")
    assert dead[0].notes == ("there `note` is always false; nothing writes `note`",)


def test_a_reachable_says_what_it_waits_for() -> None:
    text = CHAIN + "reachable late: c\n"
    found = by_code(findings_of(text), "FSM403")
    assert found[0].notes == (
        "there `c` is always false",
        "it waits for `third`, which never happens",
    )


def test_two_causes_of_one_page_are_both_named() -> None:
    text = CIRCLE.replace("do a := true", "do a := true  goto two").replace(
        "when a  do b := true", "when false and a  goto two"
    )
    text += 'page two "Two" { link home "Home" to one }\n'
    dead = by_code(findings_of(text), "FSM404")
    assert [d.title for d in dead] == ["`first` never happens", "`second` never happens"]
    for d in dead:
        assert "because of this: page `two` cannot be reached; `home` cannot happen" in d.notes


def test_pages_that_lead_only_to_each_other() -> None:
    text = """
world islands "Islands"
start home
page home "Home" { link stay "Stay" to home }
page left "Left" { link right "Right" to right }
page right "Right" { link left "Left" to left }
"""
    found = findings_of(text)
    dark = by_code(found, "FSM405")
    assert [d.title for d in dark] == ["page `left` is never reached"]
    assert dark[0].label == "only `left` leads here, from pages that are never reached"
    assert dark[0].notes == (
        "because of this: page `right` cannot be reached; `right` and `left` cannot happen",
    )
    assert not by_code(found, "FSM404")


@pytest.mark.parametrize("text", [CHAIN, CIRCLE, PLACES])
def test_every_dead_thing_belongs_to_a_cause(text: str) -> None:
    made = compiled(text)
    graph = explore(made.world)
    found = causes(Blame(graph, Texts({s.file: s for s in made.sources})), solve(graph))
    named = {n for cause in found.roots for n in (*cause.nodes, *cause.others)}
    fired = set(graph.found.transition)
    pages = {state[0] for state in graph.states}
    dead = {("transition", t.index) for t in made.world.transitions if t.index not in fired}
    dark = {("page", p.index) for p in made.world.pages if p.index not in pages}
    assert named == dead | dark


def test_nothing_is_dead_where_steps_leave_a_domain() -> None:
    text = CHAIN.replace("when d < 3  do", "do")
    assert [d.code for d in findings_of(text)] == ["FSM402"]


def test_nothing_is_dead_where_the_search_was_cut() -> None:
    codes = [d.code for d in findings_of(CHAIN, max_states=2)]
    assert codes == ["FSM420"]
