"""The pass over states: each is put up at once, looked at and kept to compare with."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any

from fsmc.backends.replay.browser import Chromium, LeftError, ScriptError, Tab
from fsmc.backends.replay.captures import text_digest
from fsmc.backends.replay.judge import Verdict, tuples, variable_differences
from fsmc.backends.replay.records import Record, problem_json
from fsmc.backends.replay.results import Check, Problem
from fsmc.backends.replay.scene import Scene, failed

PART = "states"
Looks = dict[str, tuple[str, list[str]]]
"""The picture and the tree of a page, by the digest of all that it holds."""


async def batch(scene: Scene, chromium: Chromium, states: Sequence[int]) -> list[Record]:
    """What each state looks like. Pages that hold the same are pictured once."""
    records: list[Record] = []
    looks: Looks = {}
    left = list(states)
    while left:
        async with chromium.tab() as tab:
            while left:
                async with asyncio.timeout(scene.timeout):
                    record, lost = await _look(scene, tab, left.pop(0), looks)
                records.append(record)
                if lost:
                    break
    return records


async def _look(scene: Scene, tab: Tab, number: int, looks: Looks) -> tuple[Record, bool]:
    """The record of one state, and whether the tab is of no use any more."""
    try:
        shown = await tab.call("show", scene.state(number))
    except (LeftError, ScriptError) as error:
        return _record(number, None, {"lines": "", "boxes": []}, [], failed(error)), True
    key = text_digest(shown["dom"])
    if key not in looks:
        looks[key] = scene.images.keep(await tab.picture()), await tab.tree()
    picture, tree = looks[key]
    return _record(number, picture, shown, tree, _put_up(scene, number, shown)), False


def _put_up(scene: Scene, number: int, shown: Mapping[str, Any]) -> Verdict | None:
    """Whether a state that was put up is the one that is there."""
    if shown["errors"]:
        return Verdict(Check.SCRIPT, f"the page's script failed: {shown['errors'][0]}")
    wanted, got = scene.state(number), tuples(shown["state"])
    if repr(wanted) == repr(got):
        return None
    differences = variable_differences(scene.world, wanted, got)
    return Verdict(Check.STATE, "a state that is put up does not stay", differences)


def _record(
    number: int, picture: str | None, shown: Mapping[str, Any], tree: list[str],
    verdict: Verdict | None,
) -> Record:  # fmt: skip
    record: Record = {
        "state": number,
        "image": picture,
        "lines": shown["lines"].split("\n"),
        "tree": tree,
        "boxes": [
            json.dumps(box, ensure_ascii=False, separators=(",", ":")) for box in shown["boxes"]
        ],
    }
    if verdict is not None:
        problem = Problem(
            PART, verdict.check, verdict.title, number, number, None, (), None, None,
            verdict.differences, picture,
        )  # fmt: skip
        record["problems"] = [problem_json(problem)]
    return record
