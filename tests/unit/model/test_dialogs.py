"""Dialogs: modal, opened with arguments or forced by a condition, one opened at a time."""

from __future__ import annotations

from playing import Player, codes

ADMIN = """
table User { name: text  var there: bool  row ann { name: "Ann" there: true }  row bob { name: "Bob" there: true } }
state { n: 0..9 = 0  late: bool = false  rude: bool = false }
everywhere {
  local { known: bool = false }
  action go { do n += 1 }
  dialog login "Sign in" while late {
    field word: "" | "open" | other = "" as textbox "Word"
    action enter { when word == "open" else "Wrong"  do late := false }
    action leave { do late := false  goto end }
  }
  dialog sorry "Sorry" while rude { action okay { do rude := false } }
}
page home "Home" {
  list u in User where u.there { show u.name  action ask { goto sure(u) } }
  action wait { do late := true }
  action shout { do late := true, rude := true }
  dialog sure(u: User) "Delete {u.name}?" {
    field typed: "" | =u.name | other = "" as textbox "Type the name"
    action yes { when typed == u.name else "Type the name"  do u.there := false  back }
    action no { back }
    action next { goto sure(bob) }
    action again { goto sure(u) }
    action details { goto more(3) }
    action away { goto end }
    action late_now { do late := true }
  }
  dialog more(k: 0..9) "More" { local { m: 0..9 = k + 1 } action close { back } action up { do m += 1 } }
}
page end "End" { link home "Home" to home }
"""


def test_a_dialog_opens_with_arguments_and_covers_the_page() -> None:
    play = Player(ADMIN).take("ask", "bob")
    assert play.dialog == "sure"
    assert play["sure.u"] == "bob"
    assert play.meets("go") == "absent"
    assert play.meets("ask", "ann") == "absent"
    play.take("no")
    assert play.dialog is None
    assert play["sure.u"] is None
    assert play.meets("go") == "enabled"


def test_fields_of_a_dialog_begin_anew_and_end_with_it() -> None:
    play = Player(ADMIN).take("ask", "bob").take("typed", "Bob")
    assert play["sure.typed"] == "Bob"
    play.take("again")
    assert play["sure.typed"] == "Bob"
    play.take("no").take("ask", "bob")
    assert play["sure.typed"] == ""
    play.take("typed", {"other": True}).take("next").take("typed", "Bob")


def test_other_arguments_are_another_place() -> None:
    play = Player(ADMIN).take("ask", "ann").take("typed", "Ann").take("next")
    assert (play["sure.u"], play["sure.typed"]) == ("bob", "")


def test_a_text_from_an_argument_is_offered_for_this_argument_alone() -> None:
    play = Player(ADMIN).take("ask", "ann")
    assert play.meets("typed", "Ann") == "enabled"
    assert play.meets("typed", "Bob") == "absent"
    play.take("typed", "Ann").take("yes")
    assert play["User.there"] == [False, True]
    assert play.dialog is None


def test_one_dialog_takes_the_place_of_another() -> None:
    play = Player(ADMIN).take("ask", "ann").take("typed", "Ann").take("details")
    assert play.dialog == "more"
    assert (play["sure.u"], play["sure.typed"], play["more.k"], play["more.m"]) == (
        None, None, 3, 4,
    )  # fmt: skip
    play.take("up").take("close")
    assert (play.dialog, play["more.m"]) == (None, None)


def test_going_to_a_page_closes_the_dialog() -> None:
    play = Player(ADMIN).take("ask", "ann").take("typed", "Ann").take("away")
    assert (play.page, play.dialog, play["sure.u"], play["sure.typed"]) == ("end", None, None, None)
    assert play["dialog"] is None


def test_a_forced_dialog_is_there_while_its_condition_holds() -> None:
    play = Player(ADMIN).take("wait")
    assert play.dialog == "login"
    assert play["login.word"] == ""
    assert play.meets("go") == "absent"
    assert play.meets("enter") == "Wrong"
    play.take("word", "open").take("enter")
    assert (play.dialog, play["login.word"]) == (None, None)
    play.take("wait")
    assert play["login.word"] == ""


def test_of_two_forced_dialogs_the_first_in_the_file_is_on_top() -> None:
    play = Player(ADMIN).take("shout")
    assert play.dialog == "login"
    assert play.meets("okay") == "absent"
    play.take("word", "open").take("enter")
    assert play.dialog == "sorry"
    play.take("okay")
    assert play.dialog is None


