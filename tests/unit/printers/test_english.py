"""The English printer: a spelling for everything, golden sentences, negation."""

from __future__ import annotations

import os
from itertools import product
from pathlib import Path

import pytest

from fsmc.compile import compile_text, load
from fsmc.diagnostics import Source
from fsmc.kernel.step import groundings
from fsmc.model.domains import Bool, Date, Enum, Int, Money, Row, Set, String
from fsmc.model.expr import EACH_KINDS, Bound, Column, Const, Each, Expr, Op, Slot
from fsmc.model.ops import OPERATORS
from fsmc.model.world import World
from fsmc.printers.english import (
    PRINTER,
    action_phrase,
    goal_sentence,
    goal_text,
    refusal_reason,
    sentence,
    transition_sentences,
)
from fsmc.printers.english_words import humanise, listed, value_words

ROOT = Path(__file__).parents[3]
GOLDEN = Path(__file__).with_name("corner_shop.english.txt")


@pytest.fixture(scope="module")
def shop() -> World:
    return load(ROOT / "worlds" / "corner_shop" / "corner_shop.fsm")


def world_of(text: str) -> World:
    return compile_text(Source("w.fsm", text)).world


def test_every_operator_and_every_each_is_spelled() -> None:
    assert PRINTER.operators == OPERATORS.keys()
    assert PRINTER.each_kinds == frozenset(EACH_KINDS)


@pytest.mark.parametrize("name", sorted(OPERATORS))
def test_each_operator_says_something_of_its_own(shop: World, name: str) -> None:
    operator = OPERATORS[name]
    arguments, result = operator.example
    parts = tuple(Const(value, _type_of(value)) for value in arguments)
    said = sentence(shop, Op(name, parts, _type_of(result)))
    assert said
    assert "Const" not in said
    assert "None" not in said


def _type_of(value: object) -> Bool | Int | String | Set:
    match value:
        case bool():
            return Bool()
        case int() | None:
            return Int(None, None)
        case str():
            return String()
        case _:
            first = next((v for v in value if v is not None), 0)  # type: ignore[attr-defined]
            return Set(_type_of(first))


def test_corner_shop_in_english(shop: World) -> None:
    lines: list[str] = []
    for transition in shop.transitions:
        lines += [f"[{transition.label}]", *transition_sentences(shop, transition)]
        lines += [
            f"> {action_phrase(shop, transition, args, shop.initial)}"
            for args in groundings(transition)
        ]
    lines += [f"{p.kind} {p.name}: {sentence(shop, p.test)}" for p in shop.properties]
    for goal in shop.goals:
        for args in product(*(tuple(p.domain.values()) for p in goal.params)):
            lines.append(f"{goal.name}: {goal_sentence(shop, goal, args)}")
    said = "\n".join(lines) + "\n"
    if os.environ.get("FSMC_GOLDEN"):
        GOLDEN.write_text(said, encoding="utf-8")
    assert said == GOLDEN.read_text(encoding="utf-8")


def test_goal_text(shop: World) -> None:
    buy = shop.goals[0]
    assert (
        goal_text(shop, buy, (1, 1))
        == "Order one Blue mug with Express delivery, and nothing else."
    )


def test_reasons_of_refusals(shop: World) -> None:
    add = next(t for t in shop.transitions if t.name == "add")
    reasons = [refusal_reason(shop, add, g) for g in add.guards if g.refusal]
    assert reasons == [
        "the product’s stock is not above 0",
        "the product is in the cart",
        "the number of products in the cart is not below 3",
    ]


INT, BOOL, MONEY = Int(0, 9), Bool(), Money(0, 900, 100)
KIND = Enum("RoomKind", ("attic",), ("Attic",))


def _op(name: str, *args: Expr, type: Bool | Int | Money = BOOL) -> Op:
    return Op(name, args, type)


