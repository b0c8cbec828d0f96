"""`fsmc serve` in a real Chromium: reloads on change, shows errors over the page, and goes on."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright import sync_api as playwright

from fsmc.backends.replay.chromium import require_chromium

SHOP = Path(__file__).parents[2] / "worlds" / "corner_shop"


@pytest.fixture
def world(tmp_path: Path) -> Path:
    shutil.copytree(SHOP, tmp_path / "shop")
    return (tmp_path / "shop" / "corner_shop.fsm").rename(tmp_path / "shop" / "shop.fsm")


@pytest.fixture
def address(world: Path) -> Iterator[str]:
    command = [sys.executable, "-m", "fsmc.cli.main", "serve", str(world.parent), "--port", "0"]
    server = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1", "NO_COLOR": "1", "COLUMNS": "200"},
    )  # fmt: skip
    assert server.stdout is not None
    line = server.stdout.readline()
    found = re.search(r"http://127\.0\.0\.1:\d+/", line)
    assert found, line
    yield found[0]
    server.send_signal(signal.SIGINT)
    out, err = server.communicate(timeout=10)
    assert server.returncode == 0
    assert "built anew" in out
    assert "Traceback" not in err


def test_edit_and_watch(world: Path, address: str) -> None:
    text = world.read_text()
    with playwright.sync_playwright() as api:
        browser = api.chromium.launch(executable_path=str(require_chromium()))
        page = browser.new_page()
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(address)
        alert = page.get_by_role("alert")
        page.get_by_role("button", name="Accept").wait_for()
        assert not alert.is_visible()

        world.write_text(text.replace('"Accept"', '"Fine"'))
        page.get_by_role("button", name="Fine").wait_for()

        world.write_text(text.replace("order == draft", "order == drft", 1))
        alert.wait_for()
        assert "drft" in alert.inner_text()
        assert page.get_by_role("button", name="Fine").count() == 1

        world.write_text(text)
        page.get_by_role("button", name="Accept").wait_for()
        assert not alert.is_visible()
        assert problems == []
        browser.close()
