"""Domains: the finite sets that variables range over. One file though long: a table of kinds.

Values are plain and the same in every engine (and JSON-able), so states can be hashed, compared
and sent to a page as they are:

| domain | value |
| --- | --- |
| Bool | `True`, `False` |
| Int, Money, Date | an int: itself, hundredths, days since 1970-01-01 |
| Enum, Row | an int: the position of the member, of the row in file order |
| Text, String, File | a str; `OTHER` stands for all text that no alternative names |
| Optional | `None` or a value of the inner domain |
| Set | a tuple of values, sorted (`value_order`), without repeats |
| Map | a tuple with one entry for each key (in rank order), `None` where absent |
| Vector | a tuple with one entry for each row of a table: a column that changes |
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from math import comb
from typing import Any, TypeAlias

Value: TypeAlias = "bool | int | str | tuple[Value, ...] | None"
Json: TypeAlias = Any

OTHER = "\ue000"
"""The value of a text field that holds none of its alternatives."""


def value_order(value: Value) -> tuple[Any, ...]:
    """The key that sorts the elements of one set: none first, then by value."""
    return (value is not None, value)


EPOCH = datetime.date(1970, 1, 1)
_AMOUNT = re.compile(r"(-?)([0-9]+)(?:\.([0-9]{1,2}))?")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class NotFinite(TypeError):
    """Asked to enumerate a domain that has no last value, such as all text."""


@dataclass(frozen=True, slots=True)
class Bool:
    @property
    def size(self) -> int:
        return 2

    def values(self) -> Iterator[Value]:
        return iter((False, True))


@dataclass(frozen=True, slots=True)
class Int:
    """The integers `low, low + step, …, high`; without bounds on either side when None."""

    low: int | None
    high: int | None
    step: int = 1

    @property
    def size(self) -> int:
        return _range_size(self.low, self.high, self.step)

    def values(self) -> Iterator[Value]:
        return _range_values(self.low, self.high, self.step)


@dataclass(frozen=True, slots=True)
class Money:
    """Amounts in hundredths; `step` None means wide: bounded, never enumerated."""

    low: int | None
    high: int | None
    step: int | None = None

    @property
    def size(self) -> int:
        return _range_size(self.low, self.high, self.step)

    def values(self) -> Iterator[Value]:
        return _range_values(self.low, self.high, self.step)


@dataclass(frozen=True, slots=True)
class Date:
    """Days since 1970-01-01, both ends included."""

    low: int | None
    high: int | None

    @property
    def size(self) -> int:
        return _range_size(self.low, self.high, 1)

    def values(self) -> Iterator[Value]:
        return _range_values(self.low, self.high, 1)


@dataclass(frozen=True, slots=True)
class Enum:
    """Named members; `texts` is what a person reads for each. Anonymous enums have no name."""

    name: str
    members: tuple[str, ...]
    texts: tuple[str, ...]

    @property
    def size(self) -> int:
        return len(self.members)

    def values(self) -> Iterator[Value]:
        return iter(range(len(self.members)))


@dataclass(frozen=True, slots=True)
class Text:
    """A text field: one of `alternatives`, OTHER among them when all other text is one value."""

    alternatives: tuple[str, ...]

    @property
    def size(self) -> int:
        return len(self.alternatives)

    def values(self) -> Iterator[Value]:
        return iter(self.alternatives)

    @property
    def representative(self) -> str:
        """What stands for OTHER where real text is needed: none of the alternatives."""
        text = "something else"
        while text in self.alternatives:
            text += "!"
        return text


@dataclass(frozen=True, slots=True)
class String:
    """Any text: of shown expressions and fixed columns. Never a variable's domain."""

    @property
    def size(self) -> int:
        raise NotFinite("text")

    def values(self) -> Iterator[Value]:
        raise NotFinite("text")


@dataclass(frozen=True, slots=True)
class File:
    """A path of a picture that ships with the world, in a fixed column."""

    @property
    def size(self) -> int:
        raise NotFinite("file")

    def values(self) -> Iterator[Value]:
        raise NotFinite("file")


