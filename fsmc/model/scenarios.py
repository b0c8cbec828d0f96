"""Resolves scenarios: which transitions each line can mean, and its plain values."""

from __future__ import annotations

from dataclasses import dataclass

from fsmc.diagnostics import Diagnostic, Label
from fsmc.model.domains import Nothing
from fsmc.model.drafts import Draft
from fsmc.model.expr import Const, Expr
from fsmc.model.resolve import Resolver
from fsmc.model.scope import Scope, Unresolved
from fsmc.model.types import arguments
from fsmc.model.world import Play, Scenario
from fsmc.syntax import tree as t


@dataclass(frozen=True, slots=True)
class Scenarios:
    """Reads the lines of scenarios."""

    resolver: Resolver
    scope: Scope
    drafts: list[Draft]

    def scenario(self, item: t.ScenarioItem) -> Scenario:
        return Scenario(item.name.text, tuple(self._play(p) for p in item.plays), item.span)

    def _play(self, play: t.PlayItem) -> Play:
        named = [i for i, d in enumerate(self.drafts) if d.name == play.name.text]
        if not named:
            raise self.resolver.ground.unknown(
                "FSM201",
                f"there is no action called `{play.name.text}`",
                play.name,
                [d.name for d in self.drafts],
                "not an action, link, field or patch",
                help="a scenario names what an agent or patch of this world can do",
            )
        fitting = [i for i in named if len(self.drafts[i].params) == len(play.args)]
        if not fitting:
            raise self._count(play, self.drafts[named[0]])
        args, candidates = self._understood(play, fitting)
        text = None if play.text is None else play.text.text
        return Play(play.kind, play.name.text, candidates, args, text, play.span)

    def _count(self, play: t.PlayItem, wanted: Draft) -> Unresolved:
        names = ", ".join(p.name for p in wanted.params)
        return self.resolver.ground.refuse(
            "FSM209",
            f"`{play.name.text}` takes {arguments(len(wanted.params))}, not {len(play.args)}",
            play.span,
            "too many" if len(play.args) > len(wanted.params) else "too few",
            related=(Label(wanted.span, "declared here"),) if wanted.span else (),
            help=f"write `{play.name.text}({names})`" if names else f"write `{play.name.text}`",
        )

    def _understood(
        self, play: t.PlayItem, fitting: list[int]
    ) -> tuple[tuple[Expr, ...], tuple[int, ...]]:
        """The values, and the transitions for which they mean the same."""
        found: dict[tuple[Expr, ...], list[int]] = {}
        problems: list[Diagnostic] = []
        for index in fitting:
            with self.resolver.ground.trying() as tried:
                try:
                    found.setdefault(self._args(play, self.drafts[index]), []).append(index)
                except Unresolved:
                    problems += tried.found
        if not found:
            for problem in problems:
                self.resolver.ground.collector.add(problem)
            raise Unresolved
        args, candidates = next(iter(found.items()))
        return args, tuple(candidates)

    def _args(self, play: t.PlayItem, draft: Draft) -> tuple[Expr, ...]:
        args: list[Expr] = []
        for written, param in zip(play.args, draft.params, strict=True):
            value = self.resolver.value(written, self.scope, param.domain)
            if not isinstance(value, Const):
                raise self.resolver.ground.refuse(
                    "FSM210",
                    "a scenario names plain values",
                    written.span,
                    "depends on the state",
                    help="write the value itself",
                )
            kind = param.domain if value.value is not None else Nothing()
            args.append(Const(value.value, kind))
        return tuple(args)
