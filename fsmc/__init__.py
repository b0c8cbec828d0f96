"""fsmc compiles one written world into sites, tasks and trajectories, right by construction.

Light on purpose: nothing heavy is imported until it is used.

    import fsmc
    world = fsmc.load("worlds/shop/shop.fsm")
    graph = fsmc.explore(world)
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = ["__version__", "explore", "load"]

if TYPE_CHECKING:
    from fsmc.compile import load
    from fsmc.explore import explore


def __getattr__(name: str) -> object:
    """Imports `load` and `explore` when they are first asked for."""
    if name == "load":
        return import_module("fsmc.compile").load
    if name == "explore":
        return import_module("fsmc.explore")
    raise AttributeError(f"module 'fsmc' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)


class _CallableExplore(ModuleType):
    """The package `fsmc.explore`, which can also be called as the function it is named for."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        return self.explore(*arguments, **options)


class _Package(ModuleType):
    """This package. Python binds each loaded sub-package to its name here, over any function."""

    def __setattr__(self, name: str, value: object) -> None:
        if name == "explore" and isinstance(value, ModuleType):
            value.__class__ = _CallableExplore
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
