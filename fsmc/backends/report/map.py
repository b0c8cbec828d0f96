"""Draws the pages of a world and the ways between them as one SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from fsmc.backends.report.data import PageEdge, PageNode
from fsmc.backends.report.layers import Placed, Sizes, place
from fsmc.backends.report.numbers import grouped

SIZES = Sizes()
MARGIN = 28
MOST_LABELS = 40
ROOM = SIZES.node_width - 26
"""For the name of a page."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Line:
    """An edge as drawn: its points, with ends on the rims of its nodes."""

    edge: PageEdge
    points: tuple[Point, ...]
    forward: bool


def draw_map(pages: Sequence[PageNode], edges: Sequence[PageEdge], start: int) -> str:
    """The graph of pages as an `<svg>` element; classes are styled by the report."""
    layers = _layers(len(pages), edges, start)
    between = [e for e in edges if e.source != e.target]
    loops = {e.source: e for e in edges if e.source == e.target}
    placed = place(layers, [(e.source, e.target) for e in between], SIZES)
    lines = _lines(placed, between, layers)
    width, height = placed.width + 2 * MARGIN, placed.height + 2 * MARGIN + 16
    labels = len(between) <= MOST_LABELS
    least, most = min(width, max(width * 0.62, 640)), width * 1.25
    parts = [
        f'<svg class="pagemap" viewBox="0 0 {_n(width)} {_n(height)}" '
        f'style="min-width:{_n(least)}px;max-width:{_n(most)}px" '
        f'role="img" aria-label="Pages and the ways between them">',
        f'<g transform="translate({MARGIN} {MARGIN + 16})">',
        *(_edge(line, pages, labels) for line in lines),
        *(
            _node(page, i, placed.nodes[i], i == start, loops.get(i))
            for i, page in enumerate(pages)
        ),
        "</g></svg>",
    ]
    return "\n".join(parts)


def _layers(count: int, edges: Sequence[PageEdge], start: int) -> list[int]:
    """The layer of each page: its distance in pages; those that are not reached come last."""
    layer: list[int | None] = [None] * count
    if count:
        layer[start] = 0
    queue = [start] if count else []
    for page in queue:
        for edge in edges:
            if edge.source == page and layer[edge.target] is None:
                layer[edge.target] = (layer[page] or 0) + 1
                queue.append(edge.target)
    last = max((found for found in layer if found is not None), default=0)
    return [last + 1 if found is None else found for found in layer]


def _lines(placed: Placed, edges: Sequence[PageEdge], layers: Sequence[int]) -> list[_Line]:
    """The edges with their ends spread over the sides of their nodes."""
    ends: dict[tuple[int, int], list[tuple[float, int, int]]] = {}
    for number, (edge, points) in enumerate(zip(edges, placed.edges, strict=True)):
        out, into = _sides(layers[edge.source], layers[edge.target], points)
        ends.setdefault((edge.source, out), []).append((points[1][1], number, 0))
        ends.setdefault((edge.target, into), []).append((points[-2][1], number, -1))
    found: list[dict[int, Point]] = [{} for _ in edges]
    for (node, side), arriving in ends.items():
        x, y = placed.nodes[node]
        step = min(13.0, (SIZES.node_height - 14) / max(1, len(arriving) - 1))
        for i, (_, number, end) in enumerate(sorted(arriving)):
            shift = (i - (len(arriving) - 1) / 2) * step
            found[number][end] = (x + side * SIZES.node_width / 2, round(y + shift, 1))
    return [
        _Line(
            edge,
            (found[i][0], *points[1:-1], found[i][-1]),
            layers[edge.source] < layers[edge.target],
        )
        for i, (edge, points) in enumerate(zip(edges, placed.edges, strict=True))
    ]


def _sides(source: int, target: int, points: tuple[Point, ...]) -> tuple[int, int]:
    """Where an edge leaves and enters: 1 on the right, -1 on the left."""
    if source == target:
        side = 1 if points[0][1] < points[-1][1] else -1
        return side, side
    return (1, -1) if source < target else (-1, 1)


def _edge(line: _Line, pages: Sequence[PageNode], labelled: bool) -> str:
    edge, points = line.edge, line.points
    source, target = pages[edge.source], pages[edge.target]
    end = points[-1]
    heading = _heading(line)
    tip = f"M{_n(end[0])} {_n(end[1])}l{_n(-7 * heading)} -4v8z"
    what = ", ".join(f"{name} {grouped(n)}" for name, n in edge.actions)
    title = f"{source.name} → {target.name}: {grouped(edge.count)} ({what})"
    strength = 1.2 + 0.45 * len(str(edge.count))
    label = ""
    if labelled:
        at = _middle(line)
        y = at[1] + (-5 if line.forward else 14)
        label = f'<text x="{_n(at[0])}" y="{_n(y)}">{escape(grouped(edge.count))}</text>'
    way = "forth" if line.forward else "back"
    return (
        f'<g class="edge {way}" data-a="{edge.source}" data-b="{edge.target}">'
        f"<title>{escape(title)}</title>"
        f'<path class="hit" d="{_path(line)}"/>'
        f'<path class="line" stroke-width="{_n(strength)}" d="{_path(line)}"/>'
        f'<path class="tip" d="{tip}"/>{label}</g>'
    )


