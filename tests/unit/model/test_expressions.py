"""Expressions: what they mean, what fits what, and what a test proves."""

from __future__ import annotations

from typing import Any

import pytest
from playing import Player, codes, found

from fsmc.kernel.evaluate import evaluate

HEAD = """
enum Size { small, large "Grand" }
enum Way { post, van }
table Tea { name: text  price: money  day: date  size: Size  best: Tea?  var stock: 0..9
  row mint { name: "Mint" price: 3.00 day: @2026-03-31 size: small best: none stock: 2 }
  row chai { name: "Chai" price: 4.55 day: @2024-02-29 size: large best: mint stock: 0 }
  row sage { name: "Sage" price: 1.00 day: @2026-03-01 size: small best: chai stock: 5 } }
state {
  a: 0..9 = 3  z: -9..9 = -7  m: 0.00..9.99 step 0.01 = 2.50  on_: bool = true  size: Size = large  way: Way? = van
  mine: Tea? = chai  none_: Tea? = none  cart: set of Tea = {mint, sage}  count: map of Tea to 1..9 = { sage: 4 }
  day: @2026-01-01..@2026-12-31 = @2026-02-28  few: set of Size at most 1 = {}
}
let total = sum(t.price for t in cart)
let cheap = first(t for t in Tea where t.price < 2)
let gone = first(t for t in Tea where t.price > 99)
let twice(x: 0..9) = x * 2
let name_of(t: Tea) = t.name
let both(x: 0..9, t in cart) = x + t.stock
page home "Home" { field query: "" | "tea" | other = "tea" as searchbox "Q"  field side: enum { left, right } = left as combobox "S"
  show PROBE }
"""


def value(written: str) -> Any:
    """The text that a person reads for an expression, in the initial state."""
    play = Player(HEAD.replace("PROBE", written))
    show = play.world.pages[0].elements[-1]
    return play.value(show.items[0].text)  # type: ignore[union-attr]


def problems(written: str) -> list[str]:
    return codes(HEAD.replace("PROBE", written))


