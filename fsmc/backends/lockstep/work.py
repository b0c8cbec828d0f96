"""Shares work among browsers; results come back in order, however many browsers there are."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from playwright.async_api import Error, Playwright

from fsmc.backends.lockstep.browser import Session, launch, open_site
from fsmc.backends.lockstep.faults import MOST_IN_A_ROW, too_many

T = TypeVar("T")
Record = dict[str, Any]
BATCH = 32


class Crew:
    """Some browsers that all show the site. `faults` are those of the environment."""

    def __init__(self, playwright: Playwright, executable: Path, site: Path, workers: int) -> None:
        self.playwright = playwright
        self.executable = executable
        self.site = site
        self.workers = workers
        self.faults: list[str] = []
        self.outside: list[str] = []
        self.version = ""

    async def run(
        self,
        items: Sequence[T],
        check: Callable[[Session, T], Awaitable[Record]],
        done: Callable[[list[Record]], None],
        fresh: bool = False,
    ) -> None:
        """Checks every item; `done` gets the records of each batch, batches in order.

        `fresh`: each item has a page of its own. An item that meets a fault of the environment is
        tried again in a new browser; after three faults in a row a Failure (FSM512) stops the run.
        """
        batches = [list(items[i : i + BATCH]) for i in range(0, len(items), BATCH)]
        results: dict[int, list[Record]] = {}
        next_out = 0
        todo = iter(range(len(batches)))

        def finish(number: int, records: list[Record]) -> None:
            nonlocal next_out
            results[number] = records
            while next_out in results:
                done(results.pop(next_out))
                next_out += 1

        async def work() -> None:
            worker = Worker(self, fresh)
            try:
                for number in todo:
                    finish(number, [await worker.one(item, check) for item in batches[number]])
            finally:
                await worker.close()

        crew = [asyncio.create_task(work()) for _ in range(min(self.workers, len(batches)))]
        try:
            await asyncio.gather(*crew)
        finally:
            for task in crew:
                task.cancel()
            await asyncio.gather(*crew, return_exceptions=True)


class Worker:
    """One browser, opened again when it fails."""

    def __init__(self, crew: Crew, fresh: bool) -> None:
        self.crew = crew
        self.fresh = fresh
        self.session: Session | None = None

    async def one(self, item: T, check: Callable[[Session, T], Awaitable[Record]]) -> Record:
        for attempt in range(1, MOST_IN_A_ROW + 1):
            try:
                session = await self._session()
                record = await check(session, item)
                self.crew.outside.extend(session.outside)
                session.outside.clear()
                if self.fresh:
                    await self._leave_page()
                return record
            except Error as error:
                reason = str(error).splitlines()[0]
                self.crew.faults.append(reason)
                await self.close()
                if attempt == MOST_IN_A_ROW:
                    raise too_many(reason) from error
        raise AssertionError("every attempt returns or raises")

    async def _session(self) -> Session:
        if self.session is None:
            browser = await launch(self.crew.playwright, self.crew.executable)
            self.session = await open_site(browser, self.crew.site)
        elif self.session.page.is_closed():
            self.session = await open_site(self.session.browser, self.crew.site)
        return self.session

    async def _leave_page(self) -> None:
        assert self.session is not None
        await self.session.context.close()

    async def close(self) -> None:
        session, self.session = self.session, None
        if session is not None:
            try:
                await session.close()
            except Error:
                # It is gone already, and that was counted.
                return
