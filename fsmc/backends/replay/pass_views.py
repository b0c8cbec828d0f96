"""The pass over the steps of plans: what is seen before each gesture, in the midst of a step."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from fsmc.backends.replay import gestures
from fsmc.backends.replay.browser import Chromium, LeftError, ScriptError, Tab
from fsmc.backends.replay.captures import Captures
from fsmc.backends.replay.gestures import Missed
from fsmc.backends.replay.records import Record, trial_json
from fsmc.backends.replay.scene import Scene
from fsmc.backends.replay.work import Attempt


def needed(attempts: Sequence[Attempt], captures: Captures) -> tuple[Attempt, ...]:
    """The steps with a gesture before which the page is not as the picture of the state shows it:
    later gestures, and all for which the page is scrolled.
    """
    return tuple(
        attempt
        for attempt in attempts
        if (routes := captures.routes.get(attempt.trial))
        and any(n > 0 or aim.scroll != (0, 0) for n, aim in enumerate(routes[0]))
    )


async def batch(scene: Scene, chromium: Chromium, attempts: Sequence[Attempt]) -> list[Record]:
    """For each step the pictures before its gestures, None where it is that of the state."""
    records: list[Record] = []
    left = list(attempts)
    while left:
        async with chromium.tab() as tab:
            while left:
                attempt = left.pop(0)
                async with asyncio.timeout(scene.timeout):
                    images, lost = await _views(scene, tab, attempt)
                records.append({"view": trial_json(attempt), "images": images})
                if lost:
                    break
    return records


async def _views(scene: Scene, tab: Tab, attempt: Attempt) -> tuple[list[str | None], bool]:
    """The pictures of one step, as far as it goes; and whether the tab is of no use any more."""
    images: list[str | None] = []
    await tab.park()
    try:
        for number, gesture in enumerate(scene.ways(attempt)[0]):
            asked = gestures.asked(gesture)
            if number == 0:
                answer = await tab.call("begin", scene.state(attempt.source), asked)
            else:
                answer = await tab.call("aim", asked)
            aim = gestures.aimed(gesture, answer)
            if isinstance(aim, Missed):
                break
            fresh = number > 0 or aim.scroll != (0, 0)
            images.append(scene.images.keep(await tab.picture()) if fresh else None)
            await gestures.make(tab, gesture, aim)
    except (LeftError, ScriptError):
        return images, True
    return images, False
