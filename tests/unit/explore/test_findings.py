"""What the author reads: the examples of the style guide, and details that hints do not show."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from explored import CORNER_SHOP, corner_shop, findings_of, rendered

from fsmc.compile import compile_text
from fsmc.diagnostics import Severity, Source
from fsmc.explore import explore
from fsmc.explore.findings import findings


def shop_without(line: str, by: str = "") -> str:
    text = CORNER_SHOP.read_text(encoding="utf-8")
    assert line in text
    return text.replace(line, by)


def shop_findings(text: str) -> str:
    from fsmc.diagnostics.render import render_text

    made = compile_text(Source("shop.fsm", text), CORNER_SHOP.parent)
    return render_text(findings(explore(made.world), made.sources), made.sources)


def test_the_shop_has_one_warning() -> None:
    made = corner_shop()
    found = findings(explore(made.world), made.sources)
    assert [(d.code, d.severity) for d in found] == [("FSM410", Severity.WARNING)]
    assert found[0].label == "can never hold again from 216 of 939 states"


def test_a_broken_invariant() -> None:
    text = shop_without('    when cart != {}       else "Your cart is empty"\n')
    assert shop_findings(text).startswith(
        """error[FSM401]: invariant `nothing_free` breaks after 4 steps
  --> shop.fsm:61:27
61 | invariant nothing_free:   order == placed implies cart != {}
   |                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ false in the last state
   = trace: accept, open_cart, delivery(standard), place_order
   = state: page receipt, cart {}, delivery standard, order placed, undo none, cookie given
   = help: `place_order` never looks at `cart`; `when cart != {}` would exclude this state
"""
    )


def test_an_invariant_that_its_own_guard_looks_at() -> None:
    text = """
world w "W"
start one
state { n: 0..5 = 0 }
page one "One" { action up "Up" { when n < 5  do n := n + 1 } }
invariant low: n < 3
"""
    found = findings_of(text)[0]
    assert found.title == "invariant `low` breaks after 3 steps"
    assert found.help == (
        "`up` writes `n`: give it a `when` that excludes this state, or let it write more"
    )


def test_an_invariant_that_is_broken_at_once() -> None:
    text = """
world w "W"
start one
state { n: 0..5 = 4 }
page one "One" { action up "Up" { when n < 5  do n := n + 1 } }
invariant low: n < 3
"""
    found = findings_of(text)[0]
    assert found.title == "invariant `low` breaks before the first step"
    assert found.help.startswith("the initial values already break it")


def test_a_domain_error_in_the_shop() -> None:
    text = shop_without('    when len(cart) < 3  else "Your cart is full"\n').replace(
        "at most 3", "at most 1"
    )
    shown = shop_findings(text)
    assert "error[FSM402]: `add` takes `cart` out of its domain after 6 steps" in shown
    assert "let `add` ask `when len(cart) < 1`, or give `cart` a wider domain" in shown
    assert "the list never" not in shown


def test_a_cell_that_leaves_its_domain() -> None:
    text = """
world w "W"
start one
table Room { name: text  var free: 0..2  row a { name: "A" free: 2 }  row b { name: "B" free: 1 } }
page one "One" { list r in Room { show r.name  action book "Book" { do r.free -= 1 } } }
"""
    found = findings_of(text)[0]
    assert found.title == "`book` takes `Room.free` out of its domain after 2 steps"
    assert found.label == "writes -1 to b.free, which it cannot hold"
    assert found.notes[0] == "trace: book(b), book(b)"


def test_a_frame_that_some_plans_break_differently() -> None:
    text = """
world w "W"
start one
state { a: bool = false   b: bool = false   done: bool = false }
page one "One" {
  action left "Left" { do a := true, done := true }
  action right "Right" { do b := true, done := true }
}
goal finish "Finish." { reach done }
"""
    found = [d for d in findings_of(text) if d.code == "FSM412"]
    assert [d.label for d in found] == ["the shortest way there also writes `a`"]
    assert found[0].help.startswith("add `allow a` to the goal")


def test_a_goal_that_waits_for_another_actor_is_no_fault() -> None:
    text = """
