"""Six faults are put into a built site, one at a time; each is caught and named for what it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from fsmc.backends.replay import Check, ReplayOptions, ReplayResult, replay
from fsmc.explore.graph import Graph

OPTIONS = ReplayOptions("sample", edges=60, refusals=8, trajectories=0)
WORLD = """
(() => {
  const W = window.FSMC_WORLD, named = (label) => W.transitions.find((t) => t.label === label);
  const index = (label) => W.transitions.indexOf(named(label));
  %s
})();
"""


def add_to_world(site: Path, code: str) -> None:
    """Changes the tables of the world before the runtime reads them."""
    path = site / "world.js"
    path.write_text(path.read_text() + WORLD % code)


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert text.count(old) == 1, old
    path.write_text(text.replace(old, new))


def wrong_guard(site: Path) -> None:
    """What is sold out can be added."""
    add_to_world(
        site, 'named("add").guards.find((g) => String(g[1]).includes("Sold out"))[0] = () => true;'
    )


def miswired_button(site: Path) -> None:
    """The button that adds leads back."""
    add_to_world(
        site,
        """for (const v of W.vertices) for (const final of v.finals) {
          if (final[0] === index("add")) final[0] = index("back");
        }""",
    )


def transparent_overlay(site: Path) -> None:
    """Something that cannot be seen lies over the button that adds."""
    veil = '<div id="veil" style="position:fixed;inset:80px 0 0 0;z-index:99"></div></body>'
    change(site / "index.html", "</body>", veil)


def hidden_counter(site: Path) -> None:
    """After twenty clicks a link is called otherwise."""
    code = """
    let clicks = 0;
    addEventListener("click", () => {
      if (++clicks === 20) document.querySelector("nav a:last-child").textContent = "Cart (!)";
    });"""
    path = site / "runtime.js"
    path.write_text(path.read_text() + code)


def heading_not_repainted(site: Path) -> None:
    """The sum in the heading is painted when the page is put up, and not when it changes."""
    runtime = site / "runtime.js"
    stale, fresh = "\n  window.fresh = false;", "\n  window.fresh = true;"
    for start, more in (
        ("function restore(state) {", fresh),
        ("function attempt(index, args, at = null) {", stale),
    ):
        change(runtime, start, start + more)
    text = runtime.read_text()
    at = text.index("update() {", text.index("class Texts")) + len("update() {")
    skip = """
    const stands = this.el.localName === "h1" && this.el.textContent !== "";
    if (stands && !window.fresh) return;"""
    runtime.write_text(text[:at] + skip + text[at:])


def extra_side_effect(site: Path) -> None:
    """Adding also chooses a delivery."""
    add_to_world(site, 'named("add").writes.push([3, () => 1]);')


FAULTS = {
    wrong_guard: ("refusals", Check.WRONG, {"add"}, "“Sold out”"),
    miswired_button: ("edges", Check.WRONG, {"add"}, "`back()` in place of `add()`"),
    transparent_overlay: ("edges", Check.COVERED, {"add", "open", "query"}, "covered by div#veil"),
    hidden_counter: ("edges", Check.PAGE, set(), "Cart (!)"),
    heading_not_repainted: ("edges", Check.PAGE, {"remove", "restore"}, "Your cart, €"),
    extra_side_effect: ("edges", Check.STATE, {"add"}, "delivery"),
}


def test_a_site_without_a_fault_conforms(
    shop_graph: Graph, shop_site: Path, tmp_path: Path
) -> None:
    result = replay(shop_graph, shop_site, tmp_path / "out", OPTIONS)
    assert result.problems == ()
    assert result.conforms
    assert (result.faults, result.outside) == ((), ())
    assert result.edges.total == shop_graph.edges
    assert result.edges.checked == 60
    assert result.refusals.checked == 8


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_each_fault_is_caught_and_named(
    fault: object, shop_graph: Graph, shop_site: Path, tmp_path: Path
) -> None:
    fault(shop_site)  # type: ignore[operator]
    part, check, labels, words = FAULTS[fault]  # type: ignore[index]
    result = replay(shop_graph, shop_site, tmp_path / "out", OPTIONS)
    assert result.faults == (), "a fault of the site is none of the environment"
    found = [p for p in result.problems if p.part == part and p.check is check]
    assert found
    assert labels <= labels_of(shop_graph, result, check)
    assert any(words in told(problem) for problem in found), [told(p) for p in found[:3]]
    assert all(p.after is not None for p in found)
    if labels and check is not Check.COVERED:  # and nothing else is blamed
        assert labels == labels_of(shop_graph, result, check)


def labels_of(graph: Graph, result: ReplayResult, check: Check) -> set[str]:
    transitions = graph.world.transitions
    return {
        transitions[p.transition].label
        for p in result.problems
        if p.check is check and p.transition is not None
    }


def told(problem: object) -> str:
    return str(problem)
