"""`do` reads the old state and writes all at once; loops, branches and `then` unfold."""

from __future__ import annotations

from playing import Player, codes

HEAD = """
enum Way { post, van }
table Tea { name: text  price: money  var stock: 0..9  var note: Way?
  row mint { name: "Mint" price: 3.00 stock: 2 note: none }
  row chai { name: "Chai" price: 4.50 stock: 3 note: van }
  row sage { name: "Sage" price: 1.00 stock: 0 note: none } }
state { a: 0..99 = 1  b: 0..99 = 2  mine: Tea? = mint  cart: set of Tea = {}  way: Way? = none
        count: map of Tea to 1..9 at most 2 = { mint: 2 }  paid: 0.00..90.00 step 0.50 = 0.00
        day: @2026-06-01..@2026-06-09 = @2026-06-02  on_: bool = false }
"""


def after(effect: str, clauses: str = "") -> Player:
    """The player after one action with this `do`."""
    return Player(HEAD + f'page home "H" {{ action go {{ {clauses} do {effect} }} }}').take("go")


def wrong(effect: str, clauses: str = "") -> list[str]:
    return codes(HEAD + f'page home "H" {{ action go {{ {clauses} do {effect} }} }}')


def test_all_writes_happen_at_once() -> None:
    play = after("a := b, b := a")
    assert (play["a"], play["b"]) == (2, 1)
    play = after("a := b then b := a")
    assert (play["a"], play["b"]) == (2, 2)


def test_additions_to_one_cell_add_up() -> None:
    assert after("a += 2, a += 3, a -= 1")["a"] == 5
    assert after("cart += {mint}, cart += {chai}")["cart"] == ["mint", "chai"]
    assert after("cart += {mint, sage} then cart -= {mint}")["cart"] == ["sage"]
    assert after("mint.stock += 1, mint.stock += 2")["Tea.stock"] == [5, 3, 0]
    assert after("paid += 2, paid += mint.price")["paid"] == "5.00"
    assert after("day += 3, day -= 1")["day"] == "2026-06-04"
    assert after("for t in Tea { a += t.stock }")["a"] == 6
    assert after("for t in Tea where t.stock > 0 { paid += t.price }")["paid"] == "7.50"


def test_two_rows_that_may_be_one_add_up() -> None:
    play = Player(
        HEAD
        + """
        page home "H" { action go(x: Tea, y: Tea) { do x.stock += 1, y.stock += 2 } }
    """
    )
    assert play.take("go", "mint", "chai")["Tea.stock"] == [3, 5, 0]
    assert play.take("go", "sage", "sage")["Tea.stock"] == [3, 5, 3]


def test_loops_unfold_into_one_write() -> None:
    assert after("for t in Tea { t.stock := 9 }")["Tea.stock"] == [9, 9, 9]
    assert after("for t in Tea where t.stock > 0 { t.stock -= 1 }")["Tea.stock"] == [1, 2, 0]
    assert after("for t in {x for x in Tea where x.stock < 3} { t.note := post }")["Tea.note"] == [
        "post", "van", "post",
    ]  # fmt: skip
    assert after("for t in count { t.stock := count[t] }")["Tea.stock"] == [2, 3, 0]
    assert after("for w in Way { for t in Tea { a += 1 } }")["a"] == 7
    assert after("for k in {1, 4} { a += k }")["a"] == 6
    assert after("for t in Tea { if t.stock == 0 { cart += {t} } }")["cart"] == ["sage"]


def test_branches() -> None:
    assert after("if a == 1 { b := 9 }, if a == 2 { day := @2026-06-09 }")["b"] == 9
    play = after("if on_ { b := 9 }")
    assert (play["b"], play["day"]) == (2, "2026-06-02")
    assert after("if mine != none { mine.stock := 7 }")["Tea.stock"] == [7, 3, 0]


def test_then_sees_what_was_written_and_definitions_do_not() -> None:
    play = after("a += 1 then b := a + first then a := 0", "let first = a")
    assert (play["a"], play["b"]) == (0, 3)
    play = after("mine := none then cart += {old}", "when mine != none  let old = mine")
    assert (play["mine"], play["cart"]) == (None, ["mint"])
    play = after(
        "for t in Tea { t.stock += 1 } then for t in Tea where t.stock > 3 { t.stock := 0 }"
    )
    assert play["Tea.stock"] == [3, 0, 1]
    assert after("on_ := true then if on_ { a := 5 }")["a"] == 5


