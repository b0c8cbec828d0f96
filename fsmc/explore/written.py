"""Finds what the author wrote for a lowered test: the text and span of each of its conjuncts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from fsmc.diagnostics import Failure, Source, Span
from fsmc.model.expr import Expr, Op
from fsmc.syntax import tree as t
from fsmc.syntax.parser import parse, parse_expression, parse_items


@dataclass(frozen=True, slots=True)
class Part:
    """A conjunct of a test and where it stands; several may share the span of the whole."""

    test: Expr
    span: Span | None


@dataclass(frozen=True, slots=True)
class Texts:
    """The sources of a world, by file. What is read of them is kept."""

    sources: Mapping[str, Source]
    _trees: dict[Span, t.Expression | None] = field(default_factory=dict, compare=False)
    _reach: dict[str, dict[Span, list[Span]]] = field(default_factory=dict, compare=False)

    def text(self, span: Span | None) -> str | None:
        """What stands at a span, on one line."""
        if span is None or span.file not in self.sources:
            return None
        return " ".join(self.sources[span.file].text[span.start : span.end].split())

    def conjuncts(self, test: Expr, span: Span | None) -> tuple[Part, ...]:
        """The conjuncts of a test in order, each with its own span where the text has as many."""
        tests = test.args if isinstance(test, Op) and test.name == "and" else (test,)
        tree = self._tree(span)
        spans = [] if tree is None else _conjuncts(tree)
        if len(spans) != len(tests):
            return tuple(Part(part, span) for part in tests)
        return tuple(Part(part, where) for part, where in zip(tests, spans, strict=True))

    def implication(self, test: Expr, span: Span | None) -> tuple[Part, Part] | None:
        """Both sides of a test that is written as `a implies b`."""
        tree = self._tree(span)
        while isinstance(tree, t.Group):
            tree = tree.inner
        if (
            not (isinstance(test, Op) and test.name == "implies")
            or not isinstance(tree, t.Binary)
            or tree.operator != "implies"
        ):
            return None
        return Part(test.args[0], tree.left.span), Part(test.args[1], tree.right.span)

    def head(self, span: Span | None) -> Span | None:
        """The first words of a long stretch: up to its first string, bracket or line's end."""
        if span is None or span.file not in self.sources:
            return span
        text = self.sources[span.file].text[span.start : span.end]
        first = re.split(r'["{\n]', text, maxsplit=1)[0].rstrip()
        return Span(span.file, span.start, span.start + len(first)) if first else span

    def reach(self, test: Expr, goal: Span) -> tuple[Part, ...]:
        """The conjuncts of what a goal asks to reach, with their places where they can be told."""
        if goal.file not in self._reach:
            source = self.sources.get(goal.file)
            self._reach[goal.file] = {} if source is None else _reach_spans(source)
        spans = self._reach[goal.file].get(goal, [])
        return self.conjuncts(test, spans[0] if len(spans) == 1 else None)

    def _tree(self, span: Span | None) -> t.Expression | None:
        if span is None or span.file not in self.sources:
            return None
        if span not in self._trees:
            try:
                self._trees[span] = parse_expression(self.sources[span.file], span)
            except Failure:  # the span covers more than an expression
                self._trees[span] = None
        return self._trees[span]


def _reach_spans(source: Source) -> dict[Span, list[Span]]:
    """By goal, the places of what it asks to reach."""
    try:
        items = parse(source).items
    except Failure:  # no world of its own: it was included
        items = parse_items(source).items
    return {
        item.span: [
            clause.value.span
            for clause in item.clauses
            if isinstance(clause, t.GoalClause) and clause.kind == "reach"
        ]
        for item in items
        if isinstance(item, t.GoalItem)
    }


def _conjuncts(tree: t.Expression) -> list[Span]:
    match tree:
        case t.Group(inner=inner):
            return _conjuncts(inner) if _is_and(inner) else [tree.span]
        case t.Binary(operator="and", left=left, right=right):
            return [*_conjuncts(left), *_conjuncts(right)]
        case _:
            return [tree.span]


def _is_and(tree: t.Expression) -> bool:
    return isinstance(tree, t.Binary) and tree.operator == "and"
