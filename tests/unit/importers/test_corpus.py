"""Imported worlds, explored, are exactly what the origin's search makes of the files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from corpora import Case, shared_cases, small_cases

from fsmc.cli.main import main
from fsmc.importers.autowebworld import import_spec
from fsmc.importers.base import Reading

READINGS: tuple[Reading, ...] = ("plain", "gated")


def expectation(found: dict[str, Any]) -> dict[str, Any]:
    """What `fsmc explore --json` prints, in the shape of our expectations."""
    goals = {
        goal["goal"]: None
        if goal["shortest"] is None
        else {"shortest": goal["shortest"], "paths": goal["plans"]}
        for goal in found["goals"]
    }
    return {
        "states": found["states"],
        "transitions": found["transitions"],
        "levels": found["levels"],
        "terminals": goals,
        "unreached_pages": sorted(found["unreached_pages"]),
        "never_fired": sorted(found["never_fired"]),
    }


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("case", [*small_cases(), *shared_cases()], ids=lambda case: case.name)
def test_states_edges_and_paths(
    case: Case, reading: Reading, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / f"{case.name}.fsm"
    file.write_text(import_spec(case.text(), str(case.file), reading).world_text, encoding="utf-8")
    assert main(["explore", str(file), "--json"]) == 0
    assert expectation(json.loads(capsys.readouterr().out)) == case.expected[reading]
