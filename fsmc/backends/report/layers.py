"""Lays a directed graph out in layers from left to right, the same way every time.

Nodes stand in the layer of their distance; an edge over several layers gets a bend in each layer
between. Layers are sorted to cross little (barycentres), then moved towards their neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

ROUNDS = 12


@dataclass(frozen=True, slots=True)
class Placed:
    """Middle points of nodes, and for each edge the points it runs through, source first."""

    nodes: tuple[tuple[float, float], ...]
    edges: tuple[tuple[tuple[float, float], ...], ...]
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Sizes:
    """Of a node, of the gaps between layers and between nodes, of the room that a bend takes."""

    node_width: float = 184
    node_height: float = 56
    between_layers: float = 104
    between_nodes: float = 34
    bend: float = 20


def place(
    layer_of: Sequence[int], edges: Sequence[tuple[int, int]], sizes: Sizes | None = None
) -> Placed:
    """Places the nodes (given by their layer) and routes the edges (pairs of nodes).

    Edges from a node to itself and between nodes of one layer run straight through their ends.
    """
    layout = _Layout(layer_of, edges, sizes or Sizes())
    layout.sort()
    layout.settle()
    return layout.result()


class _Layout:
    """Nodes, and bends as further nodes, in layers."""

    def __init__(
        self, layer_of: Sequence[int], edges: Sequence[tuple[int, int]], sizes: Sizes
    ) -> None:
        self.sizes = sizes
        self.count = len(layer_of)
        self.edges = edges
        self.layers: list[list[int]] = [[] for _ in range(max(layer_of, default=0) + 1)]
        self.layer: list[int] = list(layer_of)
        for node, layer in enumerate(layer_of):
            self.layers[layer].append(node)
        self.near: list[list[int]] = [[] for _ in layer_of]
        self.chains: list[list[int]] = [self._chain(a, b) for a, b in edges]
        self.y: list[float] = [0.0] * len(self.layer)

    def _chain(self, a: int, b: int) -> list[int]:
        """The nodes and bends from `a` to `b`; neighbours in it are one layer apart."""
        chain = [a]
        way = 1 if self.layer[a] < self.layer[b] else -1
        for layer in range(self.layer[a] + way, self.layer[b], way):
            bend = len(self.layer)
            self.layer.append(layer)
            self.near.append([])
            self.layers[layer].append(bend)
            chain.append(bend)
        chain.append(b)
        if self.layer[a] != self.layer[b]:
            for one, other in pairwise(chain):
                self.near[one].append(other)
                self.near[other].append(one)
        return chain

    def sort(self) -> None:
        """Orders each layer by the mean place of its neighbours, sweeping right and left."""
        for round_ in range(ROUNDS):
            right = round_ % 2 == 0
            order = range(1, len(self.layers)) if right else range(len(self.layers) - 2, -1, -1)
            for number in order:
                self._sort_layer(number, -1 if right else 1)

    def _sort_layer(self, number: int, towards: int) -> None:
        beside = {node: i for i, node in enumerate(self.layers[number + towards])}
        now = {node: i for i, node in enumerate(self.layers[number])}
        self.layers[number].sort(key=lambda n: (self._mean(n, beside, now[n]), now[n]))

    def _mean(self, node: int, place: dict[int, int], otherwise: float) -> float:
        found = [place[n] for n in self.near[node] if n in place]
        return sum(found) / len(found) if found else otherwise

    def settle(self) -> None:
        """Gives each node its height: near its neighbours, never too near to the next."""
        for layer in self.layers:
            y = 0.0
            for before, node in zip([None, *layer], layer, strict=False):
                y += 0.0 if before is None else self._distance(before, node)
                self.y[node] = y
            middle = y / 2
            for node in layer:
                self.y[node] -= middle
        for round_ in range(ROUNDS):
            order = self.layers if round_ % 2 == 0 else self.layers[::-1]
            for layer in order:
                self._move(layer)

    def _move(self, layer: list[int]) -> None:
        wanted = [
            sum(self.y[n] for n in self.near[node]) / len(self.near[node])
            if self.near[node]
            else self.y[node]
            for node in layer
        ]
        down = list(wanted)
        for i in range(1, len(layer)):
            down[i] = max(down[i], down[i - 1] + self._distance(layer[i - 1], layer[i]))
        up = list(wanted)
        for i in range(len(layer) - 2, -1, -1):
            up[i] = min(up[i], up[i + 1] - self._distance(layer[i], layer[i + 1]))
        for node, a, b in zip(layer, down, up, strict=True):
            self.y[node] = (a + b) / 2

    def _distance(self, one: int, other: int) -> float:
        heights = [
            self.sizes.node_height if node < self.count else self.sizes.bend
            for node in (one, other)
        ]
        gap = self.sizes.between_nodes if max(one, other) < self.count else self.sizes.bend / 2
        return sum(heights) / 2 + gap

    def result(self) -> Placed:
        sizes = self.sizes
        half = [
            (sizes.node_height if n < self.count else sizes.bend) / 2 for n in range(len(self.y))
        ]
        top = min((y - h for y, h in zip(self.y, half, strict=True)), default=0.0)
        bottom = max((y + h for y, h in zip(self.y, half, strict=True)), default=0.0)
        points = [
            (
                round(sizes.node_width / 2 + layer * (sizes.node_width + sizes.between_layers), 1),
                round(y - top, 1),
            )
            for layer, y in zip(self.layer, self.y, strict=True)
        ]
        width = len(self.layers) * (sizes.node_width + sizes.between_layers) - sizes.between_layers
        return Placed(
            tuple(points[: self.count]),
            tuple(tuple(points[n] for n in chain) for chain in self.chains),
            width,
            round(bottom - top, 1),
        )
