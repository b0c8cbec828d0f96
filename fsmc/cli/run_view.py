"""What a run shows: one line for each finished stage, bars while it replays, a panel at the end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console, Group
from rich.panel import Panel
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

from fsmc.backends.report.data import Coverage, Mark, ReportData
from fsmc.backends.report.numbers import percent

MOST_FAILURES = 5
"""Failures told in the terminal, one of each kind; the report has more, and the pictures."""
COLOURS = {Mark.GOOD: "green", Mark.BAD: "red", Mark.WARNING: "yellow", Mark.UNKNOWN: "yellow"}
SIGNS = {Mark.GOOD: "✓", Mark.BAD: "✗", Mark.WARNING: "!", Mark.UNKNOWN: "?"}


class Stages:
    """Tells on stderr how far the run is; bars only where that is a terminal."""

    def __init__(self, quiet: bool = False) -> None:
        self.console = Console(stderr=True, highlight=False, quiet=quiet)

    def done(self, name: str, detail: str) -> None:
        line = Text.assemble(("✓ ", "green"), (f"{name:<10}", "bold"), detail)
        self.console.print(line)

    @contextmanager
    def bars(self) -> Iterator[Bars]:
        """Progress bars that go away when they are full; a line for each takes their place."""
        progress = Progress(
            SpinnerColumn(),
            TextColumn("[bold]{task.description:<12}"),
            BarColumn(bar_width=34),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("[dim]left"),
            TimeRemainingColumn(),
            console=self.console,
            transient=True,
            disable=not self.console.is_terminal,
        )
        with progress:
            yield Bars(progress)


class Bars:
    """One bar for each kind of check, made when it is first heard of."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._tasks: dict[str, TaskID] = {}

    def __call__(self, name: str, done: int, total: int) -> None:
        if total == 0:
            return
        if name not in self._tasks:
            self._tasks[name] = self._progress.add_task(name, total=total)
        self._progress.update(self._tasks[name], completed=done, total=total)


def show_summary(data: ReportData, report: Path) -> None:
    """The panel at the end of a run, on stdout."""
    console = Console(highlight=False)
    colour = COLOURS[data.mark]
    table = Table.grid(padding=(0, 2))
    table.add_column()
    table.add_column(justify="right")
    table.add_column(justify="right")
    table.add_column()
    for row in data.coverage:
        table.add_row(
            row.name,
            f"{row.checked:,} of {row.total:,}",
            percent(row.checked, row.total),
            _trouble(row),
        )
    title = Text.assemble((f"{SIGNS[data.mark]} {data.headline}", f"bold {colour}"))
    console.print()
    console.print(
        Panel(
            Group(Text(data.lead, style="dim"), Text(), table),
            title=title,
            title_align="left",
            border_style=colour,
            padding=(1, 2),
            width=min(96, console.width),
        )
    )
    for case in data.failures[:MOST_FAILURES]:
        line = Text.assemble(("✗ ", "red"), (case.action, "bold"), f" ({case.where}): {case.title}")
        if case.alike > 1:
            line.append(f" ({case.alike:,} times)", style="dim")
        console.print(line, soft_wrap=True)
    if data.failures:
        console.print()
    console.print(Text.assemble("The report: ", (str(report), "bold cyan")), soft_wrap=True)


def _trouble(row: Coverage) -> Text:
    return Text(f"{row.failed:,} failed" if row.failed else "", style="bold red")
