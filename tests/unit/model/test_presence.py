"""Presence, refusal and their order: what is not there is not refused."""

from __future__ import annotations

from playing import Player, codes


def test_when_without_else_decides_whether_a_widget_is_there() -> None:
    play = Player("""
        state { a: 0..3 = 0 }
        page home "Home" {
          action up { do a += 1 }
          action go { when a > 0  when a > 1 else "More"  when a < 3 }
        }
    """)
    assert play.meets("go") == "absent"
    assert play.take("up").meets("go") == "More"
    assert play.take("up").meets("go") == "enabled"
    assert play.take("up").meets("go") == "absent"


def test_presence_comes_before_every_refusal() -> None:
    play = Player("""
        state { a: 0..3 = 0 }
        page home "Home" {
          action up { do a += 1 }
          action go { when a > 1 else "More"  when a > 0 }
        }
    """)
    assert play.meets("go") == "absent"
    assert play.take("up").meets("go") == "More"


def test_the_first_refusal_in_the_text_speaks() -> None:
    play = Player("""
        state { a: 0..3 = 0  b: 0..3 = 0 }
        page home "Home" {
          action up { do a += 1 }
          action go { when a > 0 else "First"  when b > 0 else "Second"  when a > 1 else "Third" }
        }
    """)
    assert play.meets("go") == "First"
    assert play.take("up").meets("go") == "Second"


def test_a_refusal_narrows_what_follows_it() -> None:
    play = Player("""
        table Tea { name: text  var stock: 0..3  row mint { name: "Mint" stock: 1 } }
        state { mine: Tea? = none  n: 0..3 = 0 }
        page home "Home" {
          action choose { do mine := mint }
          action drop { do mine := none }
          action buy {
            when mine != none else "Choose a tea"
            when mine.stock > 0 else "Sold out"
            when mine.stock < 3
            do mine.stock -= 1
            says "{mine.name} it is"
          }
        }
    """)
    assert play.meets("buy") == "Choose a tea"
    assert play.take("choose").meets("buy") == "enabled"
    assert play.take("buy").meets("buy") == "Sold out"


def test_a_label_may_only_use_what_is_known_while_the_widget_is_there() -> None:
    def page(clauses: str) -> str:
        return f"""
            table Tea {{ name: text  row mint {{ name: "Mint" }} }}
            state {{ mine: Tea? = none }}
            page home "Home" {{ action buy "Buy {{mine.name}}" {{ {clauses} }} }}
        """

    assert codes(page("when mine != none")) == []
    assert codes(page('when mine != none else "Choose"')) == ["FSM211"]
    assert codes(page('when mine != none else "X"  when mine.name != ""')) == ["FSM211"]
    let = page('when mine != none else "Choose"  let n = mine.name  says "{n}"')
    assert codes(let.replace("{mine.name}", "It")) == []
    assert codes(let.replace("{mine.name}", "{n}")) == ["FSM211"]
    assert codes(let.replace("{mine.name}", "{n}").replace(' else "Choose"', "")) == []


def test_sections_hide_widgets_and_not_variables() -> None:
    play = Player("""
        table Tea { name: text  row mint { name: "Mint" } }
        state { mine: Tea? = none  open: bool = false }
        page home "Home" {
          action choose { do mine := mint }
          section "Your {mine.name}" when mine != none {
            field n: 0..3 = 1 as stepper "N"
            section "More" when open { action drop { do mine := none } }
            section "Always" { action view { when n > 1 else "One"  do open := true } }
            list t in {mine} { show t.name  action eat { do mine := none } }
          }
        }
    """)
    assert play["home.n"] == 1
    assert play.meets("view") == play.meets("n", 2) == play.meets("eat", "mint") == "absent"
    play.take("choose")
    assert play.meets("view") == "One"
    play.take("n", 2).take("view")
    assert play.meets("drop") == "enabled"
    assert play.take("eat", "mint")["home.n"] == 2


