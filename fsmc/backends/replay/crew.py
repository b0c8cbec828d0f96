"""Browsers side by side that work off batches; one that dies is replaced, and nothing is lost."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from fsmc.backends.replay.browser import (
    Chromium,
    LeftError,
    ScriptError,
    is_fault,
    launched,
)
from fsmc.backends.replay.records import Record
from fsmc.diagnostics import Diagnostic, Failure

Found = TypeVar("Found")
IN_A_ROW = 3
"""So often one batch may meet a fault of the environment before the run stops."""
PATIENCE = 10.0
"""How long the end of a browser is waited for, in seconds."""


@dataclass(frozen=True, slots=True)
class Batch:
    """A piece of work: `items` are done together in new tabs, so results depend on them alone."""

    name: str
    part: str
    items: Sequence[Any]
    do: Callable[[Chromium, Sequence[Any]], Awaitable[list[Record]]]


@dataclass(slots=True)
class Crew:
    """`workers` browsers for the site in a folder. `faults` are by what was said."""

    executable: Path
    site: Path
    workers: int
    faults: Counter[str] = field(default_factory=Counter)
    _free: list[_Worker] = field(default_factory=list)

    async def identify(self) -> tuple[str, str | None]:
        """What the browser calls itself, and the digest of the site's world, None without one."""
        worker = self._hired()
        try:
            return await self._retry("the first page", worker, _identify)
        finally:
            self._free.append(worker)

    async def run(
        self, batches: Sequence[Batch], done: Callable[[Batch, list[Record]], None]
    ) -> None:
        """Does all batches; `done` is called for each in their order, whoever is ready first."""
        waiting = iter(enumerate(batches))
        ready: dict[int, list[Record]] = {}
        told = 0

        async def work() -> None:
            nonlocal told
            worker = self._hired()
            try:
                for number, batch in waiting:
                    ready[number] = await self._retry(batch.name, worker, _doing(batch))
                    while told in ready:
                        done(batches[told], ready.pop(told))
                        told += 1
            finally:
                self._free.append(worker)

        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(min(self.workers, len(batches))):
                    group.create_task(work())
        except ExceptionGroup as errors:
            raise _first(errors) from None

    async def dismiss(self) -> None:
        """Closes all browsers."""
        for worker in self._free:
            await worker.stop()
        self._free.clear()

    def _hired(self) -> _Worker:
        return self._free.pop() if self._free else _Worker(self.executable, self.site)

    async def _retry(
        self, name: str, worker: _Worker, do: Callable[[Chromium], Awaitable[Found]]
    ) -> Found:
        """Does something in a browser, again in a new one after each fault."""
        met: list[str] = []
        while True:
            try:
                return await do(await worker.chromium())
            except Exception as error:
                if not is_fault(error):
                    raise
                text = _words(error)
                met.append(text)
                self.faults[text] += 1
                await worker.stop()
                if len(met) == IN_A_ROW:
                    raise Failure((_gave_up(name, met),), undetermined=True) from error


def _doing(batch: Batch) -> Callable[[Chromium], Awaitable[list[Record]]]:
    async def do(chromium: Chromium) -> list[Record]:
        chromium.outside.clear()
        records = await batch.do(chromium, batch.items)
        return [*records, {"outside": sorted(chromium.outside)}] if chromium.outside else records

    return do


async def _identify(chromium: Chromium) -> tuple[str, str | None]:
    async with chromium.tab() as tab:
        try:
            return chromium.product, str(await tab.call("digest"))
        except (LeftError, ScriptError):
            return chromium.product, None


def _first(errors: ExceptionGroup[Exception]) -> Exception:
    """The first error of a group, which may be in a group of its own."""
    first = errors.exceptions[0]
    return _first(first) if isinstance(first, ExceptionGroup) else first


class _Worker:
    """A browser that is started when it is needed."""

    def __init__(self, executable: Path, site: Path) -> None:
        self.executable = executable
        self.site = site
        self._stack: AsyncExitStack | None = None
        self._chromium: Chromium | None = None

    async def chromium(self) -> Chromium:
        if self._chromium is None:
            self._stack = AsyncExitStack()
            self._chromium = await self._stack.enter_async_context(
                launched(self.executable, self.site)
            )
        return self._chromium

    async def stop(self) -> None:
        stack, self._stack, self._chromium = self._stack, None, None
        try:
            async with asyncio.timeout(PATIENCE):
                if stack is not None:
                    await stack.aclose()
        except Exception as error:
            if not is_fault(error):
                raise


def _words(error: BaseException) -> str:
    """A fault in a few words that are the same each time."""
    if isinstance(error, TimeoutError):
        return "the browser did not answer in time"
    text = str(error)
    if any(word in text.lower() for word in ("closed", "crash", "connection")):
        return "the browser went away"
    return text.strip().partition("\n")[0][:120]


def _gave_up(name: str, met: Sequence[str]) -> Diagnostic:
    return Diagnostic(
        code="FSM512",
        title=f"the browser failed {len(met)} times in a row at {name}",
        notes=tuple(f"fault: {text}" for text in dict.fromkeys(met)),
        help="what was replayed so far is kept: run the same command again to go on",
    )


def chunks(items: Sequence[Any], size: int) -> Iterator[Sequence[Any]]:
    return (items[at : at + size] for at in range(0, len(items), size))
