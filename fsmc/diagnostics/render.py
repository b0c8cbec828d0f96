"""Shows diagnostics to people: one excerpt each, in the style of Rust and Elm."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fsmc.diagnostics.diagnostic import Diagnostic, Severity, Source, Span
from fsmc.diagnostics.excerpt import Mark, draw
from fsmc.diagnostics.positions import LineIndex, Position

_COLOURS = {Severity.ERROR: "31", Severity.WARNING: "33", Severity.NOTE: "36"}
_WITNESS = "34"
_BOLD = "1"


def render_text(
    diagnostics: Iterable[Diagnostic],
    sources: Iterable[Source],
    colour: bool = False,
    width: int = 100,
) -> str:
    """All diagnostics as text, a blank line between two; "" for none.

    A span whose file is not among `sources` is named without an excerpt. `colour` adds ANSI
    colours; lines of source text are cut to `width` columns, labels and notes never.
    """
    indexes = {source.file: LineIndex(source.text) for source in sources}
    shown = [_Page(d, indexes, colour, width).render() for d in diagnostics]
    return "\n\n".join(shown) + "\n" if shown else ""


class _Page:
    """One diagnostic on its way to text."""

    def __init__(
        self, diagnostic: Diagnostic, indexes: Mapping[str, LineIndex], colour: bool, width: int
    ) -> None:
        self._diagnostic = diagnostic
        self._indexes = indexes
        self._colour = colour
        self._width = width
        self._gutter = max((len(str(line)) for line in self._marked_lines()), default=1)

    def render(self) -> str:
        d = self._diagnostic
        head = self._paint(f"{d.severity.value}[{d.code}]", f"{_BOLD};{_COLOURS[d.severity]}")
        lines = [f"{head}{self._paint(f': {d.title}', _BOLD)}"]
        for number, file in enumerate(self._files()):
            lines += self._excerpt(file, "-->" if number == 0 else ":::")
        for note in d.notes:
            lines += self._note(note)
        if d.help or d.fix:
            text = d.help or (d.fix.title if d.fix else "")
            lines += self._note(f"help: {text}" + ("  [fix available]" if d.fix else ""))
        return "\n".join(lines)

    def _marks(self) -> list[Mark]:
        d = self._diagnostic
        first = [Mark(d.span, d.label, culprit=True)] if d.span else []
        return first + [Mark(label.span, label.text, culprit=False) for label in d.related]

    def _files(self) -> list[str]:
        return list(dict.fromkeys(mark.span.file for mark in self._marks()))

    def _marked_lines(self) -> list[int]:
        lines: list[int] = []
        for mark in self._marks():
            if index := self._indexes.get(mark.span.file):
                lines += [index.position(mark.span.start).line, index.position(mark.span.end).line]
        return lines

    def _excerpt(self, file: str, arrow: str) -> list[str]:
        marks = [mark for mark in self._marks() if mark.span.file == file]
        index = self._indexes.get(file)
        pad = " " * self._gutter
        if index is None:
            labels = [f"{pad} = {mark.text}" for mark in marks if mark.text]
            return [f"{pad}{self._paint(arrow, _WITNESS)} {file}", *labels]
        marks = [Mark(_inside(index, mark.span), mark.text, mark.culprit) for mark in marks]
        at = index.position(marks[0].span.start)
        lines = [f"{pad}{self._paint(arrow, _WITNESS)} {file}:{at.line}:{at.column}"]
        culprit = _COLOURS[self._diagnostic.severity]
        for row in draw(index, marks, max(20, self._width - self._gutter - 3)):
            if row.number is None:
                margin = f"{pad} | "
                body = self._paint_marked(row.text, culprit if row.culprit else _WITNESS)
            else:
                margin = f"{row.number:>{self._gutter}} | "
                body = row.text
            lines.append((self._paint(margin, _WITNESS) + body).rstrip())
        return lines

    def _note(self, text: str) -> list[str]:
        first, *rest = text.splitlines() or [""]
        pad = " " * self._gutter
        name, colon, words = first.partition(": ")
        if colon and " " not in name:
            first = f"{self._paint(name, _BOLD)}{colon}{words}"
        return [
            f"{pad} {self._paint('=', _WITNESS)} {first}",
            *(f"{pad}   {line}" for line in rest),
        ]

    def _paint_marked(self, text: str, style: str) -> str:
        blank = len(text) - len(text.lstrip())
        return text[:blank] + self._paint(text[blank:], style)

    def _paint(self, text: str, style: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if self._colour else text


def _inside(index: LineIndex, span: Span) -> Span:
    """A span behind the last line break, moved to the end of the last line that has text."""
    at = index.position(span.start)
    if at.line < index.lines or at.line == 1 or index.line(at.line):
        return span
    line = at.line
    while line > 1 and not index.line(line).strip():
        line -= 1
    end = index.offset(Position(line, len(index.line(line).rstrip()) + 1))
    return Span(span.file, end, end)
