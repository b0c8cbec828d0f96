"""Reads what the lock-step engine found as an Outcome."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from fsmc.backends.lockstep.options import HEIGHT, WIDTH, Count, ReplayResult
from fsmc.backends.lockstep.selection import all_refusals
from fsmc.backends.report.outcome import Gestured, Outcome, Played, Sight, Taken, Tally, Wrong
from fsmc.backends.site.procedures import Gesture
from fsmc.explore.graph import Graph

Record = dict[str, Any]
SIZE = (WIDTH, HEIGHT)


def outcome_of(graph: Graph, result: ReplayResult) -> Outcome:
    """The outcome of a replay of `graph`."""
    reader = _Reader(graph, result)
    failures = result.failures
    return Outcome(
        browser=result.browser,
        states=_tally(result.states),
        edges=_tally(result.edges),
        refusals=_tally(result.refusals),
        trajectories=_tally(result.trajectories),
        played=tuple(reader.played(record) for record in result.plays),
        wrong=tuple(reader.wrong(record) for record in failures),
        wrong_in_all=len(failures),
        faults=tuple(sorted(Counter(result.faults).items())),
        outside=result.outside_requests,
        refusals_by_state=Counter(r.state for r in all_refusals(graph)),
    )


def _tally(count: Count) -> Tally:
    return Tally(count.total, count.checked, count.failed)


class _Reader:
    """Turns records into the terms of the world."""

    def __init__(self, graph: Graph, result: ReplayResult) -> None:
        self.graph = graph
        self.result = result

    def look(self, state: int) -> Sight | None:
        """What a state looks like, where that was kept."""
        look = self.result.looks.get(self.result.look_of.get(state, ""))
        return None if look is None else Sight(look["image"], SIZE)

    def played(self, record: Record) -> Played:
        steps = tuple(self._taken(step) for step in record["steps"])
        edges = [self.graph.edge(number) for number in record["edges"]]
        if record["ok"]:
            final = edges[-1].target if edges else 0
        else:
            final = record["steps"][-1]["state"] if record["steps"] else 0
        problem = None if record["ok"] else f"{record['check']}: {record['detail']}".strip(": ")
        seen = Sight(record.get("final"), SIZE)
        args = _tuples(record["args"])
        return Played(record["goal"], args, steps, self.graph.states[final], seen, problem)

    def _taken(self, step: Record) -> Taken:
        return Taken(
            self.graph.states[step["state"]],
            step["transition"],
            _tuples(step["args"]),
            Sight(step["image"], SIZE),
            tuple(_gestured(one) for one in step["gui"]),
        )

    def wrong(self, record: Record) -> Wrong:
        transition: int | None
        match record["kind"]:
            case "edge":
                edge = self.graph.edge(record["edge"])
                source, target = edge.source, edge.target
                transition, args = edge.transition, edge.args
            case "refusal":
                source = target = record["state"]
                transition, args = record["transition"], _tuples(record["args"])
            case _:
                step = record["steps"][-1] if record["steps"] else None
                source = target = 0 if step is None else step["state"]
                transition = None if step is None else step["transition"]
                args = () if step is None else _tuples(step["args"])
        detail = record["detail"]
        return Wrong(
            record["check"],
            f"{record['check']}: {detail}" if detail else record["check"],
            self.graph.states[source],
            transition,
            args,
            tuple((name, a, b) for name, a, b in record.get("differences", ())),
            before=self.look(source),
            expected=self.look(target),
        )


def _gestured(one: Record) -> Gestured:
    gesture = Gesture(
        one["verb"], one["selector"], one["role"], one["name"], one["text"], one["to"], one["at"]
    )
    sight = Sight(one["image"], SIZE, _pair(one["point"]), _four(one["box"]))
    return Gestured(gesture, sight, _pair(one["scroll"]) or (0, 0))


def _pair(data: Sequence[float] | None) -> tuple[float, float] | None:
    return None if data is None else (data[0], data[1])


def _four(data: Sequence[float] | None) -> tuple[float, float, float, float] | None:
    return None if data is None else (data[0], data[1], data[2], data[3])


def _tuples(data: Any) -> Any:
    return tuple(_tuples(v) for v in data) if isinstance(data, list) else data
