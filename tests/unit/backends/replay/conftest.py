"""The corner shop, explored."""

from __future__ import annotations

from pathlib import Path

import pytest

from fsmc.compile import load
from fsmc.explore import explore
from fsmc.explore.graph import Graph

SHOP = Path(__file__).parents[4] / "worlds/corner_shop/corner_shop.fsm"


@pytest.fixture(scope="session")
def graph() -> Graph:
    return explore(load(SHOP))
