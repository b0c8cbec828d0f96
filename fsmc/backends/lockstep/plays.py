"""Plays whole trajectories from the start, by gestures alone, in a page of its own."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fsmc.backends.lockstep.browser import Session, SiteError
from fsmc.backends.lockstep.checks import Checker, look_digest, plain
from fsmc.backends.lockstep.hand import Unaimed, act, aim, awaited
from fsmc.backends.site.procedures import Gesture, procedures
from fsmc.explore.graph import Edge
from fsmc.resources import write_atomically


@dataclass(frozen=True, slots=True)
class Script:
    """What is played: a plan, and the task it is for (None: a walk that covers transitions)."""

    edges: tuple[Edge, ...]
    goal: str | None
    args: tuple[Any, ...]


class Images:
    """Pictures by the hash of their bytes, below one folder."""

    def __init__(self, out: Path) -> None:
        self.out = out

    def name(self, data: bytes) -> str:
        digest = hashlib.sha256(data).hexdigest()
        return f"images/{digest[:2]}/{digest}.png"

    def keep(self, data: bytes) -> str:
        name = self.name(data)
        if not (self.out / name).is_file():
            write_atomically(self.out / name, data)
        return name


async def play(
    checker: Checker, session: Session, images: Images, script: Script, looks: dict[str, dict[str, Any]]
) -> dict[str, Any]:  # fmt: skip
    """Plays one script on a fresh page; the record has every gesture with box, point and picture."""
    graph = checker.graph
    record: dict[str, Any] = {
        "kind": "play", "goal": script.goal, "args": plain(script.args),
        "edges": [edge.number for edge in script.edges], "steps": [],
    }  # fmt: skip
    here = 0
    for edge in script.edges:
        wrong = await _arrived(checker, session, images, here, looks, record)
        if wrong is None:
            wrong = await _step(checker, session, images, edge, record)
        if wrong is not None:
            return {**record, "ok": False, **wrong}
        here = edge.target
    wrong = await _arrived(checker, session, images, here, looks, record)
    if wrong is not None:
        return {**record, "ok": False, **wrong}
    assert graph.states
    return {**record, "ok": True}


async def _arrived(
    checker: Checker, session: Session, images: Images, state: int,
    looks: dict[str, dict[str, Any]], record: dict[str, Any],
) -> dict[str, Any] | None:  # fmt: skip
    """Whether the page is where the model is: state, description and pixels."""
    await session.park()
    settled = await session.call("settle", None, "", None)
    if settled["state"] != plain(checker.graph.states[state]):
        return {"check": "state differs", "detail": f"after step {len(record['steps'])}"}
    look = look_digest(settled["lines"])
    if look != checker.look_of[state]:
        return {"check": "page differs", "detail": f"after step {len(record['steps'])}"}
    seen = picture = await session.screenshot()
    if settled["told"]:
        await session.call("hush", True)
        picture = await session.screenshot()
        await session.call("hush", False)
    record["final"] = images.keep(seen)
    if images.name(picture) != looks[look]["image"]:
        images.keep(picture)
        detail = f"{images.name(picture)} is not {looks[look]['image']}"
        return {"check": "pixels differ", "detail": detail}
    return None


async def _step(
    checker: Checker, session: Session, images: Images, edge: Edge, record: dict[str, Any]
) -> dict[str, Any] | None:
    graph = checker.graph
    state = graph.states[edge.source]
    transition = graph.transition(edge)
    step: dict[str, Any] = {
        "state": edge.source, "transition": edge.transition, "args": plain(edge.args),
        "image": record["final"], "gui": [],
    }  # fmt: skip
    record["steps"].append(step)
    routes = procedures(graph.world, state, transition, edge.args)
    if not routes:
        return {"check": "no widget", "detail": transition.label}
    try:
        for number, gesture in enumerate(routes[0]):
            await _gesture(session, images, gesture, step, first=number == 0)
    except Unaimed as wrong:
        return {"check": wrong.check, "detail": wrong.detail}
    except SiteError as wrong:
        return {"check": "script error", "detail": str(wrong).splitlines()[0]}
    if errors := session.took_errors():
        return {"check": "script error", "detail": errors[0].splitlines()[0]}
    return None


async def _gesture(
    session: Session, images: Images, gesture: Gesture, step: dict[str, Any], first: bool
) -> None:
    aimed = await aim(session, gesture)
    picture = step["image"]
    if not first or aimed.scroll != (0, 0):
        picture = images.keep(await session.screenshot())
    step["gui"].append(
        {
            "verb": gesture.verb, "selector": gesture.selector, "role": gesture.role,
            "name": gesture.name, "text": gesture.text, "to": gesture.to, "at": gesture.at,
            "box": _rounded(aimed.box), "point": _rounded(aimed.point),
            "scroll": _rounded(aimed.scroll), "image": picture,
        }  # fmt: skip
    )
    await act(session, gesture, aimed)
    await awaited(session, gesture)


def _rounded(numbers: tuple[float, ...] | None) -> list[float] | None:
    return None if numbers is None else [round(n, 2) for n in numbers]
