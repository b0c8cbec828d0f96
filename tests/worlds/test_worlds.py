"""Every world is what its `expect.json` says: counts, goals, and nothing wrong with it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from fsmc.compile import Compiled, compile_file
from fsmc.diagnostics import Severity
from fsmc.explore import explore
from fsmc.explore.findings import findings
from fsmc.explore.graph import Graph
from fsmc.explore.summary import summary
from fsmc.model.world import Element, Field, ListView, Section
from fsmc.syntax.format import format_text
from fsmc.syntax.source import read_source

WORLDS = Path(__file__).parents[2] / "worlds"
NAMES = sorted(p.name for p in WORLDS.iterdir() if (p / f"{p.name}.fsm").is_file())
VERBATIM = "corner_shop"  # word for word the block on the page that defines the language
LARGER = [name for name in NAMES if name != VERBATIM]
MOST_EDGES = 10_000
WIDGETS = {
    "textbox",
    "searchbox",
    "textarea",
    "combobox",
    "radiogroup",
    "checkbox",
    "switch",
    "slider",
    "stepper",
    "datepicker",
}


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


@cache
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


@pytest.mark.parametrize("name", LARGER)
def test_it_is_a_site_to_get_lost_in(name: str) -> None:
    compiled, graph = explored(name)
    world = compiled.world
    assert len(world.pages) >= 6
    assert 500 <= len(graph.states) <= 4_000
    assert any(t.actor != "agent" for t in world.transitions)
    found = summary(graph)
    assert found["never_fired"] == found["unreached_pages"] == found["soft_locks"] == []
    bindings = Counter(goal["goal"] for goal in found["goals"])
    assert sum(count > 1 for count in bindings.values()) >= 2
    lengths = [goal["shortest"] for goal in found["goals"]]
    assert None not in lengths
    assert sum(4 <= length <= 14 for length in lengths) >= 4


@pytest.mark.parametrize("name", LARGER)
def test_its_scenarios_try_what_is_refused_and_what_is_not_there(name: str) -> None:
    scenarios = explored(name)[0].world.scenarios
    assert {play.kind for s in scenarios for play in s.plays} == {"take", "refused", "absent"}


@pytest.mark.parametrize("name", LARGER)
def test_it_is_laid_out_as_fmt_does(name: str) -> None:
    source = read_source(WORLDS / name / f"{name}.fsm")
    assert format_text(source) == source.text


def test_every_kind_of_widget_is_used_somewhere() -> None:
    worlds = [explored(name)[0].world for name in NAMES]
    used = {
        field.widget
        for world in worlds
        for place in (*world.pages, *world.dialogs)
        for field in fields(place.elements)
    }
    assert used == WIDGETS


def fields(elements: Iterable[Element]) -> Iterator[Field]:
    """All fields among elements and in their lists and sections."""
    for element in elements:
        if isinstance(element, Field):
            yield element
        elif isinstance(element, ListView | Section):
            yield from fields(element.elements)


def write_expectations() -> None:
    """Writes every `expect.json` anew: `python tests/worlds/test_worlds.py`."""
    for name in NAMES:
        text = json.dumps(expectation(explored(name)[1]), ensure_ascii=False, indent=2)
        (WORLDS / name / "expect.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_expectations()
