"""Numbers as people read them: grouped, rounded where they are huge, shares that never lie."""

from __future__ import annotations

LARGEST = 10**12


def grouped(number: int) -> str:
    """`1,234,567`; above a million millions `≈ 1.23 × 10¹⁸`.

    >>> grouped(5385), grouped(10**18)
    ('5,385', '≈ 1.00 × 10¹⁸')
    """
    if number < LARGEST:
        return f"{number:,}"
    digits = str(number)
    power = "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(d)] for d in str(len(digits) - 1))
    return f"≈ {digits[0]}.{digits[1:3]} × 10{power}"


def percent(part: int, whole: int) -> str:
    """A share with one decimal; 100 % and 0 % only when it is all and nothing.

    >>> percent(9999, 10000), percent(1, 100000), percent(3, 3), percent(0, 0)
    ('99.9 %', '0.1 %', '100 %', '–')
    """
    if whole == 0:
        return "–"
    if part in (0, whole):
        return f"{100 * part // whole} %"
    tenths = min(999, max(1, part * 1000 // whole))
    return f"{tenths // 10}.{tenths % 10} %"


def of(part: int, whole: int, one: str, many: str) -> str:
    """`12 of 40 edges`, `all 40 edges`, `1 edge`."""
    word = one if whole == 1 else many
    return (
        f"all {whole:,} {word}"
        if part == whole > 1
        else (f"{whole:,} {word}" if part == whole else f"{part:,} of {whole:,} {word}")
    )
