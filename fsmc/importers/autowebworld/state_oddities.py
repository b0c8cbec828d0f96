"""Oddities of fields, conditions and effects, each as a diagnostic that points into the file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from fsmc.diagnostics import Diagnostic, Severity, Span
from fsmc.importers.autowebworld import origin
from fsmc.importers.autowebworld.located import Json
from fsmc.importers.autowebworld.plan import Plan
from fsmc.importers.autowebworld.spec import Action, Condition, Effect, Page
from fsmc.importers.autowebworld.variables import Value, Variable, possible
from fsmc.importers.autowebworld.words import placeholders, readable

_KINDS: Final = ("array", "boolean", "integer", "number", "string")


def state_oddities(plan: Plan) -> Iterator[Diagnostic]:
    """In the order of the file: a page's fields, then its actions."""
    for page in plan.spec.pages:
        yield from _fields(plan, page)
        for action in page.actions:
            for condition in action.conditions:
                yield from _condition(plan, page, action, condition)
            for at, effect in enumerate(action.effects):
                yield from _effect(plan, page, action, at, effect)
    yield from _variables(plan)


def _fields(plan: Plan, page: Page) -> Iterator[Diagnostic]:
    located = plan.spec.located
    place = (*page.place, "signature_schema")
    for field, type_text in page.schema.items():
        span = located.key(*place, field)
        if isinstance(type_text, dict):
            apart = any(v.key.startswith(f"{field}.") for v in plan.variables)
            how = "one field for each of its parts" if apart else "one value as a whole"
            yield Diagnostic(
                code="FSM547",
                title=f"`{field}` is a nested object",
                span=span,
                label=f"imported as {how}",
                notes=() if type_text else ("it is empty: no field comes of it",),
                help="write its parts as fields of the page",
                severity=Severity.NOTE,
            )
            continue
        kind = str(type_text).lower().strip()
        if not kind.startswith(_KINDS) and "|null" not in kind:
            label = f"`{field}` starts as an empty text"
        elif "null" in kind and "|null" not in kind:
            label = f"only `|null` without blanks counts: `{field}` does not start as null"
        else:
            continue
        yield Diagnostic(
            code="FSM556",
            title=f"the origin does not understand the type `{type_text}`",
            span=located.at(*place, field),
            label=label,
            help='write string, boolean, integer, number or array<…>, each also with "|null"',
            severity=Severity.NOTE,
        )


def _condition(
    plan: Plan, page: Page, action: Action, condition: Condition
) -> Iterator[Diagnostic]:
    keys = origin.keys_of(condition.path)
    variable = next((v for v in plan.variables if v.concerns(keys)), None)
    field = ".".join(keys)
    expected = condition.value
    cause, mend = "", ""
    if condition.operator not in origin.OPERATORS:
        cause = f"the origin's search does not know `{condition.operator}` and takes it for false"
        mend = '"cond": "neq", "value": null' if "exist" in condition.operator else '"cond": "in"'
    elif isinstance(expected, str) and (expected.startswith("$") or placeholders(expected)):
        cause = f"`{expected}` is compared as a text, not as another field or a parameter"
        mend = "compare with a constant"
    elif variable is None or page.id not in variable.pages:
        yield Diagnostic(
            code="FSM542",
            title=f"`{field}` is read on `{page.id}`, which does not declare it",
            span=condition.span,
            label="reads null" if variable is None or not variable.wide else "reads null at entry",
            help=f'declare "{field}" in the signature_schema of {page.id}',
            severity=Severity.WARNING,
        )
        if variable is None:
            return
    if variable is None:
        holds = cause == "" and origin.holds(None, condition)
    else:
        values = plan.values[variable.key, page.id].values()
        holds = any(variable.allows(condition, value) for value in values)
        if all(variable.allows(condition, value) for value in values):
            yield Diagnostic(
                code="FSM543",
                title=f"a condition of `{action.id}` is always true",
                span=condition.span,
                label=f"no possible value of `{field}` makes it false",
                help="remove the condition, or let an effect write a value that it refuses",
                severity=Severity.NOTE,
            )
    if not holds:
        shown = readable(expected) if isinstance(expected, str) else origin.spelled(expected)
        yield Diagnostic(
            code="FSM543",
            title=f"a condition of `{action.id}` is never true",
            span=condition.span,
            label=cause or f"no value of `{field}` meets `{condition.operator} {shown}`",
            notes=_writers(plan, page, variable),
            help=f"write {mend}" if mend else f"let an effect on {page.id} write such a value",
            severity=Severity.WARNING,
        )


