"""What a back end is: a pure function from a world to files, and a map that reads states back."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, Protocol, TypeAlias, TypeVar

from fsmc.diagnostics import Diagnostic
from fsmc.model.domains import Json
from fsmc.model.world import State, World

Artifacts: TypeAlias = Mapping[str, bytes]
"""The files of a build by their path, `/` between folders, in a fixed order."""

Options = TypeVar("Options", contravariant=True)


class Feature(str, Enum):
    """What a world may ask of a back end. What is not supported is a diagnostic FSM3xx."""

    PAGES = "pages"
    DIALOGS = "dialogs"
    FIELDS = "fields"
    LISTS = "lists"
    GESTURES = "gestures"
    PICTURES = "pictures"
    BACK = "browser back"
    PATCHES = "patches of other actors"


class Backend(Protocol[Options]):
    """What the entry-point group `fsmc.backends` holds."""

    @property
    def name(self) -> str:
        """The word by which it is called."""

    @property
    def supports(self) -> frozenset[Feature]:
        """What worlds may use."""

    @property
    def options(self) -> type[Any]:
        """The model of the options; without arguments it gives the defaults."""

    def check(self, world: World) -> tuple[Diagnostic, ...]:
        """What this back end cannot do for `world`, or does otherwise than one may think."""

    def build(self, world: World, options: Options) -> Artifacts:
        """The files. Same world and options, same bytes. Raises a Failure on errors of `check`."""

    def observe(self, world: World, reading: Json) -> State:
        """The observation map: the model state that the running thing is in, from what it says."""
