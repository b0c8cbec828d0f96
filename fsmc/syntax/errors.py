"""Says in the author's words why a text could not be parsed."""

from __future__ import annotations

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from fsmc.diagnostics import Diagnostic, Source, Span


def diagnose(source: Source, error: UnexpectedInput, base: int, length: int) -> Diagnostic:
    """The diagnostic for a parse error; `base` is where the parsed text starts in the source."""
    if isinstance(error, UnexpectedCharacters):
        start = base + (error.pos_in_stream or 0)
        return Diagnostic(
            "FSM101", f"`{source.text[start : start + 1]}` cannot stand here",
            Span(source.file, start, start + 1), "not a sign of the language",
        )  # fmt: skip
    if isinstance(error, UnexpectedToken) and error.token.type != "$END":
        start = base + (error.token.start_pos or 0)
        word = str(error.token)
        return Diagnostic(
            "FSM102", f"`{word}` cannot stand here",
            Span(source.file, start, start + len(word)), "not expected here",
        )  # fmt: skip
    end = base + length
    return Diagnostic("FSM103", "the text ends too early", Span(source.file, max(base, end - 1), end), "something is missing here")  # fmt: skip
