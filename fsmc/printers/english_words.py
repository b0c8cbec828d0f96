"""Words for English sentences: names as people say them, values by their texts, lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from fsmc.model.domains import (
    OTHER,
    Bool,
    Date,
    Domain,
    Enum,
    File,
    Int,
    Map,
    Money,
    Nothing,
    Optional,
    Row,
    Set,
    String,
    Text,
    Value,
    Vector,
)
from fsmc.model.ops import show_date, show_money
from fsmc.model.world import Table, World

NAMING = ("name", "title", "subject")


def humanise(name: str) -> str:
    """A name as people say it: `cart_total` and `CartTotal` become `cart total`.

    >>> humanise("place_order"), humanise("OrderLine"), humanise("PR_LIST"), humanise("URL")
    ('place order', 'order line', 'pr list', 'URL')
    """
    plain = name.partition("#")[0].strip("`").replace("_", " ").replace(".", " ")
    spaced = "".join(
        f" {c}" if c.isupper() and before.islower() else c
        for before, c in zip(" " + plain, plain, strict=False)
    )
    words = spaced.split()
    if len(words) > 1 and plain.isupper():
        return spaced.lower().strip()
    return " ".join(w if w.isupper() and len(w) > 1 else w.lower() for w in words)


def listed(parts: Sequence[str], word: str = "and") -> str:
    """Parts as one phrase: `a`, `a and b`, `a, b and c`.

    A comma comes before the last where a part is a list itself.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    if len(parts) < 2:
        return "".join(parts)
    if len(parts) == 2:
        return f"{parts[0]} {word} {parts[1]}"
    comma = "," if any("," in part or f" {word} " in part for part in parts) else ""
    return f"{', '.join(parts[:-1])}{comma} {word} {parts[-1]}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def quoted(text: str) -> str:
    return f"“{text}”"


def counted(number: int, one: str, many: str | None = None) -> str:
    """`1 page`, `2 pages`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def possessive(phrase: str) -> str:
    return f"{phrase}’" if phrase.endswith("s") and " " not in phrase[-2:] else f"{phrase}’s"


def plural(word: str) -> str:
    """`boxes`, `entries`, `products`."""
    if word.endswith(("s", "x", "ch", "sh")):
        return f"{word}es"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}s"


def row_name(world: World, table: Table, position: int) -> str:
    """A row by its name: its column `name` or `title`, else its first text, else its key."""
    texts = [c.name for c in table.columns if isinstance(c.domain, String) and "#" not in c.name]
    for name in (*NAMING, *texts):
        if name in texts:
            return str(table.column(name).values[position])
    return humanise(table.row_names[position] or table.keys[position])


def value_words(world: World, domain: Domain, value: Value) -> str:
    """A value as a person reads it in a sentence."""
    if value is None:
        return "none"
    match domain:
        case Bool():
            return "yes" if value else "no"
        case Int():
            return str(value)
        case Money():
            assert isinstance(value, int)
            return show_money(value, world.currency)
        case Date():
            assert isinstance(value, int)
            return show_date(value)
        case Enum(texts=texts):
            assert isinstance(value, int)
            return texts[value]
        case Row(table=table):
            assert isinstance(value, int)
            return row_name(world, world.table(table), value)
        case Text() | String() | File():
            return "other text" if value == OTHER else quoted(str(value))
        case Nothing():
            return str(value)
        case Optional(of=of):
            return value_words(world, of, value)
        case Set(of=of):
            assert isinstance(value, tuple)
            return listed([value_words(world, of, v) for v in value]) or "nothing"
        case Map(key=key, of=of):
            assert isinstance(value, tuple)
            entries = [
                f"{value_words(world, key, k)}: {value_words(world, of, v)}"
                for k, v in zip(key.values(), value, strict=True)
                if v is not None
            ]
            return ", ".join(entries) or "nothing"
        case Vector(table=table, of=of):
            assert isinstance(value, tuple)
            rows = world.table(table)
            return ", ".join(
                [
                    f"{row_name(world, rows, i)}: {value_words(world, of, v)}"
                    for i, v in enumerate(value)
                ]
            )
        case _:
            assert_never(domain)
