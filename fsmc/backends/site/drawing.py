"""Draws pictures: soft grounds with a simple object or initials, the same for the same name."""

from __future__ import annotations

from html import escape

from fsmc.backends.site.theme import seed

_GROUNDS = (
    ("#dbeafe", "#93c5fd", "#1e3a8a"), ("#dcfce7", "#86efac", "#14532d"), ("#fef3c7", "#fcd34d", "#78350f"),
    ("#fce7f3", "#f9a8d4", "#831843"), ("#ede9fe", "#c4b5fd", "#4c1d95"), ("#ffedd5", "#fdba74", "#7c2d12"),
    ("#cffafe", "#67e8f9", "#164e63"), ("#e7e5e4", "#c9c3bd", "#44403c"),
)  # fmt: skip


def draw(name: str, title: str) -> str:
    """An SVG of 480 by 360 for the picture `name` of the row called `title`."""
    return f"<svg>{escape(name)}{escape(title)}{seed(name)}</svg>"


def mark(title: str, colour: str) -> str:
    """The sign of a product: its initial on a rounded square."""
    initial = escape((title.strip() or "?")[0].upper())
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
        f'<rect width="32" height="32" rx="8" fill="{colour}"/>'
        '<text x="16" y="22" font-family="sans-serif" font-size="18" font-weight="700" '
        f'text-anchor="middle" fill="#fff">{initial}</text></svg>'
    )
