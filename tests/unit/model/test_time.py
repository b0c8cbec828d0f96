"""What passes with agent steps: `lasts`, `within`; and how often patches fire: `at most`."""

from __future__ import annotations

from playing import Player, codes

UNDO = """
table Tea { name: text  row mint { name: "Mint" }  row chai { name: "Chai" } }
state { undo: Tea? = none lasts N  n: 0..9 = 0  open: bool = false }
page home "Home" {
  field q: 0..9 = 0 as slider "Q"
  action drop { do undo := mint }
  action maybe { do if open { undo := chai } }
  action switch_ { do open := not open }
  action clear { do undo := none }
  action refuse { when n > 5 else "No" }
  link end "End" to end
}
page end "End" { back to home  link home "Home" to home }
env patch tick { when n < 9  do n += 1 }
env patch put { do undo := chai }
"""


def test_lasts_one_ends_with_the_next_step_of_the_agent() -> None:
    for step in (("q", 3), ("switch_",), ("end",), ("maybe",)):
        play = Player(UNDO.replace("N", "1")).take("drop")
        assert play["undo"] == "mint"
        assert play.take(*step)["undo"] is None


def test_other_actors_do_not_age_it() -> None:
    play = Player(UNDO.replace("N", "1")).take("drop").take("tick").take("tick")
    assert play["undo"] == "mint"
    play.take("put")
    assert play["undo"] == "chai"
    assert play.take("q", 1)["undo"] is None


def test_a_step_that_writes_it_begins_anew() -> None:
    play = Player(UNDO.replace("N", "1")).take("switch_").take("drop").take("maybe")
    assert play["undo"] == "chai"
    assert play.take("switch_").take("maybe")["undo"] is None


def test_browser_back_ages_too() -> None:
    play = Player(UNDO.replace("N", "2")).take("drop").take("end")
    assert play["undo"] == "mint"
    assert play.take("back")["undo"] is None


def test_lasts_n_counts_steps_that_do_not_write() -> None:
    play = Player(UNDO.replace("N", "3")).take("drop").take("q", 1).take("maybe")
    assert play["undo"] == "mint"
    play.take("drop").take("q", 2).take("q", 3)
    assert play["undo"] == "mint"
    assert play.take("q", 4)["undo"] is None
    assert play["undo.age"] == 0
    assert play.take("q", 5)["undo"] is None


def test_what_a_patch_writes_ages_as_well() -> None:
    play = Player(UNDO.replace("N", "2")).take("put").take("q", 1)
    assert play["undo"] == "chai"
    assert play.take("q", 2)["undo"] is None


def test_the_initial_value_has_no_age() -> None:
    play = Player(UNDO.replace("N", "3"))
    assert play.take("clear")["undo.age"] == 0
    assert play.take("drop")["undo.age"] == 3
    assert play.take("clear")["undo.age"] == 0


def test_lasts_takes_back_the_first_value_not_another_variable() -> None:
    play = Player("""
        state { a: 0..9 = 2  b: 0..9 = a lasts 1 }
        page home "H" { action set_a { do a := 7 } action set_b { do b := 5 } }
    """)
    play.take("set_a").take("set_b").take("set_a")
    assert play["b"] == 2


def test_lasts_that_are_wrong() -> None:
    assert codes(UNDO.replace("N", "0")) == ["FSM232"]
    assert codes('page home "H" { local { a: bool = true lasts 2 } }') == ["FSM230"]


PATCH = """
table Tea { name: text  var stock: 0..3  row mint { name: "Mint" stock: 3 }  row chai { name: "Chai" stock: 1 } }
state { n: 0..9 = 0  held: bool = true }
page home "Home" {
  action step_ { when n < 9 else "Enough"  do n += 1 }
  action release { do held := false }
  action hold { do held := true }
}
env patch sells(t: Tea) LIMIT { when t.stock > 0 and not held  do t.stock -= 1 }
"""


