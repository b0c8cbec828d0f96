"""Replays a world on its site: every state, edge, refusal and some trajectories, in a browser."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from fsmc.backends.replay import pass_states, pass_steps, pass_trajectories, pass_views
from fsmc.backends.replay.browser import Chromium, require_web
from fsmc.backends.replay.captures import Captures, Images
from fsmc.backends.replay.chromium import require_chromium
from fsmc.backends.replay.crew import Batch, Crew, chunks
from fsmc.backends.replay.journal import Journal
from fsmc.backends.replay.ledger import Ledger
from fsmc.backends.replay.plans import Plan
from fsmc.backends.replay.records import Record
from fsmc.backends.replay.results import Count, ReplayResult
from fsmc.backends.replay.scene import Scene
from fsmc.backends.replay.work import ReplayOptions, Work, work
from fsmc.diagnostics import Diagnostic, Failure
from fsmc.explore.graph import Graph

FORMAT = 1
SIZES = {"states": 100, "edges": 100, "refusals": 100, "views": 50, "trajectories": 1}
Progress = Callable[[str, int, int], None]
"""Called with a kind of check, how many are done, and how many there are."""
Do = Callable[[Scene, Chromium, Sequence[Any]], Awaitable[list[Record]]]


def replay(
    graph: Graph,
    site: Path,
    out: Path,
    options: ReplayOptions | None = None,
    plans: Sequence[Plan] = (),
    progress: Progress | None = None,
) -> ReplayResult:
    """Replays `graph` on the site in a folder; writes `replay.jsonl` and `images/` under `out`.

    Results are the same bytes for any number of workers, and where a run that was cut short is
    begun again. Nothing that is wrong with the site is raised: it is in the result. Raises a
    Failure where there is no browser (FSM511) or no package to drive it (FSM513), where the browser
    fails again and again (FSM512), where the site is another world's (FSM514) or a file cannot be
    written (FSM521).
    """
    asked = options or ReplayOptions()
    require_web()
    executable = asked.executable or require_chromium()
    run = Run(graph, site, out, asked, plans, progress or _silent)
    return asyncio.run(run.replay(executable))


class Run:
    """One call of `replay`."""

    def __init__(
        self,
        graph: Graph,
        site: Path,
        out: Path,
        options: ReplayOptions,
        plans: Sequence[Plan],
        progress: Progress,
    ) -> None:
        self.graph = graph
        self.site = site
        self.out = out
        self.options = options
        self.progress = progress
        self.work: Work = work(graph, options, plans)
        self.ledger = Ledger(self.work, Captures(out))
        self.images = Images(out)
        self.scene = Scene(graph, self.ledger.captures, self.images, options.timeout)

    async def replay(self, executable: Path) -> ReplayResult:
        crew = Crew(executable, self.site, self.options.workers)
        try:
            product, digest = await crew.identify()
            if digest != self.graph.world.digest:
                raise Failure((_foreign(self.site, self.graph.world.name),))
            browser = f"{product} ({executable.name})"
            await self._passes(crew, Journal(self.out, self._key(browser)))
        finally:
            await crew.dismiss()
        self.images.prune(self.ledger.images())
        return self._result(browser, crew)

    def _key(self, browser: str) -> Record:
        """What the results depend on."""
        return {
            "replay": FORMAT,
            "world": self.graph.world.digest,
            "site": site_digest(self.site),
            "browser": browser,
            "work": hashlib.sha256(repr(self.work).encode()).hexdigest(),
        }

    async def _passes(self, crew: Crew, journal: Journal) -> None:
        known = dict(journal.begin())
        try:
            for part, do, items in self._parts():
                await self._pass(crew, journal, known, part, do, items)
        finally:
            journal.close()

    def _parts(self) -> Iterator[tuple[str, Do, Sequence[Any]]]:
        """The passes in their order; later ones are worked out from the results of earlier ones."""
        todo = self.work
        yield "states", pass_states.batch, todo.states
        yield "edges", pass_steps.edges, todo.edges
        yield "refusals", pass_steps.refusals, todo.refusals
        yield "views", pass_views.batch, pass_views.needed(todo.views, self.ledger.captures)
        yield "trajectories", pass_trajectories.batch, tuple(enumerate(todo.plans))

    async def _pass(
        self,
        crew: Crew,
        journal: Journal,
        known: dict[str, list[Record]],
        part: str,
        do: Do,
        items: Sequence[Any],
    ) -> None:
        """One pass: batches that are known are added up, the rest is done."""
        batches = [
            Batch(f"{part} {number}", part, chunk, partial(do, self.scene))
            for number, chunk in enumerate(chunks(items, SIZES[part]))
        ]
        finished = 0

        def add(batch: Batch, records: Sequence[Record]) -> None:
            nonlocal finished
            for record in records:
                self.ledger.add(record)
            finished += len(batch.items)
            self.progress(part, finished, len(items))

        def done(batch: Batch, records: list[Record]) -> None:
            written = list(self.ledger.intern(records))
            journal.append(batch.name, written)
            add(batch, written)

        self.progress(part, 0, len(items))
        left = list(batches)
        while left and left[0].name in known:
            add(left[0], known[left.pop(0).name])
        await crew.run(left, done)

    def _result(self, browser: str, crew: Crew) -> ReplayResult:
        ledger, todo, graph = self.ledger, self.work, self.graph
        totals = {
            "states": len(graph.states),
            "edges": graph.edges,
            "refusals": todo.all_refusals,
            "trajectories": len(todo.plans),
        }
        counts: dict[str, Count] = {
            part: replace(ledger.count(part), total=total) for part, total in totals.items()
        }
        return ReplayResult(
            browser,
            counts["states"],
            counts["edges"],
            counts["refusals"],
            counts["trajectories"],
            tuple(ledger.problems),
            ledger.captures,
            tuple(ledger.played),
            tuple(sorted(crew.faults.items())),
            tuple(sorted(ledger.outside)),
            todo.refusals_by_state,
        )


def site_digest(site: Path) -> str:
    """The sha256 of all files of a site and their names."""
    found = hashlib.sha256()
    for path in sorted(p for p in site.rglob("*") if p.is_file()):
        name, data = path.relative_to(site).as_posix(), path.read_bytes()
        found.update(f"{name}\n{len(data)}\n".encode())
        found.update(data)
    return found.hexdigest()


def _foreign(site: Path, world: str) -> Diagnostic:
    return Diagnostic(
        code="FSM514",
        title=f"the site in `{site}` was not built from `{world}` as it is now",
        help="build the site again, then replay",
    )


def _silent(part: str, done: int, total: int) -> None:
    del part, done, total
