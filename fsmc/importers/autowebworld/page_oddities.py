"""Oddities of pages, gates, navigation, gestures and left-over keys, each as a diagnostic."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from fsmc.diagnostics import Diagnostic, Severity
from fsmc.importers.autowebworld import origin
from fsmc.importers.autowebworld.gestures import KNOWN
from fsmc.importers.autowebworld.located import Json, Path
from fsmc.importers.autowebworld.plan import ActionPlan, Plan
from fsmc.importers.autowebworld.selectors import pin_of
from fsmc.importers.autowebworld.spec import Page
from fsmc.importers.autowebworld.variables import possible

_FILE: Final = ("meta", "pages")
_META: Final = ("app", "version", "initial_page_id", "terminal_pages")
_PAGE: Final = ("id", "signature_schema", "actions")
_ACTION: Final = (
    "id", "name", "is_navigation", "from", "to",
    "parameters", "preconditions", "effects", "gui_procedure",
)  # fmt: skip
_CONDITION: Final = ("path", "cond", "value")
_EFFECT: Final = ("op", "path", "value", "value_ref", "value_expr", "by")
_GESTURE: Final = ("op", "selector", "text", "key", "to_value")


def page_oddities(plan: Plan) -> Iterator[Diagnostic]:
    """In the order of the file: the file as a whole, then page by page."""
    spec = plan.spec
    if not spec.terminals:
        yield Diagnostic(
            code="FSM557",
            title="the file names no terminal page, so the world has no goal",
            span=spec.located.at("meta", "terminal_pages"),
            label="empty",
            help=f'write ["{spec.pages[-1].id}"]',
            severity=Severity.WARNING,
        )
    yield from _left_over(plan, "the file", (), _FILE)
    yield from _left_over(plan, "meta", ("meta",), _META)
    for page in spec.pages:
        yield from _left_over(plan, f"`{page.id}`", page.place, _PAGE)
        yield from _unreached(plan, page)
        yield from _gates(plan, page)
        for action in plan.actions[page.id]:
            yield from _action(plan, page, action)


def _unreached(plan: Plan, page: Page) -> Iterator[Diagnostic]:
    if page.id not in plan.possible.pages:
        ways = [
            f"{action.id} on {other.id}"
            for other in plan.spec.pages
            for action in other.actions
            if action.target == page.id and other.id != page.id
        ]
        yield Diagnostic(
            code="FSM540",
            title=f"the page `{page.id}` can never be reached",
            span=page.span,
            label="no action leads here" if not ways else "every way here is closed",
            notes=(f"ways here: {', '.join(ways)}",) if ways else (),
            help=f'give an action of a reached page "to": "{page.id}"'
            if not ways
            else "open one of the ways; `fsmc check` on the imported world says what closes each",
            severity=Severity.WARNING,
        )


def _gates(plan: Plan, page: Page) -> Iterator[Diagnostic]:
    openers = [a.id for a in page.actions if origin.opens_gates(a)]
    held = len(page.actions) - len(openers)
    for gate in origin.gates_of(page):
        trap = not any(
            effect.path.replace("$.", "") == gate.field
            for action in page.actions
            if action.id in openers
            for effect in action.effects
        )
        if plan.gated:
            label = f"holds back {held} actions of this page while it is null"
        else:
            label = "the plain reading does not hold any action back for it"
        yield Diagnostic(
            code="FSM538",
            title=f"`{gate.field}` is taken for a dialog, because its name has `{gate.word}` in it",
            span=plan.spec.located.key(*page.place, "signature_schema", gate.field),
            label=label,
            notes=(f"nothing on `{page.id}` sets it: once null, a trap",) if trap else (),
            help="rename the field if no dialog is meant",
            severity=Severity.WARNING if plan.gated or trap else Severity.NOTE,
        )


def _action(plan: Plan, page: Page, planned: ActionPlan) -> Iterator[Diagnostic]:
    action, located = planned.action, plan.spec.located
    place = action.place
    raw = _object(plan, place)
    if "captcha" in action.id.lower():
        yield Diagnostic(
            code="FSM538",
            title=f"`{action.id}` is taken for a captcha, because of its name",
            span=action.span,
            label="no reading here holds it back until the form is filled",
            help="rename the action if no captcha is meant",
            severity=Severity.NOTE,
        )
    if planned.name != action.id:
        yield Diagnostic(
            code="FSM552",
            title=f"two pages have an action `{action.id}`",
            span=action.span,
            label=f"called `{planned.name}` in the world",
            help="give each action an id of its own",
            severity=Severity.NOTE,
        )
    if "from" in raw and raw["from"] != page.id:
        yield Diagnostic(
            code="FSM546",
            title=f"`{action.id}` stands on `{page.id}` but says it starts elsewhere",
            span=located.at(*place, "from"),
            label="ignored: the page that holds the action counts",
            help=f'write "from": "{page.id}"',
            severity=Severity.WARNING,
        )
    yield from _target(plan, page, planned, raw)
    if page.id in plan.possible.pages and (page.id, action.id) not in plan.possible.fired:
        yield _never(plan, page, planned)
    if not action.effects and action.target in (None, page.id):
        yield Diagnostic(
            code="FSM541",
            title=f"`{action.id}` changes nothing",
            span=action.span,
            label="no effects, and it stays on its page",
            help="add an effect, or remove the action",
            severity=Severity.NOTE,
        )
    yield from _route(plan, planned)
    yield from _keys(plan, planned, raw)


def _target(
    plan: Plan, page: Page, planned: ActionPlan, raw: dict[str, Json]
) -> Iterator[Diagnostic]:
    action, to = planned.action, raw.get("to")
    if action.target is None and to != page.id:
        missing = to is None
        yield Diagnostic(
            code="FSM546",
            title=f"`{action.id}` does not say where it leads"
            if missing
            else f"`{action.id}` says it leads to `{to}` but does not navigate",
            span=action.span if missing else plan.spec.located.at(*action.place, "to"),
            label=f"stays on `{page.id}`",
            help=f'write "to": "{page.id}"' + ("" if missing else ', or "is_navigation": true'),
            severity=Severity.NOTE if missing else Severity.WARNING,
        )
    flag = raw.get("is_navigation", False)
    if not isinstance(flag, bool):
        yield Diagnostic(
            code="FSM546",
            title=f"`is_navigation` of `{action.id}` is neither true nor false",
            span=plan.spec.located.at(*action.place, "is_navigation"),
            label=f"taken for {'true' if flag else 'false'}",
            help=f"write {'true' if flag else 'false'}",
            severity=Severity.NOTE,
        )


def _never(plan: Plan, page: Page, planned: ActionPlan) -> Diagnostic:
    label = "its conditions never hold together"
    for variable in plan.variables:
        values = plan.possible.values[variable.key, page.id].values()
        if not possible(variable, planned.action, values):
            label = f"`{variable.key}` never has the value it needs here"
            break
    return Diagnostic(
        code="FSM540",
        title=f"the action `{planned.action.id}` can never be done",
        span=planned.action.span,
        label=label,
        help="change its conditions, or let an earlier action write what they need",
        severity=Severity.WARNING,
    )


def _route(plan: Plan, planned: ActionPlan) -> Iterator[Diagnostic]:
    action, route = planned.action, planned.route
    span = plan.spec.located.key(*action.place, "gui_procedure")
    if route.shared_with:
        yield Diagnostic(
            code="FSM544",
            title=f"`{action.id}` shares its gesture with {', '.join(route.shared_with)}",
            span=span,
            label="kept apart by a selector of its own",
            notes=tuple(f"`{a}` became `{b}`" for a, b in route.pinned),
            help="give each action a widget of its own",
            severity=Severity.WARNING,
        )
    else:
        for given, used in route.pinned:
            pin = pin_of(given)
            why = "only its last part is kept" if pin and pin.css == used else "used twice here"
            yield _selector(planned, f"`{given}` became `{used}`", why)
    for given in route.unpinned:
        yield _selector(planned, f"`{given}` cannot be kept", "found by role and label instead")
    for given, typed in route.typed:
        yield Diagnostic(
            code="FSM536",
            title=f"`{action.id}` types the placeholder `{given}`"
            if given
            else f"`{action.id}` types nothing",
            span=span,
            label=f'types "{typed}" here',
            help="write the text that is meant",
            severity=Severity.NOTE,
        )
    if not action.gestures:
        yield _selector(planned, f"`{action.id}` has no gesture", "it became a button")
    for gesture in action.gestures:
        if gesture.operator not in KNOWN:
            taken = "taken for a click" if gesture.selector else "left out"
            yield _selector(planned, f"the gesture `{gesture.operator}` is not known", taken)


def _selector(planned: ActionPlan, title: str, label: str) -> Diagnostic:
    span = planned.action.gestures[0].span if planned.action.gestures else planned.action.span
    return Diagnostic(
        code="FSM550",
        title=title,
        span=span,
        label=label,
        help="use one #id, .class or [attribute=value] for each widget of a page",
        severity=Severity.NOTE,
    )


def _keys(plan: Plan, planned: ActionPlan, raw: dict[str, Json]) -> Iterator[Diagnostic]:
    action = planned.action
    subject = f"`{action.id}`"
    yield from _left_over(plan, subject, action.place, _ACTION)
    parts = (("preconditions", _CONDITION), ("effects", _EFFECT), ("gui_procedure", _GESTURE))
    for part, known in parts:
        entries = raw.get(part)
        for at in range(len(entries) if isinstance(entries, list) else 0):
            yield from _left_over(plan, subject, (*action.place, part, at), known)
    used = {e.reference.strip("{} ") for e in action.effects if e.reference is not None}
    unused = [name for name in action.parameters if name not in used]
    if unused:
        yield Diagnostic(
            code="FSM545",
            title=f"parameters of {subject} have no use: {', '.join(unused)}",
            span=plan.spec.located.key(*action.place, "parameters"),
            label="the world does not keep them",
            help="remove them, or use them in an effect",
            severity=Severity.NOTE,
        )


def _left_over(
    plan: Plan, subject: str, place: Path, known: tuple[str, ...]
) -> Iterator[Diagnostic]:
    for key, value in _object(plan, place).items():
        if key not in known:
            options = value.get("options") if isinstance(value, dict) else None
            count = f" ({len(options)} options)" if isinstance(options, list) else ""
            yield Diagnostic(
                code="FSM545",
                title=f"`{key}` of {subject} has no counterpart in a world",
                span=plan.spec.located.key(*place, key),
                label=f"left out{count}",
                help="nothing to do, unless it was meant to act: then write it as actions",
                severity=Severity.NOTE,
            )


def _object(plan: Plan, place: Path) -> dict[str, Json]:
    value = plan.spec.located.part(*place)
    return value if isinstance(value, dict) else {}
