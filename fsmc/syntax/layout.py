"""Puts the pieces of a text on lines: two spaces a level, a member a line, 100 columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from fsmc.syntax.pieces import Block, Comment, Member, Piece, Text, Word
from fsmc.syntax.spacing import between, break_level

WIDTH = 100
STEP = 2
CONTINUED = 4
"""How much further the later lines of one member are indented."""

_KEEP_COMPANY = frozenset({
    "setting", "member", "key", "capacity", "column", "row", "cell", "variable", "version",
    "worth", "cellof",
})  # fmt: skip
"""Members that stay on one line with their neighbours where they were written so and fit."""


def lay_out(text: Text) -> str:
    """The text in its one layout; the same text again when it is laid out already."""
    page = _Page()
    page.members(text.members, 0)
    page.comments(text.below, 0, first=not text.members)
    return "".join(line.rstrip() + "\n" for line in page.lines)


def _flat(pieces: Iterable[Piece]) -> str:
    """The pieces on one line, whatever its length."""
    out = ""
    before: Word | None = None
    for piece in pieces:
        first = piece.opening if isinstance(piece, Block) else piece
        out += between(before, first) if before else ""
        out += _flat_block(piece) if isinstance(piece, Block) else piece.text
        before = piece.closing if isinstance(piece, Block) else piece
    return out


def _flat_block(block: Block) -> str:
    inside = ""
    for member in block.members:
        inside = _beside(inside, _flat(member.pieces))
    return f"{{ {inside} }}" if inside else "{ }"


def _beside(line: str, member: str) -> str:
    """One more member on a line."""
    glue = "" if not line or line.isspace() else " " if line.endswith(",") else "  "
    return line + glue + member


def _fits_one_line(member: Member) -> bool:
    """Whether nothing in a member asks for a second line, but perhaps its length."""
    words = list(member.words())
    blocks = (piece for piece in member.pieces if isinstance(piece, Block))
    return (
        not any(word.above for word in words[1:])
        and not any(word.trailing for word in words[:-1])
        and all(block.on_one_line for block in blocks)
    )


class _Page:
    """The lines written so far; the last one is being written."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._ended = False  # by a comment: what follows needs a new line

    def members(self, members: Sequence[Member], indent: int) -> None:
        joinable = False
        for number, member in enumerate(members):
            first, *_, last = (next(member.words()), *member.words())
            if joinable and self._join(member, first):
                joinable = not last.trailing
                continue
            self.comments(first.above, indent, first=number == 0)
            if first.apart and (number or first.above):
                self.lines.append("")
            lines = len(self.lines)
            self._member(member, indent + (STEP if member.rule == "setting" else 0))
            joinable = len(self.lines) == lines + 1 and not last.trailing

    def comments(self, comments: Sequence[Comment], indent: int, *, first: bool) -> None:
        """Comments on lines of their own; a `first` one has no blank line above it."""
        for comment in comments:
            if comment.apart and not first:
                self.lines.append("")
            self.lines.append(" " * indent + comment.text)
            first = False

    def _join(self, member: Member, first: Word) -> bool:
        """Puts a member on the line of the one before it, when it was written so and fits."""
        kept = member.rule in _KEEP_COMPANY and not first.new_line and not first.above
        if not kept or not _fits_one_line(member):
            return False
        line = _beside(self.lines[-1], _flat(member.pieces))
        if len(line) > WIDTH:
            return False
        self.lines[-1] = line
        *_, last = member.words()
        self._trail(last)
        return True

    def _member(self, member: Member, indent: int) -> None:
        self.lines.append(" " * indent)
        self._ended = False
        before: Word | None = None
        run: list[Word] = []
        for piece in member.pieces:
            if isinstance(piece, Word):
                run.append(piece)
                continue
            before = self._run(run, before, indent, room=WIDTH - 2)
            self._block(piece, before, indent)
            before, run = piece.closing, []
        self._run(run, before, indent, room=WIDTH)

    # ---- words ------------------------------------------------------------------------------
    def _run(self, words: list[Word], before: Word | None, indent: int, room: int) -> Word | None:
        """Writes words that follow each other, and gives the last; comments end their lines."""
        part: list[Word] = []
        for number, word in enumerate(words, start=1):
            part.append(word)
            if number == len(words) or words[number].above or word.trailing:
                self._part(part, before, indent, room)
                before, part = word, []
        return before

    def _part(self, words: list[Word], before: Word | None, indent: int, room: int) -> None:
        continued = indent + CONTINUED
        if before is not None and words[0].above:
            self.comments(words[0].above, continued, first=True)
            self._ended = True
        if self._ended:
            self._new_line(continued)
            before = None
        self._fill(words, before, continued, room)
        self._trail(words[-1])

    def _fill(self, words: list[Word], before: Word | None, continued: int, room: int) -> None:
        """Writes words on as few lines as hold them, breaking where it hurts least."""
        levels = {
            number: level
            for number in range(1, len(words))
            if (level := break_level(words[number - 1], words[number])) is not None
        }
        if self._has_room(words, before, room) or not levels:
            self.lines[-1] += self._glue(before, words[0]) + _flat(words)
            return
        least = min(levels.values())
        cuts = [0, *(number for number, level in levels.items() if level == least), len(words)]
        for start, end in pairwise(cuts):
            part = words[start:end]
            part_room = room if end == len(words) else WIDTH
            if start and not self._has_room(part, before, part_room):
                self._new_line(continued)
            self._fill(part, before, continued, part_room)
            before = part[-1]

    def _has_room(self, words: list[Word], before: Word | None, room: int) -> bool:
        return len(self.lines[-1] + self._glue(before, words[0]) + _flat(words)) <= room

    def _glue(self, before: Word | None, word: Word) -> str:
        fresh = before is None or not self.lines[-1].strip()
        return "" if fresh or before is None else between(before, word)

    def _trail(self, word: Word) -> None:
        if word.trailing:
            self.lines[-1] += "  " + word.trailing
            self._ended = True

    def _new_line(self, indent: int) -> None:
        self.lines.append(" " * indent)
        self._ended = False

    # ---- blocks -----------------------------------------------------------------------------
    def _block(self, block: Block, before: Word | None, indent: int) -> None:
        if block.opening.above:
            self.comments(block.opening.above, indent + CONTINUED, first=True)
            self._ended = True
        if self._ended:
            self._new_line(indent + CONTINUED)
        glue = self._glue(before, block.opening)
        if block.on_one_line and len(self.lines[-1] + glue + _flat_block(block)) <= WIDTH:
            self.lines[-1] += glue + _flat_block(block)
        else:
            self.lines[-1] += glue + block.opening.text
            self._trail(block.opening)
            self.members(block.members, indent + STEP)
            self.comments(block.closing.above, indent + STEP, first=not block.members)
            self._new_line(indent)
            self.lines[-1] += block.closing.text
        self._trail(block.closing)