@dataclass(frozen=True, slots=True)
class Nothing:
    """The type of `none` by itself."""

    @property
    def size(self) -> int:
        return 1

    def values(self) -> Iterator[Value]:
        return iter((None,))


@dataclass(frozen=True, slots=True)
class Row:
    """The rows of a table, by position; `keys` spell them."""

    table: str
    keys: tuple[str, ...]

    @property
    def size(self) -> int:
        return len(self.keys)

    def values(self) -> Iterator[Value]:
        return iter(range(len(self.keys)))


@dataclass(frozen=True, slots=True)
class Optional:
    of: Domain

    @property
    def size(self) -> int:
        return 1 + self.of.size

    def values(self) -> Iterator[Value]:
        yield None
        yield from self.of.values()


@dataclass(frozen=True, slots=True)
class Set:
    """Subsets of `of` with at most `at_most` elements (None: no bound)."""

    of: Domain
    at_most: int | None = None

    @property
    def bound(self) -> int:
        return self.of.size if self.at_most is None else min(self.at_most, self.of.size)

    @property
    def size(self) -> int:
        return _choices(self.of.size, self.bound, 1)

    def values(self) -> Iterator[Value]:
        elements = sorted(self.of.values(), key=value_order)
        for k in range(self.bound + 1):
            yield from combinations(elements, k)


@dataclass(frozen=True, slots=True)
class Map:
    """Partial functions from `key` to `of`, with at most `at_most` entries."""

    key: Domain
    of: Domain
    at_most: int | None = None

    @property
    def bound(self) -> int:
        return self.key.size if self.at_most is None else min(self.at_most, self.key.size)

    @property
    def size(self) -> int:
        return _choices(self.key.size, self.bound, self.of.size)

    def values(self) -> Iterator[Value]:
        entries = (None, *self.of.values())
        for value in product(entries, repeat=self.key.size):
            if sum(v is not None for v in value) <= self.bound:
                yield value


@dataclass(frozen=True, slots=True)
class Vector:
    """One value for each row: the column of a table that changes."""

    table: str
    length: int
    of: Domain

    @property
    def size(self) -> int:
        return int(self.of.size**self.length)

    def values(self) -> Iterator[Value]:
        return product(tuple(self.of.values()), repeat=self.length)


Domain: TypeAlias = (
    Bool
    | Int
    | Money
    | Date
    | Enum
    | Text
    | String
    | File
    | Nothing
    | Row
    | Optional
    | Set
    | Map
    | Vector
)


