"""Every case has its value in every engine."""

from __future__ import annotations

import pytest

from fsmc.conformance.cases import CASES, Case, world
from fsmc.conformance.engines import (
    Answers,
    Question,
    alike,
    by_javascript,
    by_kernel,
    by_python,
    javascript,
)
from fsmc.model.expr import EACH_KINDS, Each, Op, walk
from fsmc.model.ops import OPERATORS

WORLD = world()
QUESTIONS = [Question(case.expr, ((),)) for case in CASES]


@pytest.fixture(scope="module")
def answers() -> dict[str, Answers]:
    return {
        "kernel": by_kernel(WORLD, QUESTIONS),
        "python": by_python(WORLD, QUESTIONS),
        "javascript": by_javascript(WORLD, QUESTIONS),
    }


@pytest.mark.parametrize("engine", ["kernel", "python", "javascript"])
@pytest.mark.parametrize("number", range(len(CASES)), ids=[case.name for case in CASES])
def test_case(answers: dict[str, Answers], engine: str, number: int) -> None:
    case: Case = CASES[number]
    assert alike(answers[engine][number][0], case.value)


def test_the_cases_use_every_operator_and_every_fold() -> None:
    nodes = [node for case in CASES for node in walk(case.expr)]
    assert {node.name for node in nodes if isinstance(node, Op)} == set(OPERATORS)
    assert {node.kind for node in nodes if isinstance(node, Each)} == set(EACH_KINDS)


def test_printed_javascript_may_stand_in_a_page() -> None:
    script = javascript(WORLD, QUESTIONS)
    assert "</script" not in script.split("const questions", 1)[1]
    assert "\u2028" not in script
