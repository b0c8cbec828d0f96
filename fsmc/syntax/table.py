"""Builds the parser table that ships beside the grammar: `python -m fsmc.syntax.table`.

Building costs half a second, loading a few milliseconds; a test builds it anew and compares.
"""

from __future__ import annotations

import io
from pathlib import Path

from lark import Lark

from fsmc.resources import read_text

STARTS = ("start", "expr")


def build_parser(*, strict: bool = False) -> Lark:
    """The parser from the grammar's text; `strict` also refuses every conflict."""
    return Lark(
        read_text("fsmc.grammars", "fsm.lark"),
        parser="lalr",
        lexer="basic",
        start=list(STARTS),
        propagate_positions=True,
        maybe_placeholders=True,
        strict=strict,
    )


def build_table() -> bytes:
    """The table as bytes, to be loaded by `Lark.load`."""
    out = io.BytesIO()
    build_parser().save(out)
    return out.getvalue()


if __name__ == "__main__":
    Path("grammars/fsm.table").write_bytes(build_table())
