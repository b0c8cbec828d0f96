"""Which Chromium is taken, and what is said when there is none."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from fsmc.backends.replay import chromium
from fsmc.diagnostics import Failure


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine without any browser; Playwright keeps its own in the folder given."""
    monkeypatch.delenv(chromium.ENVIRONMENT, raising=False)
    monkeypatch.setattr(chromium, "_KNOWN_PLACES", ("no-such-browser",) * 4)
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))
    return tmp_path


def program(path: Path) -> Path:
    path.parent.mkdir(parents=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_the_one_asked_for_is_taken(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(chromium.ENVIRONMENT, sys.executable)
    assert chromium.find_chromium() == Path(sys.executable)


def test_no_other_is_taken_for_the_one_asked_for(
    bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(chromium.ENVIRONMENT, str(bare / "gone"))
    with pytest.raises(Failure, match="FSM511"):
        chromium.find_chromium()


def test_playwrights_newest_headless_shell(bare: Path) -> None:
    program(bare / "chromium-1300" / "chrome-linux" / "chrome")
    program(bare / "chromium_headless_shell-999" / "chrome-linux" / "headless_shell")
    newest = program(bare / "chromium_headless_shell-1200" / "chrome-linux" / "headless_shell")
    assert chromium.find_chromium() == newest


def test_none_says_how_to_get_one(bare: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert chromium.find_chromium() is None
    with pytest.raises(Failure) as caught:
        chromium.require_chromium()
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "FSM511"
    assert "install chromium-headless-shell" in diagnostic.help
    assert chromium.main([]) == 1
    assert "error[FSM511]" in capsys.readouterr().err


def test_a_failing_installer_is_quoted(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = "import sys; sys.exit('no way to the outside')"
    monkeypatch.setattr(chromium, "_install_commands", lambda: [(sys.executable, "-c", words)])
    with pytest.raises(Failure) as caught:
        chromium.install_chromium()
    assert caught.value.diagnostics[0].notes == ("installer: no way to the outside",)
