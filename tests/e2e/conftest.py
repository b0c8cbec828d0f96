"""The corner shop, the beginning of it, and its site."""

from __future__ import annotations

from pathlib import Path

import pytest

from fsmc.backends.site import BACKEND
from fsmc.compile import load
from fsmc.explore import explore
from fsmc.explore.graph import Graph
from fsmc.model.world import World

SHOP = Path(__file__).parents[2] / "worlds/corner_shop/corner_shop.fsm"


@pytest.fixture(scope="session")
def shop_world() -> World:
    return load(SHOP)


@pytest.fixture(scope="session")
def shop_graph(shop_world: World) -> Graph:
    return explore(shop_world)


@pytest.fixture(scope="session")
def near(shop_world: World) -> Graph:
    """The corner shop as far as a few steps of the agent lead."""
    return explore(shop_world, max_states=16, agent_only=True)


@pytest.fixture
def shop_site(shop_world: World, tmp_path: Path) -> Path:
    """A site of the corner shop that a test may spoil."""
    folder = tmp_path / "site"
    for name, data in BACKEND.build(shop_world, BACKEND.options()).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder
