"""Locals and fields exist exactly while their scope is in force, and begin anew when it comes."""

from __future__ import annotations

from playing import Player, codes

SHOP = """
table Tea { name: text  cost: 0..9
  row mint { name: "Mint" cost: 2 }
  row chai { name: "Chai" cost: 4 } }
state { times: 0..9 = 0 }
everywhere { local { seen: bool = false } link home "Home" to home }
everywhere except end { local { level: 0..9 = 1 } action forward { do level += 1 } }
on home, tea { local { filter: 0..9 = level } action more { do filter += 1 } }
page home "Home" {
  field n: 0..9 = 3 as stepper "N"
  link open "Mint" to tea(mint)
  link again "Again" to home
  link bye "Bye" to end
  action see { do seen := true }
}
page tea(t: Tea) "{t.name}" {
  local { half: 0..9 = down(t.cost / 2)  both: 0..99 = half + filter }
  action far { goto tea(chai) }
  action same { goto tea(t) }
  action up { do half += 1 }
  link bye "Bye" to end
}
page end "End" { link back_home "Back" to home  link tea "Tea" to tea(chai) }
"""


def test_locals_of_a_page_begin_anew_on_every_entry() -> None:
    play = Player(SHOP).take("n", 4)
    assert play["home.n"] == 4
    play.take("open")
    assert play["home.n"] is None
    assert (play["tea.t"], play["tea.half"]) == ("mint", 1)
    play.take("home")
    assert play["home.n"] == 3


def test_going_to_the_same_place_is_not_entering() -> None:
    play = Player(SHOP).take("n", 4).take("again").take("home")
    assert play["home.n"] == 4
    play.take("open").take("up").take("same")
    assert play["tea.half"] == 2
    play.take("far")
    assert (play["tea.t"], play["tea.half"]) == ("chai", 2)


def test_locals_of_on_live_while_one_of_its_pages_is_shown() -> None:
    play = Player(SHOP).take("more")
    assert play["filter"] == 2
    play.take("open")
    assert play["filter"] == 2
    play.take("home")
    assert play["filter"] == 2
    play.take("bye")
    assert play["filter"] is None
    play.take("back_home")
    assert play["filter"] == 1


def test_everywhere_except_lives_on_all_pages_but_these() -> None:
    play = Player(SHOP).take("forward").take("open")
    assert play["level"] == 2
    assert play.take("bye")["level"] is None
    assert play.meets("forward") == "absent"
    assert play.take("back_home")["level"] == 1


def test_everywhere_is_never_left() -> None:
    play = Player(SHOP).take("see").take("open").take("bye").take("back_home")
    assert play["seen"] is True


def test_first_values_read_the_state_after_the_step() -> None:
    play = Player(SHOP).take("forward").take("open")
    assert (play["filter"], play["tea.half"], play["tea.both"]) == (1, 1, 2)
    play.take("bye").take("tea")
    assert (play["filter"], play["tea.half"], play["tea.both"]) == (1, 2, 3)


def test_a_form_begins_with_what_the_same_step_wrote() -> None:
    play = Player("""
        state { n: 0..9 = 1 }
        page home "Home" { action edit { do n := 5  goto form } }
        page form "Form" { field m: 0..9 = n as stepper "M" }
    """)
    assert play.take("edit")["form.m"] == 5


def test_the_order_of_scopes_in_the_text_does_not_matter() -> None:
    play = Player("""
        page home "Home" { action go { do n += 1 } show m }
        on home { local { m: 0..9 = n } action up { do m += n } }
        everywhere { local { n: 0..9 = 3 } }
        everywhere { action far { do n += 2 } }
    """)
    assert (play["n"], play["m"]) == (3, 3)
    play.take("go").take("up").take("far")
    assert (play["n"], play["m"]) == (6, 7)


def test_arguments_and_initial_values_at_the_start() -> None:
    play = Player("""
        start tea(chai, 4)
        enum Kind { black, green }
        table Tea { cost: 0..9  row mint { cost: 2 }  row chai { cost: 4 } }
        state { a: 0..9 = b + 1  b: 0..9 = mint.cost }
        page tea(t: Tea, n: 0..9) "Tea" { local { m: 0..20 = t.cost + n + a } }
    """)
    assert (play["tea.t"], play["tea.n"], play["tea.m"], play["a"]) == ("chai", 4, 11, 3)


