"""Which variables a spec has, on which pages they are in force, and which values they can take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from fsmc.importers.autowebworld import origin
from fsmc.importers.autowebworld.located import Json
from fsmc.importers.autowebworld.spec import Action, Condition, Effect, Page, Spec


class Absent(Enum):
    """The value of a field on a page that neither declares nor was given it."""

    ABSENT = "absent"


ABSENT: Final = Absent.ABSENT
Value: TypeAlias = "Json | Absent"


def token(value: Value) -> str:
    """What tells two values apart."""
    return "absent" if isinstance(value, Absent) else origin.spelled(value)


@dataclass(frozen=True, slots=True)
class Variable:
    """One field name of the spec, on all pages that have it.

    `key` is the name, or a dotted path when a nested object is taken apart. `wide` variables are
    in force on every page and are written when a page is entered; the others are in force on
    `pages` alone, and start from their one default.
    """

    key: str
    types: dict[str, str]
    """The declared type of each page that has the field."""
    defaults: dict[str, Json]
    wide: bool

    @property
    def pages(self) -> tuple[str, ...]:
        return tuple(self.defaults)

    def entry(self, page: str) -> Value:
        """The value when the page is entered and nothing is carried."""
        return self.defaults.get(page, ABSENT)

    def in_force(self, page: str) -> bool:
        return self.wide or page in self.defaults

    def concerns(self, keys: list[str]) -> bool:
        """Whether a path such as `$.filters.price` reads or writes this variable."""
        own = self.key.split(".")
        return keys[: len(own)] == own

    def holder(self, value: Value) -> dict[str, Json]:
        holder: dict[str, Json] = {}
        if not isinstance(value, Absent):
            origin.write(holder, self.key, deepcopy(value))
        return holder

    def allows(self, condition: Condition, value: Value) -> bool:
        """Whether the condition, which concerns this variable, holds at `value`."""
        found = origin.read(self.holder(value), origin.keys_of(condition.path))
        return origin.holds(found, condition)

    def after(self, action: Action, value: Value, effects: tuple[Effect, ...]) -> Value:
        """The value after those of the effects that concern this variable, before navigation."""
        if not any(self.concerns(origin.keys_of(effect.path)) for effect in effects):
            return value
        holder = self.holder(value)
        for effect in effects:
            keys = origin.keys_of(effect.path)
            if effect.operator in origin.EFFECTS and self.concerns(keys):
                try:
                    origin.apply(effect, action, holder, keys)
                except origin.OriginCrashError:
                    continue
        if self.key.split(".")[0] not in holder:
            return ABSENT
        return origin.read(holder, self.key.split("."))

    def entering(self, source: str, target: str | None, value: Value) -> Value:
        """The value after `value` is carried from page `source` to page `target`, or stays."""
        if target is None:
            return value
        if target not in self.defaults:
            return ABSENT
        return self.defaults[target] if isinstance(value, Absent) else value

    def relevant(self, action: Action) -> tuple[Condition, ...]:
        return tuple(c for c in action.conditions if self.concerns(origin.keys_of(c.path)))


def variables_of(spec: Spec) -> tuple[Variable, ...]:
    """All variables in the order in which the file first names them."""
    entries = {page.id: origin.entry_values(page) for page in spec.pages}
    schemas = {page.id: origin.schema_of(page) for page in spec.pages}
    found: list[Variable] = []
    for top in _tops(spec, entries):
        pages = [page for page in entries if top in entries[page]]
        leaves = _leaves(spec, top, pages, schemas)
        for key in leaves or [top]:
            defaults = {page: origin.read(entries[page], key.split(".")) for page in pages}
            types = {page: schemas[page].get(key, "object") for page in pages}
            wide = not leaves and _is_wide(spec, top, defaults)
            found.append(Variable(key, types, defaults, wide))
    return tuple(found)


def _tops(spec: Spec, entries: dict[str, dict[str, Json]]) -> Iterator[str]:
    seen: set[str] = set()
    for page in spec.pages:
        written = [
            origin.keys_of(effect.path)[0]
            for action in page.actions
            for effect in action.effects
            if effect.operator in origin.EFFECTS
        ]
        for top in [*entries[page.id], *written]:
            if top not in seen:
                seen.add(top)
                yield top


def _is_wide(spec: Spec, top: str, defaults: dict[str, Json]) -> bool:
    if len({origin.spelled(value) for value in defaults.values()}) > 1:
        return True
    return not defaults or any(
        action.target is None or action.target in defaults
        for page in spec.pages
        if page.id not in defaults
        for action, _ in _writers(page, top)
    )


def _writers(page: Page, top: str) -> Iterator[tuple[Action, Effect]]:
    for action in page.actions:
        for effect in action.effects:
            if effect.operator in origin.EFFECTS and origin.keys_of(effect.path)[0] == top:
                yield action, effect


def _leaves(
    spec: Spec, top: str, pages: list[str], schemas: dict[str, dict[str, str]]
) -> list[str]:
    """The leaves of a nested object, when each can be a variable of its own; else nothing.

    That is so when all pages that have the object have the same leaves, and nothing reads or
    writes the object as a whole, an undeclared part of it, or from another page.
    """
    own = [[key for key in schemas[page] if key.split(".")[0] == top] for page in pages]
    if not own or any(keys != own[0] for keys in own) or own[0] == [top]:
        return []
    leaves = own[0]
    types = [[schemas[page][key] for key in leaves] for page in pages]
    if any(line != types[0] for line in types):
        return []
    for page in spec.pages:
        for action in page.actions:
            paths = [c.path for c in action.conditions]
            paths += [e.path for e in action.effects if e.operator in origin.EFFECTS]
            for path in paths:
                keys = origin.keys_of(path)
                if keys[0] == top and (page.id not in pages or ".".join(keys) not in leaves):
                    return []
    return leaves


Values = dict[tuple[str, str], dict[str, Value]]
"""Per variable key and page: the possible values, by token, in the order of discovery."""


@dataclass(frozen=True, slots=True)
class Spread:
    """What can be true at each page when variables are looked at one by one."""

    values: Values
    pages: frozenset[str]
    fired: frozenset[tuple[str, str]]
    """Page and action id of every action whose conditions can hold."""


Keeps = Callable[[Variable, Action, Value], bool]


def spread(
    spec: Spec, variables: tuple[Variable, ...], starts: list[str], keeps: Keeps, most: int
) -> Spread:
    """A fixpoint of possible values, begun at each page of `starts`.

    `keeps` says whether a counter may take a new value; a variable with more than `most` values
    is not followed any further, which the caller can see by their number.
    """
    values: Values = {(v.key, page.id): {} for v in variables for page in spec.pages}
    pages: set[str] = set()
    fired: set[tuple[str, str]] = set()

    def add(variable: Variable, page: str, value: Value) -> bool:
        known = values[variable.key, page]
        if token(value) in known or len(known) > most:
            return False
        known[token(value)] = value
        return True

    def enter(page: str) -> None:
        pages.add(page)
        for variable in variables:
            if not variable.in_force(page):
                add(variable, page, ABSENT)

    for start in starts:
        enter(start)
        for variable in variables:
            add(variable, start, variable.entry(start))
    changed = True
    while changed:
        changed = False
        for page in spec.pages:
            if page.id not in pages:
                continue
            for action in page.actions:
                to = to_page(action, page)
                near = [v for v in variables if v.in_force(page.id) or v.in_force(to)]
                befores = [(v, possible(v, action, values[v.key, page.id].values())) for v in near]
                unknown = any(not _reads_null(c, variables) for c in action.conditions)
                if unknown or any(not before for _, before in befores):
                    continue
                if (page.id, action.id) not in fired or to not in pages:
                    fired.add((page.id, action.id))
                    enter(to)
                    changed = True
                for variable, before in befores:
                    for value in before:
                        after = variable.after(action, value, action.effects)
                        if not keeps(variable, action, after):
                            continue
                        carried = variable.entering(page.id, action.target, after)
                        changed |= add(variable, to, carried)
    return Spread(values, frozenset(pages), frozenset(fired))


def to_page(action: Action, page: Page) -> str:
    """Where the action ends."""
    return action.target or page.id


def possible(variable: Variable, action: Action, values: Iterable[Value]) -> list[Value]:
    """Those of the values at which the action's conditions on the variable hold."""
    relevant = variable.relevant(action)
    return [v for v in values if all(variable.allows(c, v) for c in relevant)]


def _reads_null(condition: Condition, variables: tuple[Variable, ...]) -> bool:
    """Whether the condition can hold as far as fields that exist nowhere are concerned."""
    keys = origin.keys_of(condition.path)
    if any(v.concerns(keys) or v.key.split(".")[: len(keys)] == keys for v in variables):
        return True
    return origin.holds(None, condition)
