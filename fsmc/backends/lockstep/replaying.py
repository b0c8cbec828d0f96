"""The whole replay, pass by pass: states, looks, edges, refusals, trajectories. Read this first."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from playwright.async_api import async_playwright

from fsmc.backends.lockstep.browser import Session, launch
from fsmc.backends.lockstep.checks import Checker, look_digest
from fsmc.backends.replay.chromium import require_chromium
from fsmc.backends.lockstep.journal import Journal
from fsmc.backends.lockstep.options import Count, Progress, ReplayOptions, ReplayResult, Task
from fsmc.backends.lockstep.plays import Images, Script, play
from fsmc.backends.lockstep.selection import (
    Refusal,
    all_refusals,
    chosen_edges,
    chosen_refusals,
    walks,
)
from fsmc.backends.lockstep.work import Crew
from fsmc.explore.graph import Graph

T = TypeVar("T")
Record = dict[str, Any]
JOURNAL = "replay.jsonl"
VERSION = 1
"""Raised when the checks change, so that results of older ones are not taken up."""


def replay(
    graph: Graph,
    site: Path,
    out: Path,
    options: ReplayOptions,
    tasks: Sequence[Task] = (),
    progress: Progress = lambda kind, done, total: None,
) -> ReplayResult:
    """Does every chosen step on the site in Chromium and compares; results are kept below `out`.

    `site` is the folder of the built site. Broken off and called again with the same arguments it
    goes on, and ends with the same bytes. Raises a Failure: FSM511 without a browser, FSM512 when
    the browser keeps failing, FSM521 when the disk is full.
    """
    return asyncio.run(_Replay(graph, site, out, options, tuple(tasks), progress).run())


class _Replay:
    def __init__(
        self, graph: Graph, site: Path, out: Path, options: ReplayOptions, tasks: tuple[Task, ...],
        progress: Progress,
    ) -> None:  # fmt: skip
        self.graph = graph
        self.site = site
        self.out = out
        self.options = options
        self.tasks = tasks
        self.progress = progress
        self.checker = Checker(graph)
        self.images = Images(out)
        self.looks: dict[str, Record] = {}

    async def run(self) -> ReplayResult:
        executable = self.options.browser or require_chromium()
        refusals = all_refusals(self.graph)
        edges = chosen_edges(self.graph, self.options.sample, self.options.seed)
        refused = chosen_refusals(self.graph, refusals, self.options.sample, self.options.seed)
        scripts = self._scripts()
        async with async_playwright() as playwright:
            browser = await launch(playwright, executable)
            version = browser.version
            await browser.close()
            self.journal = Journal(self.out / JOURNAL, self._key(version))
            self.earlier = list(self.journal.done)
            self.crew = Crew(playwright, executable, self.site, self.options.workers)
            states = self._states_needed(edges, refused, scripts)
            await self._pass("states", states, self.checker.look, self._keep_looks)
            firsts = self._first_of_each_look(states)
            await self._pass("looks", firsts, self._picture, self._keep_pictures)
            edge_records = await self._pass("edges", edges, self._edge)
            refusal_records = await self._pass("refusals", refused, self._refusal)
            plays = await self._pass("trajectories", scripts, self._play, fresh=True)
        return ReplayResult(
            f"Chromium {version}",
            Count(len(self.graph.states), len(states), 0),
            _count(self.graph.edges, edge_records),
            _count(len(refusals), refusal_records),
            _count(len(scripts), plays),
            self.looks, dict(self.checker.look_of), tuple(edge_records), tuple(refusal_records),
            tuple(plays), tuple(self.crew.faults), len(self.crew.outside),
        )  # fmt: skip

    # ---- what to do -------------------------------------------------------------------------
    def _scripts(self) -> list[Script]:
        played = [Script(task.plan, task.goal, task.args) for task in self.tasks]
        return played + [Script(walk, None, ()) for walk in walks(self.graph, self.options.walks)]

    def _states_needed(
        self, edges: Sequence[int], refused: Sequence[Refusal], scripts: Sequence[Script]
    ) -> list[int]:
        if self.options.sample is None:
            return list(range(len(self.graph.states)))
        needed = {0, *(r.state for r in refused)}
        chosen = [*(self.graph.edge(n) for n in edges), *(e for s in scripts for e in s.edges)]
        for edge in chosen:
            needed |= {edge.source, edge.target}
        return sorted(needed)

    def _key(self, version: str) -> Record:
        """What results belong to: another world, site, browser or choice begins anew."""
        hasher = hashlib.sha256()
        for path in sorted(p for p in self.site.rglob("*") if p.is_file()):
            hasher.update(path.relative_to(self.site).as_posix().encode() + b"\0")
            hasher.update(hashlib.sha256(path.read_bytes()).digest())
        return {
            "version": VERSION, "world": self.graph.world.digest, "site": hasher.hexdigest(),
            "browser": version, "sample": self.options.sample, "seed": self.options.seed,
            "walks": self.options.walks,
            "tasks": [[t.goal, [e.number for e in t.plan]] for t in self.tasks],
        }  # fmt: skip

    # ---- passes -----------------------------------------------------------------------------
    async def _pass(
        self,
        kind: str,
        items: Sequence[T],
        check: Callable[[Session, T], Awaitable[Record]],
        keep: Callable[[Sequence[Record]], None] = lambda records: None,
        fresh: bool = False,
    ) -> list[Record]:
        """One pass: what an earlier run has done is taken over, the rest is checked now."""
        records = self.earlier[: len(items)]
        del self.earlier[: len(items)]
        keep(records)
        self.progress(kind, len(records), len(items))

        def done(new: list[Record]) -> None:
            self.journal.append(new)
            records.extend(new)
            keep(new)
            self.progress(kind, len(records), len(items))

        await self.crew.run(items[len(records) :], check, done, fresh)
        return records

    def _keep_looks(self, records: Sequence[Record]) -> None:
        for record in records:
            self.checker.look_of[record["state"]] = record["look"]

    def _first_of_each_look(self, states: Sequence[int]) -> list[int]:
        first: dict[str, int] = {}
        for state in states:
            first.setdefault(self.checker.look_of[state], state)
        return sorted(first.values())

    async def _picture(self, session: Session, state: int) -> Record:
        """The picture of a look, with the boxes of what can be used and the accessibility tree."""
        await session.park()
        found = await session.call("look", self.graph.states[state])
        boxes = (await session.call("boxes"))["boxes"]
        picture = self.images.keep(await session.screenshot())
        tree = await session.page.locator("body").aria_snapshot()
        look = look_digest(found["lines"])
        return {
            "kind": "look", "look": look, "state": state, "image": picture, "boxes": boxes,
            "tree": tree,
        }  # fmt: skip

    def _keep_pictures(self, records: Sequence[Record]) -> None:
        for record in records:
            self.looks[record["look"]] = record

    async def _edge(self, session: Session, number: int) -> Record:
        record = await self.checker.edge(session, number)
        return await self.checker.explained(session, record, self.graph.edge(number).target)

    async def _refusal(self, session: Session, refusal: Refusal) -> Record:
        return await self.checker.refusal(
            session, refusal.state, refusal.transition, refusal.args, refusal.text
        )

    async def _play(self, session: Session, script: Script) -> Record:
        return await play(self.checker, session, self.images, script, self.looks)


def _count(total: int, records: Sequence[Record]) -> Count:
    return Count(total, len(records), sum(not r["ok"] for r in records))