def test_who_sees_what() -> None:
    head = 'page home "Home" { }\npage far "Far" { }\n'
    assert codes(head + "on home { local { a: 0..1 = 0 } }\non far { show a }") == ["FSM201"]
    assert codes(head + "on home { local { a: 0..1 = 0 } }\non home { show a }") == []
    assert codes(head + "on home, far { local { a: 0..1 = 0 } }\non far { show a }") == []
    assert codes(head + "on home { local { a: 0..1 = 0 } }\nlet b = a") == ["FSM201"]
    assert codes(head + "everywhere { local { a: 0..1 = 0 } }\nlet b = a") == ["FSM201"]
    assert codes('page home(p: bool) "H" { }\non home { show p }\nstart home(true)') == ["FSM201"]
    assert codes(
        head + "everywhere { local { a: 0..1 = b } }\non home { local { b: 0..1 = 0 } }"
    ) == ["FSM201"]


def test_names_of_overlapping_scopes() -> None:
    head = 'page home "H" { }\npage two "2" { }\npage three "3" { }\n'
    one, both = "{ local { a: 0..1 = 0 } }", "{ local { a: 0..1 = 1 } }"
    assert codes(head + f"on home, two {one}\non two, three {both}") == ["FSM202"]
    assert codes(head + f"everywhere {one}\neverywhere {both}") == ["FSM202"]
    assert codes(head + f"on home, two {one}\non two {both}") == []
    assert codes(head + f"on home {one}\non two {both}") == []
    inner = Player(
        head + f"everywhere {one}\non home {both}\non home {{ action x {{ do a := 0 }} }}"
    )
    assert (inner["a"], inner["a_2"]) == (0, 1)
    assert inner.take("x")["a_2"] == 0


def test_names_given_twice() -> None:
    assert codes('page home "H" { local { a: 0..1 = 0  a: 0..1 = 0 } }') == ["FSM202"]
    assert codes('page home "H" { local { a: 0..1 = 0 } field a: 0..1 = 0 as stepper "A" }') == [
        "FSM202"
    ]
    assert codes('page home(a: bool, a: bool) "H" { }\nstart home(true, true)') == ["FSM202"]
    assert codes('page home(a: bool) "H" { local { a: 0..1 = 0 } }\nstart home(true)') == ["FSM202"]
    assert codes('page home "H" { dialog home "D" while true { } }') == ["FSM202"]
    assert codes('page home "H" { }\npage home "H" { }') == ["FSM202"]
    assert codes('page home "H" { action go(a: bool, a: bool) { } }') == ["FSM202"]
    assert codes('goal g(a: bool, a: bool) "G" { reach true }\npage home "H" { }') == ["FSM202"]
    assert codes('env patch g(a: bool, a: bool) { }\npage home "H" { }') == ["FSM202"]


def test_pages_that_are_not_there() -> None:
    assert codes('on hme { }\npage home "H" { }') == ["FSM204"]
    assert codes('everywhere except hme { }\npage home "H" { }') == ["FSM204"]
    assert codes('page home "H" { link go "Go" to hme }') == ["FSM204"]
    assert codes('start hme\npage home "H" { }') == ["FSM204"]
    assert codes('page home(a: bool) "H" { }') == ["FSM209"]


def test_first_values_of_state() -> None:
    page = '\npage home "H" { }'
    assert codes("state { a: 0..9 = b  b: 0..9 = a }" + page) == ["FSM219"]
    assert codes("state { a: 0..9 = a }" + page) == ["FSM219"]
    assert codes("state { a: 0..9 = b + 5  b: 0..9 = 7 }" + page) == ["FSM226"]
    assert codes("state { a: 0..9 = b + 5  b: 0..9 = c }" + page) == ["FSM201"]
    assert codes("state { a: bool = at home }" + page) == ["FSM230"]
    assert codes('page home "H" { local { a: bool = at d } dialog d "D" { } }') == ["FSM230"]
    assert codes('page home "H" { local { a: 0..9 = 4 + b  b: 0..9 = 4 } }') == ["FSM201"]
    assert codes('page home "H" { local { a: 0..9 = 4  b: 0..9 = a + 8 } }') == ["FSM226"]


def test_the_place_is_tested_with_its_arguments() -> None:
    play = Player("""
        table Tea { cost: 0..9  row mint { cost: 2 }  row chai { cost: 4 } }
        state { n: 0..9 = 0 }
        everywhere {
          action count { when at tea(mint) else "Elsewhere"  do n += 1 }
          action any { when at tea else "Home"  do n += 2 }
        }
        page home "Home" { link a "A" to tea(chai)  link b "B" to tea(mint) }
        page tea(t: Tea) "Tea" { link home "Home" to home }
    """)
    assert (play.meets("count"), play.meets("any")) == ("Elsewhere", "Home")
    play.take("a")
    assert (play.meets("count"), play.meets("any")) == ("Elsewhere", "enabled")
    play.take("home").take("b")
    assert (play.meets("count"), play.meets("any")) == ("enabled", "enabled")
