"""Goals: who is asked what, when it is reached, and where an answer can be read."""

from __future__ import annotations

from typing import Any

import pytest
from playing import Player, codes, found

from fsmc.kernel.goal import bindings, closed, goal_bound, judge
from fsmc.model.domains import from_json
from fsmc.model.world import Goal

SHOP = """
enum Way { post, van }
table Brand { label: text  row acme { label: "Acme" }  row best { label: "Best" } }
table Tea { name: text  code: text  price: money  kind: 0..3  brand: Brand?  var stock: 0..9
  row mint { name: "Mint" code: "m" price: 3.00 kind: 1 brand: acme stock: 2 }
  row chai { name: "Chai" code: "c" price: 4.50 kind: 1 brand: none stock: 0 }
  row sage { name: "Sage" code: "s" price: 1.00 kind: 2 brand: best stock: 5 } }
state { cart: set of Tea = {}  way: Way? = none  n: 0..9 = 2  mine: Tea? = none }
let total = sum(t.price for t in cart)
everywhere { local { seen: bool = false } link home "Home" to home  link basket "Basket {len(cart)}" to basket }
page home "Teas" {
  list t in Tea where not seen or t.stock > 0 { show t.name  link open t.name to tea(t) }
  action see { do seen := true }
}
page tea(t: Tea) "{t.name}" {
  show "Costs {t.price}, of {t.brand.label}" when t.brand != none
  section "Left: {t.stock}" when n > 1 { action buy "Buy for {t.price}" { when t.stock > 0  do cart += {t}, mine := t, t.stock -= 1 } }
  action secret "Code {t.code}" { when n > 8 }
  action use { do n -= 1 }
}
page basket "Your basket: {total}" {
  list t in cart paged 2 { show t.name, t.kind }
  field way as combobox "Way"
  dialog more "More" while n == 0 { show n  action ok_ { do n := 5 } }
}
"""


def goal(text: str) -> tuple[Player, Goal]:
    play = Player(SHOP + text)
    return play, play.world.goals[0]


def shown(play: Player, g: Goal, *args: Any) -> bool:
    values = tuple(from_json(p.domain, a) for p, a in zip(g.params, args, strict=True))
    test = closed(play.world, g, values, g.answers[0].shown, play.world.initial)
    return bool(play.value(test))


def told(play: Player, g: Goal, *args: Any) -> str:
    values = tuple(from_json(p.domain, a) for p, a in zip(g.params, args, strict=True))
    return str(play.value(g.text, **goal_bound(g, values)))


def test_where_picks_the_bindings() -> None:
    play, g = goal(
        'goal g(t: Tea, w: Way) "{t.name} by {w}" { where t.stock > 0 where t.kind == 1 reach t in cart and way == w }'
    )
    assert bindings(play.world, g) == ((0, 0), (0, 1))
    assert told(play, g, "mint", "van") == "Mint by Van"


def test_parameters_may_be_drawn() -> None:
    play, g = goal(
        'goal g(t in {x for x in Tea where x.kind == 1}, k in {2, 4}) "G" { reach t in cart and n == k }'
    )
    assert bindings(play.world, g) == ((0, 2), (0, 4), (1, 2), (1, 4))


def test_reach_and_its_frame() -> None:
    play, g = goal('goal g(t: Tea) "G" { reach t in cart allow t.stock, mine }')
    world = play.world
    by = {t.label: t for t in world.transitions}
    steps = [(by["open"], (0,)), (by["buy"], ())]
    assert judge(world, g, (0,), tuple(steps)).accepted
    assert not judge(world, g, (2,), tuple(steps)).accepted
    play, g = goal('goal g(t: Tea) "G" { reach t in cart allow mine }')
    assert judge(play.world, g, (0,), tuple(steps)).failures == ("frame: Tea.stock[0] was 2, is 1",)


def test_was_looks_at_the_start() -> None:
    play, g = goal(
        'goal g(t: Tea) "G" { reach t.stock == was(t.stock) - 1 and n == was(n) allow cart, mine }'
    )
    by = {t.label: t for t in play.world.transitions}
    assert judge(play.world, g, (0,), ((by["open"], (0,)), (by["buy"], ()))).accepted
    assert codes(SHOP + 'goal g "G" { where was(n) == 2 reach n == 1 }') == ["FSM235"]
    assert codes(SHOP + 'goal g "From {was(n)}" { reach n == 1 }') == ["FSM235"]
    assert codes(SHOP + 'goal g "From {m}" { let m = was(n) reach n == m }') == ["FSM235"]
    assert codes(SHOP + 'goal g "G" { let m = was(n) reach n == m }') == []
    assert codes(SHOP + 'goal g "G" { reach was(was(n)) == n }') == ["FSM235"]
    assert codes(SHOP + "invariant i: was(n) == 1") == ["FSM235"]