def test_a_forced_dialog_stands_above_an_opened_one_that_survives() -> None:
    play = Player(ADMIN).take("ask", "ann").take("typed", "Ann").take("late_now")
    assert play.dialog == "login"
    assert play.meets("yes") == "absent"
    assert (play["sure.u"], play["sure.typed"]) == ("ann", "Ann")
    play.take("word", "open").take("enter")
    assert (play.dialog, play["sure.typed"]) == ("sure", "Ann")
    play.take("late_now").take("leave")
    assert (play.page, play["dialog"], play["sure.u"], play["login.word"]) == (
        "end",
        None,
        None,
        None,
    )


def test_a_forced_dialog_of_a_page_is_forced_again_on_return() -> None:
    play = Player("""
        page home "Home" {
          local { given: bool = false }
          dialog cookies "Cookies" while not given {
            field all: bool = false as checkbox "All"
            action accept { do given := true }
          }
          link end "End" to end
        }
        page end "End" { link home "Home" to home }
    """)
    assert (play.dialog, play["cookies.all"]) == ("cookies", False)
    play.take("all", True).take("accept").take("end").take("home")
    assert (play.dialog, play["cookies.all"]) == ("cookies", False)


def test_opening_again_from_a_forced_dialog_is_not_entering() -> None:
    play = Player("""
        state { late: bool = false }
        page home "Home" {
          action open { goto d(1) }
          dialog d(k: 0..1) "D" { local { m: 0..9 = 0 } action up { do m += 1 } action wait { do late := true } }
          dialog l "L" while late {
            action same { do late := false  goto d(1) }
            action second { do late := false  goto d(0) }
          }
        }
    """)
    play.take("open").take("up").take("wait").take("same")
    assert play["d.m"] == 1
    play.take("wait").take("second")
    assert play["d.m"] == 0


def test_sheets_of_dialogs_end_with_them() -> None:
    play = Player("""
        table T { n: 0..9  row a { n: 1 }  row b { n: 2 }  row c { n: 3 } }
        state { late: bool = false }
        page home "Home" {
          action open { goto d }
          action wait { do late := true }
          dialog d "D" { list t in T paged 1 { show t.n } action close { back } }
          dialog l "L" while late { list t in T paged 1 { show t.n } action done { do late := false } }
        }
    """)
    sheets = [v.name for v in play.world.variables if v.kind.value == "sheet"]
    assert [play[s] for s in sheets] == [None, None]
    play.take("open").take("next_sheet")
    assert [play[s] for s in sheets] == [1, None]
    play.take("close")
    assert [play[s] for s in sheets] == [None, None]
    assert play.take("open")[sheets[0]] == 0
    play.take("close").take("wait").take("next_sheet")
    assert [play[s] for s in sheets] == [None, 1]
    assert play.take("done")[sheets[1]] is None


def test_a_forced_dialog_may_be_there_from_the_start() -> None:
    play = Player("""
        table T { n: 0..9  row a { n: 1 }  row b { n: 2 } }
        state { late: bool = true }
        page home "Home" { dialog l "L" while late { local { k: 0..9 = 4 } list t in T paged 1 { show t.n } } }
    """)
    assert play["l.k"] == 4
    assert play.meets("next_sheet") == "enabled"


def test_patches_force_dialogs_too() -> None:
    play = Player("""
        state { late: bool = false }
        page home "Home" { dialog l "L" while late { local { k: 0..9 = 4 } } }
        env patch expire { when not late  do late := true }
    """)
    play.take("expire")
    assert (play.dialog, play["l.k"]) == ("l", 4)


def test_dialogs_that_are_wrong() -> None:
    def page(inner: str) -> str:
        return f'state {{ n: 0..9 = 0 }}\npage home "H" {{ {inner} }}\npage end "E" {{ }}'

    assert codes(page('dialog d "D" while true { action a { back } }')) == ["FSM224"]
    assert codes(page("action a { back }")) == ["FSM224"]
    assert codes(page('dialog d "D" while true { } action a { goto d }')) == ["FSM225"]
    assert codes(page('dialog d(k: 0..1) "D" while true { }')) == ["FSM230"]
    assert codes(page('dialog d(k: 0..1) "D" { } action a { goto d }')) == ["FSM209"]
    assert codes(page('dialog d "D" { } dialog d "D" { }')) == ["FSM202"]
    assert codes(page('dialog d "D" { dialog e "E" { } }')) == ["FSM230"]
    assert codes(page('section "S" { dialog e "E" { } }')) == ["FSM230"]
    assert codes(page('dialog d "D" { } back to d')) == ["FSM225"]
    assert codes(page('dialog d "D" { back to end }')) == ["FSM230"]
    assert codes(page('dialog d "D" while at e { } dialog e "E" while at d { }')) == ["FSM230"] * 2
    assert codes(page('dialog d "D" { } action a { goto d back }')) == ["FSM224", "FSM225"]
    assert codes('page home "H" { dialog d "D" { } }\npage end "E" { action a { goto d } }') == [
        "FSM225"
    ]
