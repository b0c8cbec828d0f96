"""Imported worlds, explored, are exactly what the origin's search makes of the files."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from corpora import READINGS, Case, shared_cases, small_cases

from fsmc.importers.autowebworld import import_spec
from fsmc.importers.base import Reading

pytestmark = pytest.mark.skipif(
    find_spec("fsmc.compile") is None, reason="needs the compiler and the explorer"
)


def explored(case: Case, reading: Reading, folder: Path) -> dict[str, Any]:
    import fsmc

    file = folder / f"{case.name}.fsm"
    file.write_text(import_spec(case.text(), str(case.file), reading).world_text, encoding="utf-8")
    return result(fsmc.explore(fsmc.load(str(file))))


def result(graph: Any) -> dict[str, Any]:
    """The explorer's public object in the shape of our expectations."""
    found = graph.summary()
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
@pytest.mark.parametrize("case", small_cases(), ids=lambda case: case.name)
def test_our_specs(case: Case, reading: Reading, tmp_path: Path) -> None:
    assert explored(case, reading, tmp_path) == case.expected[reading]


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("case", shared_cases(), ids=lambda case: case.name)
def test_the_shared_specs(case: Case, reading: Reading, tmp_path: Path) -> None:
    assert explored(case, reading, tmp_path) == case.expected[reading]
