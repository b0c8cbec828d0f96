"""Turns Lark's parse tree into our own: what every builder shares."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, Tree
from lark.tree import Meta

from fsmc.diagnostics import Span
from fsmc.syntax.tree import Later, Name, Otherwise, Quoted

Children = list[Any]

LATER = {
    "record": "records", "tool": "tools", "guarded": "guards around tools", "policy": "policies",
    "allow_all": "`allow` for a whole world", "turns": "turns", "file": "workspace files",
    "fact": "facts", "deliverable": "deliverables", "redline": "red lines", "scratch": "scratch",
    "persona": "personas", "must": "`must`", "confirm": "`confirm`", "gives": "`gives`",
    "insert": "rows that come into being (`new`)", "move": "`move` of ordered sequences",
    "asif": "goals with `as if`", "withhold": "`withhold`", "worth": "scoring lines (`worth`)",
}  # fmt: skip
"""Rules of later parts, and what they are called."""

INSIDE_LATER = frozenset({
    "seq", "calls", "do_call", "for_calls", "either", "version", "cellof", "rows", "line", "part",
    "names", "out", "listing",
})  # fmt: skip
"""Rules that only those use; they build to nothing of their own."""


MOST_DIGITS = 40
"""More than engines hold exactly; a longer number is cut, and refused for its size all the same."""


def whole(digits: str) -> int:
    """The number that digits spell. (Python itself gives up on some thousands of them.)"""
    return int(digits[:MOST_DIGITS])


class Builder(Transformer[Token, Any]):
    """Each rule has a method `rule(children)`; `self.span` is the span of the rule being built.

    `base` is added to offsets: expressions inside texts are parsed by themselves.
    """

    def __init__(self, file: str, base: int = 0) -> None:
        super().__init__(visit_tokens=False)
        self.file = file
        self.base = base
        self.span = Span(file, base, base)

    def _call_userfunc(self, tree: Tree[Token], new_children: Children | None = None) -> Any:
        children = tree.children if new_children is None else new_children
        self.span = self._span_of(tree.meta)
        if tree.data in LATER or tree.data in INSIDE_LATER:
            return Later(LATER.get(tree.data, tree.data), self.span)
        return getattr(self, tree.data)(children)

    def _span_of(self, meta: Meta) -> Span:
        if meta.empty:
            return Span(self.file, self.base, self.base)
        return Span(self.file, self.base + meta.start_pos, self.base + meta.end_pos)

    def token_span(self, token: Token) -> Span:
        start = self.base + (token.start_pos or 0)
        return Span(self.file, start, start + len(token))

    def name(self, token: Token) -> Name:
        """A NAME, LABEL or MEMBER token without its dot and backticks."""
        span = self.token_span(token)
        text = str(token)
        if text.startswith("."):
            text, span = text[1:], Span(span.file, span.start + 1, span.end)
        return Name(text.strip("`"), span)

    def maybe(self, token: Token | None) -> Name | None:
        return None if token is None else self.name(token)

    def quoted(self, token: Token) -> Quoted:
        return Quoted(str(token)[1:-1], self.token_span(token))

    def otherwise(self, c: Children) -> Otherwise:
        return Otherwise(self.maybe(c[0]), self.quoted(c[1]), self.span)


def at(children: Children, position: int) -> Any:
    """The child at `position`, None where a rule has fewer."""
    return children[position] if position < len(children) else None


def only(children: Children, *kinds: type) -> tuple[Any, ...]:
    """The children of the given classes, in order."""
    return tuple(child for child in children if isinstance(child, kinds))
