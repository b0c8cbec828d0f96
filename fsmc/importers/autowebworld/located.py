"""Reads JSON and remembers where every key and value stands, for diagnostics that point."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import NoReturn, TypeAlias

from fsmc.diagnostics import Diagnostic, Failure, Severity, Span

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
Path = tuple[str | int, ...]

_STRING = re.compile(r'"(?:\\.|[^"\\\n])*"')
_BLANK = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_WORDS: dict[str, Json] = {"null": None, "true": True, "false": False}
_DEEPEST = 64
_LONGEST_NUMBER = 30


@dataclass(frozen=True, slots=True)
class Located:
    """A JSON value with the spans of its parts; paths are keys and positions from the root."""

    file: str
    value: Json
    values: dict[Path, Span]
    keys: dict[Path, Span]
    repeated: tuple[Diagnostic, ...]

    def part(self, *path: str | int) -> Json:
        """The value at `path`, or null when there is none."""
        value = self.value
        for step in path:
            if isinstance(value, dict):
                value = value.get(str(step))
            elif isinstance(value, list) and isinstance(step, int):
                value = value[step]
        return value

    def at(self, *path: str | int) -> Span:
        """The span of the value at `path`, or of the nearest thing around it that exists."""
        while path and path not in self.values:
            path = path[:-1]
        return self.values[path]

    def key(self, *path: str | int) -> Span:
        """The span of the key that ends `path`, or of what is around it."""
        return self.keys.get(path) or self.at(*path)


def read_json(text: str, file: str) -> Located:
    """Parses strict JSON. Raises a Failure (FSM530) at the first character that is wrong."""
    reader = _Reader(text, file)
    start = reader.skip(0)
    value, end = reader.value(start, ())
    rest = reader.skip(end)
    if rest < len(text):
        reader.fail(rest, "the text goes on after its end", "remove what follows the last bracket")
    return Located(file, value, reader.values, reader.keys, tuple(reader.repeated))


@dataclass(slots=True)
class _Reader:
    text: str
    file: str
    values: dict[Path, Span] = field(default_factory=dict)
    keys: dict[Path, Span] = field(default_factory=dict)
    repeated: list[Diagnostic] = field(default_factory=list)

    def fail(self, at: int, label: str, help: str) -> NoReturn:
        end = min(at + 1, len(self.text))
        raise Failure(
            (
                Diagnostic(
                    code="FSM530",
                    title="this file is not JSON",
                    span=Span(self.file, min(at, end), end),
                    label=label,
                    help=help,
                ),
            )
        )

    def skip(self, at: int) -> int:
        blank = _BLANK.match(self.text, at)
        return blank.end() if blank else at

    def value(self, at: int, path: Path) -> tuple[Json, int]:
        if len(path) > _DEEPEST:
            self.fail(at, f"brackets are nested deeper than {_DEEPEST}", "flatten this value")
        found, end = self._any(at, path)
        self.values[path] = Span(self.file, at, end)
        return found, end

    def _any(self, at: int, path: Path) -> tuple[Json, int]:
        first = self.text[at : at + 1]
        if first == "{":
            return self._object(at, path)
        if first == "[":
            return self._array(at, path)
        if first == '"':
            return self._string(at)
        for word, meaning in _WORDS.items():
            if self.text.startswith(word, at):
                return meaning, at + len(word)
        if number := _NUMBER.match(self.text, at):
            return self._number(number)
        ended = at >= len(self.text)
        label = "the text ends here" if ended else "no value starts like this"
        return self.fail(at, label, 'write text in "…", a number, true, false, null, […] or {…}')

    def _number(self, number: re.Match[str]) -> tuple[Json, int]:
        spelled = number.group()
        if len(spelled) > _LONGEST_NUMBER:
            self.fail(number.start(), "this number is too long", "use a shorter number")
        whole = number.group(1) is None and number.group(2) is None
        found = int(spelled) if whole else float(spelled)
        if found in (float("inf"), float("-inf")):
            self.fail(number.start(), "this number is too large", "use a smaller number")
        return found, number.end()

    def _string(self, at: int) -> tuple[str, int]:
        closed = _STRING.match(self.text, at)
        if closed is None:
            self.fail(at, "this text is not closed", 'close it with "; a line break is written \\n')
        try:
            found: str = json.loads(closed.group())
        except json.JSONDecodeError as error:
            self.fail(at + error.pos, "not valid in a text", "write it as an escape, such as \\n")
        if any("\ud800" <= c <= "\udfff" for c in found):
            self.fail(at, "half of a two-part character", "write both halves, or neither")
        return found, closed.end()

    def _array(self, at: int, path: Path) -> tuple[list[Json], int]:
        found: list[Json] = []
        at = self.skip(at + 1)
        if self.text.startswith("]", at):
            return found, at + 1
        while True:
            item, at = self.value(at, (*path, len(found)))
            found.append(item)
            at = self.skip(at)
            if self.text.startswith("]", at):
                return found, at + 1
            at = self._comma(at, "]")

    def _object(self, at: int, path: Path) -> tuple[dict[str, Json], int]:
        found: dict[str, Json] = {}
        at = self.skip(at + 1)
        if self.text.startswith("}", at):
            return found, at + 1
        while True:
            if not self.text.startswith('"', at):
                self.fail(at, "a key was expected here", 'write the key as text: "key": value')
            key, end = self._string(at)
            here = (*path, key)
            if key in found:
                self._note_repeated(key, Span(self.file, at, end))
            self.keys[here] = Span(self.file, at, end)
            at = self.skip(end)
            if not self.text.startswith(":", at):
                self.fail(at, f'no ":" after the key "{key}"', 'write "key": value')
            found[key], at = self.value(self.skip(at + 1), here)
            at = self.skip(at)
            if self.text.startswith("}", at):
                return found, at + 1
            at = self._comma(at, "}")

    def _comma(self, at: int, closing: str) -> int:
        if not self.text.startswith(",", at):
            self.fail(at, f'"," or "{closing}" was expected here', f'add "," or "{closing}"')
        return self.skip(at + 1)

    def _note_repeated(self, key: str, span: Span) -> None:
        self.repeated.append(
            Diagnostic(
                code="FSM530",
                title=f'the key "{key}" is written twice in one object',
                span=span,
                label="this one counts, the earlier one is lost",
                help="remove one of the two",
                severity=Severity.WARNING,
            )
        )
