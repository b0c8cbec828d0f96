"""Lists own their rows: source, filter, order, sheets; and everything in a row needs it shown."""

from __future__ import annotations

from playing import Player, codes

from fsmc.model.world import ListView

MAIL = """
enum Folder { inbox, archive }
table Mail { subject: text  day: date  size: 0..99  var folder: Folder  var starred: bool = false
  row a { subject: "Cold" day: @2026-05-03 size: 5 folder: inbox }
  row b { subject: "apple" day: @2026-05-01 size: 9 folder: inbox }
  row c { subject: "Bread" day: @2026-05-02 size: 5 folder: inbox }
  row d { subject: "Äpfel" day: @2026-05-02 size: 1 folder: archive }
  row e { subject: "Dill" day: @2026-05-09 size: 5 folder: inbox } }
state { n: 0..9 = 0 }
page home "Mail" {
  field key_: enum { posted, day, size, subject } = posted as combobox "Sort"
  field down: bool = false as checkbox "Reverse"
  list m in Mail where m.folder == inbox
    sort m descending when down and key_ == posted
    sort m.day when key_ == day and not down
    sort m.day descending when key_ == day and down
    sort m.size when key_ == size
    sort m.subject when key_ == subject
    paged 2 {
    show m.subject
    action star { do m.starred := true }
    action archive { do m.folder := archive }
    field m.starred as checkbox "Star"
    empty "Nothing"
  }
  action read_all { do for m in Mail where m.folder == inbox { m.starred := true } }
}
"""


def shown(play: Player) -> list[str]:
    """The rows of the sheet that is shown, in order of their numbers."""
    return [k for k in "abcde" if play.meets("star", k) == "enabled"]


def sheets(play: Player) -> list[list[str]]:
    found = [shown(play)]
    while play.meets("next_sheet") == "enabled":
        found.append(shown(play.take("next_sheet")))
    return found


def test_only_rows_that_are_shown_can_be_acted_on() -> None:
    play = Player(MAIL)
    assert sheets(play) == [["a", "b"], ["c", "e"]]
    assert play.meets("star", "d") == play.meets("starred", "d", True) == "absent"
    assert play.meets("next_sheet") == "absent"
    assert play.take("previous_sheet").meets("previous_sheet") == "absent"


def test_sheets_follow_the_order() -> None:
    play = Player(MAIL)
    play.take("down", True)
    assert sheets(play) == [["c", "e"], ["a", "b"]]
    play.take("key_", "day")
    assert sheets(play) == [["a", "e"], ["b", "c"]]
    play.take("down", False)
    assert sheets(play) == [["b", "c"], ["a", "e"]]
    play.take("key_", "size")  # ties in file order
    assert sheets(play) == [["a", "c"], ["b", "e"]]
    play.take("key_", "subject")  # by code point: capitals first
    assert sheets(play) == [["a", "c"], ["b", "e"]]


def test_a_change_of_what_the_rows_depend_on_shows_the_first_sheet_again() -> None:
    play = Player(MAIL).take("next_sheet")
    sheet = next(v.name for v in play.world.variables if v.kind.value == "sheet")
    play.take("star", "c").take("read_all")
    assert play[sheet] == 1
    play.take("archive", "e")
    assert (play[sheet], sheets(play)) == (0, [["a", "b"], ["c"]])
    play.take("key_", "size")
    assert play[sheet] == 0


def test_what_ages_away_resets_sheets_only_when_it_changes() -> None:
    play = Player("""
        table T { n: 0..9  row a { n: 1 }  row b { n: 2 }  row c { n: 3 } }
        state { skip: T? = none lasts 1  k: 0..9 = 0 }
        page home "Home" {
          list t in T where t != skip paged 1 { show t.n  action hide { do skip := t } }
          action tick { do k += 1 }
        }
    """)
    sheet = next(v.name for v in play.world.variables if v.kind.value == "sheet")
    play.take("next_sheet").take("tick").take("next_sheet")
    assert play[sheet] == 2
    play.take("hide", "c")
    assert play[sheet] == 0
    play.take("next_sheet")
    assert (play[sheet], play["skip"]) == (0, None)


def test_a_list_that_fits_on_one_sheet_has_no_pager() -> None:
    made = Player(MAIL.replace("paged 2", "paged 5")).world
    assert all(v.kind.value != "sheet" for v in made.variables)
    assert codes(MAIL.replace("paged 2", "paged 0")) == ["FSM232"]


