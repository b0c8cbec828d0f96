"""`fsmc check --fix`: offered edits are made until none is left, in included files too."""

from __future__ import annotations

from pathlib import Path

import pytest

from fsmc.cli.main import main
from fsmc.cli.mend import mend


def test_edits_of_one_phase_bring_on_those_of_the_next(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "more.fsm").write_text("let twice = delivry + delivery\n")
    file = tmp_path / "w.fsm"
    file.write_text(
        """world w "W"
start confirm
include "more.fsm"
state { delivery: 0..2 = 0 }
page confirm "Ready?" { show "N {twice}" }
"""
    )
    assert main(["check", "--fix", str(file)]) == 0
    assert "3 edits made" in capsys.readouterr().err
    assert "page `confirm`" in file.read_text()
    assert (tmp_path / "more.fsm").read_text() == "let twice = delivery + delivery\n"
    assert mend(file) == 0


def test_what_has_no_fix_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "w.fsm"
    file.write_text("world w\n")
    assert mend(file) == 0
    assert file.read_text() == "world w\n"
