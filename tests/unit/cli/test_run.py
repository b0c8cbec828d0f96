"""`fsmc run` beside the browser: usage, what is missing, the folder, the choice of tasks."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from fsmc.cli.main import main
from fsmc.cli.pipeline import choose_tasks
from fsmc.cli.run_folder import RunFolder, graph_json
from fsmc.cli.worlds import world_file
from fsmc.compile import load
from fsmc.diagnostics import Failure
from fsmc.explore import explore
from fsmc.explore.goals import solve
from fsmc.explore.graph import Graph
from fsmc.explore.summary import summary

SHOP = Path(__file__).parents[3] / "worlds" / "corner_shop"


@pytest.fixture(scope="module")
def graph() -> Graph:
    return explore(load(SHOP / "corner_shop.fsm"))


def test_full_and_sample_exclude_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", str(SHOP), "-o", "nowhere", "--full", "--sample", "3"]) == 2
    assert "choose one of" in capsys.readouterr().err


@pytest.mark.parametrize("package", ["playwright.async_api", "PIL.Image"])
def test_without_the_packages_it_says_how_to_get_them(
    package: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    assert main(["run", str(SHOP), "-o", str(tmp_path / "out")]) == 1
    err = capsys.readouterr().err
    assert "FSM513" in err
    assert "pip install 'fsmc[web]'" in err
    assert not (tmp_path / "out").exists()


def test_without_a_browser_nothing_is_lost(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("FSMC_CHROMIUM", str(tmp_path / "no_browser"))
    assert main(["run", str(SHOP), "-o", str(tmp_path / "out")]) == 1
    err = capsys.readouterr().err
    assert "FSM511" in err
    assert "Traceback" not in err


def test_a_world_may_be_named_by_its_folder() -> None:
    assert world_file(SHOP) == SHOP / "corner_shop.fsm"
    assert world_file(SHOP / "corner_shop.fsm") == SHOP / "corner_shop.fsm"


def test_a_folder_with_one_world_is_that_world(tmp_path: Path) -> None:
    with pytest.raises(Failure, match="FSM501"):
        world_file(tmp_path)
    (tmp_path / "one.fsm").touch()
    assert world_file(tmp_path) == tmp_path / "one.fsm"
    (tmp_path / "two.fsm").touch()
    with pytest.raises(Failure, match="FSM501"):
        world_file(tmp_path)


def test_tasks_are_chosen_by_seed(graph: Graph) -> None:
    results = solve(graph)
    names = [r.goal.name for r in choose_tasks(results, 2, 0)]
    assert names == ["buy", "buy", "price", "price"]
    assert choose_tasks(results, 9, 0) == results
    assert choose_tasks(results, 0, 0) == ()
    assert choose_tasks(results, 2, 5) == choose_tasks(results, 2, 5)
    chosen = {tuple(r.args for r in choose_tasks(results, 2, seed)) for seed in range(20)}
    assert len(chosen) > 1


def test_the_graph_as_json(graph: Graph) -> None:
    data = json.loads(graph_json(graph, summary(graph)))
    assert len(data["states"]) == 939
    assert data["edges"][0] == [0, 1, 5, []]
    assert data["summary"]["transitions"] == 5653


def test_a_huge_graph_is_told_by_its_summary(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fsmc.cli.run_folder.MOST_EDGES", 5652)
    assert "states" not in json.loads(graph_json(graph, {}))


def test_the_folder_is_ours_or_new(graph: Graph, tmp_path: Path) -> None:
    folder = RunFolder(tmp_path / "out")
    folder.begin(graph.world)
    folder.begin(graph.world)
    folder.write_site(graph.world, {"index.html": b"a", "pictures/x.svg": b"x"})
    folder.write_site(graph.world, {"index.html": b"b"})
    assert [p.name for p in sorted(folder.site.rglob("*")) if p.is_file()] == ["index.html"]
    assert (folder.site / "index.html").read_bytes() == b"b"
    (tmp_path / "file").write_text("")
    with pytest.raises(Failure, match="FSM524"):
        RunFolder(tmp_path / "file").begin(graph.world)
    with pytest.raises(Failure, match="FSM524"):
        RunFolder(tmp_path).begin(graph.world)


@pytest.mark.parametrize(
    "marker",
    [
        '{"mine": 1}', "q", "[]",
        '{"world": "w", "digest": "d", "verdict": "good", "site": ["../../precious"]}',
        '{"world": "w", "digest": "d", "verdict": "good", "site": ["/etc/precious"]}',
        '{"world": "w", "digest": "d", "verdict": "good", "site": 3}',
    ],
)  # fmt: skip
def test_a_folder_with_a_run_json_of_somebody_else_is_kept(
    marker: str, graph: Graph, tmp_path: Path
) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "about.html").write_text("mine")
    (tmp_path / "run.json").write_text(marker)
    with pytest.raises(Failure, match="FSM524"):
        RunFolder(tmp_path).begin(graph.world)
    assert (tmp_path / "run.json").read_text() == marker
    assert (tmp_path / "site" / "about.html").read_text() == "mine"


def test_only_what_a_run_wrote_is_removed(graph: Graph, tmp_path: Path) -> None:
    first = RunFolder(tmp_path)
    first.begin(graph.world)
    first.write_site(graph.world, {"index.html": b"a", "old.css": b"x"})
    (first.site / "mine.html").write_text("mine")
    second = RunFolder(tmp_path)
    second.begin(graph.world)
    second.write_site(graph.world, {"index.html": b"b"})
    assert sorted(p.name for p in first.site.iterdir()) == ["index.html", "mine.html"]
