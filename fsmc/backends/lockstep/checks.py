"""The checks of one edge, one refusal and one look: each gives a record, never an exception."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any

from fsmc.backends.lockstep.browser import Session, SiteError
from fsmc.backends.lockstep.hand import Unaimed, act, aim, awaited, needs_aim
from fsmc.backends.site.procedures import Procedure, procedures
from fsmc.explore.graph import Edge, Graph
from fsmc.kernel.evaluate import evaluate
from fsmc.kernel.step import bind
from fsmc.model.world import Args, State, Transition

MOST_DIFFERENCES = 12


def look_digest(lines: list[str]) -> str:
    """The digest of a page as it is described by its lines."""
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def plain(value: Any) -> Any:
    """A value as JSON gives it back: tuples are lists."""
    return [plain(v) for v in value] if isinstance(value, tuple | list) else value


@dataclass(slots=True)
class Checker:
    """Checks one world; knows the look of each state as a fresh restore gives it."""

    graph: Graph
    look_of: dict[int, str] = field(default_factory=dict)

    # ---- looks ------------------------------------------------------------------------------
    async def look(self, session: Session, state: int) -> dict[str, Any]:
        found = await session.call("look", self.graph.states[state])
        return {"kind": "state", "state": state, "look": look_digest(found["lines"])}

    # ---- edges ------------------------------------------------------------------------------
    async def edge(self, session: Session, number: int) -> dict[str, Any]:
        """Restore the source, make the gestures, compare state and page with the target's."""
        edge = self.graph.edge(number)
        transition = self.graph.transition(edge)
        record: dict[str, Any] = {"kind": "edge", "edge": number}
        source = self.graph.states[edge.source]
        if transition.actor != "agent":
            return {**record, "by": "patch", **await self._patch(session, edge, transition, source)}
        routes = procedures(self.graph.world, source, transition, edge.args)
        if not routes:
            return {**record, "routes": 0, **_failed("no widget", "nothing on the page does this")}
        for route, procedure in enumerate(routes):
            wrong = await self._route(session, source, procedure, edge, None)
            if wrong is not None:
                return {**record, "routes": len(routes), "route": route, **wrong}
        return {**record, "routes": len(routes), "ok": True}

    async def _patch(
        self, session: Session, edge: Edge, transition: Transition, source: State
    ) -> dict[str, Any]:
        await session.call("restoreAndAim", source, None)
        answer = await session.page.evaluate(
            "([i, args]) => fsmc.step(i, args)", [transition.index, list(edge.args)]
        )
        if answer["status"] != "enabled":
            return _failed("not enabled", f"the page says: {answer['status']}")
        settled = await session.call("settle", None, None, None)
        wrong = self._wrong(session, settled, edge, None, [])
        return {"ok": True} if wrong is None else wrong

    async def _route(
        self, session: Session, source: State, procedure: Procedure, edge: Edge | None, refusal: str | None
    ) -> dict[str, Any] | None:  # fmt: skip
        """What is wrong with one route from `source`, or None."""
        early = None
        number = 0
        try:
            for number, gesture in enumerate(procedure):
                aimed = await aim(session, gesture, source if number == 0 else None)
                await act(session, gesture, aimed)
                early = await awaited(session, gesture)
            last = procedure[-1]
            selector = last.selector if needs_aim(last) else None
            settled = await session.call("settle", selector, refusal, early)
        except Unaimed as wrong:
            return {"gesture": number, **_failed(wrong.check, wrong.detail)}
        except SiteError as wrong:
            return {"gesture": number, **_failed("script error", str(wrong).splitlines()[0])}
        assert edge is not None
        return self._wrong(session, settled, edge, refusal, [[edge.transition, plain(edge.args)]])

    # ---- judging ----------------------------------------------------------------------------
    def _wrong(
        self, session: Session, settled: dict[str, Any], edge: Edge, refusal: str | None, log: list[Any]
    ) -> dict[str, Any] | None:  # fmt: skip
        world = self.graph.world
        wanted = plain(self.graph.states[edge.target])
        if errors := session.took_errors():
            return _failed("script error", errors[0].splitlines()[0])
        if refusal is None and log and settled["log"] != log:
            taken = [world.transitions[index].label for index, _ in settled["log"]]
            if not taken:
                return _failed("no transition", "the gestures did nothing", _moved(settled))
            if settled["state"] == wanted or [i for i, _ in settled["log"]] != [edge.transition]:
                return _failed("wrong transition", f"the page took {', '.join(taken)}")
        if settled["state"] != wanted:
            return _failed("state differs", "", *self._slots(wanted, settled["state"]))
        if not settled["steady"]:
            return _failed("state differs", "the canonical view changed the state")
        if refusal is not None:
            if settled["log"]:
                return _failed("not refused", "the page took a step")
            if settled["refusal"] != refusal:
                return _failed("message differs", "", ("refusal", refusal, str(settled["refusal"])))
            if not settled["told"]:
                return _failed("message hidden", refusal)
        elif (said := self._says(edge)) != settled["says"]:
            return _failed("message differs", "", ("says", str(said), str(settled["says"])))
        if look_digest(settled["lines"]) != self.look_of[edge.target]:
            return {**_failed("page differs", ""), "lines": settled["lines"]}
        return None

    def _says(self, edge: Edge) -> str | None:
        transition = self.graph.transition(edge)
        if transition.says is None:
            return None
        bound = bind(transition, edge.args)
        source = self.graph.states[edge.source]
        return str(evaluate(self.graph.world, transition.says, source, bound))

    def _slots(self, wanted: list[Any], found: list[Any]) -> list[tuple[str, str, str]]:
        names = [v.name for v in self.graph.world.variables]
        return [
            (name, str(a), str(b))
            for name, a, b in zip(names, wanted, found, strict=True)
            if a != b
        ]

    async def explained(self, session: Session, record: dict[str, Any], target: int) -> dict[str, Any]:
        """A record whose page differs, with the lines that do instead of all lines."""
        if "lines" not in record:
            return record
        found = record.pop("lines")
        fresh = (await session.call("look", self.graph.states[target]))["lines"]
        pairs = [
            (f"line {n}", a, b) for n, (a, b) in enumerate(zip(fresh, found, strict=False)) if a != b
        ]
        if len(fresh) != len(found):
            pairs.append(("lines", str(len(fresh)), str(len(found))))
        if not pairs:
            pairs.append(("look", "as first restored", "a fresh restore has changed as well"))
        return {**record, "differences": plain(tuple(pairs[:MOST_DIFFERENCES]))}

    # ---- refusals ---------------------------------------------------------------------------
    async def refusal(
        self, session: Session, state: int, transition: Transition, args: Args, text: str
    ) -> dict[str, Any]:
        """Try what is refused: nothing may change, and the page must say why."""
        source = self.graph.states[state]
        record: dict[str, Any] = {
            "kind": "refusal", "state": state, "transition": transition.index, "args": plain(args),
            "text": text,
        }  # fmt: skip
        routes = procedures(self.graph.world, source, transition, args)
        if not routes:
            return {**record, "routes": 0, **_failed("no widget", "nothing on the page does this")}
        stay = Edge(-1, state, state, transition.index, args)
        for route, procedure in enumerate(routes):
            wrong = await self._route(session, source, procedure, stay, text)
            if wrong is not None:
                wrong = await self.explained(session, wrong, state)
                return {**record, "routes": len(routes), "route": route, **wrong}
        return {**record, "routes": len(routes), "ok": True}


def _failed(check: str, detail: str, *differences: tuple[str, str, str]) -> dict[str, Any]:
    found = [plain(d) for d in differences[:MOST_DIFFERENCES]]
    return {"ok": False, "check": check, "detail": detail, "differences": found}


def _moved(settled: dict[str, Any]) -> tuple[str, str, str]:
    return ("pressed", "the element aimed at", str(settled["moved"] or "the element aimed at"))
