"""`fsmc fmt`: files are laid out anew or left as they are, and the exit code says which."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from fsmc.cli.main import main

WRITTEN = 'world w   "W"\nstart p\npage p "P" {show 1}  # here\n'
LAID_OUT = 'world w "W"\nstart p\npage p "P" { show 1 }  # here\n'
BROKEN = 'world w "W"\npge p "P" { }\n'


@pytest.fixture
def world(tmp_path: Path) -> Path:
    file = tmp_path / "w.fsm"
    file.write_text(WRITTEN)
    return file


def test_a_file_is_laid_out_anew(world: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fmt", str(world)]) == 0
    assert world.read_text() == LAID_OUT
    assert capsys.readouterr().out == f"formatted {world}\n"
    assert main(["fmt", str(world)]) == 0
    assert capsys.readouterr().out == ""


def test_check_writes_nothing(world: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fmt", "--check", str(world)]) == 1
    assert world.read_text() == WRITTEN
    assert capsys.readouterr().out == f"{world} has another layout\n"
    world.write_text(LAID_OUT)
    assert main(["fmt", "--check", str(world)]) == 0


def test_a_broken_file_stays_and_the_others_are_done(
    world: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.fsm"
    broken.write_text(BROKEN)
    assert main(["fmt", str(broken), str(world)]) == 1
    assert broken.read_text() == BROKEN
    assert world.read_text() == LAID_OUT
    shown = capsys.readouterr()
    assert "error[FSM109]: `pge` is not a word of the language" in shown.err
    assert "broken.fsm:2:1" in shown.err


def test_what_cannot_be_read_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "latin.fsm").write_bytes(b'world w "\xe4"\n')
    (tmp_path / "world.fsm").write_text(LAID_OUT)
    assert main(["fmt", str(tmp_path / "latin.fsm"), str(tmp_path / "wrld.fsm")]) == 1
    told = capsys.readouterr().err
    assert "is not UTF-8 text: byte 9 cannot be read" in told
    assert f"did you mean `{tmp_path / 'world.fsm'}`?" in told
    assert main(["fmt", str(tmp_path)]) == 1
    assert "FSM501" in capsys.readouterr().err


@pytest.mark.parametrize("text", [WRITTEN, "\ufeff" + WRITTEN, WRITTEN.replace("\n", "\r\n")])
def test_standard_input_is_printed(
    text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text, newline=""))
    assert main(["fmt", "-"]) == 0
    assert capsys.readouterr().out == LAID_OUT


def test_broken_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(BROKEN))
    assert main(["fmt", "-", "--json"]) == 1
    (finding,) = json.loads(capsys.readouterr().out)
    assert finding["code"] == "FSM109"


def test_a_file_of_items(tmp_path: Path) -> None:
    part = tmp_path / "part.fsm"
    part.write_text("enum A{a,b}")
    assert main(["fmt", str(part)]) == 0
    assert part.read_text() == "enum A { a, b }\n"


def test_a_folder_stands_for_its_world(tmp_path: Path) -> None:
    file = tmp_path / "shop" / "shop.fsm"
    file.parent.mkdir()
    file.write_text(WRITTEN)
    assert main(["fmt", str(file.parent)]) == 0
    assert file.read_text() == LAID_OUT