@pytest.mark.parametrize(
    ("written", "text"),
    [
        # arithmetic
        ("a + 2 * 3", "9"), ("(a + 2) * 3", "15"), ("a - 5 - 1", "-3"), ("-a", "-3"), ("- -a", "3"),
        ("down(z / 2)", "-4"), ("up(z / 2)", "-3"), ("half_up(z / 2)", "-3"), ("half_even(z / 2)", "-4"),
        ("half_even(5 / 2)", "2"), ("half_up(5 / 2)", "3"), ("down((a + 4) / 2)", "3"), ("z * z", "49"),
        ("up(a / (a + 1))", "1"),
        # money
        ("m", "€2.50"), ("m + 1", "€3.50"), ("1 + m", "€3.50"), ("m * 3", "€7.50"), ("3 * m", "€7.50"),
        ("m - 3.00", "-€0.50"), ("down(m / 3)", "€0.83"), ("half_up(mint.price * 10 / 3)", "€10.00"),
        ("total", "€4.00"), ("total + sum(t.price for t in {chai})", "€8.55"), ("-m", "-€2.50"),
        # dates
        ("day", "28 Feb 2026"), ("day + 1", "1 Mar 2026"), ("day - 31", "28 Jan 2026"), ("chai.day + 366", "1 Mar 2025"),
        ("mint.day - day", "31"), ("day.year", "2026"), ("day.month", "2"), ("day.day", "28"),
        ("today", "1 Jun 2026"), ("today - day", "93"), ("@2026-06-05 - today", "4"),
        # logic and choice
        ("on_ and a > 2", "yes"), ("not on_ or a == 3", "yes"), ("a == 4 implies a == 5", "yes"), ("on_ implies a == 5", "no"),
        ("if on_ then 1 else 2", "1"), ("if not on_ then small else size", "Grand"), ("if a > 9 then a else if on_ then 7 else 8", "7"),
        ("not (a == 3)", "no"), ("a != 3", "no"), ("1 < a and a <= 3", "yes"),
        # enums, rows, optionals
        ("size", "Grand"), ("size == small", "no"), ("small", "Small"), ("way == van", "yes"), ("way == none", "no"),
        ("mine == chai", "yes"), ("none_ == none", "yes"), ("mine", "Chai"), ("none_", ""), ("mine == none_", "no"),
        ("Size.large == size", "yes"), ("side == left", "yes"),
        # sets
        ("cart", "Mint, Sage"), ("mint in cart", "yes"), ("chai not in cart", "yes"), ("len(cart)", "2"), ("len({1, 2, 2})", "2"),
        ("cart + {chai}", "Mint, Chai, Sage"), ("cart - {mint}", "Sage"), ("cart == {sage, mint}", "yes"), ("cart != {}", "yes"),
        ("{sage, mint} == cart", "yes"), ("{mint when on_, chai when not on_} + {sage}", "Mint, Sage"), ("few == {}", "yes"),
        ("a in {1, 3}", "yes"), ("size in {small}", "no"), ("{x for x in Tea where x.stock > 0} == cart", "yes"), ("{} == few", "yes"),
        ("{t.size for t in cart}", "Small"), ("{a, 9}", "3, 9"), ("mint in Tea", "yes"), ("small in Size", "yes"),
        # maps
        ("count", "Sage"), ("len(count)", "1"), ("sage in count", "yes"), ("count[sage] == 4", "yes"), ("count[mint] == none", "yes"),
        ("count == { sage: 4 }", "yes"), ("count == {}", "no"), ("sum(count[t] for t in count)", "4"),
        ("if count[sage] != none then count[sage] + 1 else 0", "5"),
        # comprehensions
        ("sum(t.stock for t in Tea)", "7"), ("count(t for t in Tea where t.stock > 0)", "2"), ("any(t.stock > 4 for t in Tea)", "yes"),
        ("all(t.stock > 0 for t in cart)", "yes"), ("min(t.price for t in cart)", "€1.00"),
        ("max(t.day for t in Tea)", "31 Mar 2026"), ("first(t.name for t in Tea where t.size == large)", "Chai"), ("first(s for s in few)", ""),
        ("first(t for t in Tea where t.stock > 8)", ""),
        ("sum(sum(u.stock for u in Tea where u != t) for t in Tea)", "14"), ("count(t for t in Tea where t.best == none)", "1"),
        ("count(s for s in Size)", "2"), ("sum(k for k in {1, 4})", "5"),
        # columns
        ("mint.price", "€3.00"), ("cheap == sage", "yes"),
        # definitions
        ("twice(a)", "6"), ("twice(twice(1) + 1)", "6"), ("name_of(mint)", "Mint"), ("both(1, sage)", "6"), ("gone == none", "yes"),
        # texts
        ("query == other", "no"), ("query == mint.name", "no"), ("query", "tea"),
        # places
        ("at home", "yes"),
    ],
)  # fmt: skip
def test_values(written: str, text: str) -> None:
    assert value(written) == text


def test_bare_strings_stand_in_shows_only() -> None:
    play = Player(
        'state { on_: bool = true }\npage home "H" { show if on_ then "A" else "B", "{on_}: \\{x\\} \\"q\\" \\\\" }'
    )
    items = play.world.pages[0].elements[0].items  # type: ignore[union-attr]
    assert [play.value(i.text) for i in items] == ["A", 'yes: {x} "q" \\']


@pytest.mark.parametrize(
    "written",
    [
        "mine != none and mine.stock > 0", "mine == none or mine.stock > 0", "not (mine == none) and mine.stock > 0",
        "mine != none implies mine.stock > 0", "if mine != none then mine.stock else 0", "if mine == none then 0 else mine.stock",
        "not (mine == none or mine.stock > 9)", "mine == chai and mine.stock == 0", "not (mine != chai) and mine.stock == 0",
        "not (mine != none implies mine.stock > 9)", "(mine == mint or mine == chai) and mine.stock < 9",
        "mine != none and (a > 3 or mine.stock < 9)", "cheap != none and cheap.stock > 0", "cheap == none or cheap.name != cheap.name",
        "count(t for t in Tea where t.best != none and t.best.stock > 0)", "sum(t.best.stock for t in Tea where t.best != none)",
        "mine != none and mine.best != none and mine.best.stock > 0", "{mine when mine != none} == {}",
        "count[mint] != none and count[mint] > 1", "any(t.best != none and t.best.price > 1 for t in Tea)",
        "mine != none and mine in cart", "all(t.best == none or t.best.stock >= 0 for t in Tea)",
    ],
)  # fmt: skip
def test_tests_prove_that_something_is_not_none(written: str) -> None:
    assert problems(written) == []
    assert value(written) is not None