world w "W"
start one
state { out: bool = false   told: bool = false }
page one "One" { action tell "Tell" { when out  do told := true } }
env patch breaks() at most 1 { do out := true }
goal tell "Tell when it breaks." { reach told  after breaks }
goal also "Tell." { reach told }
"""
    found = [d for d in findings_of(text) if d.code.startswith("FSM41")]
    assert [(d.code, d.title) for d in found] == [("FSM413", "goal `also` has no plan")]
    assert found[0].notes == ("with others: breaks, tell",)


def test_goals_are_told_by_their_bindings() -> None:
    text = """
world w "W"
start one
state { n: 0..5 = 0 }
page one "One" { action up "Up" { when n < 3  do n := n + 1 } }
goal count(k: 0..5) "Count to {k}." { reach n == k }
"""
    found = {d.code: d.title for d in findings_of(text)}
    assert found["FSM411"] == "goal `count` is met by doing nothing for k = 0"
    assert found["FSM413"] == "goal `count` has no plan for k = 4 and k = 5"


def test_scenarios() -> None:
    body = """
world w "W"
start one
state {{ n: 0..2 = 0 }}
page one "One" {{
  action up "Up" {{ when n < 1 else "Enough"  do n := n + 1 }}
  link go "Go" to two
}}
page two "Two" {{ action back_up "Up" {{ do n := 0 }} }}
scenario s: {plays}
"""
    good = ("up", 'up, refused up "Enough"', "absent back_up, go, back_up, absent up")
    for plays in good:
        assert not [d for d in findings_of(body.format(plays=plays)) if d.code == "FSM408"]
    bad = {
        "up, up": 'refused: "Enough"',
        'up, refused up "No"': 'refused with "Enough"',
        'refused up "Enough"': "this works here: it is not refused",
        "absent up": "this works here: it is not absent",
        "back_up": "there is no such widget here",
        "go, up": "there is no such widget here",
    }
    for plays, label in bad.items():
        found = [d for d in findings_of(body.format(plays=plays)) if d.code == "FSM408"]
        assert [d.label for d in found] == [label], plays


def test_the_cap_ranks_what_multiplies() -> None:
    text = """
world w "W"
start one
state { small: bool = false   large: 0..99 = 0 }
page one "One" {
  action up "Up" { when large < 99  do large := large + 1 }
  action flip "Flip" { do small := not small }
}
reachable never: large == 99
"""
    shown = rendered(text, max_states=60)
    assert "values seen, largest first: `large` 31, `small` 2" in shown
    assert "FSM403" not in shown


def test_findings_are_the_same_whatever_the_hash_seed(tmp_path: Path) -> None:
    file = tmp_path / "shop.fsm"
    file.write_text(shop_without("    do   cart += {p}\n"), encoding="utf-8")
    shutil.copy(CORNER_SHOP.parent / "products.csv", tmp_path)
    runs = [
        subprocess.run(
            [sys.executable, "-m", "fsmc.cli.main", "check", str(file), "--json"],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True, text=True, check=False,
        ).stdout
        for seed in ("1", "77")
    ]  # fmt: skip
    assert runs[0] == runs[1]
    assert '"FSM404"' in runs[0]


def test_a_goal_that_only_what_it_avoids_forbids() -> None:
    text = """world av "Doc"
start home
state { n: 0..2 = 0 }
page home "Home" { action add "Add" { when n < 2 else "Full" do n += 1 } }
goal g "Two" { reach n == 2 avoid n == 1 }
"""
    (found,) = findings_of(text)
    assert (found.code, found.notes) == ("FSM413", ("trace: add, add",))
    assert found.label == "every way there passes through what it says to avoid"
