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
from fsmc.diagnostics.fixes import apply_fixes
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


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_an_offered_edit_works(case: Case, tmp_path: Path) -> None:
    """Made edits leave none of the findings that offered them, and bring no syntax errors."""
    for name, text in case.files:
        (tmp_path / name).write_text(text, encoding="utf-8")
    file = tmp_path / "world.fsm"
    file.write_text(case.world, encoding="utf-8")
    offered = [d for d in found_in(file) if d.fix and d.fix.span.file == str(file)]
    if not offered:
        return
    text = apply_fixes(case.world, [d.fix for d in offered if d.fix])
    file.write_text(text, encoding="utf-8")
    left = found_in(file)
    assert not {(d.code, d.title) for d in offered} & {(d.code, d.title) for d in left}, text
    syntax = {d.code for d in left if d.code < "FSM2"}
    assert not syntax or len(case.expected) > 1, text


def told(file: Path) -> list[str]:
    """Every error and warning as one line."""
    return [_line(d, file.parent) for d in found_in(file) if d.severity is not Severity.NOTE]


def found_in(file: Path) -> tuple[Diagnostic, ...]:
    """What is found; the world is explored when it compiles."""
    try:
        compiled = compile_file(file)
        graph = explore(compiled.world, max_states=20_000)
    except Failure as failure:
        return failure.diagnostics
    return (*compiled.diagnostics, *findings(graph, compiled.sources))


def _line(diagnostic: Diagnostic, folder: Path) -> str:
    title = diagnostic.title.replace(f"{folder}/", "")
    if diagnostic.span is None:
        return f"{diagnostic.code} - {title}"
    source = Source(diagnostic.span.file, Path(diagnostic.span.file).read_text(encoding="utf-8"))
    at = LineIndex(source.text).position(diagnostic.span.start)
    name = Path(diagnostic.span.file).name
    where = "" if name == "world.fsm" else f"{name}:"
    return f"{diagnostic.code} {where}{at.line}:{at.column} {title}"