def _writers(plan: Plan, page: Page, variable: Variable | None) -> tuple[str, ...]:
    """Who writes the field on this page, for conditions that nothing meets."""
    if variable is None:
        return ()
    found = []
    for action in page.actions:
        for effect in action.effects:
            if variable.concerns(origin.keys_of(effect.path)):
                computed = " (a computed value: null)" if effect.expression is not None else ""
                found.append(f"written here by `{action.id}`{computed}")
    return tuple(dict.fromkeys(found)) or ("nothing on this page writes it",)


def _effect(
    plan: Plan, page: Page, action: Action, at: int, effect: Effect
) -> Iterator[Diagnostic]:
    keys = origin.keys_of(effect.path)
    field = ".".join(keys)
    if effect.operator not in origin.EFFECTS:
        yield Diagnostic(
            code="FSM541",
            title=f"the effect `{effect.operator}` of `{action.id}` does nothing",
            span=effect.span,
            label="the origin's search knows only set, inc, clear and append_unique",
            help='write {"op": "set", "path": "' + effect.path + '", "value": …}',
            severity=Severity.WARNING,
        )
        return
    variable = next(v for v in plan.variables if v.concerns(keys))
    yield from _value(page, action, effect, variable)
    if page.id not in variable.pages:
        lost = action.target is not None and action.target not in variable.pages
        stays = "kept until this page is left" if action.target is None else "carried along"
        yield Diagnostic(
            code="FSM542",
            title=f"`{field}` is written on `{page.id}`, which does not declare it",
            span=effect.span,
            label="lost at once" if lost else stays,
            help=f'declare "{field}" in the signature_schema of {page.id}',
            severity=Severity.WARNING,
        )
        if lost:
            return
    elif action.target is not None and action.target not in variable.pages:
        severity = Severity.NOTE if effect.operator == "clear" else Severity.WARNING
        label = f"`{action.target}` has no `{field}`: the value is dropped"
        yield _no_op(action, effect, label, severity)
        return
    before = possible(variable, action, plan.values[variable.key, page.id].values())
    if (
        effect.operator == "clear"
        and False in before + [variable.after(action, value, (effect,)) for value in before]
        and None in before
    ):
        yield Diagnostic(
            code="FSM555",
            title=f"clearing `{field}` gives false, while it starts as null",
            span=effect.span,
            label="two ways to say no: the world has a state for each",
            help='write {"op": "set", "path": "' + effect.path + '", "value": null}',
            severity=Severity.NOTE,
        )
    later = [e for e in action.effects[at + 1 :] if e.path == effect.path and e.operator == "set"]
    if later:
        yield _no_op(action, effect, "a later effect of the same action writes it again")
    elif effect.expression is not None:
        pass  # said already: it writes null
    elif before and all(variable.after(action, v, (effect,)) == v for v in before):
        yield _no_op(action, effect, f"`{field}` has this value already whenever it is done")
    if _crashes(action, effect, variable, before):
        yield Diagnostic(
            code="FSM551",
            title=f"an effect of `{action.id}` would stop the origin's search",
            span=effect.span,
            label=f"`{field}` does not hold what `{effect.operator}` needs; it is left as it is",
            help="let the effect write a value of the field's own type",
            severity=Severity.WARNING,
        )


