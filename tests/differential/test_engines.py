"""Made-up expressions in made-up states have one value in every engine."""

from __future__ import annotations

import random
import warnings

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import NonInteractiveExampleWarning

from fsmc.conformance.engines import Question, alike, by_javascript, by_kernel, by_python
from fsmc.model.expr import EACH_KINDS, Each, Expr, Op, walk
from fsmc.model.ops import OPERATORS
from fsmc.model.world import State
from fsmc.testing.strategies import expressions, small_world, states

WORLD = small_world()
STATES_EACH = 40


def questions(number: int, number_of_states: int, start: int) -> list[Question]:
    """So many expressions, each to be asked in 40 states drawn from a common stock."""
    stock = _drawn(states(), number_of_states, start)
    rng = random.Random(start)
    return [
        Question(expr, tuple(rng.sample(stock, STATES_EACH)))
        for expr in _drawn(expressions(), number, start)
    ]


def _drawn(strategy: st.SearchStrategy, number: int, start: int) -> list:  # type: ignore[type-arg]
    found: list = []  # type: ignore[type-arg]

    @seed(start)
    @settings(
        max_examples=2 * number, database=None, phases=[Phase.generate], deadline=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(strategy)
    def draw(value: object) -> None:
        found.append(value)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NonInteractiveExampleWarning)
        draw()
    unique = list(dict.fromkeys(found))
    assert len(unique) >= number
    return unique[:number]


def compare(asked: list[Question]) -> None:
    kernel, python = by_kernel(WORLD, asked), by_python(WORLD, asked)
    script = by_javascript(WORLD, asked)
    for question, a, b, c in zip(asked, kernel, python, script, strict=True):
        for state, x, y, z in zip(question.states, a, b, c, strict=True):
            assert alike(x, y), _told(question.expr, state, x, y)
            assert alike(x, z), _told(question.expr, state, x, z)


def _told(expr: Expr, state: State, wanted: object, found: object) -> str:
    return f"{expr}\nin {state}\nis {wanted!r}, not {found!r}"


def test_three_engines_agree() -> None:
    asked = questions(3_000, 400, start=1)
    assert len(asked) >= 3_000
    assert all(len(q.states) == STATES_EACH for q in asked)
    nodes = [node for q in asked for node in walk(q.expr)]
    assert {n.name for n in nodes if isinstance(n, Op)} == set(OPERATORS)
    assert {n.kind for n in nodes if isinstance(n, Each)} == set(EACH_KINDS)
    compare(asked)


@pytest.mark.slow
@pytest.mark.parametrize("start", range(2, 8))
def test_three_engines_agree_on_many_more(start: int) -> None:
    compare(questions(10_000, 1_000, start))