def test_without_a_limit_a_patch_fires_as_often_as_it_can() -> None:
    play = Player(PATCH.replace("LIMIT", "")).take("release")
    play.take("sells", "mint").take("sells", "mint").take("sells", "chai").take("sells", "mint")
    assert play["Tea.stock"] == [0, 0]
    assert play.meets("sells", "mint") == "absent"


def test_at_most_counts_all_groundings_together() -> None:
    play = Player(PATCH.replace("LIMIT", "at most 2")).take("release")
    play.take("sells", "mint").take("sells", "chai")
    assert play["sells.times"] == 2
    assert play.meets("sells", "mint") == "absent"


def test_within_makes_the_agent_wait_for_each_grounding() -> None:
    play = Player(PATCH.replace("LIMIT", "within 2"))
    assert play["sells.due"] == [None, None]
    play.take("release")
    assert play["sells.due"] == [0, 0]
    play.take("step_").take("step_")
    assert play["sells.due"] == [2, 2]
    assert play.meets("step_") == play.meets("hold") == "Just a moment…"
    play.take("sells", "mint")
    assert play["sells.due"] == [0, 2]
    assert play.meets("step_") == "Just a moment…"
    play.take("sells", "chai")
    assert play["sells.due"] == [0, None]
    play.take("step_").take("hold")
    assert play["sells.due"] == [None, None]
    for _ in range(3):
        play.take("step_")


def test_a_patch_that_was_disabled_begins_to_wait_anew() -> None:
    play = Player(PATCH.replace("LIMIT", "within 3")).take("release").take("step_").take("hold")
    assert play.take("release")["sells.due"] == [0, 0]


def test_within_and_at_most_together() -> None:
    play = Player(PATCH.replace("LIMIT", "at most 1 within 1")).take("release").take("step_")
    assert play.meets("step_") == "Just a moment…"
    play.take("sells", "mint")
    assert (play["sells.due"], play.meets("step_")) == ([None, None], "enabled")


def test_within_counts_from_the_start() -> None:
    play = Player(
        PATCH.replace("LIMIT", "within 1").replace("held: bool = true", "held: bool = false")
    )
    assert play["sells.due"] == [0, 0]


def test_one_patch_can_make_another_due() -> None:
    play = Player("""
        state { a: bool = false  b: bool = false }
        page home "H" { action go { } }
        env patch one at most 1 { do a := true }
        env patch two within 1 { when a and not b  do b := true }
    """)
    play.take("go").take("one").take("go")
    assert play.meets("go") == "Just a moment…"
    assert play.take("two").meets("go") == "enabled"


def test_the_wait_is_for_widgets_that_are_there() -> None:
    play = Player(
        PATCH.replace("LIMIT", "within 1").replace("action hold {", "action hold { when n > 5")
    )
    play.take("release").take("step_")
    assert play.meets("hold") == "absent"


def test_patches_see_the_session_and_not_pages() -> None:
    play = Player("""
        everywhere { local { given: bool = false } }
        page home "H" { local { x: bool = false } }
        user patch hands at most 1 { when not given  do given := true  says "Given" }
    """)
    assert play.take("hands")["given"] is True
    text = 'page home "H" { local { x: bool = false } }\nenv patch p { do x := true }'
    assert codes(text) == ["FSM201"]


def test_patches_that_are_wrong() -> None:
    head = 'state { n: 0..9 = 0 }\npage home "H" { }\n'
    assert codes(head + "dog patch p { do n := 1 }") == ["FSM207"]
    assert codes(head + 'env patch p { when n > 0 else "X"  do n := 1 }') == ["FSM225"]
    assert codes(head + "env patch p { goto home }") == ["FSM225"]
    assert codes(head + "env patch p { back }") == ["FSM224"]
    assert codes(head + 'env patch p { by click button "X" }') == ["FSM225"]
    assert codes(head + "env patch p { }\nuser patch p { }") == ["FSM202"]
    assert codes(head + "env patch p(x: 0..100) within 2 { do n := 1 }") == ["FSM239"]
    assert codes(head + "env patch p(x: 0..1000000) { do n := 1 }") == ["FSM239"]