def test_a_world_definition_stays_a_definition_after_then() -> None:
    play = Player(
        HEAD + 'let twice = a * 2\npage home "H" { action go { do a := 5 then b := twice } }'
    )
    assert play.take("go")["b"] == 10


def test_entries_of_maps() -> None:
    assert after("count[chai] := 4")["count"] == {"mint": 2, "chai": 4}
    assert after("count[mint] := none")["count"] == {}
    assert after("count[mint] += 1", "when count[mint] != none")["count"] == {"mint": 3}
    assert after("count := { chai: a + 1 }")["count"] == {"chai": 2}
    assert after("for t in count { count[t] += 1 }")["count"] == {"mint": 3}
    assert after("count := {}")["count"] == {}


def test_leaving_a_domain_is_not_clipped() -> None:
    play = Player(HEAD + 'page home "H" { action go { do a := 99 then a += b } }')
    transition = play.world.transitions[0]
    from fsmc.kernel.step import outside, step

    state = step(play.world, transition, (), play.state)
    assert [play.world.variables[s].name for s in outside(play.world, state)] == ["a"]


def test_cells_of_optional_columns() -> None:
    play = after("chai.note := none, mint.note := post")
    assert play["Tea.note"] == ["post", None, None]
    assert after("way := chai.note")["way"] == "van"


def test_columns_of_tables_are_initial_values() -> None:
    play = Player(
        'table T { var n: 0..9  row a { n: 4 } }\nstate { m: 0..9 = a.n }\npage home "H" { }'
    )
    assert (play["m"], play["T.n"]) == (4, [4])


def test_writes_that_are_wrong() -> None:
    assert wrong("a := 1, a := 2") == ["FSM223"]
    assert wrong("a := 1, a += 2") == ["FSM223"]
    assert wrong("a += 1, a := 2") == ["FSM223"]
    assert wrong("count := {}, count[mint] := 1") == ["FSM223"]
    assert wrong("for t in Tea { a := t.stock }") == ["FSM223"]
    assert wrong("mint.stock := 1, mint.stock := 2") == ["FSM223"]
    assert wrong("mint.price := 1") == ["FSM221"]
    assert wrong("mint.what := 1") == ["FSM205"]
    assert wrong("mine.stock := 1") == ["FSM211"]
    assert wrong("mint := 1") == ["FSM222"]
    assert wrong("Tea := 1") == ["FSM201"]
    assert wrong("a.b := 1") == ["FSM205"]
    assert wrong("day.year := 1") == ["FSM222"]
    assert wrong("a[1] := 1") == ["FSM222"]
    assert wrong('Tea["mint"].stock := 1') == []
    assert wrong("a := true") == ["FSM210"]
    assert wrong("a := 100") == ["FSM226"]
    assert wrong("a := none") == ["FSM210"]
    assert wrong("way := up_") == ["FSM201"]
    assert wrong("cart += mint") == ["FSM210"]
    assert wrong("cart += {a}") == ["FSM210"]
    assert wrong("way += post") == ["FSM211"]
    assert wrong("on_ += true") == ["FSM210"]
    assert wrong("count[mint] += 1") == ["FSM211"]
    assert wrong("count[a] := 1") == ["FSM210"]
    assert wrong("mine := none then mine.stock := 1", "when mine != none") == ["FSM211"]
    assert wrong("for t in 4 { }".replace("{ }", "{ a := 1 }")) == ["FSM210"]
    assert wrong("if a { b := 1 }") == ["FSM210"]
    assert wrong("new Tea { }") == ["FSM301"]
    assert wrong("a := 1", "let f(x: 0..9) = x") == ["FSM230"]
    assert wrong("a := 1", 'must on_ else "X"') == ["FSM301"]


def test_effects_that_unfold_too_far() -> None:
    rows = " ".join(f"row r{i} {{ n: 0 }}" for i in range(300))
    text = f'table T {{ var n: 0..1  {rows} }}\nstate {{ s: 0..999 = 0 }}\npage home "H" {{ action go {{ do DO }} }}'
    assert codes(text.replace("DO", "for t in T { t.n := 1 }")) == ["FSM240"]
    assert codes(text.replace("DO", "for t in T { for u in T { s += 1 } }")) == ["FSM239"]
    doubled = " then ".join(["a := a + a"] * 40)
    assert wrong(doubled) == ["FSM240"]
    nested = "if on_ { " * 65 + "a := 1" + " }" * 65
    assert wrong(nested) in (["FSM117"], ["FSM240"])
    assert wrong("for t in Tea { for u in Tea { for v in Tea { for w in Tea { a += 1 } } } }") == []
