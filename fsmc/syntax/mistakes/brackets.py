"""Mistakes of brackets: not closed, closed twice, closed by another; missing and needless ones."""

from __future__ import annotations

from fsmc.diagnostics import Diagnostic, Span
from fsmc.syntax.machine import END
from fsmc.syntax.mistakes.expected import is_word
from fsmc.syntax.mistakes.mistake import OPENERS, SIGNS, Mistake

_CLOSERS = {closer: opener for opener, closer in OPENERS.items()}


def bracket(mistake: Mistake) -> Diagnostic | None:
    """What is wrong with the brackets at the mistake, if anything is."""
    opened = mistake.opened()
    if not opened:
        return _closes_nothing(mistake)
    inner = opened[-1]
    kind = str(mistake.tokens[inner].type)
    closer = OPENERS[kind]
    if kind != "LBRACE":
        return _closed_by_another(mistake, inner, closer)
    if mistake.kind in ("RPAR", "RSQB"):
        return _closes_nothing(mistake)
    return _open_block(mistake, opened)


def _closes_nothing(mistake: Mistake) -> Diagnostic | None:
    opener = _CLOSERS.get(mistake.kind)
    if opener is None:
        return None
    return mistake.finding(
        "FSM107", f"this `{mistake.text}` closes nothing",
        f"there is no `{SIGNS[opener]}` that is still open",
        help="take it out", edit=(mistake.place(), ""),
    )  # fmt: skip


def _closed_by_another(mistake: Mistake, inner: int, closer: str) -> Diagnostic | None:
    """`(` or `[` that the next tokens say should have been closed."""
    ends = mistake.kind in (END, *_CLOSERS) or is_word(mistake.kind)
    if not ends or not mistake.goes_on(closer, count=1):
        return None
    opener = mistake.place(inner - mistake.at)
    gap, words = mistake.gap()
    sign = SIGNS[str(mistake.tokens[inner].type)]
    return mistake.finding(
        "FSM104", f"this `{sign}` is not closed", "opened here", place=opener,
        other=(gap, f"`{SIGNS[closer]}` is {words}"),
        help=f"put `{SIGNS[closer]}` in", edit=(mistake.behind(), SIGNS[closer]),
    )  # fmt: skip


def _open_block(mistake: Mistake, opened: list[int]) -> Diagnostic | None:
    """`{` that is still open where the text ends or something begins that stands outside."""
    braces = [n for n in opened if mistake.tokens[n].type == "LBRACE"]
    if len(braces) != len(opened):
        return None
    needed = next(
        (n for n in range(1, len(braces) + 1) if mistake.goes_on(*("RBRACE",) * n, count=1)), None
    )
    outside = mistake.kind == END or (is_word(mistake.kind) and mistake.kind != "THEN")
    if needed is None or not outside:
        return None
    early = _left_open(mistake)
    culprit = braces[-needed] if early is None else early[0]
    opener = mistake.place(culprit - mistake.at)
    blanks = mistake.line_of(opener.start)[1]
    if early is not None:
        missing = mistake.place(early[1] - mistake.at)
        edit = _before_line(mistake, missing, [blanks])
    else:
        missing = mistake.place()
        indents = [
            mistake.line_of(mistake.place(n - mistake.at).start)[1] for n in braces[-needed:]
        ]
        edit = _before_line(mistake, missing, indents[::-1])
    label = (
        "here the text ends"
        if missing.end == mistake.span.end and mistake.kind == END
        else ("`}` is missing before this")
    )
    return mistake.finding(
        "FSM104", "this `{` is not closed", "opened here", place=opener, other=(missing, label),
        help="put `}` in", edit=edit,
    )  # fmt: skip


def _left_open(mistake: Mistake) -> tuple[int, int] | None:
    """A brace deeper in than the `}` that closed it, and that `}`: lines tell what was meant."""
    opened: list[int] = []
    for number in range(mistake.first, mistake.at):
        kind = mistake.tokens[number].type
        if kind == "LBRACE":
            opened.append(number)
        elif kind == "RBRACE" and opened:
            opener = opened.pop()
            if not mistake.begins_line(number - mistake.at):
                continue
            closing = mistake.line_of(mistake.place(number - mistake.at).start)[1]
            opening = mistake.line_of(mistake.place(opener - mistake.at).start)[1]
            if closing < opening:
                return opener, number
    return None


def _before_line(mistake: Mistake, missing: Span, indents: list[int]) -> tuple[Span, str]:
    """The edit that puts closing braces on lines of their own before a token's line."""
    file = mistake.span.file
    if mistake.kind == END and missing == mistake.place():
        closing = "".join("\n" + " " * indent + "}" for indent in indents)
        return mistake.behind(), closing
    line, blanks = mistake.line_of(missing.start)
    if line + blanks != missing.start:  # in the middle of a line
        return Span(file, missing.start, missing.start), "} " * len(indents)
    closing = "".join(" " * indent + "}\n" for indent in indents)
    return Span(file, line, line), closing
