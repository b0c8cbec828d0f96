"""The spec decided: every variable's type, every action's guards, writes, target and route."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from fsmc.diagnostics import Diagnostic, Failure, Span
from fsmc.importers.autowebworld import origin
from fsmc.importers.autowebworld.counters import Bounds, bounds_of, keeps
from fsmc.importers.autowebworld.domains import Domain, domain_of
from fsmc.importers.autowebworld.gestures import steps_of
from fsmc.importers.autowebworld.located import Json
from fsmc.importers.autowebworld.refusals import closed_gate, full_counter, refusal
from fsmc.importers.autowebworld.routes import Route, routes_of, typed_text
from fsmc.importers.autowebworld.spec import Action, Condition, Page, Spec
from fsmc.importers.autowebworld.variables import (
    Spread,
    Value,
    Values,
    Variable,
    possible,
    spread,
    token,
    variables_of,
)
from fsmc.importers.autowebworld.words import unique, usable

MOST_VALUES: Final = 100


@dataclass(frozen=True, slots=True)
class Guard:
    expression: str
    otherwise: str


@dataclass(frozen=True, slots=True)
class Write:
    variable: str
    expression: str


@dataclass(frozen=True, slots=True)
class ActionPlan:
    """`name` is the action's id, with its page's where another page has the same id."""

    action: Action
    name: str
    guards: tuple[Guard, ...]
    writes: tuple[Write, ...]
    goto: str | None
    route: Route
    cut: tuple[str, ...]
    """Counters that would leave their bounds here, were it not for a guard."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that the text and the report say."""

    spec: Spec
    gated: bool
    variables: tuple[Variable, ...]
    domains: dict[str, Domain]
    bounds: dict[str, Bounds]
    actions: dict[str, tuple[ActionPlan, ...]]
    values: Values
    """What each variable can hold at each page, if every page could be entered."""
    possible: Spread
    """What can be true from the start page on."""


def plan_of(spec: Spec, gated: bool) -> Plan:
    """Decides everything. Raises a Failure (FSM553) where a variable has no finite type."""
    variables = variables_of(spec)
    bounds = {v.key: b for v in variables if (b := bounds_of(v, spec))}
    starts = [page.id for page in spec.pages]

    def within(variable: Variable, action: Action, value: Value) -> bool:
        return keeps(bounds.get(variable.key), variable, action, value)

    whole = spread(spec, variables, starts, within, MOST_VALUES)
    _refuse_endless(spec, variables, whole.values)
    names: dict[str, str] = {}
    for variable in variables:
        plain = usable(variable.key.replace(".", "_"))
        names[variable.key] = unique(plain, [*names.values(), *starts], "{}_{}")
    domains = {
        v.key: _domain(spec, v, names[v.key], whole.values, bounds.get(v.key)) for v in variables
    }
    planner = _Planner(spec, gated, variables, domains, bounds, whole.values)
    return Plan(
        spec=spec,
        gated=gated,
        variables=variables,
        domains=domains,
        bounds=bounds,
        actions=planner.plans(),
        values=whole.values,
        possible=spread(spec, variables, [spec.start], within, MOST_VALUES),
    )


def _refuse_endless(spec: Spec, variables: tuple[Variable, ...], values: Values) -> None:
    for variable in variables:
        if any(len(values[variable.key, page.id]) > MOST_VALUES for page in spec.pages):
            raise Failure(
                (
                    Diagnostic(
                        code="FSM553",
                        title=f"`{variable.key}` takes more than {MOST_VALUES} values",
                        span=_first_writer(spec, variable),
                        label="written here",
                        help="write fewer different values, or split the field in several",
                    ),
                )
            )


def _first_writer(spec: Spec, variable: Variable) -> Span:
    for page in spec.pages:
        for action in page.actions:
            for effect in action.effects:
                if variable.concerns(origin.keys_of(effect.path)):
                    return effect.span
    return spec.located.at()


def _domain(
    spec: Spec, variable: Variable, named: str, values: Values, bounds: Bounds | None
) -> Domain:
    found: dict[str, Value] = {token(v): v for v in variable.defaults.values()}
    merged = variable.wide
    for page in spec.pages:
        if not variable.in_force(page.id):
            continue
        here = values[variable.key, page.id]
        found |= here
        if page.id not in variable.pages and token(None) in here:
            merged = False
        for action in page.actions:
            for before in possible(variable, action, here.values()) or here.values():
                after = variable.after(action, before, action.effects)
                if keeps(bounds, variable, action, after):
                    found.setdefault(token(after), after)
    declared = next(iter(variable.types.values()), "")
    for sample in _samples(spec, variable, declared, list(found.values())):
        found.setdefault(token(sample), sample)
    return domain_of(named, found.values(), declared, merged)