@pytest.mark.parametrize(
    "written",
    [
        "mine.stock > 0", "mine != none or mine.stock > 0", "mine == none and mine.stock > 0", "mine != none implies on_ and none_.stock > 0",
        "if mine != none then 0 else mine.stock", "mine != none_ and mine.stock > 0", "(mine != none or on_) and mine.stock > 0",
        "not (mine != none and on_) and mine.stock > 0", "mine in cart", "{mine} == {}", "count[mint] + 1", "mine.best.stock > 0",
        "cheap.stock", "min(t.price for t in Tea) + 1", "mine == none_ and mine.stock > 0", "sum(count[t] for t in Tea)", "-count[mint]",
        "down(count[mint] / 2)", "down(4 / count[mint])", "len(mine)", "count[mine]", "name_of(mine)", "way < van",
    ],
)  # fmt: skip
def test_what_may_be_none_is_refused(written: str) -> None:
    assert set(problems(written)) & {"FSM211", "FSM210"} and "FSM901" not in problems(written)
    assert len(problems(written)) == 1


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("nope", "FSM201"), ("mint.nope", "FSM205"), ("a.b", "FSM205"), ("Size.huge", "FSM205"), ("Tea.huge", "FSM205"),
        ('Tea[nope]', "FSM210"), ("a[1]", "FSM210"), ("twic(1)", "FSM206"), ("summ(t for t in Tea)", "FSM206"),
        ("twice(1, 2)", "FSM209"), ("twice", "FSM209"), ("sum(a)", "FSM209"), ("len(a, a)", "FSM209"), ("len(a)", "FSM210"),
        ("twice(12)", "FSM226"), ("a + on_", "FSM213"), ("a + m", "FSM213"), ("day + day", "FSM213"), ("1 + day", "FSM213"),
        ("a == m", "FSM213"), ("a == size", "FSM213"), ("size == way", "FSM213"), ("side == size", "FSM213"), ("a < m", "FSM213"),
        ("size < large", "FSM214"), ("mint < chai", "FSM214"), ("mint.name < mint.name", "FSM214"), ("a in cart", "FSM213"),
        ("mint in {1}", "FSM201"), ("a == mint", "FSM201"), ("cart + {1}", "FSM210"), ("cart == {1}", "FSM210"), ("{1, mint}", "FSM210"), ("{1, m}", "FSM210"),
        ("a / 2", "FSM217"), ("down(a)", "FSM217"), ("down(1 / a)", "FSM217"), ("down(1 / z)", "FSM217"), ("down(m / m)", "FSM217"),
        ("m * m", "FSM218"), ("-on_", "FSM210"), ("not a", "FSM210"), ("a and on_", "FSM210"), ("if a then 1 else 2", "FSM210"),
        ("if on_ then 1 else small", "FSM201"), ("if on_ then 1 else size", "FSM213"), ("all(true for t in {})", "FSM210"), ("was(a)", "FSM235"), ("sum(t.name for t in Tea)", "FSM210"), ("min(t.size for t in Tea)", "FSM210"),
        ("{t.name for t in Tea}", "FSM210"), ("{t.best for t in Tea}", "FSM211"), ("sum(1 for t in a)", "FSM210"), ("sum(1 for t in mine)", "FSM211"),
        ("other", "FSM212"), ("a == other", "FSM212"), ("mint.name == other", "FSM212"), ("[1]", "FSM301"), ("at hom", "FSM204"), ("at home(1)", "FSM209"),
        ("{ mint: 1 }", "FSM210"), ("@2026-02-30", "FSM226"), ("9007199254740992", "FSM236"), ("a * 9007199254740991", "FSM236"),
        ("90071992547409.92", "FSM236"), ("day + 9999999", "FSM236"), ("the(t for t in Tea where t.stock > 0)", "FSM233"),
        ("the(t for t in Tea where t.size == small)", "FSM504"), ("the(t for t in Tea where t.price > 99)", "FSM504"),
        ("the(t for t in {sage, mint} where t.best == none)", None), ("sum(the(u.price for u in Tea where u == t) for t in Tea)", None),
        ("sum(the(u.price for u in Tea where u.size == t.size) for t in Tea)", "FSM504"),
        ("count(x for x in home)", "FSM201"), ("Tea", "FSM201"), ("Size", "FSM201"), ("Tea == mint", "FSM201"),
    ],
)  # fmt: skip
def test_what_does_not_fit(written: str, code: str | None) -> None:
    assert problems(written) == ([] if code is None else [code])


