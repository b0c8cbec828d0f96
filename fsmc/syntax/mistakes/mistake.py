"""A mistake: the token that cannot stand where it is, and everything around it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lark import Token

from fsmc.diagnostics import Diagnostic, Fix, Label, Source, Span
from fsmc.syntax.machine import END, Cursor
from fsmc.syntax.scan import STRAY
from fsmc.syntax.words import keywords

OPENERS = {"LPAR": "RPAR", "LSQB": "RSQB", "LBRACE": "RBRACE"}
SIGNS = {"LPAR": "(", "LSQB": "[", "LBRACE": "{", "RPAR": ")", "RSQB": "]", "RBRACE": "}"}

HEADS = frozenset({
    "WORLD", "INCLUDE", "START", "ENUM", "RECORD", "TABLE", "STATE", "LET", "PAGE", "ON",
    "EVERYWHERE", "PATCH", "GOAL", "INVARIANT", "REACHABLE", "EVENTUALLY", "SCENARIO", "KEY", "ROW",
    "LOCAL", "FIELD", "ACTION", "LINK", "BACK", "LIST", "SECTION", "SHOW", "EMPTY", "DIALOG",
    "WHEN", "MUST", "DO", "GOTO", "BY", "SAYS", "GIVES", "WHERE", "REACH", "ALLOW", "AVOID",
    "AFTER", "KEEP", "ANSWER", "TOOL", "FILE", "FACT", "DELIVERABLE", "REDLINE", "POLICY",
    "CONFIRM", "WITHHOLD", "WORTH", "VERSION",
})  # fmt: skip
"""Words that begin an item, an element or a clause."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """`tokens[at]` (the end, when `at` is their number) is not what `cursors[at]` accepts."""

    source: Source
    span: Span  # of the whole text that was to be read
    start: str  # what it was to be: start, items, expr
    tokens: tuple[Token, ...]
    first: int  # where reading began: the number of a token
    at: int
    cursors: tuple[Cursor, ...]  # cursors[n] stands before tokens[first + n]

    @property
    def cursor(self) -> Cursor:
        return self.cursors[-1]

    @property
    def kind(self) -> str:
        return self.kind_of(0)

    @property
    def text(self) -> str:
        return self.text_of(0)

    def text_of(self, offset: int) -> str:
        """The token so many places on, "" behind the last."""
        number = self.at + offset
        return str(self.tokens[number]) if number < len(self.tokens) else ""

    def kind_of(self, offset: int) -> str:
        """The type of the token so many places on (or back): END behind the last, "" before all."""
        number = self.at + offset
        if number < self.first:
            return ""
        return str(self.tokens[number].type) if number < len(self.tokens) else END

    def cursor_of(self, offset: int) -> Cursor | None:
        """The cursor before an earlier token, None where reading had not begun."""
        number = self.at + offset - self.first
        return self.cursors[number] if number >= 0 else None

    def kinds(self, offset: int = 0, count: int = 3) -> tuple[str, ...]:
        """The types of some tokens from `offset` on, with END after the last of the text."""
        found = []
        for number in range(offset, offset + count):
            found.append(self.kind_of(number))
            if found[-1] == END:
                break
        return tuple(found)

    def goes_on(self, *kinds: str, skip: int = 0, count: int = 2) -> bool:
        """Whether `kinds`, then the next `count` tokens (leaving out `skip` first) may follow."""
        wanted = (*kinds, *self.kinds(skip, count))
        return self.cursor.goes_on(wanted) == len(wanted)

    # ---- places -----------------------------------------------------------------------------
    def place(self, offset: int = 0) -> Span:
        """The span of a token; at the end, that of the text's last sign."""
        number = self.at + offset
        if number < len(self.tokens):
            token = self.tokens[number]
            return Span(self.span.file, int(token.start_pos or 0), int(token.end_pos or 0))
        end = self.span.end
        return Span(self.span.file, max(self.span.start, end - 1), end)

    def behind(self) -> Span:
        """The empty span right behind the last token that was read."""
        end = self.place(-1).end if self.at > self.first else self.place().start
        return Span(self.span.file, end, end)

    def gap(self) -> tuple[Span, str]:
        """Where something is missing, in words too: before the token, or behind the last line."""
        if self.at == self.first:
            return self.place(), "missing before this"
        last, here = self.place(-1), self.place()
        same_line = "\n" not in self.source.text[last.end : here.start]
        if self.kind != END and same_line:
            return here, "missing before this"
        return last, "missing after this"

    def adjacent(self, offset: int) -> bool:
        """Whether nothing stands between a token and the one before it."""
        return self.place(offset - 1).end == self.place(offset).start

    def line_of(self, place: int) -> tuple[int, int]:
        """Where the line around an offset begins, and how many blanks it begins with."""
        begin = self.source.text.rfind("\n", 0, place) + 1
        line = self.source.text[begin:place]
        return begin, len(line) - len(line.lstrip())

    def begins_line(self, offset: int = 0) -> bool:
        start = self.place(offset).start
        begin, blanks = self.line_of(start)
        return begin + blanks == start

    # ---- structure --------------------------------------------------------------------------
    def opened(self) -> list[int]:
        """The numbers of the brackets before the mistake that are still open."""
        found: list[int] = []
        for number in self._read():
            kind = self.tokens[number].type
            if kind in OPENERS:
                found.append(number)
            elif found and kind in OPENERS.values():
                found.pop()
        return found

    def heads(self) -> tuple[str | None, str | None]:
        """The word that began the member at hand, and that of the block around it."""
        blocks: list[str | None] = []
        head: str | None = None
        for number in self._read():
            kind = str(self.tokens[number].type)
            if kind == "LBRACE":
                blocks.append(head)
                head = None
            elif kind == "RBRACE":
                head = None
                if blocks:
                    blocks.pop()
            elif kind in HEADS:
                head = kind
        return head, blocks[-1] if blocks else None

    def last(self, kind: str) -> Span | None:
        """The span of the last token of a type before the mistake."""
        numbers = [n for n in self._read() if self.tokens[n].type == kind]
        return self.place(numbers[-1] - self.at) if numbers else None

    def _read(self) -> Iterator[int]:
        return iter(range(self.first, self.at))

    def names(self) -> list[str]:
        """The names given since the member at hand began."""
        found: list[str] = []
        for number in range(self.at - 1, self.first - 1, -1):
            token = self.tokens[number]
            if token.type in ("NAME", "LABEL"):
                found.append(str(token))
            if token.type in HEADS or token.type == "LBRACE":
                break
        return found[::-1]

    # ---- findings ---------------------------------------------------------------------------
    def finding(
        self, code: str, title: str, label: str = "", *, place: Span | None = None, help: str = "",
        edit: tuple[Span, str] | None = None, other: tuple[Span, str] | None = None,
    ) -> Diagnostic:  # fmt: skip
        """A diagnostic at the token, with an edit that works and a second place."""
        fix = Fix(help or "change it so", *edit) if edit else None
        related = (Label(*other),) if other else ()
        return Diagnostic(
            code, title, place or self.place(), label, related=related, help=help, fix=fix
        )


def is_keyword(token: Token) -> bool:
    return token.type not in ("NAME", "LABEL", STRAY) and str(token) in keywords()
