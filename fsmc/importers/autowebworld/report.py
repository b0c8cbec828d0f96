"""The import report: what was odd, what became of it, and what each field may hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fsmc.diagnostics import Diagnostic, Severity
from fsmc.diagnostics.positions import LineIndex
from fsmc.importers.autowebworld.plan import Plan

HEADINGS = {
    "FSM530": "Keys written twice",
    "FSM536": "Placeholders",
    "FSM537": "Computed values, which write null",
    "FSM538": "Fields and actions read by their name",
    "FSM539": "Values of another type than declared",
    "FSM540": "What can never be reached or done",
    "FSM541": "Effects and actions that change nothing",
    "FSM542": "Fields used where they are not declared",
    "FSM543": "Conditions that never or always hold",
    "FSM544": "Gestures shared by several actions",
    "FSM545": "Left out",
    "FSM546": "Where actions start and lead",
    "FSM547": "Nested objects",
    "FSM548": "Fields that start differently on different pages",
    "FSM549": "Counters without an end",
    "FSM550": "Selectors and gestures",
    "FSM551": "Effects that would stop the origin's search",
    "FSM552": "Action ids used on several pages",
    "FSM555": "Two ways to say no",
    "FSM556": "Types that the origin does not understand",
    "FSM557": "No goals",
}


def report_markdown(plan: Plan, found: Sequence[Diagnostic], name: str, text: str) -> str:
    """The report as Markdown. `text` is the file's, for line numbers."""
    return "\n".join(_lines(plan, found, name, LineIndex(text))).rstrip("\n") + "\n"


def _lines(plan: Plan, found: Sequence[Diagnostic], name: str, index: LineIndex) -> Iterator[str]:
    spec = plan.spec
    actions = [action for each in plan.actions.values() for action in each]
    warnings = sum(d.severity is Severity.WARNING for d in found)
    yield f"# Import of {name}"
    yield ""
    yield f"Reading: **{'gated' if plan.gated else 'plain'}**."
    yield (
        f"{len(spec.pages)} pages, {len(actions)} actions, {len(plan.variables)} fields, "
        f"{len(spec.terminals)} goals. {warnings} warnings, {len(found) - warnings} notes; "
        "`fsmc explain CODE` says more on each code."
    )
    yield ""
    for code in sorted({d.code for d in found}):
        each = [d for d in found if d.code == code]
        yield f"## {HEADINGS[code]} ({code}, {len(each)})"
        yield ""
        for d in each:
            line = f"line {index.position(d.span.start).line}: " if d.span else ""
            yield f"- {line}{d.title}: {d.label}"
            yield from (f"  - {note}" for note in d.notes)
        yield ""
        yield f"What would mend it: {each[0].help}."
        yield ""
    yield "## Fields"
    yield ""
    yield "| Field | Pages | Type in the world | Kept how |"
    yield "| --- | --- | --- | --- |"
    for variable in plan.variables:
        domain = plan.domains[variable.key]
        kind = domain.type.replace("|", "\\|")
        how = "on every page, set at entry" if variable.wide else "while on its pages"
        pages = ", ".join(variable.pages) or "none declares it"
        yield f"| `{domain.variable.strip('`')}` | {pages} | `{kind}` | {how} |"