def test_rows_of_files_are_written_with_their_key() -> None:
    text = HEAD.replace("PROBE", "Tea[`x`]")
    from fsmc.compile import compile_text
    from fsmc.diagnostics import Failure, Source

    page = 'world d "D"\nstart home\ntable Tea { key id  id: text  row r { id: "x" } }\npage home "H" { show x }'
    with pytest.raises(Failure) as caught:
        compile_text(Source("d.fsm", page))
    assert caught.value.diagnostics[0].help == 'a row of a file is written `Tea["x"]`'
    assert text


def test_texts_hold_whole_expressions() -> None:
    play = Player("""
        table Tea { name: text  row mint { name: "Mint" }  row chai { name: "Chai" } }
        state { cart: set of Tea = {mint} }
        page home "Home" { show "{len(cart + {chai})} of \\{{cart}\\}" }
    """)
    assert play.value(play.world.pages[0].elements[0].items[0].text) == "2 of {Mint}"  # type: ignore[union-attr]
    assert codes('page home "H" { show "{" }') == ["FSM105"]
    assert codes('page home "H" { show "{ }" }') == ["FSM105"]
    assert codes('page home "H" { show "{1" }') == ["FSM105"]
    assert codes('page home "H" { show "}" }') == []


def test_a_member_of_something_else_is_told_what_it_is() -> None:
    from fsmc.compile import compile_text
    from fsmc.diagnostics import Failure, Source

    page = 'world d "D"\nstart home\nenum Size { small, large }\nstate { a: 0..9 = small }\npage home "H" { }'
    with pytest.raises(Failure) as caught:
        compile_text(Source("d.fsm", page))
    assert (
        caught.value.diagnostics[0].help
        == "`small` is a member of `Size`, and here stands a number 0..9"
    )


def test_names_in_backticks() -> None:
    play = Player("""
        enum `The Way` { `by post`, van }
        table `Tea Cup` { `full name`: text  when: 0..9  row `the one` { `full name`: "One" when: 3 } }
        state { `my way`: `The Way` = `by post`  state: 0..9 = `the one`.when }
        page home "Home" { action `go on` { do `my way` := van, `state` += 1 } show `the one`.`full name` }
    """)
    assert play.take("go on")["my way"] == "van"
    assert play["state"] == 4


def test_a_variable_wins_over_a_bare_member() -> None:
    play = Player("""
        enum Size { small, large }
        state { small: Size = large  size: Size = small }
        page home "Home" { show small == large, size == Size.small }
    """)
    items = play.world.pages[0].elements[0].items  # type: ignore[union-attr]
    assert play["size"] == "large"
    assert [play.value(i.value) for i in items] == [True, False]


def test_members_of_one_name_in_two_enums_go_by_the_expected_type() -> None:
    play = Player("""
        enum Folder { inbox, sent }
        enum Tab { inbox, done }
        table Box { name: text  row inbox { name: "Inbox" } }
        state { f: Folder = sent  t: Tab = inbox  b: Box? = none }
        page home "Home" { action go { when t == inbox and inbox != f  do f := inbox, b := inbox, t := done } }
    """)
    play.take("go")
    assert (play["f"], play["t"], play["b"]) == ("inbox", "done", "inbox")


