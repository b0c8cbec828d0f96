"""The file boundary: the JSON shape as pydantic models, and its errors as diagnostics."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictStr, ValidationError
from pydantic_core import ErrorDetails

from fsmc.diagnostics import Diagnostic, Failure
from fsmc.importers.autowebworld.located import Located


def _or_empty(kind: type) -> BeforeValidator:
    """The origin writes `or []` almost everywhere: null stands for nothing."""
    return BeforeValidator(lambda value: kind() if value is None else value)


class _Shape(BaseModel):
    model_config = ConfigDict(extra="allow", frozen=True)


class MetaShape(_Shape):
    initial_page_id: StrictStr
    terminal_pages: list[StrictStr]
    app: StrictStr | None = None


class ConditionShape(_Shape):
    path: StrictStr
    cond: StrictStr
    value: Any = None


class EffectShape(_Shape):
    op: StrictStr
    path: StrictStr
    value: Any = None
    value_ref: StrictStr | None = None
    value_expr: Any = None
    by: Any = None


class GestureShape(_Shape):
    op: StrictStr
    selector: StrictStr | None = None
    text: StrictStr | None = None
    key: StrictStr | None = None
    to_value: Any = None


class ActionShape(_Shape):
    id: StrictStr
    name: StrictStr = "click"
    is_navigation: Any = False
    source: Any = Field(default=None, alias="from")
    target: StrictStr | None = Field(default=None, alias="to")
    parameters: Annotated[dict[str, Any], _or_empty(dict)] = {}
    preconditions: Annotated[list[ConditionShape], _or_empty(list)] = []
    effects: Annotated[list[EffectShape], _or_empty(list)] = []
    gui_procedure: Annotated[list[GestureShape], _or_empty(list)] = []


class PageShape(_Shape):
    id: StrictStr
    signature_schema: Annotated[dict[str, Any], _or_empty(dict)] = {}
    actions: Annotated[list[ActionShape], _or_empty(list)] = []


class FileShape(_Shape):
    meta: MetaShape
    pages: Annotated[list[PageShape], Field(min_length=1)]


_EXAMPLES = {
    "meta": '"meta": {"initial_page_id": "HOME", "terminal_pages": ["DONE"]}',
    "pages": '"pages": [{"id": "HOME", "signature_schema": {}, "actions": []}]',
    "initial_page_id": '"initial_page_id": "HOME"',
    "terminal_pages": '"terminal_pages": ["DONE"]',
    "id": '"id": "HOME"',
    "path": '"path": "$.field"',
    "cond": '"cond": "eq"',
    "op": '"op": "set"',
}
_KINDS = {
    "string_type": "a text",
    "list_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
}


def read_shape(located: Located) -> FileShape:
    """The file as typed shapes. Raises a Failure (FSM531, FSM532) that names every wrong place."""
    try:
        return FileShape.model_validate(located.value)
    except ValidationError as error:
        found = [_explain(detail, located) for detail in error.errors(include_url=False)]
        raise Failure(tuple(dict.fromkeys(found))) from error


def _explain(detail: ErrorDetails, located: Located) -> Diagnostic:
    path = tuple(detail["loc"])
    name = str(path[-1]) if path else "the file"
    around = spoken(path[:-1])
    if detail["type"] == "missing":
        return Diagnostic(
            code="FSM531",
            title=f'{around} has no "{name}"',
            span=located.at(*path),
            label=f'"{name}" belongs in here',
            help=f"add {_EXAMPLES.get(name, name)}",
        )
    if detail["type"] == "too_short":
        return Diagnostic(
            code="FSM531",
            title="the file has no page",
            span=located.at(*path),
            label="at least one page belongs in here",
            help='add {"id": "HOME", "signature_schema": {}, "actions": []}',
        )
    wanted = _KINDS.get(detail["type"], "something else")
    subject = f'"{name}" of {around}' if path else "the whole file"
    return Diagnostic(
        code="FSM532",
        title=f"{subject} must be {wanted}",
        span=located.at(*path),
        label=f"this is {_kind(detail['input'])}",
        help=f"write {wanted}" + (f": {_EXAMPLES[name]}" if name in _EXAMPLES else ""),
    )


def spoken(path: tuple[str | int, ...]) -> str:
    """A path of the JSON file in words: `pages, 2nd entry, actions, 1st entry`."""
    if not path:
        return "the file"
    words = [f"entry {part + 1}" if isinstance(part, int) else f'"{part}"' for part in path]
    return " ".join(words)


def _kind(value: object) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "a text"
        case list():
            return "a list"
        case dict():
            return "an object"
        case _:
            return "something else"
