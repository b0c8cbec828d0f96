"""What the site cannot do for a world, found before anything is built."""

from __future__ import annotations

from fsmc.diagnostics import Diagnostic
from fsmc.model.world import World


def check_site(world: World) -> tuple[Diagnostic, ...]:
    """Diagnostics FSM31x."""
    del world
    return ()