def test_texts_of_fields_and_columns() -> None:
    def page(compared: str) -> list[str]:
        return codes(f"""
            table Tea {{ name: text  word: text  row mint {{ name: "Green Mint" word: "mint" }} }}
            page home "H" {{
              field a: "" | "mint" | other = "" as textbox "A"  field b: "" | other = "" as textbox "B"
              field c: "" | "tea" = "" as textbox "C"
              list t in Tea where {compared} {{ show t.name }}
            }}
        """)

    assert page("a == t.word") == []
    assert page("a == t.name") == ["FSM215"]
    assert page("t.name != a") == ["FSM215"]
    assert page('a == "mint"') == []
    assert page('a == "sage"') == ["FSM215"]
    assert page("a == b") == ["FSM216"]
    assert page("a == c") == []
    assert page("a == a") == []
    assert page("c == other") == ["FSM215"]
    assert page("c == t.word") == ["FSM215"]
    assert page('a in {"", "mint"}') == []


def test_an_optional_function_argument_and_unused_definitions() -> None:
    page = '\npage home "H" { }'
    assert codes("let a = nope" + page) == ["FSM201"]
    assert codes("let f(x: 0..9) = x + nope" + page) == ["FSM201"]
    assert codes("let f(x: Nope) = x" + page) == ["FSM203"]
    assert codes("let a = b\nlet b = a" + page) == ["FSM219"]
    assert codes("let f(x: 0..9) = f(x)" + page) == ["FSM219"]
    assert codes("let a = 1\nlet a = 2" + page) == ["FSM202"]
    assert codes("state { o: 0..9? = none }\nlet a = o + 1" + page) == ["FSM211"]
    used = '\npage home "H" { show a when o != none }'
    assert codes("state { o: 0..9? = none }\nlet a = o + 1" + used) == []


def test_definitions_that_unfold_too_far() -> None:
    page = '\npage home "H" { show x30 }'
    lets = "\n".join(f"let x{i + 1} = x{i} + x{i}" for i in range(30))
    assert codes("state { x0: 0..1 = 0 }\n" + lets + page) == ["FSM240"]
    bools = "\n".join(f"let x{i + 1} = x{i} == x{i} implies x{i}" for i in range(30))
    assert codes("state { x0: bool = false }\n" + bools + page) == ["FSM240"]
    calls = "\n".join(f"let f{i + 1}(x: bool) = f{i}(x) implies f{i}(x)" for i in range(30))
    assert codes(f'let f0(x: bool) = x\n{calls}\npage home "H" {{ show f30(true) }}') == ["FSM240"]


def test_expressions_that_are_nested_too_deeply() -> None:
    def page(shown: str) -> list[str]:
        return codes(f'state {{ a: 0..9 = 1  on_: bool = true }}\npage home "H" {{ show {shown} }}')

    assert page("a" + " + a" * 40) == []
    assert page("a" + " + a" * 80) == ["FSM240"]
    assert page("(" * 70 + "a" + ")" * 70) == ["FSM240"]
    assert page("on_" + " and on_" * 80) == []
    assert page("a == 0" + "".join(f" or a == {i % 10}" for i in range(80))) == []


def test_every_conjunct_is_read_where_those_before_it_hold() -> None:
    play = Player(
        HEAD.replace("PROBE", "on_")
        + """
        on home { action go { when none_ != none and none_.stock > 0 and none_.best != none and none_.best.stock > 0 } }
    """
    )
    assert play.meets("go") == "absent"
    guard = play.world.transitions[-1].guards[-1]
    assert evaluate(play.world, guard.test, play.state, {}) is False


def test_errors_are_told_once() -> None:
    text = (
        HEAD.replace("PROBE", "a") + "\non home { action x { when nope } action y { when nope } }"
    )
    assert [c for c, _ in found(text)] == ["FSM201", "FSM201"]
