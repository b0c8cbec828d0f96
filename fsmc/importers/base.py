"""What an importer is: a pure function from a foreign text to the text of a world."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from fsmc.diagnostics import Diagnostic

Reading = Literal["plain", "gated"]


@dataclass(frozen=True, slots=True)
class Imported:
    """A world as `.fsm` text, with everything that had to be noted on the way."""

    name: str
    world_text: str
    diagnostics: tuple[Diagnostic, ...]
    report_markdown: str


class Importer(Protocol):
    """What the entry-point group `fsmc.importers` holds."""

    @property
    def name(self) -> str:
        """The word after `fsmc import`."""

    def import_spec(self, text: str, file: str, reading: Reading) -> Imported:
        """Reads `text`, found at `file`; raises a Failure when it cannot be a world."""
