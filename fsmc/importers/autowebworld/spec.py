"""The spec as frozen values, each with the place where it stands in the file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from fsmc.diagnostics import Collector, Diagnostic, Label, Span
from fsmc.diagnostics.suggest import closest
from fsmc.importers.autowebworld.located import Json, Located, Path
from fsmc.importers.autowebworld.shape import ActionShape, EffectShape, FileShape, read_shape


@dataclass(frozen=True, slots=True)
class Condition:
    path: str
    operator: str
    value: Json
    span: Span


@dataclass(frozen=True, slots=True)
class Effect:
    """`reference` is the text of `value_ref`; `expression` that of `value_expr`, never run."""

    operator: str
    path: str
    value: Json
    reference: str | None
    expression: Json
    step: Json
    span: Span


@dataclass(frozen=True, slots=True)
class Gesture:
    operator: str
    selector: str | None
    text: str | None
    key: str | None
    towards: Json
    options: tuple[str, ...]
    """Selectors of all options of the widget (`ui_elements`), for the report."""
    span: Span


@dataclass(frozen=True, slots=True)
class Action:
    """`target` is the page it leads to, or None when the action stays where it is."""

    id: str
    kind: str
    target: str | None
    parameters: dict[str, Json]
    conditions: tuple[Condition, ...]
    effects: tuple[Effect, ...]
    gestures: tuple[Gesture, ...]
    place: Path
    span: Span


@dataclass(frozen=True, slots=True)
class Page:
    id: str
    schema: dict[str, Json]
    actions: tuple[Action, ...]
    place: Path
    span: Span


@dataclass(frozen=True, slots=True)
class Spec:
    """A checked file: page ids are unique, action ids unique on their page, targets exist."""

    title: str
    start: str
    terminals: tuple[str, ...]
    pages: tuple[Page, ...]
    located: Located = field(repr=False)

    def page(self, id: str) -> Page:
        return next(page for page in self.pages if page.id == id)


_UNTITLED: Final = "Imported world"


def read_spec(located: Located) -> Spec:
    """The file as a Spec. Raises a Failure with all errors of the first phase that has some."""
    shape = read_shape(located)
    collector = Collector()
    _check_pages(shape, located, collector)
    _check_targets(shape, located, collector)
    _check_paths(shape, located, collector)
    collector.stop_on_errors()
    return Spec(
        title=shape.meta.app or _UNTITLED,
        start=shape.meta.initial_page_id,
        terminals=tuple(dict.fromkeys(shape.meta.terminal_pages)),
        pages=tuple(
            Page(
                id=page.id,
                schema=page.signature_schema,
                actions=tuple(
                    _action(action, ("pages", i, "actions", k), located)
                    for k, action in enumerate(page.actions)
                ),
                place=("pages", i),
                span=located.at("pages", i, "id"),
            )
            for i, page in enumerate(shape.pages)
        ),
        located=located,
    )


def _action(shape: ActionShape, place: Path, located: Located) -> Action:
    return Action(
        id=shape.id,
        kind=shape.name,
        target=shape.target if shape.is_navigation else None,
        parameters=shape.parameters,
        conditions=tuple(
            Condition(c.path, c.cond, c.value, located.at(*place, "preconditions", i))
            for i, c in enumerate(shape.preconditions)
        ),
        effects=tuple(
            _effect(effect, located.at(*place, "effects", i))
            for i, effect in enumerate(shape.effects)
        ),
        gestures=tuple(
            Gesture(
                g.op,
                g.selector,
                g.text,
                g.key,
                g.to_value,
                _options(g.model_extra or {}),
                located.at(*place, "gui_procedure", i),
            )
            for i, g in enumerate(shape.gui_procedure)
        ),
        place=place,
        span=located.at(*place, "id"),
    )


def _effect(shape: EffectShape, span: Span) -> Effect:
    given = shape.model_fields_set
    if "by" in given:
        step: Json = shape.by
    else:
        step = shape.value if "value" in given else 1
    return Effect(
        operator=shape.op,
        path=shape.path,
        value=shape.value,
        reference=shape.value_ref,
        expression=shape.value_expr,
        step=step,
        span=span,
    )


def _options(extra: dict[str, Json]) -> tuple[str, ...]:
    elements = extra.get("ui_elements")
    options = elements.get("options") if isinstance(elements, dict) else None
    if not isinstance(options, list):
        return ()
    selectors = (o.get("selector") for o in options if isinstance(o, dict))
    return tuple(s for s in selectors if isinstance(s, str))


def _check_pages(shape: FileShape, located: Located, collector: Collector) -> None:
    seen: dict[str, Span] = {}
    for i, page in enumerate(shape.pages):
        span = located.at("pages", i, "id")
        _check_id(page.id, "page", span, collector)
        if page.id in seen:
            collector.add(_repeated("page", page.id, span, seen[page.id]))
        seen.setdefault(page.id, span)
        own: dict[str, Span] = {}
        for k, action in enumerate(page.actions):
            here = located.at("pages", i, "actions", k, "id")
            _check_id(action.id, "action", here, collector)
            if action.id in own:
                collector.add(_repeated("action", action.id, here, own[action.id]))
            own.setdefault(action.id, here)


def _check_id(id: str, what: str, span: Span, collector: Collector) -> None:
    if not id.strip() or "`" in id or not id.isprintable():
        collector.add(
            Diagnostic(
                code="FSM534",
                title=f"this id of {'an action' if what == 'action' else 'a page'} is no name",
                span=span,
                label="empty, or with characters that cannot be printed or quoted",
                help='use letters, digits and "_": "OPEN_CART"',
            )
        )


def _repeated(what: str, id: str, span: Span, first: Span) -> Diagnostic:
    where = "in this file" if what == "page" else "on one page"
    return Diagnostic(
        code="FSM533",
        title=f"two {what}s {where} are called `{id}`",
        span=span,
        label="the second one",
        related=(Label(first, "the first one"),),
        help=f'give one of them another id, such as "{id}_2"',
    )


def _check_targets(shape: FileShape, located: Located, collector: Collector) -> None:
    pages = [page.id for page in shape.pages]

    def check(id: str, *path: str | int) -> None:
        if id in pages:
            return
        near = closest(id, pages) or pages[0]
        collector.add(
            Diagnostic(
                code="FSM535",
                title=f"there is no page `{id}`",
                span=located.at(*path),
                label="this page is not in the file",
                help=f'did you mean "{near}"?',
            )
        )

    check(shape.meta.initial_page_id, "meta", "initial_page_id")
    for i, terminal in enumerate(shape.meta.terminal_pages):
        check(terminal, "meta", "terminal_pages", i)
    for i, page in enumerate(shape.pages):
        for k, action in enumerate(page.actions):
            place = ("pages", i, "actions", k)
            if not action.is_navigation:
                continue
            if action.target is None:
                collector.add(
                    Diagnostic(
                        code="FSM531",
                        title=f'action `{action.id}` navigates but has no "to"',
                        span=located.at(*place, "id"),
                        label="leads nowhere",
                        help=f'add "to": "{pages[0]}", or set "is_navigation": false',
                    )
                )
            else:
                check(action.target, *place, "to")


def _check_paths(shape: FileShape, located: Located, collector: Collector) -> None:
    for i, page in enumerate(shape.pages):
        for k, action in enumerate(page.actions):
            paths = [("preconditions", n, c.path) for n, c in enumerate(action.preconditions)]
            paths += [("effects", n, effect.path) for n, effect in enumerate(action.effects)]
            for part, n, path in paths:
                if not all(key.strip() for key in path.replace("$.", "").split(".")):
                    collector.add(
                        Diagnostic(
                            code="FSM532",
                            title=f"`{path}` names no field",
                            span=located.at("pages", i, "actions", k, part, n, "path"),
                            label="a path names a field, and after each point a part of it",
                            help='write "path": "$.field"',
                        )
                    )