def test_refusals_read_the_state_in_which_they_are_said() -> None:
    play = Player("""
        table Tea { name: text  var left: 0..2 = 1  row mint { name: "Mint" } row sage { name: "Sage" } }
        state { mine: Tea? = none }
        page home "Home" {
          list t in Tea {
            show t.name
            action buy "Buy" {
              when mine == none else "You have {mine.name} already"
              when t.left > 1 else "Only {t.left} of {t.name}"
              do mine := t
            }
            action more "More" { do t.left += 1 }
          }
        }
    """)
    assert play.meets("buy", "sage") == "Only 1 of Sage"
    assert play.take("more", "mint").meets("buy", "sage") == "Only 1 of Sage"
    assert play.take("buy", "mint").meets("buy", "sage") == "You have Mint already"


def test_a_refusal_may_only_use_what_is_known_when_it_is_said() -> None:
    def page(clauses: str) -> str:
        return f"""
            table Tea {{ name: text  row mint {{ name: "Mint" }} }}
            state {{ mine: Tea? = none  open: bool = true }}
            page home "Home" {{ action buy {{ {clauses} }} }}
        """

    assert codes(page('when mine == none else "Not {mine.name}"')) == []
    assert codes(page('when mine != none else "Not {mine.name}"')) == ["FSM211"]
    assert codes(page('when mine != none else "Choose"  when open else "Not {mine.name}"')) == []
    assert codes(page('when open else "Not {mine.name}"  when mine != none else "X"')) == ["FSM211"]


def test_texts_that_are_the_same_in_every_state() -> None:
    page = 'state {{ n: 0..9 = 0 }}\npage home "H" {{ {} }}'
    assert codes(page.format('action a { when n > 0 else "Not {k}" }')) == ["FSM201"]
    assert codes(page.format('action a { when n > 0 else "Not \\{n\\}" }')) == []
    assert codes(page.format('list k in {1} { empty "None {k}" }')) == ["FSM201"]
    assert codes('enum A { a "A {n}" }\npage home "H" { }') == ["FSM220"]


def test_nothing_is_swallowed() -> None:
    assert codes('page home "H" { action a { when nope > 1 } }') == ["FSM201"]
    assert codes('page home "H" { section "S" when nope { action a { when nope2 } } }') == [
        "FSM201"
    ]
    assert codes('page home "H" { action a { do nope := 1, nope2 := 2 } }') == ["FSM201"]
    assert codes('page home "H" { action a { do true_ := 1 } action b { says "{x}" } }') == [
        "FSM201", "FSM201",
    ]  # fmt: skip


def test_moves() -> None:
    page = 'state { n: 0..9 = 0 }\npage end "E" { }\n'
    assert codes(page + 'page home "H" { action a { goto end goto end } }') == ["FSM225"]
    assert codes(page + 'page home "H" { link a "A" to end { goto home } }') == ["FSM225"]
    assert codes(page + 'page home "H" { action a { says "A" says "B" } }') == ["FSM225"]
    assert codes(page + 'page home "H" { action a { do n := 1  do n := 2 } }') == ["FSM223"]
    assert codes(page + 'page home "H" { list x in {1} { back to end } }') == ["FSM230"]
    assert codes(page + 'page home "H" { back to end  back to home }') == []
    assert codes(page + 'page home "H" { back to caller }') == ["FSM301"]


def test_back_is_a_transition_of_the_browser() -> None:
    play = Player("""
        state { n: 0..9 = 0 }
        page home "Home" { link go "Go" to end  back }
        page end "End" { local { m: 0..9 = 1 } section "S" when n == 0 { back to home } }
    """)
    assert play.meets("back") == "absent"
    assert play.take("go").take("back").page == "home"


def test_labels_of_transitions_are_unique() -> None:
    made = Player("""
        state { n: 0..9 = 0 }
        page home "Home" { action go { do n := 1 } action go "Go 2" { do n := 2 } }
        page end "End" { action go { do n := 3 } action `home.go_2` { do n := 4 } }
    """).world
    labels = [t.label for t in made.transitions]
    assert len(set(labels)) == 4
    assert labels[0] == "home.go"