def _heading(line: _Line) -> int:
    """Whether the last stretch runs to the right (1) or to the left (-1)."""
    (x0, _), (x1, _) = line.points[-2], line.points[-1]
    if abs(x1 - x0) < 1:  # between two nodes of one layer it comes back from outside
        return -1 if line.points[0][1] < line.points[-1][1] else 1
    return 1 if x1 > x0 else -1


def _curves(line: _Line) -> Iterator[tuple[Point, Point, Point, Point]]:
    points = line.points
    for i, ((x0, y0), (x1, y1)) in enumerate(pairwise(points)):
        if abs(x1 - x0) < 1 and len(points) == 2:
            out = 44.0 * (1 if y0 < y1 else -1)
            yield (x0, y0), (x0 + out, y0), (x1 + out, y1), (x1, y1)
            continue
        last = i == len(points) - 2
        end = x1 - 6 * _heading(line) if last else x1
        reach = (end - x0) * 0.5
        yield (x0, y0), (x0 + reach, y0), (end - reach, y1), (end, y1)


def _path(line: _Line) -> str:
    parts: list[str] = []
    for a, b, c, d in _curves(line):
        start = "" if parts else f"M{_n(a[0])} {_n(a[1])}"
        middle = " ".join(f"{_n(x)} {_n(y)}" for x, y in (b, c, d))
        parts.append(f"{start}C{middle}")
    return "".join(parts)


def _middle(line: _Line) -> Point:
    """Where the label goes: on the first stretch, nearer to the source than to the target."""
    a, b, c, d = next(_curves(line))
    t = 0.3
    weights = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3)
    x = sum(w * p[0] for w, p in zip(weights, (a, b, c, d), strict=True))
    y = sum(w * p[1] for w, p in zip(weights, (a, b, c, d), strict=True))
    return round(x, 1), round(y, 1)


def _node(page: PageNode, index: int, at: Point, start: bool, loop: PageEdge | None) -> str:
    x, y = at[0] - SIZES.node_width / 2, at[1] - SIZES.node_height / 2
    reached = page.distance is not None
    kind = "node" + (" start" if start else "") + ("" if reached else " lost")
    size = (
        f"{grouped(page.states)} state{'' if page.states == 1 else 's'}"
        if reached
        else "not reached"
    )
    if page.dialogs:
        size += f" · {len(page.dialogs)} dialog{'' if len(page.dialogs) == 1 else 's'}"
    small = _length(page.name) > ROOM
    name = _fitted(page.name, ROOM / (0.86 if small else 1))
    details = page.title + (f"\nDialogs: {', '.join(page.dialogs)}" if page.dialogs else "")
    return (
        f'<g class="{kind}" data-n="{index}" transform="translate({_n(x)} {_n(y)})">'
        f"<title>{escape(f'{page.name}: {details}')}</title>{_loop(loop)}"
        f'<rect width="{SIZES.node_width}" height="{SIZES.node_height}" rx="11"/>'
        f'<text class="name{" small" if small else ""}" x="14" y="25">{escape(name)}</text>'
        f'<text class="size" x="14" y="43">{escape(size)}</text></g>'
    )


def _length(text: str) -> float:
    """About how wide a name is: wide enough for the fonts of all systems."""
    return sum(
        10.6 if c.isupper() or c in "_mw" else 5.4 if c in "ijlftr1.:" else 9.0 for c in text
    )


def _fitted(text: str, room: float) -> str:
    if _length(text) <= room:
        return text
    while _length(text) > room - 10:
        text = text[:-1]
    return text + "…"


def _loop(edge: PageEdge | None) -> str:
    """Edges that stay on the page: a small handle at the top right."""
    if edge is None:
        return ""
    x = SIZES.node_width - 34
    what = ", ".join(f"{name} {grouped(n)}" for name, n in edge.actions)
    return (
        f'<g class="loop"><title>{escape(f"stays here: {grouped(edge.count)} ({what})")}</title>'
        f'<path d="M{_n(x - 12)} 0C{_n(x - 14)} -22 {_n(x + 14)} -22 {_n(x + 12)} -3"/>'
        f'<path class="tip" d="M{_n(x + 12)} 0l-4 -7h8z"/>'
        f'<text x="{_n(x - 19)}" y="-9">{escape(grouped(edge.count))}</text></g>'
    )


def _n(number: float) -> str:
    """A coordinate with at most one decimal."""
    return f"{number:.1f}".removesuffix(".0")
