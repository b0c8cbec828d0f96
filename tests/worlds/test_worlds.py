"""Every world is what its `expect.json` says: counts, goals, and nothing wrong with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fsmc.compile import Compiled, compile_file
from fsmc.diagnostics import Severity
from fsmc.explore import explore
from fsmc.explore.findings import findings
from fsmc.explore.graph import Graph
from fsmc.explore.summary import summary

WORLDS = Path(__file__).parents[2] / "worlds"
NAMES = sorted(p.name for p in WORLDS.iterdir() if (p / f"{p.name}.fsm").is_file())
MOST_EDGES = 10_000


def expectation(graph: Graph) -> dict[str, Any]:
    """What `expect.json` holds for a world."""
    found = summary(graph)
    alone = explore(graph.world, agent_only=True)
    found["agent_only"] = {
        "states": len(alone.states),
        "transitions": alone.edges,
        "levels": alone.levels,
    }
    return {key: value for key, value in found.items() if key != "digest"}


def explored(name: str) -> tuple[Compiled, Graph]:
    compiled = compile_file(WORLDS / name / f"{name}.fsm")
    return compiled, explore(compiled.world)


def test_the_four_worlds_are_there() -> None:
    assert {"corner_shop", "shop", "mail", "flights"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_it_is_as_expected(name: str) -> None:
    _, graph = explored(name)
    expected = json.loads((WORLDS / name / "expect.json").read_text(encoding="utf-8"))
    assert expectation(graph) == expected
    assert graph.edges <= MOST_EDGES


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_wrong_with_it(name: str) -> None:
    compiled, graph = explored(name)
    found = (*compiled.diagnostics, *findings(graph, compiled.sources))
    assert [d.title for d in found if d.severity is Severity.ERROR] == []


@pytest.mark.parametrize("name", NAMES)
def test_it_asks_something(name: str) -> None:
    compiled, _ = explored(name)
    assert len(compiled.world.goals) >= 2
    assert compiled.world.scenarios


def write_expectations() -> None:
    """Writes every `expect.json` anew: `python tests/worlds/test_worlds.py`."""
    for name in NAMES:
        text = json.dumps(expectation(explored(name)[1]), ensure_ascii=False, indent=2)
        (WORLDS / name / "expect.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_expectations()