def _samples(spec: Spec, variable: Variable, declared: str, values: list[Value]) -> Iterator[Json]:
    """For conditions that no possible value meets: a value of the declared type that would.

    It keeps such a guard a question about the field, so that the explorer can say why it fails.
    """
    kind = declared.lower().strip()
    for page in spec.pages:
        for action in page.actions:
            for condition in variable.relevant(action):
                if origin.keys_of(condition.path) != variable.key.split("."):
                    continue
                if not any(variable.allows(condition, v) for v in values):
                    for value in _suggested(condition, kind, _typed(spec, variable)):
                        if origin.holds(value, condition):
                            yield value
                            break


def _suggested(condition: Condition, kind: str, typed: str) -> Iterator[Json]:
    wanted = condition.value
    if kind.startswith("string") and isinstance(wanted, str):
        yield wanted
    if isinstance(wanted, list):
        yield from (v for v in wanted if isinstance(v, str) == kind.startswith("string"))
    if kind.startswith("string"):
        yield typed
    if kind.startswith(("integer", "number")):
        base = wanted if isinstance(wanted, int | float) and not isinstance(wanted, bool) else 0
        yield from (base, base + 1, base - 1)
    if kind.startswith("array"):
        yield ["item"]


def _typed(spec: Spec, variable: Variable) -> str:
    """What an action that writes the field has a person type; some text where none does."""
    for page in spec.pages:
        for action in page.actions:
            if any(variable.concerns(origin.keys_of(e.path)) for e in action.effects):
                for step in steps_of(action):
                    if step.text is not None:
                        return typed_text(step, action)
    return "some text"


@dataclass(frozen=True, slots=True)
class _Planner:
    spec: Spec
    gated: bool
    variables: tuple[Variable, ...]
    domains: dict[str, Domain]
    bounds: dict[str, Bounds]
    values: Values

    def plans(self) -> dict[str, tuple[ActionPlan, ...]]:
        taken: list[str] = []
        found: dict[str, tuple[ActionPlan, ...]] = {}
        for page in self.spec.pages:
            routes = routes_of(page)
            plans = []
            for action in page.actions:
                named = action.id
                if named in taken:
                    named = unique(f"{action.id}_{page.id}", taken, "{}_{}")
                taken.append(named)
                plans.append(self._plan(page, action, named, routes[action.id]))
            found[page.id] = tuple(plans)
        return found

    def _plan(self, page: Page, action: Action, named: str, route: Route) -> ActionPlan:
        cut = tuple(self._counters(page, action))
        guards = [
            *self._gates(page, action),
            *(self._guard(page, condition) for condition in action.conditions),
            *(self._counter(action, variable) for variable in cut),
        ]
        return ActionPlan(
            action=action,
            name=named,
            guards=tuple(dict.fromkeys(guard for guard in guards if guard)),
            writes=tuple(self._writes(page, action)),
            goto=None if action.target == page.id else action.target,
            route=route,
            cut=tuple(variable.key for variable in cut),
        )

    def _gates(self, page: Page, action: Action) -> Iterator[Guard | None]:
        if not self.gated or origin.opens_gates(action):
            return
        for gate in origin.gates_of(page):
            expression = self.domains[gate.field].test(lambda value: value is not None, "neq")
            yield Guard(expression, closed_gate(gate.field)) if expression else None

    def _guard(self, page: Page, condition: Condition) -> Guard | None:
        keys = origin.keys_of(condition.path)
        variable = next((v for v in self.variables if v.concerns(keys)), None)
        if variable is not None and variable.in_force(page.id):
            domain = self.domains[variable.key]
            expression = domain.test(
                lambda value: variable.allows(condition, value), condition.operator
            )
        else:
            expression = None if origin.holds(None, condition) else "false"
        return Guard(expression, refusal(condition)) if expression else None

    def _counters(self, page: Page, action: Action) -> Iterator[Variable]:
        for variable in self.variables:
            if variable.key in self.bounds and variable.in_force(page.id):
                before = possible(variable, action, self.values[variable.key, page.id].values())
                if not all(self._keeps(variable, action, value) for value in before):
                    yield variable

    def _counter(self, action: Action, variable: Variable) -> Guard | None:
        domain = self.domains[variable.key]
        expression = domain.test(lambda value: self._keeps(variable, action, value))
        return Guard(expression, full_counter(variable.key)) if expression else None

    def _keeps(self, variable: Variable, action: Action, before: Value) -> bool:
        after = variable.after(action, before, action.effects)
        return keeps(self.bounds.get(variable.key), variable, action, after)

    def _writes(self, page: Page, action: Action) -> Iterator[Write]:
        for variable in self.variables:
            if not variable.in_force(page.id):
                continue
            here = self.values[variable.key, page.id].values()
            before = possible(variable, action, here) or list(here)
            before = [value for value in before if self._keeps(variable, action, value)]

            def after(value: Value, variable: Variable = variable) -> Value:
                done = variable.after(action, value, action.effects)
                dropped = action.target is not None and not variable.in_force(action.target)
                return done if dropped else variable.entering(page.id, action.target, done)

            touched = any(
                e.operator in origin.EFFECTS and variable.concerns(origin.keys_of(e.path))
                for e in action.effects
            )
            expression = self.domains[variable.key].write(after, before, touched)
            if expression is not None:
                yield Write(self.domains[variable.key].variable, expression)
