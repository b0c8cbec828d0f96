"""The worlds in the pages of FSM40x to FSM42x: the wrong one is found wrong, the right one not."""

from __future__ import annotations

import re

import pytest
from explored import findings_of

from fsmc.diagnostics import Severity
from fsmc.diagnostics.codes import all_codes, explain

CODES = [code for code in all_codes() if code.startswith(("FSM40", "FSM41", "FSM42"))]
CAP = 50


def worlds(code: str) -> tuple[str, str]:
    page = explain(code)
    assert page is not None
    wrong, right = re.findall(r"```\n(.*?)```\n", page, re.DOTALL)
    return wrong, right


@pytest.mark.parametrize("code", CODES)
def test_wrong_is_found(code: str) -> None:
    wrong, _ = worlds(code)
    found = findings_of(wrong, CAP)
    assert code in [d.code for d in found], found


@pytest.mark.parametrize("code", CODES)
def test_right_is_not(code: str) -> None:
    _, right = worlds(code)
    found = findings_of(right, CAP)
    assert code not in [d.code for d in found], found
    assert not [d for d in found if d.severity is Severity.ERROR], found


@pytest.mark.parametrize("code", CODES)
def test_each_has_a_place_and_a_help(code: str) -> None:
    wrong, _ = worlds(code)
    first = next(d for d in findings_of(wrong, CAP) if d.code == code)
    assert first.span is not None
    assert first.label
    assert first.help
