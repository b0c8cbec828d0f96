"""Small helpers of these tests: worlds from text, explored."""

from __future__ import annotations

from pathlib import Path

from fsmc.compile import Compiled, compile_file, compile_text
from fsmc.diagnostics import Diagnostic, Source
from fsmc.diagnostics.render import render_text
from fsmc.explore import MAX_STATES, explore
from fsmc.explore.findings import findings
from fsmc.explore.graph import Graph

ROOT = Path(__file__).parents[3]
CORNER_SHOP = ROOT / "worlds" / "corner_shop" / "corner_shop.fsm"


def compiled(text: str) -> Compiled:
    return compile_text(Source("world.fsm", text))


def graph_of(text: str, max_states: int = MAX_STATES) -> Graph:
    return explore(compiled(text).world, max_states)


def findings_of(text: str, max_states: int = MAX_STATES) -> tuple[Diagnostic, ...]:
    """What exploring finds; the warnings of the compiler are left out."""
    made = compiled(text)
    return findings(explore(made.world, max_states), made.sources)


def rendered(text: str, max_states: int = MAX_STATES) -> str:
    made = compiled(text)
    return render_text(findings(explore(made.world, max_states), made.sources), made.sources)


def corner_shop() -> Compiled:
    return compile_file(CORNER_SHOP)
