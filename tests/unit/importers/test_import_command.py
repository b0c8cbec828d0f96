"""`fsmc import`: three files, all or none of each, and errors in words."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from corpora import SMALL

from fsmc.cli.main import main

FILE = SMALL / "one_gesture.fsm.json"


def run(*arguments: object) -> int:
    return main(["import", "autowebworld", *map(str, arguments)])


def test_writes_world_and_reports(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(FILE, "-o", tmp_path, "--reading", "gated") == 0
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "import-report.json",
        "import-report.md",
        "one_gesture.fsm",
    ]
    assert "gated reading" in (tmp_path / "one_gesture.fsm").read_text()
    found = json.loads((tmp_path / "import-report.json").read_text())
    assert {d["code"] for d in found} == {"FSM544"}
    assert all(d["line"] for d in found)
    assert "2 warnings and 0 notes" in capsys.readouterr().out


def test_json_prints_the_diagnostics(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(FILE, "-o", tmp_path, "--json") == 0
    assert len(json.loads(capsys.readouterr().out)) == 2


def test_a_wrong_file_is_told_and_earlier_output_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(FILE, "-o", tmp_path) == 0
    before = (tmp_path / "one_gesture.fsm").read_bytes()
    wrong = tmp_path / "one_gesture.fsm.json"
    wrong.write_text(FILE.read_text().replace('"to": "DONE"', '"to": "DOEN"'))
    assert run(wrong, "-o", tmp_path) == 1
    assert "did you mean" in capsys.readouterr().err
    assert (tmp_path / "one_gesture.fsm").read_bytes() == before


@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00"])
def test_an_unreadable_file(
    content: bytes | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.json"
    if content is not None:
        file.write_bytes(content)
    assert run(file, "-o", tmp_path / "out") == 1
    assert "FSM558" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_file_in_the_way_of_the_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "out").write_text("in the way")
    assert run(FILE, "-o", tmp_path / "out") == 1
    assert "FSM521" in capsys.readouterr().err


def test_an_unknown_kind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", "autowebword", str(FILE), "-o", str(tmp_path)]) == 2
    assert "autowebworld" in capsys.readouterr().err


def test_a_world_changed_by_hand_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(FILE, "-o", tmp_path) == run(FILE, "-o", tmp_path) == 0
    world = tmp_path / "one_gesture.fsm"
    world.write_text("# mine\n")
    assert run(FILE, "-o", tmp_path) == 1
    assert "FSM522" in capsys.readouterr().err
    assert world.read_text() == "# mine\n"
    assert run(FILE, "-o", tmp_path, "--force") == 0
    assert world.read_text() != "# mine\n"


def test_the_example_of_the_manual_is_imported(tmp_path: Path) -> None:
    manual = Path(__file__).parents[3] / "docs" / "reference" / "cli.md"
    (example,) = re.findall(r"```json\n(\{\n \"meta\".*?)```", manual.read_text(), re.DOTALL)
    (tmp_path / "small.json").write_text(example)
    assert run(tmp_path / "small.json", "-o", tmp_path / "out") == 0
    assert main(["check", str(tmp_path / "out")]) == 0
