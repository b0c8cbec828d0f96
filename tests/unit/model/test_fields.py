"""Fields: one line is variable, setter and widget; a setter offers only other values."""

from __future__ import annotations

import pytest
from playing import Player, codes

from fsmc.model.world import Field, ListView

SHOP = """
enum Way { post "By post", van }
table Tea { name: text  price: money
  row mint { name: "Mint" price: 3.00 }  row chai { name: "Chai" price: 4.50 } }
table Cup { name: text  var size: 0..6 step 2  var note: "" | "thin" | other  var full: bool
  row a { name: "A" size: 2 note: "" full: false } }
state { way: Way? = none  cart: set of Tea = {}  day: @2026-06-01..@2026-06-04 = @2026-06-02
        count: map of Tea to 1..3 = {}  locked: bool = false  mine: Tea? = none }
page home "Shop" {
  field query: "" | "tea" | other = "" as searchbox "Search"
  field n: 0..10 step 5 = 5 as stepper "N"
  field price: 0.00..5.00 step 2.50 = 2.50 as slider "Price"
  field way as combobox "Way"
  field day as datepicker "Day"
  field mine as radiogroup "Mine"
  field locked as switch "Locked"
  list t in Tea { show t.name  field t in cart as checkbox "Select" { when not locked else "Locked" }
                  field count[t] as combobox "How many" }
  list c in Cup { show c.name  field c.size as stepper "Size"  field c.note as textbox "Note"
                  field c.full as checkbox "Full" { do c.size := 6  says "Full" } }
}
"""


def test_a_setter_offers_every_other_value() -> None:
    play = Player(SHOP)
    assert play.meets("query", "") == "absent"
    assert play.meets("query", "foreign") == "absent"
    assert play.take("query", {"other": True})["home.query"] == {"other": True}
    assert play.take("query", "tea").meets("query", "tea") == "absent"
    assert play.take("way", "van").take("way", None)["way"] is None
    assert play.take("day", "2026-06-04").meets("day", "2026-06-05") == "absent"
    assert play.take("mine", "chai")["mine"] == "chai"
    assert play.take("price", "5.00")["home.price"] == "5.00"


def test_a_stepper_goes_one_step() -> None:
    play = Player(SHOP)
    assert (play.meets("n", 0), play.meets("n", 10)) == ("enabled", "enabled")
    assert play.take("n", 10).meets("n", 0) == "absent"
    play.take("size", "a", 4)
    assert play.meets("size", "a", 0) == "absent"


def test_membership_is_a_field() -> None:
    play = Player(SHOP)
    assert play.meets("cart", "mint", False) == "absent"
    play.take("cart", "mint", True).take("cart", "chai", True)
    assert play["cart"] == ["mint", "chai"]
    play.take("locked", True)
    assert play.meets("cart", "mint", False) == "Locked"
    assert play.meets("cart", "mint", True) == "absent"
    play.take("locked", False).take("cart", "mint", False)
    assert play["cart"] == ["chai"]


def test_cells_and_entries_are_fields() -> None:
    play = Player(SHOP).take("note", "a", "thin").take("count", "chai", 2)
    assert (play["Cup.note"], play["count"]) == (["thin"], {"chai": 2})
    play.take("count", "chai", None).take("full", "a", True)
    assert (play["count"], play["Cup.size"], play["Cup.full"]) == ({}, [6], [True])


def test_the_views_of_fields() -> None:
    made = Player(SHOP).world
    elements = made.pages[0].elements
    fields = {e.id: e for e in elements if isinstance(e, Field)}
    way = fields["home-way"]
    assert [o.value for o in way.options] == [None, 0, 1]
    assert [o.value for o in fields["home-query"].options] == []
    assert [o.value for o in fields["home-locked"].options] == [False, True]
    rows = next(e for e in elements if isinstance(e, ListView))
    assert [e.id for e in rows.elements] == [
        "home-list-t-show", "home-list-t-cart", "home-list-t-count",
    ]  # fmt: skip


def test_what_is_known_not_to_be_none_can_have_a_stepper() -> None:
    play = Player("""
        table Tea { name: text  row mint { name: "Mint" }  row chai { name: "Chai" } }
        state { cart: map of Tea to 1..3 = { mint: 1 }  n: 0..3? = none  on_: bool? = none }
        page home "H" {
          list t in cart { show t.name  field cart[t] as stepper "Pieces" }
          section "N" when n != none and on_ != none { field n as slider "N"  field on_ as switch "On" }
          action set_ { do n := 1, on_ := false }
        }
    """)
    assert play.meets("cart", "mint", 3) == play.meets("cart", "chai", 2) == "absent"
    assert play.take("cart", "mint", 2)["cart"] == {"mint": 2}
    assert play.meets("n", 2) == "absent"
    play.take("set_").take("n", 3).take("on_", True)
    assert (play["n"], play["on_"]) == (3, True)


def test_the_row_of_a_list_may_be_called_value() -> None:
    play = Player("""
        table T { n: 0..1  var on_: bool  row a { n: 1 on_: false } }
        page home "H" { list value in T { show value.n  field value.on_ as checkbox "On" } }
    """)
    assert play.take("on_", "a", True)["T.on_"] == [True]


