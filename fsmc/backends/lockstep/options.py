"""What a replay is asked to do, and what it found: plain frozen values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from fsmc.explore.graph import Edge
from fsmc.model.world import Args

WIDTH, HEIGHT = 1280, 720


@dataclass(frozen=True, slots=True)
class ReplayOptions:
    """`sample` None: every edge and refusal; else about so many of each, chosen by `seed`.

    `workers` browsers share the work; the results do not depend on their number. `walks` bounds the
    trajectories played besides the tasks to take every transition on every page (None: all needed).
    """

    sample: int | None = None
    seed: int = 0
    workers: int = 1
    walks: int | None = None
    browser: Path | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """A goal with its parameters bound, and the plan that is played for it."""

    goal: str
    args: Args
    text: str
    bindings: dict[str, Any]
    plan: tuple[Edge, ...]


Progress: TypeAlias = Callable[[str, int, int], None]
"""Told the kind of thing (states, looks, edges, refusals, trajectories), how many are done, of how many."""


@dataclass(frozen=True, slots=True)
class Count:
    """`total` there are, `checked` of them, `failed` of those."""

    total: int
    checked: int
    failed: int


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """Everything that was seen, in canonical order; records are as in `replay.jsonl`."""

    browser: str
    states: Count
    edges: Count
    refusals: Count
    trajectories: Count
    looks: dict[str, dict[str, Any]]
    look_of: dict[int, str]
    edge_records: tuple[dict[str, Any], ...]
    refusal_records: tuple[dict[str, Any], ...]
    plays: tuple[dict[str, Any], ...]
    faults: tuple[str, ...]
    outside_requests: int

    @property
    def failures(self) -> tuple[dict[str, Any], ...]:
        """The records of what failed."""
        records = (*self.edge_records, *self.refusal_records, *self.plays)
        return tuple(r for r in records if not r["ok"])
