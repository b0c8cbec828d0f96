"""`fsmc step` as a script and as a program sees it, and the walk behind it."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from fsmc.cli.main import main
from fsmc.cli.walk import Walk
from fsmc.compile import compile_text, load
from fsmc.diagnostics import Source
from fsmc.model.world import World

SHOP = Path(__file__).parents[3] / "worlds" / "corner_shop" / "corner_shop.fsm"


@pytest.fixture(scope="module")
def shop() -> World:
    return load(SHOP)


def play(monkeypatch: pytest.MonkeyPatch, lines: list[str], *options: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    return main(["step", str(SHOP), *options])


def test_a_script_walks_the_shop(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(monkeypatch, ["1", "open(tea)", "3", "add", "u", "t", "p1", "q"]) == 0
    out = capsys.readouterr().out
    assert "All products  catalogue › dialog cookies" in out
    assert "› open(tea)" in out
    assert "✓ Added" in out
    assert "✗ Already in your cart" in out
    assert "accept, open(tea)" in out
    assert "✓ Green tea just sold out" in out


def test_blocked_actions_say_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(monkeypatch, ["accept", "open_cart"]) == 0
    out = capsys.readouterr().out
    assert "It refuses" in out
    assert "Place order”  Your cart is empty · the cart is empty" in out
    assert "Others may" in out


def test_lines_that_mean_nothing_fail_a_script(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(monkeypatch, ["99", "acept", "place_order", "home(x)", "accept"]) == 1
    out = capsys.readouterr().out
    assert "There is no choice 99." in out
    assert "Did you mean `accept`?" in out
    assert "`place_order` is not here; it is on the page checkout." in out
    assert "catalogue" in out


def test_json_is_one_object_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(monkeypatch, ["accept", "open(mug)", "add", "add", "u"], "--json") == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    start, accepted, opened, added, refused, undone = map(json.loads, shown.out.splitlines())
    assert start["dialog"] == "cookies"
    assert [c["choice"] for c in start["choices"]] == ["1", "p1", "p2"]
    assert accepted["state"]["cookie"] == "given"
    assert opened["page"] == "product"
    assert opened["state"]["product.p"] == "mug"
    assert added["says"] == "Added"
    assert added["state"]["cart"] == ["mug"]
    assert refused["refused"] == "Already in your cart"
    assert undone["state"] == opened["state"]
    assert undone["steps"] == 2


def test_a_missing_file_is_an_error_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["step", "nowhere.fsm"]) == 1
    assert "there is no file `nowhere.fsm`" in capsys.readouterr().err


def test_undo_at_the_start_stays(shop: World) -> None:
    walk = Walk(shop)
    assert not walk.undo()
    assert walk.state == shop.initial


def test_live_variables_are_those_of_the_place(shop: World) -> None:
    walk = Walk(shop)
    walk.take(walk.choices()[0])
    assert "catalogue.query" in [v.name for v in walk.live()]
    assert [v.name for v in walk.live() if v.changed] == ["cookie"]
    walk.take(next(c for c in walk.choices() if c.call == "open(tea)"))
    assert "catalogue.query" not in [v.name for v in walk.live()]
    assert walk.place() == "product (Green tea)"


def test_many_values_are_folded(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "many.fsm"
    file.write_text('world w "W"\nstart a\npage a "A" { field n: 0..30 = 0 as combobox "N" }\n')
    monkeypatch.setattr("sys.stdin", io.StringIO("n(30)\n"))
    assert main(["step", str(file)]) == 0
    out = capsys.readouterr().out
    assert "… 22 more" in out
    assert "Choose 30 in “N”" not in out.partition("›")[0]


def test_a_step_out_of_its_domain_is_refused_in_words() -> None:
    text = (
        'world w "W"\nstart a\nstate { n: 0..1 = 0 }\npage a "A" { action up "Up" { do n += 1 } }\n'
    )
    walk = Walk(compile_text(Source("w.fsm", text)).world)
    walk.take(walk.choices()[0])
    with pytest.raises(ValueError, match="takes `n` out of its domain"):
        walk.take(walk.choices()[0])
    assert walk.state[1] == 1
