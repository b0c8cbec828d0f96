"""How large an expression is, and how large anything may be: worlds are small, mistakes are not."""

from __future__ import annotations

from math import prod

from fsmc.model.domains import Domain
from fsmc.model.expr import Expr, children

EXACT = 2**53 - 1
"""The largest whole number that every engine holds exactly."""

DEEPEST = 60
"""Levels of an expression as written."""

TALLEST = 120
"""Levels of an expression as lowered: printed code nests as deeply, and compilers have limits."""

LARGEST = 20_000
"""Nodes of one expression as lowered."""

MOST_CHOICES = 100_000
"""The most arguments that one action, field, patch or goal may range over."""

MOST_TURNS = 1_000
"""The most values that one loop of an effect may run through."""


def size_and_height(expr: Expr) -> tuple[int, int]:
    """Nodes and levels of the tree that an expression spells, shared parts counted each time."""
    known: dict[int, tuple[int, int]] = {}
    todo = [(expr, False)]
    while todo:
        node, ready = todo.pop()
        if id(node) in known:
            continue
        parts = children(node)
        if ready or not parts:
            sizes = [known[id(part)] for part in parts]
            known[id(node)] = (
                1 + sum(size for size, _ in sizes),
                1 + max((height for _, height in sizes), default=0),
            )
        else:
            todo.append((node, True))
            todo += [(part, False) for part in parts]
    return known[id(expr)]


def too_large(expr: Expr) -> bool:
    size, height = size_and_height(expr)
    return size > LARGEST or height > TALLEST


def many(count: int) -> str:
    """A count in words; numbers of thousands of digits cannot even be written."""
    return f"{count:,}" if count < 10**12 else "more than 1,000,000,000,000"


def choices(domains: tuple[Domain, ...]) -> int:
    """How many arguments there are; all domains must be finite."""
    return prod(domain.size for domain in domains)
