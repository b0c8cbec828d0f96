"""The imported Asana spec says why each of its four terminals cannot be reached, one cause each."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from explored import ROOT

from fsmc.compile import compile_text
from fsmc.diagnostics import Source
from fsmc.explore import explore
from fsmc.explore.findings import findings
from fsmc.importers.autowebworld import import_spec
from fsmc.importers.base import Reading

SHARED = Path(os.environ.get("FSMC_CORPUS", ROOT.parent / "shared" / "corpus" / "autowebworld"))
FILE = SHARED / "asana.fsm.json"

CAUSES = {
    "PROJECT_CREATE_SUBMIT": (
        "new_project_name",
        "PROJECT_CREATE_TYPE_NAME",
        "PROJECT_CREATE_SUCCESS",
    ),
    "TASK_CREATE_SUBMIT": ("new_task_name", "TASK_CREATE_TYPE_NAME", "TASK_CREATE_SUCCESS"),
    "SECTION_CREATE_SUBMIT": (
        "new_section_name",
        "SECTION_CREATE_TYPE_NAME",
        "SECTION_CREATE_SUCCESS",
    ),
    "TASK_DETAIL_SUBMIT_COMMENT": (
        "new_comment_text",
        "TASK_DETAIL_TYPE_COMMENT",
        "COMMENT_ADD_SUCCESS",
    ),
}


@pytest.mark.skipif(not FILE.is_file(), reason="the shared corpus is not beside this clone")
@pytest.mark.parametrize("reading", ["plain", "gated"])
def test_one_cause_for_each_terminal(reading: Reading) -> None:
    text = import_spec(FILE.read_text(encoding="utf-8"), str(FILE), reading).world_text
    made = compile_text(Source("asana.fsm", text))
    found = findings(explore(made.world), made.sources)
    assert {d.code for d in found} == {"FSM404"}
    assert {d.title.split("`")[1] for d in found} == set(CAUSES)
    for d in found:
        field, writer, terminal = CAUSES[d.title.split("`")[1]]
        assert d.label.startswith(f"`{field} != none` is false in every reachable state on page")
        assert d.notes[0] == (
            f"there `{field}` is always none; its only writer there, `{writer}`, writes none"
        )
        assert f"page `{terminal}` cannot be reached" in d.notes[1]
        assert f"goal `{terminal}` cannot be met" in d.notes[1]