def test_what_where_proves() -> None:
    assert (
        codes(
            SHOP
            + 'goal g(t: Tea) "Of {t.brand.label}" { where t.brand != none reach mine != none and mine.brand == t.brand }'
        )
        == []
    )
    assert (
        codes(SHOP + 'goal g(t: Tea) "G" { where t.brand != none reach t.brand.label == "Acme" }')
        == []
    )
    assert (
        codes(SHOP + 'goal g(t: Tea) "G" { reach t.brand.label == "Acme" where t.brand != none }')
        == []
    )
    # `mine` may have changed by the time that the end is judged
    assert codes(
        SHOP + 'goal g "Not {mine.name}" { where mine != none reach mine.stock == 0 }'
    ) == ["FSM211"]
    assert codes(SHOP + 'goal g "G" { reach mine != none reach mine.stock == 0 }') == []
    assert codes(SHOP + 'goal g "G" { where mine != none answer mine.price }') == ["FSM211"]
    assert codes(SHOP + 'goal g "G" { reach mine != none answer mine.price }') == []
    # these are judged at the start as well, or on the way
    assert codes(SHOP + 'goal g "G" { reach mine != none keep mine.stock }') == ["FSM211"]
    assert codes(SHOP + 'goal g "G" { reach mine != none avoid mine.stock == 0 }') == ["FSM211"]
    assert (
        codes(
            SHOP
            + 'goal g(t: Tea) "G" { where t.brand != none keep {b for b in Brand where b != t.brand} avoid t.brand.label == "X" }'
        )
        == []
    )


# ---- answers -------------------------------------------------------------------------------


def test_a_cell_can_be_read_on_the_page_of_its_row_and_in_lists() -> None:
    play, g = goal('goal g(t: Tea) "G" { answer t.price }')
    assert not shown(play, g, "mint")
    play.take("open", "mint")
    assert shown(play, g, "mint")
    assert not shown(play, g, "sage")
    play.take("use").take("home").take("open", "chai")
    assert not shown(play, g, "chai")  # no brand, and the section of the price is away
    play.take("home").take("open", "mint")
    assert shown(play, g, "mint")


def test_texts_of_sections_buttons_links_and_titles_can_be_read() -> None:
    play, g = goal('goal g(t: Tea) "G" { answer t.stock }')
    assert shown(play.take("open", "sage"), g, "sage")
    assert not shown(play.take("use"), g, "sage")
    play, g = goal('goal g(t: Tea) "G" { answer t.price }')
    assert shown(play.take("open", "sage"), g, "sage")
    play, g = goal('goal g "G" { answer total }')
    assert not shown(play, g)
    assert shown(play.take("basket"), g)
    play, g = goal('goal g "G" { answer len(cart) }')
    assert shown(play, g)
    play, g = goal('goal g(t: Tea) "G" { answer t.code }')
    assert not shown(play.take("open", "sage"), g, "sage")


def test_a_row_is_told_by_its_name() -> None:
    play, g = goal('goal g "G" { reach mine != none answer mine }')
    play.take("open", "mint").take("buy")
    assert shown(play, g)
    assert not shown(play.take("basket").take("home").take("open", "sage"), g)
    play, g = goal('goal g(t: Tea) "G" { answer t }')
    assert shown(play, g, "chai")
    assert not shown(play.take("see"), g, "chai")


def test_a_named_row_is_not_known_by_heart() -> None:
    play, g = goal('goal g "G" { answer mint.price }')
    assert not shown(play, g)
    assert shown(play.take("open", "mint"), g)


def test_what_is_computed_is_read_from_its_parts() -> None:
    play, g = goal('goal g(t: Tea) "G" { answer t.stock * 2 + n }')
    assert not shown(play.take("open", "sage"), g, "sage")  # n is on no page like this
    play, g = goal('goal g "G" { answer count(t for t in cart where t.kind == 1) }')
    assert shown(play, g)  # nothing to count
    play.take("open", "mint").take("buy")
    assert not shown(play, g)
    assert shown(play.take("basket"), g)
    play, g = goal('goal g "G" { answer first(t.name for t in Tea where t.kind == 2) }')
    assert shown(play, g)
    assert not shown(play.take("basket"), g)
    play, g = goal('goal g "G" { answer sum(t.price for t in cart) }')
    assert shown(play.take("basket"), g)  # the title says just this


def test_sheets_and_dialogs_hide_what_is_under_them() -> None:
    play, g = goal('goal g "G" { answer count(t for t in cart where t.kind > 0) }')
    for tea in ("mint", "sage"):
        play.take("home").take("open", tea).take("buy")
    assert shown(play.take("basket"), g)
    play.state = tuple(
        (0, 1, 2) if v.name == "cart" else s
        for v, s in zip(play.world.variables, play.state, strict=True)
    )
    assert not shown(play, g)
    play, g = goal('goal g "G" { answer total }')
    play.take("open", "sage").take("use").take("use").take("basket")
    assert play.dialog == "more"
    assert not shown(play, g)
    play, g = goal('goal g "G" { answer n }')
    play.take("open", "sage").take("use").take("use").take("basket")
    assert shown(play, g)
    play, g = goal('goal g "G" { answer way }')
    assert shown(play.take("basket"), g)


