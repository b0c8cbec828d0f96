"""Every world that ships, and every import, behaves in Chromium as its model says.

A sample in the usual suite; everything under `make test-all`.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from fsmc.backends.replay import ReplayOptions, ReplayResult, replay
from fsmc.backends.site import BACKEND
from fsmc.compile import load
from fsmc.explore import explore
from fsmc.importers.autowebworld import import_spec
from fsmc.importers.base import Reading

ROOT = Path(__file__).parents[2]
SHARED = Path(os.environ.get("FSMC_CORPUS", ROOT.parent / "shared" / "corpus" / "autowebworld"))
WORLDS = sorted(p / f"{p.name}.fsm" for p in (ROOT / "worlds").iterdir() if p.is_dir())
WORLDS = [file for file in WORLDS if file.is_file()]
OWN_SPECS = sorted((ROOT / "tests" / "corpus").glob("*.fsm.json"))
SHARED_SPECS = sorted(SHARED.glob("*.fsm.json"))
READINGS: tuple[Reading, ...] = ("plain", "gated")
SAMPLE = ReplayOptions(selection="sample", edges=60, refusals=30, trajectories=1)
FULL = ReplayOptions()


def replayed(world: Path, out: Path, options: ReplayOptions) -> ReplayResult:
    graph = explore(load(world))
    site = out / "site"
    for name, data in BACKEND.build(graph.world, BACKEND.options()).items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_bytes(data)
    result = replay(graph, site, out, options)
    assert result.problems == ()
    assert result.conforms
    assert result.edges.checked >= min(graph.edges, 60)
    if options.selection == "full":
        assert result.faults == ()
        assert result.edges.checked == result.edges.total == graph.edges
        assert result.refusals.checked == result.refusals.total
    return result


def imported(spec: Path, reading: Reading, folder: Path) -> Path:
    file = folder / f"{spec.name.partition('.')[0]}_{reading}.fsm"
    text = spec.read_text(encoding="utf-8")
    file.write_text(import_spec(text, str(spec), reading).world_text, encoding="utf-8")
    return file


def name_of(path: Path) -> str:
    return path.name.partition(".")[0]


@pytest.mark.parametrize("world", WORLDS, ids=name_of)
def test_a_sample_of_each_world(world: Path, tmp_path: Path) -> None:
    replayed(world, tmp_path, SAMPLE)


@pytest.mark.parametrize("spec", SHARED_SPECS or OWN_SPECS[:4], ids=name_of)
def test_a_sample_of_each_import(spec: Path, tmp_path: Path) -> None:
    replayed(imported(spec, "gated", tmp_path), tmp_path, SAMPLE)


@pytest.mark.slow
@pytest.mark.parametrize("world", WORLDS, ids=name_of)
def test_everything_in_each_world(world: Path, tmp_path: Path) -> None:
    replayed(world, tmp_path, FULL)


@pytest.mark.slow
@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("spec", [*SHARED_SPECS, *OWN_SPECS], ids=name_of)
def test_everything_in_each_import(spec: Path, reading: Reading, tmp_path: Path) -> None:
    replayed(imported(spec, reading, tmp_path), tmp_path, FULL)
