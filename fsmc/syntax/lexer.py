"""A Pygments lexer for `.fsm`; its keywords are read from the grammar, never listed twice."""

from __future__ import annotations

from typing import Any, ClassVar

from pygments.lexer import RegexLexer, bygroups, words
from pygments.token import Comment, Keyword, Literal, Name, Number, Operator, String, Whitespace
from pygments.token import Punctuation as Sign

from fsmc.syntax.words import keywords

_CONSTANTS = ("true", "false", "none", "other")
_OPERATORS = ("and", "or", "not", "in", "implies")
# Closed lists of names that are no keywords of the grammar (language.md).
_TYPES = ("bool", "text", "money", "date", "picture")
_ACTORS = ("user", "env")
_groups: Any = bygroups  # its stubs are untyped


def _word(*group: str) -> Any:
    return words(group, prefix=r"\b", suffix=r"\b")


def _rules() -> dict[str, list[Any]]:
    others = [w for w in keywords() if w not in {*_CONSTANTS, *_OPERATORS}]
    return {
        "root": [
            (r"\s+", Whitespace),
            (r"#[^\n]*", Comment.Single),
            (r'"', String.Double, "string"),
            (r"@\d{4}-\d\d-\d\d", Literal.Date),
            (r"\d+\.\d\d?(?!\d)", Number.Float),
            (r"\d+", Number.Integer),
            (
                r"([A-Za-z_]\w*|`[^`\n]+`)([ \t]*)(:)(?!=)",
                _groups(Name.Attribute, Whitespace, Sign),
            ),
            (r"\.\.", Operator),
            (r"(\.)([A-Za-z_]\w*|`[^`\n]+`)", _groups(Sign, Name.Attribute)),
            (r"`[^`\n]+`", Name),
            (_word(*_CONSTANTS), Keyword.Constant),
            (_word(*_OPERATORS), Operator.Word),
            (_word(*others), Keyword),
            (_word(*_TYPES), Keyword.Type),
            (_word(*_ACTORS), Name.Builtin),
            (r"[A-Za-z_]\w*(?=\()", Name.Function),
            (r"[A-Z]\w*", Name.Class),
            (r"[a-z_]\w*", Name),
            (r":=|\+=|-=|==|!=|<=|>=|[-+*/<>=|?]", Operator),
            (r"[{}()\[\],:;]", Sign),
        ],
        "string": [
            (r'\\["\\{nt]', String.Escape),
            (r"\{[^}\"\n]*\}", String.Interpol),
            (r'"|$', String.Double, "#pop"),
            (r'[^"\\{\n]+|[\\{]', String.Double),
        ],
    }


class FsmLexer(RegexLexer):
    """Colours worlds written in `.fsm`."""

    name = "fsmc world"
    url = ""
    aliases: ClassVar[list[str]] = ["fsm"]
    filenames: ClassVar[list[str]] = ["*.fsm"]
    tokens = _rules()
