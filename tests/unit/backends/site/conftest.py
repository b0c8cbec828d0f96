"""Compiles small worlds, and the corner shop, for the tests of the site."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from fsmc.compile import compile_text, load
from fsmc.diagnostics import Source
from fsmc.model.world import World

ROOT = Path(__file__).parents[4]


@pytest.fixture
def compiled() -> Callable[[str], World]:
    """A world from the text of its body: `start home` and a header come before it."""

    def make(body: str) -> World:
        return compile_text(Source("w.fsm", f'world w "A World"\nstart home\n{body}\n')).world

    return make


@pytest.fixture(scope="session")
def shop() -> World:
    return load(ROOT / "worlds/corner_shop/corner_shop.fsm")


@pytest.fixture(scope="session")
def widgets() -> World:
    return load(ROOT / "tests/e2e/site/widgets.fsm")
