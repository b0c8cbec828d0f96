"""Every code has its page, and every page its code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import fsmc
from fsmc.diagnostics.codes import all_codes, explain, title

SOURCE = Path(fsmc.__file__).parent
KINDS = {"1": "syntax", "2": "names", "3": "features", "4": "exploring", "5": "data", "9": "bugs"}


def codes_in_use() -> set[str]:
    """The codes that the sources make, whichever folder of `fsmc` they are in."""
    return {
        code
        for file in SOURCE.rglob("*.py")
        for code in re.findall(r"\bFSM[0-9]{3}\b", file.read_text(encoding="utf-8"))
    }


def test_codes_and_pages_agree() -> None:
    used, explained = codes_in_use(), set(all_codes())
    assert used - explained == set(), "codes without a page in fsmc/diagnostics/hints"
    assert explained - used == set(), "pages whose code nothing makes"


@pytest.mark.parametrize("code", all_codes())
def test_a_page_has_title_meaning_and_examples(code: str) -> None:
    page = explain(code)
    assert page is not None
    assert page.startswith(f"# {code}: ")
    assert code[3] in KINDS
    assert title(code)
    wrong, right = page.find("\n## Wrong\n"), page.find("\n## Right\n")
    assert 0 < wrong < right
    assert page.endswith("\n")


@pytest.mark.parametrize("code", ["FSM000", "FSM1", "../codes", "", "fsm"])
def test_unknown_codes_have_no_page(code: str) -> None:
    assert explain(code) is None
    assert title(code) is None


def test_codes_may_be_written_small() -> None:
    assert explain("fsm901") == explain("FSM901") is not None
