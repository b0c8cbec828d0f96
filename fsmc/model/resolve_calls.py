"""Resolves calls: functions of the language, and the world's own definitions."""

from __future__ import annotations

from dataclasses import replace

from fsmc.diagnostics import Diagnostic, Label, Span
from fsmc.model.domains import Domain, Int, Map, Optional, Set
from fsmc.model.expr import Bound, Expr, Op
from fsmc.model.measure import too_large
from fsmc.model.resolve_numbers import ROUNDING
from fsmc.model.resolve_operators import Operators
from fsmc.model.resolve_sets import AGGREGATES
from fsmc.model.resolve_types import domain_of
from fsmc.model.scope import Ground, LetName, Scope, Unresolved, ValueName
from fsmc.model.types import arguments, most, spoken
from fsmc.syntax import tree as t

FUNCTIONS = ("len", "was", *ROUNDING, *AGGREGATES)
MOST_UNFOLDED = 1_000
"""Calls of definitions inside one call of a definition."""


class Calls(Operators):
    """Functions and definitions.

    A definition without arguments is resolved once, where nothing is known, and is one path from
    then on: a test on it narrows it. Only where it needs to know something (`let cost =
    undo.price`) is it resolved at each use, and so is every call of one with arguments.
    """

    def __init__(self, ground: Ground) -> None:
        super().__init__(ground)
        self.used: set[str] = set()  # the definitions that something has asked for
        self._found: dict[str, Expr] = {}
        self._failed: dict[str, tuple[Diagnostic, ...]] = {}
        self._open: list[str] = []
        self._unfolded = 0

    def _call(self, e: t.Call, scope: Scope, want: Domain | None) -> Expr:
        word = e.function.text
        binding = scope.names.get(word)
        if isinstance(binding, LetName):
            return self._let_call(e, binding.item, scope)
        if word in ROUNDING:
            return self._rounded(e, scope, want)
        if word == "len" and len(e.args) == 1:
            return self._len(e.args[0], scope)
        if word == "was" and len(e.args) == 1:
            return self._was(e, scope)
        if word in FUNCTIONS:
            form = f"{word}(x for x in …)" if word in AGGREGATES else f"{word}(…)"
            raise self.ground.refuse(
                "FSM209",
                f"`{word}` is not called like this",
                e.span,
                "not its form",
                help=f"write `{form}`",
            )
        raise self.ground.unknown(
            "FSM206",
            f"there is no function called `{word}`",
            e.function,
            [*FUNCTIONS, *(n for n, b in scope.names.items() if isinstance(b, LetName))],
            "not a function",
            help="define it with `let`, or use one of " + ", ".join(FUNCTIONS),
        )

    def _len(self, written: t.Expression, scope: Scope) -> Expr:
        of = self.resolve(written, scope)
        match of.type:
            case Set():
                return Op("size", (of,), Int(0, most(of.type)))
            case Map():
                return Op("present", (of,), Int(0, most(of.type)))
            case Optional():
                raise self._maybe_none(written, of)
            case _:
                raise self.ground.refuse(
                    "FSM210",
                    "`len` counts what a set or map holds",
                    written.span,
                    f"is {spoken(of.type)}",
                )

    def _was(self, e: t.Call, scope: Scope) -> Expr:
        if not scope.in_goal:
            raise self.ground.refuse(
                "FSM235",
                "`was` looks at the start of a task",
                e.span,
                "nothing has a start here",
                help="use it in `reach`, `keep`, `avoid` or `answer` of a goal",
            )
        old = self.resolve(e.args[0], replace(scope, known=frozenset(), in_goal=False))
        self.was.append(old)
        return Bound(f"was:{len(self.was) - 1}", old.type)

    # ---- definitions ------------------------------------------------------------------------
    def _let_call(self, e: t.Call, item: t.LetItem, scope: Scope) -> Expr:
        params = item.params or ()
        if len(params) != len(e.args):
            raise self.ground.refuse(
                "FSM209",
                f"`{e.function.text}` takes {arguments(len(params))}, not {len(e.args)}",
                e.span,
                "too many" if len(e.args) > len(params) else "too few",
                related=(Label(item.name.span, "defined here"),),
            )
        args = tuple(
            self.value(arg, scope, self._parameter_domain(param))
            for param, arg in zip(params, e.args, strict=True)
        )
        return self.definition(item, args, scope, e.span)

    def _parameter_domain(self, param: t.Parameter) -> Domain:
        if param.type is not None:
            return domain_of(self.ground, param.type)
        assert param.source is not None
        return self.source(param.source, Scope(self.world_names))[1]

    def definition(self, item: t.LetItem, args: tuple[Expr, ...], scope: Scope, span: Span) -> Expr:
        """What a `let` of the world stands for, with its arguments put in."""
        word = item.name.text
        self.used.add(word)
        if word in self._open:
            raise self.ground.refuse(
                "FSM219",
                f"`{word}` is defined by itself",
                span,
                "leads back to it",
                related=(Label(item.name.span, "defined here"),),
                help="a `let` may only use what does not need it",
            )
        if item.params is not None:
            return self._resolved(item, args, scope)
        if word not in self._found and word not in self._failed:
            self._by_itself(item)
        if word in self._found:
            return self.narrowed(self._found[word], scope)
        if scope.known or scope.in_goal:
            return self._resolved(item, args, scope)
        for diagnostic in self._failed[word]:
            self.ground.collector.add(diagnostic)
        raise Unresolved

    def forget_failures(self) -> None:
        """Lets definitions be tried again, now that more of the world is known."""
        self._failed.clear()

    def _by_itself(self, item: t.LetItem) -> None:
        """Resolves a definition where nothing is known, or keeps why it cannot be understood so."""
        word = item.name.text
        with self.ground.trying() as tried:
            try:
                self._found[word] = self._resolved(item, (), Scope({}))
            except Unresolved:
                self._failed[word] = tuple(tried.found)
                return
        for warning in tried.found:
            self.ground.collector.add(warning)

    def _resolved(self, item: t.LetItem, args: tuple[Expr, ...], scope: Scope) -> Expr:
        inner = Scope(self.world_names, scope.known, scope.in_goal)
        for param, arg in zip(item.params or (), args, strict=True):
            inner = inner.bind(**{param.name.text: ValueName(arg, param.span, "parameter")})
        self._unfolded = self._unfolded + 1 if self._open else 0
        self._open.append(item.name.text)
        try:
            found = self.resolve(item.value, inner)
        finally:
            self._open.pop()
        if self._unfolded > MOST_UNFOLDED or too_large(found):
            raise self.ground.refuse(
                "FSM240",
                f"what `{item.name.text}` stands for is too large",
                item.name.span,
                "grows with every definition that it uses",
                help="use fewer definitions inside one another, or keep a value in `state`",
            )
        return found

    def check(self, item: t.LetItem) -> None:
        """Refuses a definition that nothing uses and that could not be used."""
        try:
            args = tuple(
                Bound(self.ground.fresh(param.name.text), self._parameter_domain(param))
                for param in item.params or ()
            )
            self.definition(item, args, Scope(self.world_names), item.name.span)
        except Unresolved:
            return
