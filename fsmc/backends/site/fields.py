"""Fields: which kind of widget each is, and the table by which the runtime runs it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fsmc.backends.site.expressions import Expressions
from fsmc.backends.site.ids import key
from fsmc.backends.site.parts import Bound
from fsmc.model.domains import Date, Domain, Int, Money, Optional, Text, Value
from fsmc.model.expr import Expr, Op, Slot
from fsmc.model.ops import show_money
from fsmc.model.world import Field, Option, World

if TYPE_CHECKING:
    from fsmc.backends.site.script import Table

KINDS = {
    "textbox": "text", "searchbox": "text", "textarea": "text", "combobox": "combobox",
    "radiogroup": "radiogroup", "checkbox": "check", "switch": "check", "slider": "slider",
    "stepper": "stepper", "datepicker": "date",
}  # fmt: skip


def inner(domain: Domain) -> Domain:
    """The domain without `none`."""
    return domain.of if isinstance(domain, Optional) else domain


def option_key(field: Field, option: Option) -> str:
    """The end of the id of an option."""
    return key(field.domain, option.value)


def field_table(world: World, x: Expressions, bound: Bound) -> Table:
    """The row of world.js for a field."""
    field = bound.field
    table: dict[str, Any] = {
        "kind": KINDS[field.widget],
        "index": bound.index,
        "id": field.id,
        "pinned": False,
        "calls": [[field.transition, [x.number(a, bound.frame) for a in field.args]]],
        "value": x.number(field.value, bound.frame),
    }
    match inner(field.domain):
        case Text() as text if table["kind"] == "text":
            table["alternatives"] = text.alternatives
            table["optional"] = isinstance(field.domain, Optional)
            table["representative"] = text.representative
            table["cell"] = _cell(x, bound)
        case Date(low=low, high=high) if table["kind"] == "date":
            table |= {"low": low, "high": high, "optional": isinstance(field.domain, Optional)}
        case (Int() | Money()) as numbers if table["kind"] in ("slider", "stepper"):
            values = tuple(numbers.values())
            table["low"] = values[0]
            table["step"] = numbers.step or 1
            table["texts"] = [number_text(world, numbers, v) for v in values]
        case _:
            table["options"] = [[o.value, x.number(o.text, bound.frame)] for o in field.options]
    return table


def number_text(world: World, domain: Domain, value: Value) -> str:
    """A number of a slider or stepper as people read it."""
    assert isinstance(value, int)
    return show_money(value, world.currency) if isinstance(domain, Money) else str(value)


def _cell(x: Expressions, bound: Bound) -> Table:
    """Where the value lies: a slot, or one row of a slot; None where neither."""
    value: Expr = bound.field.value
    match value:
        case Slot(index=index):
            return {"slot": index, "row": None}
        case Op(name="item", args=(Slot(index=index), row)):
            return {"slot": index, "row": x.number(row, bound.frame)}
        case _:
            return None
