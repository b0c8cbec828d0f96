"""Pages fit their window, read well, are easy to hit, and do not depend on history."""

from __future__ import annotations

import random
from typing import Any

import pytest
from site_hands import WORLDS, Built, Site, first_of_each_page, opened

from fsmc.kernel.step import Enabled, statuses, step

SMALL = """() => [...document.querySelectorAll("a[href], button, input, textarea, [data-part]")]
  .filter((el) => !el.closest("[data-fx], [inert]")).map((el) => [el, el.getBoundingClientRect()])
  .filter(([el, box]) => box.width < 32 || box.height < 32)
  .map(([el, box]) => `${el.id} ${box.width} ${box.height}`)"""
PALE = """() => {
  const parse = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = (el) => {
    for (; el; el = el.parentElement) {
      const style = getComputedStyle(el), colour = parse(style.backgroundColor);
      if (style.backgroundImage !== "none" && !el.matches("input")) return null;
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const found = [];
  for (const el of document.querySelectorAll("#stage *, #dialogs *")) {
    const text = [...el.childNodes].some((n) => n.nodeType === 3 && n.data.trim() !== "");
    if (!text || el.disabled || el.closest("[aria-disabled], template")) continue;
    const behind = ground(el);
    if (behind === null) continue;
    const [a, b] = [light(parse(getComputedStyle(el).color)), light(behind)].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) found.push(`${el.className} ${el.textContent.trim()}`);
  }
  return found;
}"""


@pytest.mark.parametrize("name", WORLDS)
@pytest.mark.parametrize("width", [1280, 390])
def test_pages_fit_read_well_and_are_easy_to_hit(
    browser: Any, built: Built, name: str, width: int
) -> None:
    site = opened(browser, built, name, viewport={"width": width, "height": 720})
    for state in first_of_each_page(site.world):
        site.restore(state)
        assert site.call("document.documentElement.scrollWidth") <= width
        assert site.call(SMALL) == []
        assert site.call(PALE) == []
        assert site.call("[...document.images].every((i) => i.complete && i.naturalWidth > 0)")
    site.page.context.close()
    assert site.problems == []


def test_ids_are_unique_on_every_page(widgets: Site) -> None:
    for state in first_of_each_page(widgets.world):
        widgets.restore(state)
        ids = widgets.call("[...document.querySelectorAll('[id]')].map((el) => el.id)")
        assert len(ids) == len(set(ids))


def test_a_used_page_looks_like_a_new_one(browser: Any, built: Built) -> None:
    used, new = opened(browser, built, "widgets"), opened(browser, built, "widgets")
    chance = random.Random(3)
    state = used.world.initial
    for _ in range(40):
        found = statuses(used.world, state, agent_only=True)
        choices = [(t, a) for t, a, s in found if isinstance(s, Enabled)]
        transition, args = chance.choice(choices)
        used.call("([i, a]) => fsmc.step(i, a)", [transition.index, args])
        state = step(used.world, transition, args, state)
        used.call("fsmc.canon()")
        assert used.read()["state"] == state
        new.page.goto((new.folder / "index.html").as_uri())
        assert used.call("fsmc.lines()") == new.lines(state), transition.label
    for site in (used, new):
        site.page.context.close()
        assert site.problems == []
