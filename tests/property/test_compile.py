"""Whatever is written, the compiler says what is wrong; and what it accepts has a value everywhere."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from fsmc.compile import compile_text
from fsmc.diagnostics import Failure, Source
from fsmc.kernel.evaluate import evaluate
from fsmc.kernel.goal import accepting, bindings, goal_bound, judge
from fsmc.kernel.step import Enabled, outside, statuses, step
from fsmc.model.world import Args, Transition, World

sys.path.insert(0, str(Path(__file__).parent))

from looking import look
from mutants import mutant, near_mutant

TEA = """world tea "Tea"  today: @2026-06-01
start home
enum Size { small, large }
table Tea { name: text  price: money  size: Size  best: Tea?  var stock: 0..3
  row mint { name: "Mint" price: 3.00 size: small best: none stock: 2 }
  row chai { name: "Chai" price: 4.50 size: large best: mint stock: 0 } }
state { n: 0..9 = 2  seen: bool = false  mine: Tea? = none lasts 2  cart: set of Tea at most 2 = {}
        count: map of Tea to 1..3 = { mint: 1 }  way: Size? = none }
let total = sum(t.price for t in cart)
let cheap = first(t for t in Tea where t.price < 4)
everywhere { local { late: bool = false } link home "Home" to home  link basket "Basket {len(cart)}" to basket
  dialog late_ "Late" while late { field code: "" | "open" | other = "" as textbox "Code"
    action enter { when code == "open" else "Wrong"  do late := false } } }
page home "Teas {n}" {
  field query: "" | "mint" | other = "" as searchbox "Search"
  field way as combobox "Way" { when n > 0 else "No" }
  list t in Tea where query == "" or t.size == small sort t.price descending when seen paged 1 {
    show t.name, t.price  show "Best: {t.best.name}" when t.best != none  link open t.name to tea(t)
    field t in cart as checkbox "Select"  empty "Nothing" }
  section "Your {mine.name}" when mine != none { action drop { do mine := none, n += 1 } }
  dialog sure(t: Tea) "Take {t.name}?" { field typed: "" | =t.name | other = "" as textbox "Name"
    action yes { when typed == t.name  do cart += {t}  back } action no { back } }
}
page tea(t: Tea) "{t.name}" {
  local { half: 0..3 = down(t.stock / 2) }
  show t.stock, half
  action buy "Buy" { when t.stock > 0 else "Sold out"  let was_left = t.stock  do cart += {t}, mine := t, t.stock -= 1
    then if t.stock == 0 { seen := true }  says "{was_left} left" }
  action ask { goto sure_(t) }
  dialog sure_(u: Tea) "Sure?" { action okay { do for x in Tea where x == u { x.stock := 0 }  back } }
  back to home
}
page basket "Basket: {total}" {
  list t in cart { show t.name  action remove { do cart -= {t} } }
  list t in count { show t.name, count[t]  action more { when count[t] < 3  do count[t] += 1 } }
  action clear { when cart != {} else "Empty"  do cart := {}, late := true }
}
env patch sells(t: Tea) at most 1 within 2 { when t.stock > 0  do t.stock -= 1  says "{t.name} sold" }
invariant few: len(cart) < 3 and (mine != none implies mine.price > 1)
goal buy(t: Tea) "Buy {t.name}" { where t.stock > 0 let s = t.stock  reach t in cart and was(n) == n  keep way  avoid seen
  allow mine, t.stock }
goal tell(t: Tea) "How much is {t.name}?" { where t.best != none or t.size == small answer t.price }
scenario walk: open(mint), buy, basket, remove(mint), refused clear "Empty"
"""


def compiled(text: str) -> World | None:
    try:
        return compile_text(Source("mutant.fsm", text)).world
    except Failure as failure:
        assert failure.diagnostics
        assert all(d.code != "FSM901" for d in failure.diagnostics)
        return None


def walk(world: World, chance: random.Random) -> None:
    """A few steps; in each state every guard, text, property and goal has a value."""
    state = world.initial
    steps: list[tuple[Transition, Args]] = []
    for goal in world.goals:
        for args in bindings(world, goal):
            evaluate(world, goal.text, state, goal_bound(goal, args))
            evaluate(world, accepting(world, goal, args, state), state, {})
    for _ in range(5):
        for goal in world.goals:
            for args in bindings(world, goal):
                judge(world, goal, args, tuple(steps))
        look(world, state)
        for property_ in world.properties:
            evaluate(world, property_.test, state, {})
        enabled = [(t, a) for t, a, met in statuses(world, state) if isinstance(met, Enabled)]
        if not enabled:
            return
        transition, args = chance.choice(enabled)
        if transition.says is not None:
            bound = {p.name: v for p, v in zip(transition.params, args, strict=True)}
            evaluate(world, transition.says, state, bound)
        state = step(world, transition, args, state)
        if outside(world, state):
            return
        steps.append((transition, args))


def test_the_world_itself_is_sound() -> None:
    world = compiled(TEA)
    assert world is not None
    for seed in range(5):
        walk(world, random.Random(seed))


@pytest.mark.parametrize("seed", range(4))
def test_mutants_are_told_what_is_wrong_or_work(seed: int) -> None:
    chance = random.Random(seed)
    sound = 0
    for number in range(30):
        change = mutant if number % 5 == 0 else near_mutant
        world = compiled(change(TEA, chance))
        if world is not None:
            sound += 1
            walk(world, chance)
    assert sound > 0
