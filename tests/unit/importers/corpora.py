"""Where the specs are that the importer is tested on: ours, and the shared ones when present."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
SMALL = ROOT / "tests" / "corpus"
SHARED = Path(os.environ.get("FSMC_CORPUS", ROOT.parent / "shared" / "corpus" / "autowebworld"))


@dataclass(frozen=True, slots=True)
class Case:
    """A spec and what is expected of its world, by reading."""

    name: str
    file: Path
    expected: dict[str, Any]

    def text(self) -> str:
        return self.file.read_text(encoding="utf-8")


def small_cases() -> list[Case]:
    cases = []
    for file in sorted(SMALL.glob("*.fsm.json")):
        name = file.name.removesuffix(".fsm.json")
        expected = json.loads((SMALL / f"{name}.expect.json").read_text(encoding="utf-8"))
        cases.append(Case(name, file, expected))
    return cases


def shared_cases() -> list[Case]:
    """Empty in a clone that has no shared corpus beside it."""
    expectations = SHARED / "expect.json"
    if not expectations.is_file():
        return []
    worlds = json.loads(expectations.read_text(encoding="utf-8"))["worlds"]
    return [Case(name, SHARED / f"{name}.fsm.json", worlds[name]) for name in worlds]
