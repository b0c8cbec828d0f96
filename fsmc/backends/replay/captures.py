"""What the browser showed: a picture, boxes and a tree for each state, points for each gesture."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from fsmc.model.world import Args
from fsmc.resources import write_atomically

VIEWPORT = (1280, 720)
"""Width and height of every picture, in pixels; boxes and points are in the same."""

Point: TypeAlias = tuple[int, int]
Box: TypeAlias = tuple[float, float, float, float]
Trial: TypeAlias = tuple[int, int, Args]
"""A state, a transition and its arguments."""


@dataclass(frozen=True, slots=True)
class Aim:
    """Where a gesture goes, when the page is scrolled by `scroll`: x, y in the window.

    `point` and `box` (x, y, width, height) are None for keys that go to no element, `to_point` and
    `to_box` are where a drag ends.
    """

    scroll: Point = (0, 0)
    point: Point | None = None
    box: Box | None = None
    to_point: Point | None = None
    to_box: Box | None = None


Route: TypeAlias = tuple[Aim, ...]
"""The gestures of one procedure as they were made."""


@dataclass(frozen=True, slots=True)
class StateCapture:
    """A state on the page: `image` is the sha256 of its PNG; the rest are numbers of `texts`."""

    image: str | None
    lines: tuple[int, ...]
    tree: tuple[int, ...]
    boxes: tuple[int, ...]
    digest: str


class Texts:
    """Texts by number, each kept once: the lines of a thousand states are mostly the same."""

    def __init__(self) -> None:
        self.all: list[str] = []
        self._numbers: dict[str, int] = {}

    def numbers(self, texts: Iterable[str]) -> tuple[int, ...]:
        return tuple(self._number(text) for text in texts)

    def _number(self, text: str) -> int:
        found = self._numbers.get(text)
        if found is None:
            found = self._numbers[text] = len(self.all)
            self.all.append(text)
        return found

    def get(self, numbers: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.all[number] for number in numbers)


@dataclass(slots=True)
class Captures:
    """What was seen in one replay. `routes` are by state, transition and arguments.

    `views` are the pictures before each gesture of a step, where they are not that of the state.
    """

    folder: Path
    texts: Texts = field(default_factory=Texts)
    states: dict[int, StateCapture] = field(default_factory=dict)
    routes: dict[Trial, tuple[Route, ...]] = field(default_factory=dict)
    views: dict[Trial, tuple[str | None, ...]] = field(default_factory=dict)

    def image(self, name: str | None) -> bytes | None:
        """The PNG of that name."""
        return None if name is None else (self.folder / image_path(name)).read_bytes()

    def boxes(self, state: int) -> list[dict[str, Any]]:
        """The interactive elements of a state, as `fsmc.boxes()` gives them."""
        return [json.loads(text) for text in self.texts.get(self.states[state].boxes)]

    def tree(self, state: int) -> str:
        """The accessibility tree of a state: a line for each node, indented."""
        return "\n".join(self.texts.get(self.states[state].tree))

    def lines(self, state: int) -> tuple[str, ...]:
        """The page of a state: its title and a line for each element."""
        return self.texts.get(self.states[state].lines)


def image_path(name: str) -> str:
    """Where a picture lies under the output folder."""
    return f"images/{name[:2]}/{name}.png"


def text_digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


class Images:
    """Keeps pictures under the sha256 of their bytes, so that equal ones are one file."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def keep(self, png: bytes) -> str:
        """The name of a picture, which is written if it is new. Raises a Failure (FSM521)."""
        name = hashlib.sha256(png).hexdigest()
        path = self.folder / image_path(name)
        if not path.is_file():
            write_atomically(path, png)
        return name

    def prune(self, kept: Iterable[str]) -> None:
        """Removes the pictures that no result speaks of, such as those of a run cut short."""
        wanted = {image_path(name) for name in kept}
        for path in sorted((self.folder / "images").glob("??/*")):
            inside = path.relative_to(self.folder).as_posix()
            if inside not in wanted and _is_ours(path.name):
                path.unlink()


def _is_ours(name: str) -> bool:
    """Whether a file is a picture, or one that was being written when a run was killed."""
    stem = name.removeprefix(".").partition(".png")[0]
    return len(stem) == 64 and all(c in "0123456789abcdef" for c in stem)
