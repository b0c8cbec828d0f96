"""What is said of a step by what came: the first check that fails, in words of the world."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from fsmc.backends.replay.judge import (
    MOST_LINES,
    Expected,
    Seen,
    expected,
    judge,
    line_differences,
    page_verdict,
    seen,
)
from fsmc.backends.replay.results import Check, Difference
from fsmc.explore.graph import Graph
from fsmc.model.world import State, Transition


def named(graph: Graph, label: str) -> Transition:
    return next(t for t in graph.world.transitions if t.label == label)


@pytest.fixture
def wanted(graph: Graph) -> Expected:
    """Adding the mug on its page."""
    add = named(graph, "add")
    edge = next(
        e for n in range(graph.edges) if (e := graph.edge(n)).transition == add.index
    )  # fmt: skip
    return expected(
        graph.world, graph.states[edge.source], add, edge.args, graph.states[edge.target]
    )


def got(wanted: Expected, **changes: Any) -> Seen:
    """What the page says when all is well, but for some changes."""
    shown = tuple(text for text in (wanted.says, wanted.refusal) if text)
    right = Seen(wanted.taken, wanted.target, wanted.refusal, wanted.says, shown, None, ())
    return replace(right, **changes)


def other(graph: Graph, state: State) -> State:
    slot = next(i for i, v in enumerate(graph.world.variables) if v.name == "delivery")
    return tuple(1 if i == slot else value for i, value in enumerate(state))


def test_a_step_as_it_should_be(graph: Graph, wanted: Expected) -> None:
    assert wanted.says == "Added"
    assert judge(graph.world, wanted, got(wanted)) is None


def test_checks_in_their_order(graph: Graph, wanted: Expected) -> None:
    back = named(graph, "back").index
    changes: list[tuple[Check, dict[str, Any]]] = [
        (Check.UNSETTLED, {"after": other(graph, wanted.target)}),
        (Check.UNSEEN, {"shown": ("Something else",)}),
        (Check.MESSAGE, {"says": None}),
        (Check.STATE, {"state": other(graph, wanted.target)}),
        (Check.WRONG, {"taken": ((back, ()),)}),
        (Check.MOVED, {"moved": "the press went to div#veil"}),
        (Check.SCRIPT, {"errors": ("x is not defined",)}),
    ]
    broken: dict[str, Any] = {}
    for check, more in changes:  # each one goes before those that are wrong already
        broken |= more
        verdict = judge(graph.world, wanted, got(wanted, **broken))
        assert verdict is not None
        assert verdict.check is check


def test_variables_are_told_in_words(graph: Graph, wanted: Expected) -> None:
    verdict = judge(graph.world, wanted, got(wanted, state=other(graph, wanted.target)))
    assert verdict is not None
    assert verdict.differences == (Difference("delivery", "none", "Express"),)


def test_what_is_no_value_at_all_is_told_as_it_came(graph: Graph, wanted: Expected) -> None:
    state = (*wanted.target[:3], {"a": 1.5}, *wanted.target[4:])
    verdict = judge(graph.world, wanted, got(wanted, state=state))
    assert verdict is not None
    assert verdict.differences[0].found == '{"a": 1.5}'
    short = judge(graph.world, wanted, got(wanted, state=wanted.target[:-1]))
    assert short is not None
    assert short.differences[0].name == "state"


def test_one_is_not_true(graph: Graph, wanted: Expected) -> None:
    state = tuple(False if v == 0 and not isinstance(v, bool) else v for v in wanted.target)
    assert state == wanted.target
    verdict = judge(graph.world, wanted, got(wanted, state=state))
    assert verdict is not None
    assert verdict.check is Check.STATE


def test_nothing_happened(graph: Graph, wanted: Expected) -> None:
    verdict = judge(graph.world, wanted, got(wanted, taken=()))
    assert verdict is not None
    assert (verdict.check, verdict.title) == (
        Check.NOTHING,
        "nothing happened; `add()` should have",
    )
    verdict = judge(graph.world, wanted, got(wanted, taken=(), refusal="Sold out"))
    assert verdict is not None
    assert verdict.title == "`add()` is allowed, but the page refuses it: “Sold out”"


def test_twice_is_wrong(graph: Graph, wanted: Expected) -> None:
    verdict = judge(graph.world, wanted, got(wanted, taken=wanted.taken * 2))
    assert verdict is not None
    assert verdict.title == "the page took `add(), then add()` in place of `add()`"


def test_a_refusal_changes_nothing_and_says_why(graph: Graph) -> None:
    state, (add, args, text) = next(
        (s, r) for s in range(len(graph.states)) for r in graph.refusals(s) if r[0].label == "add"
    )
    source = graph.states[state]
    refused = expected(graph.world, source, add, args, source, text)
    assert judge(graph.world, refused, got(refused)) is None
    taken = judge(graph.world, refused, got(refused, taken=((add.index, args),)))
    assert taken is not None
    assert taken.check is Check.WRONG
    assert taken.title == f"it is refused (“{text}”), but the page took `add()`"
    silent = judge(graph.world, refused, got(refused, refusal=None))
    assert silent is not None
    assert silent.check is Check.MESSAGE
    hidden = judge(graph.world, refused, got(refused, shown=()))
    assert hidden is not None
    assert hidden.check is Check.UNSEEN


def test_white_space_of_messages_is_as_on_a_page(graph: Graph, wanted: Expected) -> None:
    spaced = replace(wanted, says="Added  to cart ")
    assert judge(graph.world, spaced, got(spaced, shown=("Added to cart",))) is None


def test_from_what_the_page_tells() -> None:
    data = {
        "log": [[3, [1, [2, None]]]], "state": [0, [1], None], "refusal": None, "says": "Ok",
        "shown": ["Ok"], "moved": None, "errors": [], "after": None, "lines": "a\nb",
    }  # fmt: skip
    found = seen(data)
    assert found.taken == ((3, (1, (2, None))),)
    assert found.state == (0, (1,), None)
    assert found.lines == "a\nb"


def test_lines_that_changed_stand_side_by_side() -> None:
    before = ["Shop", "h1|heading|All|All|", "a|link|Cart|Cart|", "p|||one|"]
    after = ["Shop", "h1|heading|All|All|", "a|link|Cart (1)|Cart (1)|", "p|||one|", "p|||two|"]
    assert line_differences(before, after) == (
        Difference("link “Cart”", "a|link|Cart|Cart|", "a|link|Cart (1)|Cart (1)|"),
        Difference("p “two”", "", "p|||two|"),
    )
    assert page_verdict(before, "\n".join(before)).differences == ()
    assert line_differences(["A"], ["B"])[0].name == "title"


def test_of_many_lines_the_first_are_told() -> None:
    found = line_differences([f"p|||{n}|" for n in range(40)], [])
    assert len(found) == MOST_LINES + 1
    assert found[-1] == Difference("and more", "28 lines", "")
