"""Every mistake that the model knows has a page whose wrong example makes it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import fsmc
from fsmc.compile import compile_text
from fsmc.diagnostics import Failure, Source
from fsmc.diagnostics.codes import explain

SOURCES = Path(fsmc.__file__).parent / "model"
CODES = sorted(
    {c for f in SOURCES.glob("*.py") for c in re.findall(r"\bFSM\d{3}\b", f.read_text("utf-8"))}
)


def test_there_are_codes() -> None:
    assert len(CODES) > 40


@pytest.mark.parametrize("code", CODES)
def test_the_wrong_example_of_its_page_makes_it(code: str) -> None:
    page = explain(code)
    assert page is not None
    wrong = re.findall(r"```(?:fsm)?\n(.*?)```", page, re.DOTALL)[0]
    try:
        found = compile_text(Source("example.fsm", wrong)).diagnostics
    except Failure as failure:
        found = failure.diagnostics
    assert code in [d.code for d in found]
