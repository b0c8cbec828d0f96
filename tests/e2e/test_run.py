"""`fsmc run` end to end on the starter world: files, counts, resumption, the same bytes, faults."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from fsmc.cli.main import main
from fsmc.compile import load
from fsmc.kernel.describe import args_from_json, state_json
from fsmc.kernel.goal import judge
from fsmc.kernel.trajectory import Taken, Trajectory, digest, replay
from fsmc.model.domains import from_json


@pytest.fixture(scope="module")
def lunch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("worlds") / "lunch_world"
    assert main(["new", str(folder)]) == 0
    return folder


def fsmc(*arguments: str, seed: str = "0") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "fsmc.cli.main", *arguments],
        capture_output=True, text=True, check=False, timeout=300,
        env={**os.environ, "PYTHONHASHSEED": seed, "NO_COLOR": "1", "COLUMNS": "200"},
    )  # fmt: skip


@pytest.fixture(scope="module")
def out(lunch: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A full run."""
    folder = tmp_path_factory.mktemp("runs") / "lunch"
    done = fsmc("run", str(lunch), "-o", str(folder), "--workers", "2")
    assert done.returncode == 0, done.stderr
    assert "Every step does what the model says" in done.stdout
    assert f"The report: {folder / 'report.html'}" in done.stdout
    assert "✓ explored" in done.stderr
    return folder


def digests(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_the_folder_has_everything(out: Path) -> None:
    assert sorted(p.name for p in out.iterdir()) == [
        "graph.json", "images", "replay.jsonl", "report.html", "run.json", "site",
        "trajectories.jsonl",
    ]  # fmt: skip
    run = json.loads((out / "run.json").read_text())
    assert run["verdict"] == "good"
    counts = run["counts"]
    assert counts["states"] == {"total": 26, "checked": 26, "failed": 0}
    assert counts["edges"] == {"total": 81, "checked": 81, "failed": 0}
    assert counts["refusals"]["total"] == counts["refusals"]["checked"] > 0
    assert (run["failures"], run["outside"]) == (0, [])


def test_the_graph_is_written_whole(out: Path) -> None:
    graph = json.loads((out / "graph.json").read_text())
    assert (len(graph["states"]), len(graph["edges"])) == (26, 81)
    assert graph["summary"]["states"] == 26
    names = graph["variables"]
    assert all(len(state) == len(names) for state in graph["states"])
    assert {edge[2] for edge in graph["edges"]} <= set(range(len(graph["transitions"])))


def test_trajectories_are_complete_for_programs(out: Path) -> None:
    told = lines(out / "trajectories.jsonl")
    assert [t["task"]["text"] for t in told] == [
        "Order the Tomato soup, and nothing else.",
        "Order the Chickpea curry, and nothing else.",
    ]
    steps = told[0]["steps"]
    assert [s["action"] for s in steps] == ["add", "to_order", "send"]
    assert steps[0]["args"] == {"d": "soup"}
    assert steps[0]["says"] == "Tomato soup is on your tray"
    assert steps[1]["state"]["tray"] == ["soup"]
    assert told[0]["final"]["state"]["stage"] == "ordered"
    assert all(t["played"] for t in told)
    for trajectory in told:
        for step in (*trajectory["steps"], trajectory["final"]):
            assert (out / step["image"]).is_file()
        for step in trajectory["steps"]:
            (gesture,) = step["gui"]
            (x, y), (left, top, width, height) = gesture["point"], gesture["box"]
            assert left <= x <= left + width
            assert top <= y <= top + height
            assert gesture["selector"]
            assert gesture["verb"] == "click"


def test_the_kernel_accepts_every_trajectory(out: Path, lunch: Path) -> None:
    world = load(lunch / "lunch_world.fsm")
    by_name = {t.name: t for t in world.transitions}
    for told in lines(out / "trajectories.jsonl"):
        goal = next(g for g in world.goals if g.name == told["task"]["goal"])
        args = tuple(from_json(p.domain, told["task"]["bindings"][p.name]) for p in goal.params)
        steps = tuple(
            (by_name[s["action"]], args_from_json(by_name[s["action"]], s["args"]))
            for s in told["steps"]
        )
        assert judge(world, goal, args, steps).accepted
        taken = tuple(Taken(transition, values) for transition, values in steps)
        trajectory = Trajectory(world, world.initial, taken)
        assert digest(trajectory) == told["id"]
        assert [state_json(world, s) for s in replay(trajectory)] == [
            *(s["state"] for s in told["steps"]), told["final"]["state"],
        ]  # fmt: skip


def test_the_report_shows_the_trajectories(out: Path) -> None:
    html = (out / "report.html").read_text()
    assert html.count('class="card strip"') >= 2
    assert "data:image/webp" in html
    assert 'id="failures"' not in html


def test_the_same_run_gives_the_same_bytes(out: Path, lunch: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    assert fsmc("run", str(lunch), "-o", str(again), "--workers", "1", seed="7").returncode == 0
    assert digests(again) == digests(out)


def test_a_run_that_was_cut_short_goes_on(out: Path, lunch: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut"
    assert fsmc("run", str(lunch), "-o", str(cut), "--workers", "2").returncode == 0
    journal = (cut / "replay.jsonl").read_bytes()
    (cut / "replay.jsonl").write_bytes(journal[: len(journal) * 2 // 3])
    (cut / "report.html").unlink()
    (cut / "trajectories.jsonl").unlink()
    (cut / "site" / "app.css").unlink()
    assert fsmc("run", str(lunch), "-o", str(cut), "--workers", "2").returncode == 0
    assert digests(cut) == digests(out)


def test_a_sample_in_json(lunch: Path, tmp_path: Path) -> None:
    done = fsmc("run", str(lunch), "-o", str(tmp_path / "s"), "--sample", "5", "--json")
    assert done.returncode == 0
    run = json.loads(done.stdout)
    assert run["options"]["sample"] == 5
    assert 5 <= run["counts"]["edges"]["checked"] < 81
    assert run == json.loads((tmp_path / "s" / "run.json").read_text())


def test_a_cap_is_undetermined(lunch: Path, tmp_path: Path) -> None:
    done = fsmc("run", str(lunch), "-o", str(tmp_path / "c"), "--max-states", "8")
    assert done.returncode == 3
    assert "Good as far as it was explored" in done.stdout
    assert json.loads((tmp_path / "c" / "run.json").read_text())["verdict"] == "undetermined"


def test_a_world_with_an_error_is_wrong_though_its_site_is_right(
    lunch: Path, tmp_path: Path
) -> None:
    world = tmp_path / "bad.fsm"
    text = (lunch / "lunch_world.fsm").read_text()
    world.write_text(text.replace("stage == ordered implies tray != {}", "stage == choosing"))
    (tmp_path / "dishes.csv").write_bytes((lunch / "dishes.csv").read_bytes())
    done = fsmc("run", str(world), "-o", str(tmp_path / "b"), "--sample", "1")
    assert done.returncode == 1
    assert "FSM401" in done.stderr
    assert "The world has errors of its own" in done.stdout


def test_a_folder_with_other_files_is_left_alone(lunch: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    done = fsmc("run", str(lunch), "-o", str(tmp_path))
    assert done.returncode == 1
    assert "FSM524" in done.stderr
    assert [p.name for p in tmp_path.iterdir()] == ["mine.txt"]
