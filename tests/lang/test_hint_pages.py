"""The examples of the hint pages are true: the wrong one gives its code, the right one compiles."""

from __future__ import annotations

import re

import pytest

from fsmc.compile import compile_text
from fsmc.diagnostics import Diagnostic, Failure, Severity, Source
from fsmc.diagnostics.codes import all_codes, explain


def examples(code: str) -> list[str]:
    page = explain(code)
    assert page is not None
    return re.findall(r"```(?:fsm)?\n(.*?)```", page, re.DOTALL)


WHOLE = [
    code
    for code in all_codes()
    if code[3] in "1235" and all(e.lstrip().startswith("world ") for e in examples(code))
]


def found(text: str) -> tuple[Diagnostic, ...]:
    try:
        return compile_text(Source("example.fsm", text)).diagnostics
    except Failure as failure:
        return failure.diagnostics


def test_there_are_pages_with_whole_worlds() -> None:
    assert len(WHOLE) >= 35


@pytest.mark.parametrize("code", WHOLE)
def test_the_wrong_world_gives_this_code_alone(code: str) -> None:
    wrong, _ = examples(code)
    assert {d.code for d in found(wrong)} == {code}


@pytest.mark.parametrize("code", WHOLE)
def test_the_right_world_has_no_error(code: str) -> None:
    _, right = examples(code)
    assert [d.code for d in found(right) if d.severity is Severity.ERROR] == []
