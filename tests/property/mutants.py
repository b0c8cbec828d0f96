"""Worlds with mistakes: words deleted, doubled, swapped, or replaced by others of their kind."""

from __future__ import annotations

import random
import re

WORD = re.compile(
    r'"(?:\\.|[^"\\\n])*"|`[^`\n]+`|[A-Za-z_]\w*|@[\d-]+|\d+\.\d\d|\d+|\.\.|[:=!<>+-]=|\S'
)
WORDS = (
    "none", "other", "true", "0", "1", "99999999999", "4.50", "@2026-06-01", "and", "or", "not", "==", "in", "if",
    "for", "where", "when", "else", "do", "goto", "back", "then", "{", "}", "(", ")", "[", "]", ",", ":", ".", "+", "-",
    "*", "/", ":=", "+=", "set", "of", "map", "to", "at", "most", "text", "money", "date", "bool", "count", "file",
    "seq", "sum", "first", "the", "was", "len", "let", "lasts", "paged", "show", "section", "list", "dialog", "local",
    '""', '"x"', '"{p}"', "sort", "descending", "while", "within", "everywhere", "on", "page", "action", "link", "field",
    "as", "combobox", "checkbox", "stepper", "textbox", "slider", "step", "enum", "table", "row", "var", "key", "answer",
    "reach", "keep", "allow", "avoid", "after", "?", "|", "=", "today", "up", "down", "value",
)  # fmt: skip
TYPES = (
    "bool", "text", "money", "date", "count", "0..3", "0..3?", "-2..2", "0..100000000000", "0.00..2.00 step 0.50",
    "0.00..9.00", "@2026-06-01..@2026-06-03", "set of Tea", "set of Size", "map of Tea to 0..3", "map of Size to bool",
    "Tea", "Tea?", "Size?", '"" | "a" | other', '"a" | =t.name', "enum { p, q }", "file", "set of bool at most 1",
)  # fmt: skip
VALUES = (
    "none", "{}", "true", "0", "1", "3", "-1", "2.50", "@2026-06-02", "other", '"a"', "mint", "small", "mine", "cart",
    "mine != none", "mine == none", "first(t for t in Tea)", "{t for t in Tea}", "count[mint]", "len(cart)", "was(n)",
    "sum(t.price for t in cart)", "any(t in cart for t in Tea)", "the(t for t in Tea where t == mint)", "at home",
    "if mine != none then mine.stock else 0", "down(n / 2)", "today", "total", "{ mint: 1 }", "n + 1", "mine.name",
    "mint.price", "max(t.price for t in Tea)", "{mine when mine != none}", "not seen", "{1, 2}", "t in cart",
)  # fmt: skip
WIDGETS = ("textbox", "combobox", "checkbox", "slider", "stepper", "datepicker")
FOLDS = ("sum", "count", "any", "all", "min", "max", "first", "the")
KINDS = (
    (r"==|!=|<=|>=|<|>|\bin\b|\bnot in\b", ("==", "!=", "<", ">=", "in", "not in")),
    (r" and | or | implies ", (" and ", " or ", " implies ", " + ", " == ")),
    (r":=|\+=|-=", (":=", "+=", "-=")),
    (r"\b\d+\b", ("0", "1", "2", "3", "50", "99999")),
    (r"\b(?:sum|count|any|all|min|max|first|the)(?=\()", FOLDS),
    (r"\b(?:textbox|searchbox|combobox|radiogroup|checkbox|switch|slider|stepper|datepicker)\b", WIDGETS),
    (r"\b(?:goto \w+(?:\([^)]*\))?|back)\b", ("back", "goto home", "goto sure(mint)", "goto tea(mint)", "goto d(1)")),
    (r"\bwhen [^\n{}]*?(?= else|\n|\}|  )", tuple(f"when {e}" for e in VALUES)),
    (r"\b(?:where|reach|answer|keep|avoid) [^\n{}]*?(?=\n|\}|  )", tuple(f"{w} {e}" for w in ("where", "reach", "answer") for e in VALUES)),
    (r"\bshow [^\n{}]*?(?=\n|\}|  | when)", tuple(f"show {e}" for e in VALUES)),
    (r"\b(?:paged|lasts|at most|within) \d+", ("paged 1", "lasts 1", "lasts 3", "at most 1", "within 1", "")),
    (r"\{[a-z_.() ]+\}(?=[^\n]*\")", tuple("{" + e + "}" for e in VALUES)),
    (r"(?<=:= )[^\n,{}]+?(?=,| \}|  |\n)", VALUES),
    (r"(?<== )[^\n,{}]+?(?= \}|  |\n| as )", VALUES),
    (r"(?<=: )(?:set of \w+|map of \w+ to [\d.]+|[@\d.-]+\.\.[@\d.-]+(?: step [\d.]+)?|[A-Z]\w*|bool|text|money|date)\??", TYPES),
    (r"(?<=: )(?:set of \w+|map of \w+ to [\d.]+|[@\d.-]+\.\.[@\d.-]+(?: step [\d.]+)?|[A-Z]\w*|bool|text|money|date)\??", TYPES),
    (r"\b(?:on_|seen|late|true|a|n)\b", VALUES),
)  # fmt: skip
PATH = r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*"
"""Names and columns are replaced by others of the same text."""


def mutant(text: str, chance: random.Random) -> str:
    """The text with one to four words changed; most of these do not parse."""
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        spans = [m.span() for m in WORD.finditer(text)]
        if not spans:
            break
        start, end = chance.choice(spans)
        word = text[start:end]
        other = chance.choice(spans)
        match chance.randrange(6):
            case 0:
                new = ""
            case 1:
                new = f"{word} {word}"
            case 2 | 3:
                new = text[other[0] : other[1]]
            case 4:
                new = chance.choice(WORDS)
            case _:
                first, last = sorted((other, chance.choice(spans)))
                new = text[first[0] : min(last[1], first[0] + 120)]
        text = f"{text[:start]}{new}{text[end:]}"
    return text


def near_mutant(text: str, chance: random.Random) -> str:
    """The text with one to three parts replaced by others of their kind; most of these parse."""
    for _ in range(chance.choice((1, 1, 2, 3))):
        number = chance.randrange(len(KINDS) + 5)
        pattern, new = KINDS[number] if number < len(KINDS) else (PATH, ())
        places = [m.span() for m in re.finditer(pattern, text)]
        if not places:
            continue
        start, end = chance.choice(places)
        other = chance.choice(places)
        word = chance.choice(new) if new else text[other[0] : other[1]]
        text = f"{text[:start]}{word}{text[end:]}"
    return text
