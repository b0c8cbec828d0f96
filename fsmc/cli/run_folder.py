"""The folder that `fsmc run` writes: made, recognised and filled so that a run can be repeated."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
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
        self.of_site: tuple[str, ...] = ()

    def begin(self, world: World) -> None:
        """Marks the folder as ours; refuses (FSM524) one that holds something else."""
        if self.path.exists() and not self.path.is_dir():
            raise Failure((_foreign(self.path, "is a file"),))
        if self.path.is_dir() and any(self.path.iterdir()):
            earlier = _earlier_run(self.path / RUN)
            if earlier is None:
                raise Failure((_foreign(self.path, "holds files that are no run's"),))
            self.of_site = earlier
        self._mark(world)

    def _mark(self, world: World) -> None:
        data = {"world": world.name, "digest": world.digest, "verdict": "unfinished"}
        self.write_json(RUN, {**data, "site": list(self.of_site)})

    @property
    def site(self) -> Path:
        return self.path / SITE

    def read(self, name: str) -> bytes:
        """A file of the folder by its name in it."""
        return (self.path / name).read_bytes()

    def write_site(self, world: World, files: Mapping[str, bytes]) -> None:
        """The site's files; those that an earlier run wrote and this one has not are removed."""
        gone = [name for name in self.of_site if name not in files]
        self.of_site = (*files, *gone)  # told before it is done: a run may be killed in between
        self._mark(world)
        for name in gone:
            (self.site / name).unlink(missing_ok=True)
        self.of_site = tuple(files)
        for name, data in files.items():
            target = self.site / name
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


def _earlier_run(marker: Path) -> tuple[str, ...] | None:
    """The site's files as an earlier run names them; None where this is no run's file.

    Names that lead out of the site are no run's.
    """
    try:
        data = json.loads(marker.read_bytes())
    except (OSError, ValueError):
        return None
    if not isinstance(data, dict) or not {"world", "digest", "verdict", "site"} <= data.keys():
        return None
    names = data["site"]
    if not isinstance(names, list) or not all(isinstance(n, str) and _inside(n) for n in names):
        return None
    return tuple(names)


def _inside(name: str) -> bool:
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts and bool(path.parts)


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
