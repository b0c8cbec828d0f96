"""The report: self-contained, the same every time, safe with any text, and it never flatters."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from fsmc.backends.report import build
from fsmc.backends.report.data import GoalFamily, GoalRow, PageEdge, PageNode, ReportData
from fsmc.backends.report.layers import Sizes, place
from fsmc.backends.report.map import draw_map
from fsmc.backends.report.numbers import grouped, of, percent
from fsmc.backends.report.pictures import Pictures

sys.path.insert(0, str(Path(__file__).parent))
from sample import sample, screenshot

VOID = {"meta", "link", "br", "img", "input"}


class Page(HTMLParser):
    """Checks that tags nest, and keeps ids, addresses and text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.addresses: list[str] = []
        self.text = ""
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if given.get("id"):
            self.ids.append(str(given["id"]))
        self.addresses += [str(given[a]) for a in ("href", "src") if a in given]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("style", "script"):
            self.text += data


@pytest.fixture(scope="module", params=[False, True], ids=["good", "bad"])
def data(request: pytest.FixtureRequest) -> ReportData:
    return sample(request.param)


def test_it_is_one_page_that_asks_for_nothing(data: ReportData) -> None:
    html = build(data)
    page = Page(html)
    assert len(page.ids) == len(set(page.ids))
    inside = [a for a in page.addresses if a.startswith("#")]
    assert {a[1:] for a in inside} <= set(page.ids)
    assert [a for a in page.addresses if not a.startswith("#")] == ["data:,"]
    assert not re.search(r"url\((?!data:)|@import|https?://(?!www\.w3)", html)
    assert "default-src 'none'" in html


def test_the_same_data_gives_the_same_bytes(data: ReportData) -> None:
    assert build(data) == build(data)


def test_everything_is_said(data: ReportData) -> None:
    text = Page(build(data)).text
    for verdict in data.verdicts:
        assert verdict.title in text
    for row in data.coverage:
        assert row.name in text
    for strip in data.strips:
        assert strip.task in text
    for case in data.failures:
        assert case.action in text
    assert "≈ 1.00 × 10¹⁵" in text
    assert "no way" in text


def test_failures_come_first_and_only_when_there_are_some() -> None:
    good, bad = Page(build(sample())), Page(build(sample(bad=True)))
    assert "failures" not in good.ids
    assert bad.ids.index("failures") < bad.ids.index("map")
    assert "the browser did not answer within 10 seconds" in bad.text


def test_texts_are_escaped() -> None:
    nasty = "<script>alert('x')</script>&\"`a`"
    family = GoalFamily(nasty, nasty, 1, (GoalRow(nasty, nasty, 1, 1, 0, 0),))
    pages = (PageNode(nasty, nasty, 1, 0, (nasty,)),)
    html = build(
        replace(sample(), title=nasty, headline=nasty, goals=(family,), pages=pages,
                page_edges=(PageEdge(0, 0, 1, ((nasty, 1),)),))
    )  # fmt: skip
    assert "<script>alert" not in html
    assert Page(html).text.count("alert('x')") >= 5


def test_an_empty_run_is_a_page_too() -> None:
    empty = replace(
        sample(), verdicts=(), facts=(), pages=(), page_edges=(), coverage=(), goals=(), strips=(),
        properties=(), findings=(), space=(), never=(), origin=(),
    )  # fmt: skip
    page = Page(build(empty))
    assert "environment" in page.ids
    assert "goals" not in page.ids


def test_each_picture_is_stored_once() -> None:
    html = build(sample())
    frames = sum(len(strip.frames) for strip in sample().strips)
    assert frames == 12
    assert html.count("data:image/webp") == 5


def test_pictures_are_made_smaller() -> None:
    from base64 import b64decode
    from io import BytesIO

    from PIL import Image

    pictures = Pictures()
    first = pictures.show(screenshot("A", 3))
    assert pictures.show(screenshot("A", 3)) == first
    assert pictures.show(screenshot("B", 3)) != first
    coded = re.findall(r"base64,([^)]+)", pictures.styles)
    with Image.open(BytesIO(b64decode(coded[0]))) as picture:
        assert (picture.format, picture.size) == ("WEBP", (900, 506))


def test_the_report_has_no_failing_share_of_100_percent() -> None:
    assert percent(5384, 5385) == "99.9 %"
    assert percent(1, 10**6) == "0.1 %"
    assert percent(0, 7) == "0 %"
    assert percent(7, 7) == "100 %"
    assert percent(0, 0) == "–"


def test_numbers() -> None:
    assert grouped(999_999_999_999) == "999,999,999,999"
    assert grouped(1_234 * 10**20) == "≈ 1.23 × 10²³"
    assert of(3, 3, "edge", "edges") == "all 3 edges"
    assert of(1, 1, "edge", "edges") == "1 edge"
    assert of(2, 3, "edge", "edges") == "2 of 3 edges"


def _page(name: str, distance: int | None = 0) -> PageNode:
    return PageNode(name, name, 1, distance)


def test_unreached_pages_are_dashed_and_last() -> None:
    svg = draw_map([_page("a"), _page("b", None), _page("c", 1)], [PageEdge(0, 2, 1, ())], 0)
    assert re.findall(r'class="(node[^"]*)"', svg) == ["node start", "node lost", "node"]
    x = [float(m) for m in re.findall(r'class="node[^>]*translate\(([0-9.]+)', svg)]
    assert x[0] < x[2] < x[1]


@pytest.mark.parametrize(
    ("layers", "edges"),
    [
        ([0], []),
        ([0, 1, 1, 2, 2, 2], [(0, 1), (0, 2), (1, 3), (2, 4), (2, 5), (5, 0), (3, 4)]),
        ([0, 1, 2, 3, 4], [(0, 4), (4, 0), (0, 1), (1, 2), (2, 3), (3, 4), (3, 1)]),
        ([0] + [1] * 9, [(a, b) for a in range(10) for b in range(10) if a != b]),
    ],
)
def test_nodes_never_overlap(layers: list[int], edges: list[tuple[int, int]]) -> None:
    sizes = Sizes()
    placed = place(layers, edges, sizes)
    assert placed == place(layers, edges, sizes)
    for i, (x, y) in enumerate(placed.nodes):
        assert 0 <= x - sizes.node_width / 2 <= placed.width
        assert y - sizes.node_height / 2 >= -0.1
        assert y + sizes.node_height / 2 <= placed.height + 0.1
        for other_x, other_y in placed.nodes[:i]:
            assert abs(x - other_x) > 1 or abs(y - other_y) >= sizes.node_height
    for (a, b), points in zip(edges, placed.edges, strict=True):
        assert points[0] == placed.nodes[a]
        assert points[-1] == placed.nodes[b]
