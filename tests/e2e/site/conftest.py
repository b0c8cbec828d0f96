"""Builds the worlds of this folder once, and opens them in Chromium."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright import sync_api as playwright

sys.path.insert(0, str(Path(__file__).parent))

from site_hands import WORLDS, Built, Site, opened

from fsmc.backends.replay.chromium import require_chromium
from fsmc.backends.site import BACKEND
from fsmc.compile import load


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as api:
        found = api.chromium.launch(
            executable_path=str(require_chromium()),
            args=["--disable-partial-raster", "--hide-scrollbars"],
        )
        yield found
        found.close()


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    found = {}
    for name, path in WORLDS.items():
        world, folder = load(path), tmp_path_factory.mktemp(name)
        for file, data in BACKEND.build(world, BACKEND.options()).items():
            (folder / file).parent.mkdir(exist_ok=True)
            (folder / file).write_bytes(data)
        found[name] = (world, folder)
    return found


@pytest.fixture
def shop(browser: Any, built: Built) -> Iterator[Site]:
    site = opened(browser, built, "shop")
    yield site
    site.page.context.close()
    assert site.problems == []


@pytest.fixture
def widgets(browser: Any, built: Built) -> Iterator[Site]:
    site = opened(browser, built, "widgets")
    yield site
    site.page.context.close()
    assert site.problems == []
