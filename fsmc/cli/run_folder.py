"""The folder that `fsmc run` writes: made, recognised and filled so that a run can be repeated."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fsmc.diagnostics import Diagnostic, Failure
from fsmc.explore.graph import Graph
from fsmc.model.world import World
from fsmc.resources import write_atomically

RUN = "run.json"
SITE = "site"
GRAPH = "graph.json"
REPORT = "report.html"
MOST_EDGES = 200_000
"""A graph with more edges is told by its summary alone."""


class RunFolder:
    """The files of one run. Nothing is ever left half written."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def begin(self, world: World) -> None:
        """Marks the folder as ours; refuses (FSM524) one that holds something else."""
        marker = self.path / RUN
        if self.path.exists() and not self.path.is_dir():
            raise Failure((_foreign(self.path, "is a file"),))
        if self.path.is_dir() and not marker.is_file() and any(self.path.iterdir()):
            raise Failure((_foreign(self.path, "holds files that are no run's"),))
        self.write_json(RUN, {"world": world.name, "digest": world.digest, "verdict": "unfinished"})

    @property
    def site(self) -> Path:
        return self.path / SITE

    def read(self, name: str) -> bytes:
        """A file of the folder by its name in it."""
        return (self.path / name).read_bytes()

    def write_site(self, files: Mapping[str, bytes]) -> None:
        """The site's files; those of an earlier build that it has no longer are removed."""
        site = self.site
        old = sorted(p for p in site.rglob("*") if p.is_file()) if site.is_dir() else []
        for path in old:
            if path.relative_to(site).as_posix() not in files:
                path.unlink()
        for name, data in files.items():
            target = site / name
            if not (target.is_file() and target.read_bytes() == data):
                write_atomically(target, data)

    def write_json(self, name: str, data: Mapping[str, Any]) -> None:
        write_atomically(
            self.path / name, json.dumps(data, ensure_ascii=False, indent=2, sort_keys=False) + "\n"
        )

    def write_graph(self, graph: Graph, summary: Mapping[str, Any]) -> None:
        write_atomically(self.path / GRAPH, graph_json(graph, summary))

    def write_report(self, html: str) -> Path:
        target = self.path / REPORT
        write_atomically(target, html)
        return target


def graph_json(graph: Graph, summary: Mapping[str, Any]) -> str:
    """The graph as JSON, a line for each state and edge.

    `states` are lists of slot values in the order of `variables`; `edges` are source, target,
    transition and arguments. Both are left out of a graph with more than MOST_EDGES edges.
    """
    head = {
        "summary": summary,
        "variables": [v.name for v in graph.world.variables],
        "transitions": [
            {"name": t.label, "actor": t.actor, "params": [p.name for p in t.params]}
            for t in graph.world.transitions
        ],
    }
    text = json.dumps(head, ensure_ascii=False, indent=1)
    if graph.edges > MOST_EDGES:
        return text + "\n"
    edges = (graph.edge(n) for n in range(graph.edges))
    return (
        text.removesuffix("\n}")
        + ',\n "states": [\n'
        + ",\n".join(_line(state) for state in graph.states)
        + '\n ],\n "edges": [\n'
        + ",\n".join(_line([e.source, e.target, e.transition, e.args]) for e in edges)
        + "\n ]\n}\n"
    )


def _line(value: object) -> str:
    return "  " + json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _foreign(path: Path, why: str) -> Diagnostic:
    return Diagnostic(
        code="FSM524",
        title=f"`{path}` {why}; nothing was written",
        help="give `-o` a new folder, or that of an earlier run",
    )
