"""How `fsmc step` looks: the place with its variables, and the numbered choices."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from rich.console import Console
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from fsmc.cli.walk import Choice, Walk

MOST = 8
"""So many values of one action are listed; the rest is told by number and typed by name."""

HELP = """\
a number, or p and a number   take that choice (a refused one says why)
open(tea)                     the same, by its name
u  undo    r  restart    t  the steps so far    s  show again    q  quit"""


def offered(choices: tuple[Choice, ...]) -> Iterator[tuple[str, Choice]]:
    """Each choice with its number: 1, 2, … for the agent, p1, p2, … for patches."""
    agent = patch = 0
    for choice in choices:
        if choice.is_patch:
            patch += 1
            yield f"p{patch}", choice
        else:
            agent += 1
            yield str(agent), choice


def show_place(console: Console, walk: Walk) -> None:
    """A panel: the heading of the page, the variables, what the last step changed."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", justify="right", no_wrap=True)
    table.add_column()
    for live in walk.live():
        value = Text(live.value, style="bold green" if live.changed else "")
        if live.changed:
            value.append("  ●", style="green")
        table.add_row(live.name, value)
    title = Text.assemble((walk.title(), "bold"), ("  " + walk.place(), "cyan"))
    steps = f"{len(walk.taken)} step{'' if len(walk.taken) == 1 else 's'}"
    console.print()
    console.print(
        Panel(
            table,
            title=title,
            title_align="left",
            subtitle=Text(steps, style="dim"),
            subtitle_align="right",
            border_style="cyan",
            padding=(0, 1),
        )
    )


def show_choices(console: Console, choices: tuple[Choice, ...]) -> None:
    """Three lists: what works, what is refused and why, what others may do."""
    if not choices:
        console.print(Text("  Nothing can happen any more.", style="yellow"))
    numbered = list(offered(choices))
    works = [(n, c) for n, c in numbered if not c.is_patch and c.refusal is None]
    refused = [(n, c) for n, c in numbered if c.refusal is not None]
    patches = [(n, c) for n, c in numbered if c.is_patch]
    _section(console, "You can", works, "bold cyan", "")
    _section(console, "It refuses", refused, "red", "dim")
    _section(console, "Others may", patches, "bold magenta", "")


def _section(
    console: Console, heading: str, items: list[tuple[str, Choice]], number: str, style: str
) -> None:
    if not items:
        return
    console.print(Text(f" {heading}", style="bold"))
    table = Table.grid(padding=(0, 2))
    table.add_column(style=number, justify="right", min_width=5, no_wrap=True)
    table.add_column()
    table.add_column(style="dim")
    for _, group in groupby(items, key=lambda item: item[1].transition.index):
        own = list(group)
        for label, choice in own[:MOST]:
            table.add_row(label, _line(choice, style), choice.call)
        if len(own) > MOST:
            first, last = own[MOST], own[-1]
            more = f"… {len(own) - MOST} more, {first[0]} to {last[0]}"
            table.add_row("", Text(more, style="dim"), f"{first[1].call} … {last[1].call}")
    console.print(Padding(table, (0, 0, 0, 1), expand=False))


def _line(choice: Choice, style: str) -> Text:
    text = Text(choice.phrase, style=style)
    if choice.refusal is not None:
        text.append(f"  {choice.refusal}", style="red")
        if choice.reason:
            text.append(f" · {choice.reason}", style="dim")
    return text
