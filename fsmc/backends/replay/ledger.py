"""Adds up the records of a replay, whether they are new or come from the file of an earlier run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from fsmc.backends.replay.captures import Captures, StateCapture, text_digest
from fsmc.backends.replay.records import Record, problem_of, route_of, trial_of
from fsmc.backends.replay.results import Count, Played, Problem
from fsmc.backends.replay.work import Work

TEXTS = ("lines", "tree", "boxes")


@dataclass(slots=True)
class Ledger:
    """What is known so far. Records must come in canonical order: texts are numbered by it."""

    work: Work
    captures: Captures
    problems: list[Problem] = field(default_factory=list)
    played: list[Played] = field(default_factory=list)
    counts: dict[str, Count] = field(default_factory=dict)
    outside: set[str] = field(default_factory=set)

    def intern(self, records: Sequence[Record]) -> Iterator[Record]:
        """The records as they are written: with numbers for texts, new texts before them."""
        texts = self.captures.texts
        for record in records:
            if "state" not in record:
                yield record
                continue
            known = len(texts.all)
            short = {key: texts.numbers(record[key]) for key in TEXTS}
            if len(texts.all) > known:
                yield {"texts": texts.all[known:]}
            yield {**record, **short}

    def add(self, record: Record) -> None:
        """Counts one written record."""
        problems = [problem_of(data) for data in record.get("problems", ())]
        self.problems += problems
        if "state" in record:
            self._add_state(record)
            self._count("states", problems)
        elif "edge" in record or "refusal" in record:
            part = "edges" if "edge" in record else "refusals"
            routes = tuple(route_of(route) for route in record["routes"])
            self.captures.routes[trial_of(record[part[:-1]])] = routes
            if part == "refusals" and record["ways"] == 0:
                now = self.count(part)
                self.counts[part] = replace(now, untried=now.untried + 1)
            else:
                self._count(part, problems, record["ways"])
        elif "view" in record:
            self.captures.views[trial_of(record["view"])] = tuple(record["images"])
        elif "trajectory" in record:
            routes = tuple(route_of(route) for route in record["routes"])
            plan = self.work.plans[record["trajectory"]]
            self.played.append(Played(plan, routes, problems[0] if problems else None))
            self._count("trajectories", problems)
        elif "outside" in record:
            self.outside.update(record["outside"])
        else:
            self.captures.texts.numbers(record["texts"])

    def _add_state(self, record: Record) -> None:
        lines, tree, boxes = (tuple(record[key]) for key in TEXTS)
        digest = text_digest("\n".join(self.captures.texts.get(lines)))
        self.captures.states[record["state"]] = StateCapture(
            record["image"], lines, tree, boxes, digest
        )

    def _count(self, part: str, problems: Sequence[Problem], ways: int = 0) -> None:
        now = self.count(part)
        self.counts[part] = replace(
            now,
            checked=now.checked + 1,
            failed=now.failed + bool(problems),
            ways=now.ways + ways,
        )

    def count(self, part: str) -> Count:
        return self.counts.get(part, Count())

    def images(self) -> Iterator[str]:
        """The names of all pictures that the results speak of."""
        for state in self.captures.states.values():
            if state.image is not None:
                yield state.image
        for images in self.captures.views.values():
            yield from (name for name in images if name is not None)
        yield from (p.after for p in self.problems if p.after is not None)