def _value(page: Page, action: Action, effect: Effect, variable: Variable) -> Iterator[Diagnostic]:
    """What is odd in the value that a `set` writes."""
    if effect.operator != "set":
        return
    field = ".".join(origin.keys_of(effect.path))
    value = origin.written(effect, action)
    constant = '"value": "…"' if value is None else f'"value": {origin.spelled(value)}'
    if effect.reference is not None:
        wanted = effect.reference.strip("{} ")
        if wanted not in action.parameters:
            yield Diagnostic(
                code="FSM536",
                title=f"`{effect.reference}` names no parameter of `{action.id}`",
                span=effect.span,
                label=f"writes null to `{field}`",
                help=f'add "{wanted}" to the parameters, or write {constant}',
                severity=Severity.WARNING,
            )
    elif effect.expression is not None and value is None:
        yield Diagnostic(
            code="FSM537",
            title=f"`{field}` becomes null: a computed value is never computed",
            span=effect.span,
            label="writes null, whatever the expression says",
            help=f"write {constant} instead of value_expr",
            severity=Severity.WARNING,
        )
    if isinstance(value, str) and placeholders(value):
        yield Diagnostic(
            code="FSM536",
            title=f"`{value}` is a placeholder that nothing fills",
            span=effect.span,
            label=f'one fixed value of `{field}`, here called "{readable(value)}"',
            help="write the values that are meant, one action each",
            severity=Severity.NOTE,
        )
    declared = variable.types.get(page.id)
    whole = origin.keys_of(effect.path) == variable.key.split(".")
    if declared and whole and value is not None and not _fits(value, declared):
        yield Diagnostic(
            code="FSM539",
            title=f"`{field}` is declared `{declared}` but is set to {origin.spelled(value)}",
            span=effect.span,
            label="kept as it is written",
            help="write a value of the declared type, or change the type",
            severity=Severity.WARNING,
        )


def _fits(value: Json, declared: str) -> bool:
    kind = declared.lower().strip()
    match value:
        case bool():
            return not kind.startswith(("string", "array", "integer", "number"))
        case int() | float():
            return not kind.startswith(("string", "array", "boolean"))
        case str():
            return not kind.startswith(("array", "boolean", "integer", "number", "object"))
        case list():
            return not kind.startswith(("string", "boolean", "integer", "number", "object"))
        case _:
            return not kind.startswith(_KINDS)


def _crashes(action: Action, effect: Effect, variable: Variable, before: list[Value]) -> bool:
    for value in before:
        holder = variable.holder(value)
        try:
            origin.apply(effect, action, holder, origin.keys_of(effect.path))
        except origin.OriginCrashError:
            return True
    return False


def _no_op(
    action: Action, effect: Effect, label: str, severity: Severity = Severity.WARNING
) -> Diagnostic:
    return Diagnostic(
        code="FSM541",
        title=f"an effect of `{action.id}` changes nothing",
        span=effect.span,
        label=label,
        help="remove the effect, or declare the field where it is needed",
        severity=severity,
    )


def _variables(plan: Plan) -> Iterator[Diagnostic]:
    """Oddities of a field as a whole."""
    for variable in plan.variables:
        by_default = {origin.spelled(value): page for page, value in variable.defaults.items()}
        if len(by_default) > 1:
            starts = ", ".join(f"{value} on {page}" for value, page in sorted(by_default.items()))
            yield Diagnostic(
                code="FSM548",
                title=f"`{variable.key}` starts differently on different pages",
                span=_declared(plan, variable),
                label=f"starts as {starts}",
                notes=("imported as a variable of all pages, set at each entry",),
                help="declare it with one type everywhere",
                severity=Severity.WARNING,
            )
        cut = [a.name for each in plan.actions.values() for a in each if variable.key in a.cut]
        if cut:
            bounds = plan.bounds[variable.key]
            yield Diagnostic(
                code="FSM549",
                title=f"`{variable.key}` is counted without an end",
                span=_declared(plan, variable),
                label=f"this world stops at {bounds.low:g} and {bounds.high:g}",
                notes=(f"refused beyond that: {', '.join(cut)}",),
                help='add a condition such as {"path": "$.'
                + f'{variable.key}", "cond": "lt", "value": 5}}',
                severity=Severity.WARNING,
            )


def _declared(plan: Plan, variable: Variable) -> Span:
    pages = [page for page in plan.spec.pages if page.id in variable.pages]
    if not pages:
        return plan.spec.located.at()
    place = (*pages[0].place, "signature_schema", *variable.key.split("."))
    return plan.spec.located.key(*place)