def test_lists_over_sets_maps_enums_and_literals() -> None:
    play = Player("""
        enum Size { small, large }
        table Tea { name: text  row mint { name: "Mint" }  row chai { name: "Chai" } }
        state {
          cart: set of Tea = {chai}
          count: map of Tea to 1..9 = { mint: 3 }
          n: 0..9 = 0
        }
        page home "Home" {
          list t in cart { show t.name  action drop { do cart -= {t} } }
          list t in count { show t.name, count[t]  action less { when count[t] > 1  do count[t] -= 1 } action none_left { do count[t] := none } }
          list s in Size { show s  action pick { do n := 1 } }
          list k in {1, 4, 7} { show k  action jump { do n := k } }
          list t in {x for x in Tea where x not in cart} { show t.name  action put { do cart += {t} } }
          list t in Tea where t in cart { show t.name  action look { } }
        }
    """)
    assert play.meets("drop", "mint") == play.meets("less", "chai") == "absent"
    assert play.meets("look", "mint") == play.meets("put", "chai") == "absent"
    play.take("put", "mint").take("less", "mint").take("pick", "large").take("jump", 7)
    assert (play["cart"], play["count"], play["n"]) == (["mint", "chai"], {"mint": 2}, 7)
    play.take("less", "mint")
    assert play.meets("less", "mint") == "absent"
    play.take("none_left", "mint")
    assert play["count"] == {}
    assert play.meets("jump", 2) == "absent"


def test_lists_in_lists_take_both_rows() -> None:
    play = Player("""
        enum Lane { todo, done }
        table Card { title: text  var lane: Lane  row a { title: "A" lane: todo }  row b { title: "B" lane: done } }
        page home "Board" {
          list l in Lane {
            show l
            list c in Card where c.lane == l {
              show c.title
              section "Moves" when l == todo { action finish { do c.lane := done } }
              list other_lane in Lane where other_lane != l { action shift { do c.lane := other_lane } }
            }
          }
        }
    """)
    assert play.meets("finish", "todo", "b") == play.meets("finish", "done", "b") == "absent"
    play.take("finish", "todo", "a")
    assert play["Card.lane"] == ["done", "done"]
    assert play.meets("shift", "todo", "a", "done") == "absent"
    play.take("shift", "done", "a", "todo")
    assert play["Card.lane"] == ["todo", "done"]


def test_conditions_around_a_list_are_tested_first() -> None:
    play = Player("""
        table Tea { name: text  kind: 0..3  row mint { name: "Mint" kind: 1 }  row sage { name: "Sage" kind: 1 } }
        state { mine: Tea? = none }
        page home "Home" {
          action choose { do mine := mint }
          section "Like it" when mine != none {
            list t in Tea where t.kind == mine.kind { show t.name  action take { do mine := t } }
          }
        }
    """)
    assert play.meets("take", "sage") == "absent"
    assert play.take("choose").take("take", "sage")["mine"] == "sage"


def test_the_name_of_a_row_is_its_first_text() -> None:
    def row_name(inner: str) -> str:
        made = Player(f"""
            table Tea {{ code: text  name: text  pic: file  row mint {{ code: "m" name: "Mint" pic: "m.svg" }} }}
            page home "Home" {{ list t in Tea {{ {inner} }} }}
        """)
        view = made.world.pages[0].elements[0]
        assert isinstance(view, ListView)
        assert view.row_name is not None
        return str(made.value(view.row_name, t=0))

    assert row_name("show t.code, t.name") == "m"
    assert row_name('show t.pic  show "Tea {t.name}"') == "Tea Mint"
    assert row_name("action go { }") == "Mint"


def test_lists_that_are_wrong() -> None:
    def page(inner: str) -> str:
        return f'table T {{ n: 0..9  name: text  row a {{ n: 1 name: "A" }} row b {{ n: 2 name: "B" }} }}\nstate {{ s: set of T = {{}}  o: T? = none }}\npage home "H" {{ {inner} }}'

    assert codes(page("list t in T { list t in T { } }")) == ["FSM202"]
    assert codes(page("list t in T { action x(t: T) { } }")) == ["FSM202"]
    assert codes(page("list t in T { list u in T paged 1 { } }")) == ["FSM230"]
    assert codes(page("list t in T { local { x: bool = true } }")) == ["FSM230"]
    assert codes(page('list t in T { field x: bool = true as checkbox "X" }')) == ["FSM229"]
    assert codes(page('list t in T { empty "A" empty "B" }')) == ["FSM202"]
    assert codes(page('empty "A"')) == ["FSM230"]
    assert codes(page('list t in T { section "S" { empty "A" } }')) == ["FSM230"]
    assert codes(page("list t in o { }")) == ["FSM211"]
    assert codes(page("list t in 4 { }")) == ["FSM210"]
    assert codes(page("list t in {} { }")) == ["FSM210"]
    assert codes(page("list t in T sort s { }")) == ["FSM214"]
    assert codes(page("list t in T sort o { }")) == ["FSM214"]
    assert codes(page("list t in T where t.nn == 1 { }")) == ["FSM205"]
    assert codes(page("list t in Tt { }")) == ["FSM201"]
