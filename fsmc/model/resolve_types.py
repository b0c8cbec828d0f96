"""From written types to domains."""

from __future__ import annotations

import datetime

from fsmc.diagnostics import Fix, Span
from fsmc.diagnostics.suggest import closest
from fsmc.model.domains import (
    EPOCH,
    OTHER,
    Bool,
    Date,
    Domain,
    Enum,
    File,
    Int,
    Map,
    Money,
    Optional,
    Set,
    String,
    Text,
    finite,
)
from fsmc.model.scope import Ground, Unresolved, domain_names
from fsmc.model.types import spoken
from fsmc.syntax import tree as t


def humanise(name: str) -> str:
    """`place_order` as people read it: Place order."""
    words = name.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def members(
    ground: Ground, items: tuple[t.EnumMember, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names and texts of enum members; refuses a name or a text twice."""
    seen: dict[str, Span] = {}
    for item in items:
        if item.name.text in seen:
            ground.refuse(
                "FSM202", f"`{item.name.text}` is listed twice", item.name.span, "again here"
            )
        seen[item.name.text] = item.name.span
    names = tuple(dict.fromkeys(i.name.text for i in items))
    texts = {i.name.text: i.text.text if i.text else humanise(i.name.text) for i in items}
    return names, tuple(texts[n] for n in names)


def date_value(ground: Ground, literal: t.DateLiteral) -> int:
    try:
        return (datetime.date.fromisoformat(literal.text) - EPOCH).days
    except ValueError:
        raise ground.refuse(
            "FSM226", f"`@{literal.text}` is no day of the calendar", literal.span, "no such day"
        ) from None


def domain_of(
    ground: Ground, written: t.TypeRef, paths: dict[str, tuple[str, ...]] | None = None
) -> Domain:
    """The domain of a type. `paths` gives all texts that an alternative `=u.name` can have."""
    base = _base(ground, written.base, paths or {})
    return Optional(base) if written.optional else base


def finite_domain(
    ground: Ground, written: t.TypeRef, paths: dict[str, tuple[str, ...]] | None = None
) -> Domain:
    """As `domain_of`, and refuses what cannot be enumerated: a variable needs a finite domain."""
    domain = domain_of(ground, written, paths)
    if not finite(domain):
        raise ground.refuse(
            "FSM227",
            f"a variable cannot range over {spoken(domain)}",
            written.span,
            "has no end",
            help='name what it may be: `"" | "tea" | other`, `0..9`, `0.00..50.00 step 5.00`',
        )
    return domain


def _named(ground: Ground, name: t.Name) -> Domain:
    match name.text:
        case "text":
            return String()
        case "money":
            return Money(None, None)
        case "bool":
            return Bool()
        case "date":
            return Date(None, None)
        case "count":
            return Int(0, None)
        case word:
            if word in ground.enums:
                return ground.enums[word]
            if word in ground.tables:
                return ground.row(word)
            if word in ground.broken_types:
                raise Unresolved
            near = closest(word, domain_names(ground))
            raise ground.refuse(
                "FSM203",
                f"there is no type, enum or table called `{word}`",
                name.span,
                "not declared",
                help=f"did you mean `{near}`?" if near else "declare it with `enum` or `table`",
                fix=Fix(f"write `{near}`", name.span, near) if near else None,
            )


def _base(ground: Ground, base: t.BaseType, paths: dict[str, tuple[str, ...]]) -> Domain:
    match base:
        case t.NamedType(name=name):
            return _named(ground, name)
        case t.FileType():
            return File()
        case t.RangeType():
            return _range(ground, base)
        case t.EnumType(members=items):
            names, texts = members(ground, items)
            return Enum("", names, texts)
        case t.SetType(of=of, at_most=at_most):
            inner = _named(ground, of)
            if not finite(inner):
                raise ground.refuse(
                    "FSM227", f"a set cannot hold {spoken(inner)}", of.span, "has no end"
                )
            return Set(inner, at_most)
        case t.MapType(key=key, of=value, at_most=at_most):
            return Map(_named(ground, key), _base(ground, value, paths), at_most)
        case t.SequenceType():
            raise ground.refuse(
                "FSM301",
                "ordered sequences come in a later version",
                base.span,
                "not yet",
                help="use a `set of`, or a column with a position",
            )
        case t.TextType(alternatives=alternatives):
            return Text(_alternatives(alternatives, paths))


def _alternatives(
    items: tuple[t.Quoted | t.TextSame | t.OtherLiteral, ...], paths: dict[str, tuple[str, ...]]
) -> tuple[str, ...]:
    out: dict[str, None] = {}
    for item in items:
        match item:
            case t.Quoted():
                out[item.text] = None
            case t.TextSame(path=path):
                out.update(dict.fromkeys(paths[spelled(path)]))
            case t.OtherLiteral():
                out[OTHER] = None
    return tuple(out)


def spelled(path: t.Path) -> str:
    return ".".join((path.name.text, *(m.text for m in path.members)))


def _range(ground: Ground, written: t.RangeType) -> Domain:
    ends = (written.low, written.high)
    kinds = {type(e) for e in ends}
    step = written.step
    if kinds == {t.DateLiteral}:
        low, high = (date_value(ground, e) for e in ends if isinstance(e, t.DateLiteral))
        domain: Domain = Date(low, high)
    elif kinds == {t.Number}:
        low, high = (e.value for e in ends if isinstance(e, t.Number))
        domain = Int(low, high, step.value if isinstance(step, t.Number) else 1)
    elif t.DateLiteral not in kinds:
        low, high = (_cents(e) for e in ends)
        domain = Money(low, high, None if step is None else _cents(step))
    else:
        raise ground.refuse(
            "FSM210",
            "a range must run between values of one kind",
            written.span,
            "a date and a number",
        )
    if low > high:
        raise ground.refuse(
            "FSM226",
            "this range is empty",
            written.span,
            "its first value is above its last",
            help="write the smaller value first",
        )
    if step is not None and (isinstance(step, t.DateLiteral) or step.value <= 0):
        raise ground.refuse("FSM226", "a step must be a positive number", step.span, "this is not")
    return domain


def _cents(value: t.Number | t.Amount | t.DateLiteral) -> int:
    assert not isinstance(value, t.DateLiteral)
    return value.value * 100 if isinstance(value, t.Number) else value.value