@pytest.mark.parametrize(
    ("build", "said"),
    [
        (lambda x: _op("not", _op("not", x)), "x is on"),
        (lambda x: _op("not", _op("and", x, _op("lt", Bound("n", INT), Const(3, INT)))),
         "x is off or the n is not below 3"),
        (lambda x: _op("not", _op("implies", x, x)), "x is on and yet x is off"),
        (lambda x: _op("or", x, _op("and", x, x)), "x is on or (x is on and x is on)"),
        (lambda x: _op("eq", x, Const(False, BOOL)), "x is off"),
        (lambda x: _op("if", x, x, _op("not", x)), "x is on if x is on, and otherwise x is off"),
        (lambda x: _op("eq", Const(300, MONEY), Bound("m", MONEY)), "the m is €3.00"),
        (lambda x: _op("ge", Bound("d", Date(0, 9)), Const(1, Date(0, 9))),
         "the d is at the earliest 2 Jan 1970"),
        (lambda x: _op("eq", Bound("k", KIND), Const(0, KIND)), "the room kind is Attic"),
        (lambda x: _op("eq", Bound("wanted", KIND), Const(0, KIND)), "the wanted is Attic"),
    ],
)  # fmt: skip
def test_clauses(shop: World, build: object, said: str) -> None:
    x = Bound("x", BOOL)
    assert callable(build)
    assert sentence(shop, build(x)).replace("the x", "x") == said


def test_eaches(shop: World) -> None:
    rows = Row("Product", ("tea", "mug", "strainer"))
    cart = Slot(2, Set(rows, 3))
    everything = Const((0, 1, 2), Set(rows))
    price = Column("Product", "price", Bound("p#1", rows), Money(None, None))
    dear = _op("gt", price, Const(500, Money(None, None)))
    always = Const(True, BOOL)

    def each(kind: str, source: Expr, where: Expr, body: Expr) -> str:
        return sentence(shop, Each(kind, "p#1", source, where, body, body.type))  # type: ignore[arg-type]

    assert each("sum", cart, always, price) == (
        "the sum of each product’s price over the products in the cart"
    )
    assert each("any", cart, always, dear) == (
        "for some product in the cart, that product’s price is above €5.00"
    )
    assert each("all", everything, dear, dear) == (
        "for every product for which that product’s price is above €5.00, "
        "that product’s price is above €5.00"
    )
    assert each("count", everything, dear, Bound("p#1", rows)) == (
        "the number of products for which that product’s price is above €5.00"
    )
    assert each("first", cart, always, Bound("p#1", rows)) == "the first product in the cart"


def test_effects_of_many_kinds() -> None:
    world = world_of("""
world w "W"
start a
enum Colour { red, deep_blue }
table Card { text: text  var done: bool
  row one { text: "One" done: false }  row two { text: "Two" done: false } }
state { count: 0..9 = 0  colour: Colour? = none  lit: bool = false  picked: set of Card = {} }
page a "A" {
  action more "More" { when count < 8 else "Enough"  do count += 2, lit := not lit }
  action paint "Paint" { do colour := deep_blue }
}
""")
    more, paint = (transition_sentences(world, t) for t in world.transitions)
    assert more == (
        "You can press “More” when the count is below 8.",
        "It raises the count by 2 and turns the lit over.",
        "When the count is not below 8, it refuses: “Enough”.",
    )
    assert paint[1] == "It sets the colour to Deep blue."


def test_words() -> None:
    assert humanise("cart_total") == "cart total"
    assert humanise("OrderLine") == "order line"
    assert humanise("p#3") == "p"
    assert listed(["a", "b and c", "d"]) == "a, b and c, and d"
    assert listed([]) == ""


def test_values_in_words(shop: World) -> None:
    cart = shop.variables[2]
    assert value_words(shop, cart.domain, (0, 2)) == "Green tea and Strainer"
    assert value_words(shop, cart.domain, ()) == "nothing"
    assert value_words(shop, Money(0, None), 123456) == "€1,234.56"
