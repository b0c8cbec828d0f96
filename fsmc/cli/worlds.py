"""Finds the file of a world: `worlds/shop` is short for `worlds/shop/shop.fsm`."""

from __future__ import annotations

from pathlib import Path


def world_file(path: Path) -> Path:
    """The file itself, or in a folder the file that has its name."""
    inside = path / f"{path.resolve().name}.fsm"
    return inside if path.is_dir() and inside.is_file() else path
