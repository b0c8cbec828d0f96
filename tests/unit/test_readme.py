"""What README and guide say is true: worlds compile, code prints its comments, commands exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fsmc.cli import registry
from fsmc.compile import compile_text
from fsmc.diagnostics import Source

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(text: str, language: str = "") -> list[str]:
    found = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.S | re.M)
    return [body for name, body in found if name == language]


def test_the_world_compiles() -> None:
    (world,) = [b for b in blocks(README) if b.startswith("world ")]
    assert compile_text(Source("readme.fsm", world)).diagnostics == ()


def test_the_python_prints_what_it_says(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    (code,) = blocks(README, "python")
    said = re.findall(r"print\(.*?\)\s+# (.*)", code)
    exec(compile(code, "README.md", "exec"), {})
    assert said
    assert capsys.readouterr().out.splitlines() == said


def test_all_commands_are_shown_and_exist() -> None:
    tour = next(b for b in blocks(README) if "fsmc new" in b)
    shown = re.findall(r"^fsmc (\w+)", tour, re.M)
    assert sorted(shown) == sorted(registry.COMMANDS)
    told = re.findall(r"^## `fsmc (\w+)", (ROOT / "docs/reference/cli.md").read_text(), re.M)
    assert sorted(told) == sorted(registry.COMMANDS)


def test_the_tour_has_ten_lines() -> None:
    tour = next(b for b in blocks(README) if "fsmc new" in b)
    assert len(tour.splitlines()) == 10


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        if not target.startswith("http"):
            assert (page.parent / target).exists(), target
