"""Writes the plan as the text of a world."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fsmc.importers.autowebworld.plan import ActionPlan, Plan
from fsmc.importers.autowebworld.routes import action_label
from fsmc.importers.autowebworld.spec import Page
from fsmc.importers.autowebworld.variables import Variable
from fsmc.importers.autowebworld.words import name, quoted, title, unique

_WIDTH = 100


def world_text(plan: Plan, world: str, file: str) -> str:
    """The whole `.fsm` text; equal plans give equal texts."""
    spec = plan.spec
    reading = "gated" if plan.gated else "plain"
    lines = [
        f"# Imported from {file.replace(chr(10), ' ')} (AutoWebWorld, {reading} reading).",
        "# What was odd in it stands in import-report.md.",
        f"world {name(world)} {quoted(_spoken(spec.title))}",
        f"start {name(spec.start)}",
        "",
        *_shared_fields(plan),
    ]
    for page in spec.pages:
        lines += _page(plan, page)
    for terminal in spec.terminals:
        text = quoted(f"Get to the page: {title(terminal)}.")
        lines.append(f"goal {name(terminal)} {text} {{ reach at {name(terminal)} }}")
    return "\n".join(lines).rstrip("\n") + "\n"


def _spoken(app: str) -> str:
    """The app's name without the file's decorations: `Travel-Sky_app` is "Travel: Sky"."""
    bare = re.sub(r"_app$", "", app)
    return bare.replace("-", ": ", 1).replace("_", " ").strip() or app


def _shared_fields(plan: Plan) -> Iterator[str]:
    wide = [v for v in plan.variables if v.wide]
    if wide:
        yield from _scope("everywhere", [_local(plan, v) for v in wide])
    groups: dict[tuple[str, ...], list[Variable]] = {}
    for variable in plan.variables:
        if not variable.wide and len(variable.pages) > 1:
            groups.setdefault(variable.pages, []).append(variable)
    for pages, variables in groups.items():
        heading = f"on {', '.join(map(name, pages))}"
        yield from _scope(heading, [_local(plan, v) for v in variables])


def _scope(heading: str, locals: list[str]) -> Iterator[str]:
    yield f"{heading} {{"
    yield from (f"  {line}" for line in _locals(locals))
    yield "}"
    yield ""


def _locals(locals: list[str]) -> list[str]:
    one = f"local {{ {'  '.join(locals)} }}"
    if len(locals) == 1 and len(one) < _WIDTH:
        return [one]
    return ["local {", *(f"  {local}" for local in locals), "}"]


def _local(plan: Plan, variable: Variable) -> str:
    domain = plan.domains[variable.key]
    first = variable.entry(plan.spec.start if variable.wide else variable.pages[0])
    return f"{domain.variable}: {domain.type} = {domain.spell(first)}"


def _page(plan: Plan, page: Page) -> Iterator[str]:
    yield f"page {name(page.id)} {quoted(title(page.id))} {{"
    own = [v for v in plan.variables if not v.wide and v.pages == (page.id,)]
    if own:
        yield from (f"  {line}" for line in _locals([_local(plan, v) for v in own]))
    labels: list[str] = []
    for action in plan.actions[page.id]:
        label = unique(action_label(action.action, page), labels)
        labels.append(label)
        yield f"  action {name(action.name)} {quoted(label)} {{"
        yield from (f"    {line}" for line in _clauses(action))
        yield "  }"
    yield "}"
    yield ""


def _clauses(action: ActionPlan) -> Iterator[str]:
    for guard in action.guards:
        yield f"when {guard.expression} else {quoted(guard.otherwise)}"
    if action.writes:
        yield "do " + ", ".join(f"{w.variable} := {w.expression}" for w in action.writes)
    if action.goto:
        yield f"goto {name(action.goto)}"
    yield f"by {action.route.text}"
