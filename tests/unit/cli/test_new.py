"""`fsmc new`: the world it writes is whole, and nothing is ever written over."""

from __future__ import annotations

from pathlib import Path

import pytest

from fsmc.cli.main import main
from fsmc.compile import compile_file


def test_the_new_world_compiles_without_a_word(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", str(tmp_path / "my_world")]) == 0
    file = tmp_path / "my_world" / "my_world.fsm"
    assert f"A new world: {file}" in capsys.readouterr().out
    compiled = compile_file(file)
    assert compiled.diagnostics == ()
    assert compiled.world.name == "my_world"
    assert len(compiled.world.pages) == 2
    assert [g.name for g in compiled.world.goals] == ["lunch"]
    assert [t.actor for t in compiled.world.transitions].count("env") == 1
    assert (tmp_path / "my_world" / "dishes.csv").is_file()


def test_checking_the_new_world_finds_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", str(tmp_path / "tried")]) == 0
    assert main(["check", str(tmp_path / "tried" / "tried.fsm"), "--json"]) == 0
    assert capsys.readouterr().out.endswith("\n[]\n")
    assert main(["fmt", "--check", str(tmp_path / "tried" / "tried.fsm")]) == 0


def test_nothing_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "mine" / "notes.txt"
    kept.parent.mkdir()
    kept.write_text("mine")
    assert main(["new", str(kept.parent)]) == 1
    assert "FSM522" in capsys.readouterr().err
    assert [p.name for p in kept.parent.iterdir()] == ["notes.txt"]
    assert main(["new", str(kept.parent / "notes")]) == 0
    assert main(["new", str(tmp_path / "mine" / "notes")]) == 1


def test_an_empty_folder_is_used(tmp_path: Path) -> None:
    (tmp_path / "blank").mkdir()
    assert main(["new", str(tmp_path / "blank")]) == 0
    assert (tmp_path / "blank" / "blank.fsm").is_file()


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("My-World", "`my_world` would do"),
        ("state", "`state_world` would do"),
        ("9", "starts with"),
    ],
)
def test_bad_names_are_usage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, hint: str
) -> None:
    assert main(["new", str(tmp_path / name)]) == 2
    assert hint in " ".join(capsys.readouterr().err.replace("│", "").split())
    assert list(tmp_path.iterdir()) == []
