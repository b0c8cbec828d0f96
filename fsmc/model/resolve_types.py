"""From written types to domains."""

from __future__ import annotations

import datetime

from fsmc.diagnostics import Label
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
from fsmc.model.measure import EXACT
from fsmc.model.scope import Ground, Unresolved, domain_names
from fsmc.model.types import bounds, kind_of
from fsmc.syntax import tree as t


def humanise(name: str) -> str:
    """`place_order` as people read it: Place order."""
    words = name.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def members(
    ground: Ground, items: tuple[t.EnumMember, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names and texts of enum members; refuses a name or a text twice."""
    names: dict[str, t.EnumMember] = {}
    texts: dict[str, t.EnumMember] = {}
    for item in items:
        word = item.name.text
        text = ground.plain(item.text) if item.text else humanise(word)
        if word in names:
            _twice(ground, f"`{word}` is listed twice", item, names[word], "leave out one of them")
            continue
        names[word] = item
        if text in texts:
            help = 'give one of them another text, as in `express "Express"`'
            _twice(ground, f'two members read "{text}"', item, texts[text], help)
        texts.setdefault(text, item)
    spelt = {w: i.text.text if i.text else humanise(w) for w, i in names.items()}
    return tuple(names), tuple(spelt.values())


def _twice(ground: Ground, title: str, item: t.EnumMember, first: t.EnumMember, help: str) -> None:
    related = (Label(first.span, "first here"),)
    ground.refuse("FSM202", title, item.span, "again here", related=related, help=help)


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
            f"a variable cannot range over {kind_of(domain)}",
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
            raise ground.unknown(
                "FSM203",
                f"there is no type, enum or table called `{word}`",
                name,
                domain_names(ground),
                "not declared",
                help="declare it with `enum` or `table`",
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
            return Set(_held(ground, of, "a set cannot hold"), at_most)
        case t.MapType(key=key, of=value, at_most=at_most):
            keys = _held(ground, key, "a map cannot have as keys")
            return Map(keys, _base(ground, value, paths), at_most)
        case t.SequenceType():
            raise ground.refuse(
                "FSM301",
                "ordered sequences come in a later version",
                base.span,
                "not yet",
                help="use a `set of`, or a column with a position",
            )
        case t.TextType(alternatives=alternatives):
            return Text(_alternatives(ground, alternatives, paths))


def _held(ground: Ground, name: t.Name, cannot: str) -> Domain:
    found = _named(ground, name)
    if not finite(found):
        raise ground.refuse(
            "FSM227",
            f"{cannot} {kind_of(found)}",
            name.span,
            "has no end",
            help="name an enum or a table",
        )
    return found


def _alternatives(
    ground: Ground,
    items: tuple[t.Quoted | t.TextSame | t.OtherLiteral, ...],
    paths: dict[str, tuple[str, ...]],
) -> tuple[str, ...]:
    out: dict[str, None] = {}
    for item in items:
        match item:
            case t.Quoted():
                out[item.text] = None
            case t.TextSame(path=path):
                if spelled(path) not in paths:
                    raise ground.refuse(
                        "FSM230",
                        "`=` takes its text from an argument of a page or dialog",
                        item.span,
                        "no place has arguments here",
                        help="use it in a `field` or `local` of a page with arguments",
                    )
                out.update(dict.fromkeys(paths[spelled(path)]))
            case t.OtherLiteral():
                out[OTHER] = None
    return tuple(out)


def spelled(path: t.Path) -> str:
    return ".".join((path.name.text, *(m.text for m in path.members)))


def _range(ground: Ground, written: t.RangeType) -> Domain:
    ends = (written.low, written.high)
    dates = [end for end in ends if isinstance(end, t.DateLiteral)]
    step = written.step
    if isinstance(step, t.DateLiteral) or (step is not None and dates):
        raise ground.refuse("FSM226", "dates have no step", step.span, "every day counts")
    if step is not None and step.value <= 0:
        raise ground.refuse("FSM226", "a step must be a positive number", step.span, "this is not")
    numbers = (*ends, step)
    if len(dates) == 2:
        domain: Domain = Date(*(date_value(ground, end) for end in dates))
    elif dates:
        raise ground.refuse(
            "FSM210",
            "a range must run between values of one kind",
            written.span,
            "a date and a number",
            help="write two dates, or two numbers",
        )
    elif any(isinstance(n, t.Amount) for n in numbers):
        low, high, by = (None if n is None else _cents(n) for n in numbers)
        domain = Money(low, high, by)
    else:
        low, high, by = (n.value if isinstance(n, t.Number) else None for n in numbers)
        domain = Int(low, high, by or 1)
    low, high = bounds(domain)
    assert low is not None
    assert high is not None
    if low > high:
        raise ground.refuse(
            "FSM226",
            "this range is empty",
            written.span,
            "its first value is above its last",
            help="write the smaller value first",
        )
    if max(-low, high) > EXACT:
        raise ground.refuse(
            "FSM236",
            "this range reaches numbers too large to be exact",
            written.span,
            "beyond 9,007,199,254,740,991",
            help="write a smaller one",
        )
    return domain


def _cents(value: t.Number | t.Amount | t.DateLiteral) -> int:
    assert not isinstance(value, t.DateLiteral)
    return value.value * 100 if isinstance(value, t.Number) else value.value
