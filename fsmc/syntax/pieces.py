"""A text as the formatter sees it: words with their comments, in blocks of members.

Every token of the text is one word, so that nothing can be lost; Lark's tree only says which braces
are blocks, where a member begins, and to which rule a word belongs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from lark import Token, Tree

from fsmc.syntax.scan import comments

BRACES_OF_VALUES = frozenset({"set", "map", "setcomp", "inline_enum", "insert"})


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment on a line of its own; `apart` when a blank line stood before it."""

    text: str
    apart: bool


@dataclass(slots=True)
class Word:
    """A token. `rule` is the innermost rule around it and `depth` how many rules are around it."""

    kind: str
    text: str
    rule: str = ""
    depth: int = 0
    tight: bool = False  # a brace of a set that is written without blanks inside
    above: tuple[Comment, ...] = ()
    trailing: str = ""  # the comment behind it on its line
    new_line: bool = False  # in the source a line began between the word before and this one
    apart: bool = False  # a blank line stood right before it


@dataclass(slots=True)
class Member:
    """What stands on a line of its own in a block: an item, a column, a clause."""

    rule: str
    pieces: list[Piece] = field(default_factory=list)

    def words(self) -> Iterator[Word]:
        """All its words, those inside its blocks too."""
        for piece in self.pieces:
            yield from piece.words() if isinstance(piece, Block) else (piece,)


@dataclass(slots=True)
class Block:
    opening: Word
    members: list[Member]
    closing: Word

    def words(self) -> Iterator[Word]:
        yield self.opening
        for member in self.members:
            yield from member.words()
        yield self.closing

    @property
    def on_one_line(self) -> bool:
        """Whether it was written on one line (and so holds no comment), or holds nothing."""
        first, *others = self.words()
        broken = any(w.new_line or w.above for w in others) or first.trailing
        if len(others) == 1:
            return not (first.trailing or others[0].above)
        return not broken


Piece: TypeAlias = Word | Block


@dataclass(frozen=True, slots=True)
class Text:
    """The members of a whole text, and the comments after the last of them."""

    members: list[Member]
    below: tuple[Comment, ...]


def text_of(tree: Tree[Token], tokens: list[Token], source: str) -> Text:
    """The pieces of `source`, whose tokens and tree these are."""
    words = [Word(str(token.type), str(token)) for token in tokens]
    below = _attach_comments(words, tokens, source)
    reader = _Reader(words, tokens)
    return Text(reader.members(tree), below)


def _attach_comments(words: list[Word], tokens: list[Token], source: str) -> tuple[Comment, ...]:
    done = 0
    before: Word | None = None
    for word, token in zip(words, tokens, strict=True):
        word.above, word.apart, word.new_line = _gap(source[done : token.start_pos], before)
        done, before = int(token.end_pos or 0), word
    below, _, _ = _gap(source[done:], before)
    return below


def _gap(gap: str, before: Word | None) -> tuple[tuple[Comment, ...], bool, bool]:
    """Comments above the next word, whether it stands apart, whether it begins a line."""
    found: list[Comment] = []
    done = 0
    for match in comments(gap):
        blanks = gap[done : match.start()].count("\n")
        text = match.group().rstrip()
        if before is not None and "\n" not in gap[: match.start()]:
            before.trailing = text
        else:
            found.append(Comment(text, blanks > 1))
        done = match.end()
    return tuple(found), gap.count("\n", done) > 1, "\n" in gap


class _Reader:
    """Walks the tree beside the words."""

    def __init__(self, words: list[Word], tokens: list[Token]) -> None:
        self._words = words
        self._starts = {token.start_pos: number for number, token in enumerate(tokens)}
        self._ends = {token.end_pos: number + 1 for number, token in enumerate(tokens)}
        self._closing = _pairs(words)

    def members(self, tree: Tree[Token]) -> list[Member]:
        self._mark(tree, 0)
        return self._split(tree, 0, len(self._words))

    def _range(self, tree: Tree[Token]) -> tuple[int, int]:
        return self._starts[tree.meta.start_pos], self._ends[tree.meta.end_pos]

    def _mark(self, tree: Tree[Token], depth: int) -> None:
        if tree.meta.empty:
            return
        first, last = self._range(tree)
        for word in self._words[first:last]:
            word.rule, word.depth = str(tree.data), depth
        inner = _trees(tree.children)
        if tree.data in ("set", "setcomp"):
            tight = not any(_has_condition(element) for element in inner)
            self._words[first].tight = self._words[last - 1].tight = tight
        for child in inner:
            self._mark(child, depth + 1)

    def _split(self, tree: Tree[Token], first: int, last: int) -> list[Member]:
        """The members of a block of `tree` whose words are `first` to `last`."""
        children = {self._range(c)[0]: c for c in _trees(tree.children) if not c.meta.empty}
        found: list[Member] = []
        loose = False  # the member at hand consists of words of the block's own rule
        at = first
        while at < last:
            child = children.get(at)
            if child is not None:
                found.append(Member(str(child.data), self._pieces(child, *self._range(child))))
                at, loose = self._range(child)[1], False
                continue
            if not found or not (loose or self._words[at].kind == "COMMA"):
                found.append(Member(str(tree.data)))
                loose = True
            piece, at = self._piece(tree, at)
            found[-1].pieces.append(piece)
        return found

    def _pieces(self, tree: Tree[Token], first: int, last: int) -> list[Piece]:
        """A member's words and blocks, those of the rules inside it too."""
        children = {self._range(c)[0]: c for c in _trees(tree.children) if not c.meta.empty}
        found: list[Piece] = []
        at = first
        while at < last:
            child = children.get(at)
            if child is not None:
                stop = self._range(child)[1]
                found += self._pieces(child, at, stop)
                at = stop
            else:
                piece, at = self._piece(tree, at)
                found.append(piece)
        return found

    def _piece(self, tree: Tree[Token], at: int) -> tuple[Piece, int]:
        word = self._words[at]
        if word.kind != "LBRACE" or tree.data in BRACES_OF_VALUES:
            return word, at + 1
        closing = self._closing[at]
        members = self._split(tree, at + 1, closing)
        return Block(word, members, self._words[closing]), closing + 1


def _pairs(words: list[Word]) -> dict[int, int]:
    """For each `{` the number of its `}`."""
    found: dict[int, int] = {}
    open_braces: list[int] = []
    for number, word in enumerate(words):
        if word.kind == "LBRACE":
            open_braces.append(number)
        elif word.kind == "RBRACE":
            found[open_braces.pop()] = number
    return found


def _trees(children: Iterable[object]) -> list[Tree[Token]]:
    return [child for child in children if isinstance(child, Tree)]


def _has_condition(element: Tree[Token]) -> bool:
    return any(child.data == "present" for child in _trees(element.children))