@pytest.mark.parametrize(
    ("type", "widget", "good"),
    [
        ('"" | other', "textbox", True), ('"" | other', "searchbox", True), ('"" | other', "textarea", True),
        ('("" | other)', "textbox", False), ('"a" | "b"', "combobox", True), ('"a" | "b"', "textbox", True),
        ("0..9", "textbox", False), ("0..9", "combobox", True), ("0..9", "slider", True),
        ("0..9?", "slider", False), ("0..9?", "combobox", True), ("bool", "checkbox", True),
        ("bool", "combobox", True), ("bool?", "checkbox", False), ("bool", "slider", False),
        ("0.00..1.00 step 0.50", "stepper", True), ("@2026-06-01..@2026-06-02", "datepicker", True),
        ("@2026-06-01..@2026-06-02?", "datepicker", True), ("0..9", "datepicker", False),
        ("set of Tea", "combobox", False), ("map of Tea to 0..1", "combobox", False), ("Tea", "radiogroup", True),
        ("Tea?", "combobox", True), ("enum { x, y }", "radiogroup", True), ("enum { x, y }", "switch", False),
    ],
)  # fmt: skip
def test_what_suits_a_widget(type: str, widget: str, good: bool) -> None:
    first = {
        "0": "0", "@": "@2026-06-01", "b": "true", "s": "{}", "m": "{}", "T": "mint", "e": "x",
        '"': '""' if type.startswith('""') else '"a"', "(": '""',
    }[type[0]]  # fmt: skip
    text = f"""
        table Tea {{ name: text  row mint {{ name: "Mint" }} }}
        page home "H" {{ field f: {type} = {first} as {widget} "F" }}
    """
    wanted = [] if good else ["FSM114"] if type.startswith("(") else ["FSM228"]
    assert codes(text)[:1] == wanted


def test_fields_that_are_wrong() -> None:
    def page(inner: str) -> str:
        return f'table T {{ name: text  row a {{ name: "A" }} }}\nstate {{ s: set of T = {{}}  n: 0..9 = 0 }}\nlet l = n\npage home(p: bool) "H" {{ {inner} }}\nstart home(true)'

    assert codes(page('field n as textbx "N"')) == ["FSM207"]
    assert codes(page('field m as combobox "N"')) == ["FSM201"]
    assert codes(page('field l as combobox "N"')) == ["FSM222"]
    assert codes(page('field p as checkbox "N"')) == ["FSM222"]
    assert codes(page('list t in T { field t.name as textbox "N" }')) == ["FSM221"]
    assert codes(page('list t in T { field t in n as checkbox "N" }')) == ["FSM210"]
    assert codes(page('list t in T { field t in s as combobox "N" }')) == []
    assert codes(page('list t in T { field x in s as checkbox "N" }')) == ["FSM201"]
    assert codes(page('field x: text = "" as textbox "N"')) == ["FSM227"]
    assert codes(page('field x: 0..9 = 12 as slider "N"')) == ["FSM226"]
    assert codes(page('field x: "a" | "b" = "c" as textbox "N"')) == ["FSM226"]
    assert codes(page('field x: "a" | =p = "a" as textbox "N"')) == ["FSM210"]
    assert codes(page('field x: "a" | =t.name = "a" as textbox "N"')) == ["FSM201"]
    assert codes(page('action go(x: "a" | =t.name) { }')) == ["FSM230"]


def test_widgets_with_too_many_values() -> None:
    for widget in ("slider", "stepper", "combobox"):
        text = f'page home "H" {{ field x: 0..10000000000 = 0 as {widget} "X" }}'
        assert codes(text) == ["FSM239"]
    rows = " ".join(f"row r{i} {{ n: 1 }}" for i in range(40))
    text = f'table T {{ n: 0..1  {rows} }}\npage home "H" {{ action go(s: set of T) {{ }} }}'
    assert codes(text) == ["FSM239"]
    assert codes(text.replace("set of T", "s in T").replace("s: s in T", "s in T")) == []


def test_huge_domains_are_not_counted_out() -> None:
    rows = " ".join(f"row r{i} {{ n: {i} }}" for i in range(400))
    play = Player(f"""
        table T {{ n: 0..999  var m: 0..10000000000  {rows.replace(" }", " m: 0 }")} }}
        state {{ s: set of T = {{}}  t: set of T at most 200 = {{}}  u: map of T to 0..10000000000 = {{}}
          v: 0..10000000000 = 5  w: @0001-01-01..@9999-12-31 = @2026-06-01 }}
        page home "H" {{
          local {{ x: 0..10000000000 = v }}
          action go {{ do v += 1, s += {{r3}}, u[r5] := 7, r7.m := v }}
          list t in s {{ show t.n, t.m }}
          link far "Far" to far(v)
        }}
        page far(k: 0..10000000000) "Far {{k}}" {{ back to home }}
    """)
    play.take("go").take("far")
    assert (play["far.k"], play["s"], play["u"]) == (6, ["r3"], {"r5": 7})
