"""The explorer against its own definition and against a search that copies dictionaries.

The peer is re-created from the description of AutoWebWorld's search: the state is a dictionary,
each step deep-copies it, and a state is known by its JSON text.
"""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Callable
from pathlib import Path

from fsmc.compile import load
from fsmc.explore.search import reference, search
from fsmc.kernel.step import Enabled, groundings, status, step
from fsmc.model.world import World
from fsmc.printers.python_step import compile_successors

WORLDS = Path(__file__).parents[1] / "worlds"


def seconds(run: Callable[[], int]) -> tuple[float, int]:
    """CPU seconds of one run, and what it counted."""
    start = time.process_time()
    count = run()
    return time.process_time() - start, count


def by_copies(world: World) -> int:
    """States of a search over dictionaries, copied deeply and told apart by their JSON."""
    names = [v.name for v in world.variables]
    first = dict(zip(names, world.initial, strict=True))
    seen = {json.dumps(first)}
    queue = [first]
    for state in queue:
        values = tuple(state[name] for name in names)
        for transition in world.transitions:
            for args in groundings(transition):
                if not isinstance(status(world, transition, args, values), Enabled):
                    continue
                new = copy.deepcopy(state)
                new.update(zip(names, step(world, transition, args, values), strict=True))
                text = json.dumps(new)
                if text not in seen:
                    seen.add(text)
                    queue.append(new)
    return len(seen)


def main() -> None:
    print(f"{'world':<14}{'states':>8}{'printed':>12}{'kernel':>12}{'copies':>12}{'ratios':>18}")
    for folder in sorted(p for p in WORLDS.iterdir() if (p / f"{p.name}.fsm").is_file()):
        world = load(folder / f"{folder.name}.fsm")
        engine = compile_successors(world)
        fast, states = seconds(lambda: len(search(world, engine, 10**6).states))  # noqa: B023
        slow, same = seconds(lambda: len(search(world, reference(world), 10**6).states))  # noqa: B023
        copies, also = seconds(lambda: by_copies(world))  # noqa: B023
        assert states == same == also
        print(
            f"{folder.name:<14}{states:>8,}{fast:>10.3f} s{slow:>10.3f} s{copies:>10.3f} s"
            f"{slow / fast:>9.0f}x{copies / fast:>8.0f}x"
        )