def test_what_is_shown_nowhere_is_told() -> None:
    text = 'state { n: 0..9 = 0  m: 0..9 = 1 }\npage home "H" { show m }\n'
    assert found(text + 'goal g "G" { answer n }') == [
        ("FSM237", "no page shows what this goal asks for")
    ]
    assert codes(text + 'goal g "G" { answer n + m }') == ["FSM237"]
    assert codes(text + 'goal g "G" { answer m + 1 }') == []
    assert codes(SHOP + 'goal g(t: Tea) "G" { answer t.stock }') == []


# ---- the rest ------------------------------------------------------------------------------


def test_clauses() -> None:
    play, g = goal("""
        goal g(t: Tea) "G" { let s = t.stock  reach s == 1  keep {x for x in Tea where x != t}  avoid n == 0
          allow cart, mine, Tea.stock  after sells }
        env patch sells(t: Tea) at most 1 { when t.stock > 0  do t.stock -= 1 }
        goal h "H" { keep n }
    """)
    assert [play.world.variables[c.slot].name for c in g.allow] == ["cart", "mine", "Tea.stock"]
    assert [play.world.variables[s].name for s in g.after] == ["sells.fired"]
    assert play["sells.fired"] is False
    assert play.take("sells", "mint")["sells.fired"] is True
    assert not play.world.goals[1].has_reach


def test_an_action_of_the_same_name_is_not_the_patch() -> None:
    play = Player("""
        state { n: 0..9 = 0 }
        page home "H" { action sells { do n := 1 } }
        env patch sells { do n := 2 }
        goal g "G" { reach n == 2 after sells }
    """)
    assert play.take("sells")["sells.fired"] is False


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('goal g "G" { }', "FSM234"), ('goal g "G" { where n == 1 }', "FSM234"), ('goal g "G" { avoid n == 1 }', "FSM234"),
        ('goal g "G" { reach n }', "FSM210"), ('goal g "G" { reach n == 1 allow nope }', "FSM201"),
        ('goal g "G" { reach n == 1 allow total }', "FSM222"), ('goal g(t: Tea) "G" { reach n == 1 allow t.price }', "FSM221"),
        ('goal g(t: Tea) "G" { reach n == 1 allow Tea.price }', "FSM201"), ('goal g "G" { reach n == 1 after nope }', "FSM201"),
        ('goal g "{nope}" { reach n == 1 }', "FSM201"), ('goal g(k: 0..1000000) "G" { reach n == 1 }', "FSM239"),
        ('goal g(k: text) "G" { reach n == 1 }', "FSM227"), ('goal g "G" { as if home }', None), ('goal g "G" { reach n == 1 }\ngoal g "G" { reach n == 1 }', "FSM202"),
        ("invariant i: n", "FSM210"), ("invariant i: n == 1\nreachable i: n == 1", "FSM202"), ("reachable i: nope", "FSM201"),
        ("eventually i: at tea(mint)", "[]"), ("invariant i: seen implies n > 0", "[]"), ('goal g(k: 0..3 = 1) "G" { reach n == 1 }', "FSM301"),
        ('goal g "G" { let f(x: 0..3) = x reach n == 1 }', "FSM230"), ('goal g "G" { withhold n reach n == 1 }', "FSM301"),
    ],
)  # fmt: skip
def test_what_is_asked_wrongly(text: str, code: str | None) -> None:
    got = codes(SHOP + text)
    if code is not None:
        assert got == ([] if code == "[]" else [code])


# ---- scenarios -----------------------------------------------------------------------------

TWO = """
table Tea { name: text  row mint { name: "Mint" } row chai { name: "Chai" } }
state { n: 0..9 = 0 }
page home "H" { field q: "" | "tea" = "" as searchbox "Q"  field s: enum { up_, down_ } = up_ as combobox "S"  link go "Go" to far
  action x(t: Tea) { do n := 1 } action y { when n > 5 else "No" } }
page far "F" { field q: "" | "mug" = "" as searchbox "Q"  field s: enum { up_, down_, flat } = up_ as combobox "S"  action x(k: 0..3) { do n := k } }
"""


def test_a_line_means_the_transitions_that_its_values_fit() -> None:
    made = Player(
        TWO
        + 'scenario a: q("tea"), s(down_), x(mint), go, q("mug"), s(flat), x(2), q(""), refused y "No", absent y'
    ).world
    labels = [[made.transitions[c].label for c in p.candidates] for p in made.scenarios[0].plays]
    assert labels == [
        ["home.q"], ["home.s", "far.s"], ["home.x"], ["go"], ["far.q"], ["far.s"], ["far.x"], ["home.q", "far.q"], ["y"], ["y"],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("nope", "FSM201"), ("go(1)", "FSM209"), ("x", "FSM209"), ("x(n)", "FSM210"), ('q("none")', "FSM226"), ("x(true)", "FSM210"),
        ('x(Tea["mint"])', "[]"), ("x(sage)", "FSM201"), ("s(none)", "FSM210"), ("absent x(mint)", "[]"),
    ],
)  # fmt: skip
def test_scenarios_that_are_wrong(line: str, code: str) -> None:
    got = codes(TWO + f"scenario a: {line}")
    assert got[:1] == ([] if code == "[]" else [code])