def _range_size(low: int | None, high: int | None, step: int | None) -> int:
    if low is None or high is None or step is None:
        raise NotFinite("numbers without bounds or step")
    return max(0, (high - low) // step + 1)


def _range_values(low: int | None, high: int | None, step: int | None) -> Iterator[Value]:
    if low is None or high is None or step is None:
        raise NotFinite("numbers without bounds or step")
    return iter(range(low, high + 1, step))


def _choices(of: int, most: int, each: int) -> int:
    """The ways to choose up to `most` of `of` things, each in one of `each` forms."""
    if most == of:
        return int((each + 1) ** of)
    total = term = 1
    for k in range(1, most + 1):
        term = term * (of - k + 1) * each // k
        total += term
    return total


def finite(domain: Domain) -> bool:
    """Whether the domain can be enumerated, so that a variable may range over it."""
    match domain:
        case Int(low=low, high=high) | Date(low=low, high=high):
            return low is not None and high is not None
        case Money(low=low, high=high, step=step):
            return low is not None and high is not None and step is not None
        case String() | File():
            return False
        case Optional(of=of) | Set(of=of) | Vector(of=of):
            return finite(of)
        case Map(key=key, of=of):
            return finite(key) and finite(of)
        case Bool() | Enum() | Text() | Nothing() | Row():
            return True


def rank(domain: Domain, value: Value) -> int:
    """The position of `value` in `values()`. Raises ValueError for a foreign value."""
    match domain:
        case Bool():
            return int(bool(value))
        case Int(low=low, step=step) | Money(low=low, step=step):
            assert isinstance(value, int)
            position, rest = divmod(value - (low or 0), step or 1)
            if rest or not contains(domain, value):
                raise ValueError(f"{value} is not in {domain}")
            return position
        case Date(low=low):
            assert isinstance(value, int)
            return value - (low or 0)
        case Enum() | Row():
            assert isinstance(value, int)
            return value
        case Text(alternatives=alternatives):
            assert isinstance(value, str)
            return alternatives.index(value)
        case Optional(of=of):
            return 0 if value is None else 1 + rank(of, value)
        case Vector(of=of):
            assert isinstance(value, tuple)
            position = 0
            for entry in value:
                position = position * of.size + rank(of, entry)
            return position
        case Set():
            return _rank_set(domain, value)
        case Map():
            return _rank_map(domain, value)
        case Nothing():
            return 0
        case String() | File():
            raise NotFinite("text has no rank")


def unrank(domain: Domain, position: int) -> Value:
    """The value at `position` of `values()`; the inverse of `rank`."""
    match domain:
        case Bool():
            return bool(position)
        case Int(low=low, step=step) | Money(low=low, step=step):
            return (low or 0) + position * (step or 1)
        case Date(low=low):
            return (low or 0) + position
        case Enum() | Row():
            return position
        case Text(alternatives=alternatives):
            return alternatives[position]
        case Optional(of=of):
            return None if position == 0 else unrank(of, position - 1)
        case Vector(of=of, length=length):
            entries: list[Value] = []
            for _ in range(length):
                position, digit = divmod(position, of.size)
                entries.append(unrank(of, digit))
            return tuple(reversed(entries))
        case Set():
            return _unrank_set(domain, position)
        case Map():
            return _unrank_map(domain, position)
        case Nothing():
            return None
        case String() | File():
            raise NotFinite("text has no rank")


def _rank_set(domain: Set, value: Value) -> int:
    """Smaller sets first, those of one size in the order of their sorted elements."""
    assert isinstance(value, tuple)
    elements = sorted(domain.of.values(), key=value_order)
    count = len(elements)
    position = sum(comb(count, k) for k in range(len(value)))
    start = 0
    for left, element in zip(range(len(value) - 1, -1, -1), value, strict=True):
        at = elements.index(element)
        position += sum(comb(count - i - 1, left) for i in range(start, at))
        start = at + 1
    return position


def _unrank_set(domain: Set, position: int) -> Value:
    elements = sorted(domain.of.values(), key=value_order)
    count, size = len(elements), 0
    while position >= (ways := comb(count, size)):
        position, size = position - ways, size + 1
    chosen: list[Value] = []
    at = 0
    for left in range(size - 1, -1, -1):
        while position >= (ways := comb(count - at - 1, left)):
            position, at = position - ways, at + 1
        chosen.append(elements[at])
        at += 1
    return tuple(chosen)


def _rank_map(domain: Map, value: Value) -> int:
    """Lexicographic by entry, an absent one first, counting only maps within the bound."""
    assert isinstance(value, tuple)
    position, budget, each = 0, domain.bound, domain.of.size
    for left, entry in zip(range(len(value) - 1, -1, -1), value, strict=True):
        if entry is not None:
            position += _choices(left, min(left, budget), each)
            budget -= 1
            position += rank(domain.of, entry) * _choices(left, min(left, budget), each)
    return position


def _unrank_map(domain: Map, position: int) -> Value:
    entries: list[Value] = []
    budget, each = domain.bound, domain.of.size
    for left in range(domain.key.size - 1, -1, -1):
        without = _choices(left, min(left, budget), each)
        if position < without:
            entries.append(None)
            continue
        budget -= 1
        entry, position = divmod(position - without, _choices(left, min(left, budget), each))
        entries.append(unrank(domain.of, entry))
    return tuple(entries)


def contains(domain: Domain, value: Value) -> bool:
    """Whether `value` lies in the domain. The one test of "leaving a domain"."""
    match domain:
        case Bool():
            return isinstance(value, bool)
        case Int(low=low, high=high, step=step) | Money(low=low, high=high, step=step):
            return _within(value, low, high) and (int(value or 0) - (low or 0)) % (step or 1) == 0  # type: ignore[arg-type]
        case Date(low=low, high=high):
            return _within(value, low, high)
        case Enum() | Row():
            return _within(value, 0, domain.size - 1)
        case Text(alternatives=alternatives):
            return value in alternatives
        case String() | File():
            return isinstance(value, str)
        case Nothing():
            return value is None
        case Optional(of=of):
            return value is None or contains(of, value)
        case Set(of=of):
            return (
                isinstance(value, tuple)
                and len(value) <= domain.bound
                and all(contains(of, v) for v in value)
            )
        case Map(of=of):
            return (
                isinstance(value, tuple)
                and len(value) == domain.key.size
                and sum(v is not None for v in value) <= domain.bound
                and all(v is None or contains(of, v) for v in value)
            )
        case Vector(of=of, length=length):
            return (
                isinstance(value, tuple)
                and len(value) == length
                and all(contains(of, v) for v in value)
            )


def _within(value: Value, low: int | None, high: int | None) -> bool:
    return (
        isinstance(value, int)
        and not isinstance(value, bool)
        and (low is None or value >= low)
        and (high is None or value <= high)
    )


def to_json(domain: Domain, value: Value) -> Json:
    """A value as people and other programs read it: names, keys, decimals, ISO dates."""
    match domain:
        case Bool() | Int() | String() | File() | Nothing():
            return value
        case Money():
            assert isinstance(value, int)
            return f"{'-' if value < 0 else ''}{abs(value) // 100}.{abs(value) % 100:02d}"
        case Date():
            assert isinstance(value, int)
            return (EPOCH + datetime.timedelta(days=value)).isoformat()
        case Enum(members=members):
            assert isinstance(value, int)
            return members[value]
        case Row(keys=keys):
            assert isinstance(value, int)
            return keys[value]
        case Text():
            return {"other": True} if value == OTHER else value
        case Optional(of=of):
            return None if value is None else to_json(of, value)
        case Set(of=of):
            assert isinstance(value, tuple)
            return [to_json(of, v) for v in value]
        case Map(key=key, of=of):
            assert isinstance(value, tuple)
            return {
                str(to_json(key, k)): to_json(of, v)
                for k, v in zip(key.values(), value, strict=True)
                if v is not None
            }
        case Vector(of=of):
            assert isinstance(value, tuple)
            return [to_json(of, v) for v in value]


def from_json(domain: Domain, data: Json) -> Value:
    """The inverse of `to_json`. Raises ValueError when `data` spells no value of the domain."""
    match domain:
        case Money():
            amount = _AMOUNT.fullmatch(str(data))
            if amount is None:
                raise ValueError(f"{data!r} is no amount")
            cents = int(amount[2]) * 100 + int((amount[3] or "").ljust(2, "0"))
            value: Value = -cents if amount[1] else cents
        case Date():
            if not _DAY.fullmatch(str(data)):
                raise ValueError(f"{data!r} is no date")
            value = (datetime.date.fromisoformat(str(data)) - EPOCH).days
        case Enum(members=members):
            value = members.index(data)
        case Row(keys=keys):
            value = keys.index(data)
        case Text():
            value = OTHER if data == {"other": True} else data
        case Optional(of=of):
            value = None if data is None else from_json(of, data)
        case Set(of=of):
            value = tuple(sorted({from_json(of, d) for d in data}, key=value_order))
        case Map(key=key, of=of):
            if not isinstance(data, dict):
                raise ValueError(f"{data!r} is no map")
            value = tuple(
                from_json(of, data[name]) if (name := str(to_json(key, k))) in data else None
                for k in key.values()
            )
        case Vector(of=of):
            value = tuple(from_json(of, d) for d in data)
        case Bool() | Int() | String() | File() | Nothing():
            value = data
    if not contains(domain, value):
        raise ValueError(f"{data!r} spells no value of {domain}")
    return value
