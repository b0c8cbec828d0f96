"""The language by its mistakes: every case of the Markdown files beside this one is compiled.

A case is a `fsm` block (the world), perhaps `file NAME` blocks before it (what lies beside it), and
a `diagnostic` block after it with `CODE line:column title` for each finding, or `ok`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from fsmc.compile import compile_file
from fsmc.diagnostics import Diagnostic, Failure, Severity, Source
from fsmc.diagnostics.positions import LineIndex
from fsmc.explore import explore
from fsmc.explore.findings import findings

HERE = Path(__file__).parent
FENCE = re.compile(r"```(fsm|diagnostic|file \S+)\n(.*?)```", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Case:
    name: str
    world: str
    files: tuple[tuple[str, str], ...]
    expected: tuple[str, ...]


def cases() -> list[Case]:
    found: list[Case] = []
    for page in sorted(HERE.glob("*.md")):
        files: list[tuple[str, str]] = []
        world = ""
        for kind, text in FENCE.findall(page.read_text(encoding="utf-8")):
            if kind == "fsm":
                world = text
            elif kind.startswith("file "):
                files.append((kind.removeprefix("file "), text))
            else:
                lines = tuple(line for line in text.splitlines() if line and line != "ok")
                name = f"{page.stem}-{sum(c.name.startswith(page.stem) for c in found) + 1}"
                found.append(Case(name, world, tuple(files), lines))
                files = []
    return found


CASES = cases()


def test_there_are_sixty_malformed_worlds() -> None:
    assert sum(bool(case.expected) for case in CASES) >= 60


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_it_is_told_what_is_wrong(case: Case, tmp_path: Path) -> None:
    for name, text in case.files:
        (tmp_path / name).write_text(text, encoding="utf-8")
    file = tmp_path / "world.fsm"
    file.write_text(case.world, encoding="utf-8")
    assert tuple(told(file)) == case.expected


def told(file: Path) -> list[str]:
    """Every error and warning as one line; the world is explored when it compiles."""
    try:
        compiled = compile_file(file)
        graph = explore(compiled.world, max_states=20_000)
        found = (*compiled.diagnostics, *findings(graph, compiled.sources))
    except Failure as failure:
        found = failure.diagnostics
    return [_line(d, file.parent) for d in found if d.severity is not Severity.NOTE]


def _line(diagnostic: Diagnostic, folder: Path) -> str:
    title = diagnostic.title.replace(f"{folder}/", "")
    if diagnostic.span is None:
        return f"{diagnostic.code} - {title}"
    source = Source(diagnostic.span.file, Path(diagnostic.span.file).read_text(encoding="utf-8"))
    at = LineIndex(source.text).position(diagnostic.span.start)
    name = Path(diagnostic.span.file).name
    where = "" if name == "world.fsm" else f"{name}:"
    return f"{diagnostic.code} {where}{at.line}:{at.column} {title}"
