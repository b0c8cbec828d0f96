"""Spelling: names and texts of the language, and readable words made of ids and selectors."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from fsmc.importers.autowebworld.located import Json
from fsmc.syntax.words import keywords

_PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
_PLACEHOLDER = re.compile(r"\{([A-Za-z_][A-Za-z_0-9]*)\}")
_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
_ACRONYMS: Final = {"id": "ID", "url": "URL", "pr": "PR", "faq": "FAQ", "ok": "OK", "cvv": "CVV"}
_LONGEST: Final = 60


def name(text: str) -> str:
    """The text as a name of the language, in backticks where it is a keyword or no plain name."""
    plain = _PLAIN_NAME.fullmatch(text) is not None
    return text if plain and text not in keywords() else f"`{text}`"


def usable(text: str) -> str:
    """The text with what no name can hold, not even in backticks, replaced by underscores."""
    return "".join(c if c.isprintable() and c != "`" else "_" for c in text) or "_"


def quoted(text: str) -> str:
    """The text as a string of the language; line breaks and control characters become blanks."""
    clean = "".join(c if c.isprintable() else " " for c in text)
    escaped = clean.replace("\\", "\\\\").replace('"', '\\"').replace("{", "\\{")
    return f'"{escaped}"'


def words_of(id: str) -> list[str]:
    """The words of an id or selector: `newProject_dueDate` is new, project, due, date."""
    return [word.lower() for word in _WORD.findall(id)]


def sentence(words: Iterable[str]) -> str:
    """Words as a label: the first letter large, well-known acronyms too."""
    text = " ".join(_ACRONYMS.get(word, word) for word in words)
    return text[:1].upper() + text[1:]


def phrase(id: str) -> str:
    """An id in the middle of a sentence: `cookie_consent_given` is "cookie consent given"."""
    text = " ".join(_ACRONYMS.get(word, word) for word in words_of(id))
    return text or id


def title(id: str) -> str:
    """An id as a heading: `PROJECTS_LIST` is "Projects list"."""
    return sentence(words_of(id)) or id


def without_prefix(words: Sequence[str], prefix: Sequence[str]) -> list[str]:
    """The words without those at the front that `prefix` has too, unless nothing would be left."""
    at = 0
    while at < min(len(words), len(prefix)) and words[at] == prefix[at]:
        at += 1
    return list(words[at:] or words)


def placeholder(text: str) -> str | None:
    """The name inside a text that is only a placeholder: `{ITEM_ANY}` gives ITEM_ANY."""
    found = _PLACEHOLDER.fullmatch(text)
    return found.group(1) if found else None


def placeholders(text: str) -> list[str]:
    """The names of all placeholders in a text."""
    return _PLACEHOLDER.findall(text)


def readable(value: Json) -> str:
    """A JSON value as a short text that a page may show."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "yes" if value else "no"
        case str():
            return _readable_text(value)
        case int() | float():
            return f"{value}"
        case list():
            return shorten(", ".join(readable(item) for item in value)) or "empty list"
        case dict():
            known = next((value[k] for k in ("name", "title", "label", "id") if k in value), None)
            if isinstance(known, str) and len(value) == 1:
                return _readable_text(known)
            parts = (f"{phrase(key)} {readable(inner)}" for key, inner in value.items())
            return shorten(", ".join(parts)) or "empty object"


def _readable_text(text: str) -> str:
    inside = placeholder(text)
    if inside is None:
        return text
    words = words_of(inside)
    if "any" in words:
        words.remove("any")
        return " ".join(["any", *words])
    return " ".join(words)


def shorten(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1].rstrip() + "…"


def unique(wanted: str, taken: Iterable[str], pattern: str = "{} ({})") -> str:
    """The wanted text, or the first numbered one that is not taken."""
    used = set(taken)
    found, count = wanted, 2
    while found in used:
        found, count = pattern.format(wanted, count), count + 1
    return found
