"""Whatever text comes in: a world, or a Failure whose findings lie in the text. Never a traceback."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fsmc.compile import compile_text
from fsmc.diagnostics import Diagnostic, Failure, Source, Span
from fsmc.diagnostics.render import render_text
from fsmc.syntax.format import format_text
from fsmc.syntax.parser import parse
from fsmc.syntax.scan import scan
from fsmc.syntax.words import keywords

ROOT = Path(__file__).parents[2]
WORLDS = {file.stem: file for file in sorted(ROOT.glob("worlds/*/*.fsm"))}
PAGES = (ROOT / "docs" / "reference" / "language.md", *sorted(ROOT.glob("tests/lang/*.md")))
FENCED = re.compile(r"```fsm\n(.*?)```", re.DOTALL)

SIGNS = (
    "{", "}", "(", ")", "[", "]", ",", ":", ":=", "+=", "-=", "=", "==", "!=", "<", ">", "+", "-",
    "*", "/", "|", "?", "..", ".", "@", "#", '"', "\\", ";", "&", "!", "“",
)  # fmt: skip
SAMPLES = ("x", "p", "`a b`", "0", "7", "07", "4.50", "4.5", '"text"', '"{x}"', '"', "@2026-06-01")
WORDS = (*keywords(), *SIGNS, *SAMPLES, "text", "money", "bool", "user", "env", "click", "button")

QUICK = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])

soup = st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join)
in_a_world = soup.map(lambda text: f'world w "W"\nstart p\npage p "P" {{ {text} }}\n')


EXAMPLES = {
    f"{page.stem}-{number}": text
    for page in PAGES
    for number, text in enumerate(FENCED.findall(page.read_text(encoding="utf-8")), start=1)
}
SOUND = {
    **{name: file.read_text(encoding="utf-8") for name, file in WORLDS.items()},
    **{name: text for name, text in EXAMPLES.items() if name.startswith("language-")},
}


def folder_of(name: str) -> Path | None:
    return WORLDS[name].parent if name in WORLDS else None


@st.composite
def mutated(draw: st.DrawFn) -> tuple[str, str]:
    """The name of a sound world and its text after a few mishaps."""
    name = draw(st.sampled_from(sorted(SOUND)))
    text = SOUND[name]
    for _ in range(draw(st.integers(1, 3))):
        text = draw(st.sampled_from((_by_token, _by_sign)))(draw, text)
    return name, text


def _by_token(draw: st.DrawFn, text: str) -> str:
    """One token left out, twice, replaced, or two swapped."""
    tokens = scan(text)
    if len(tokens) < 2:
        return text
    number = draw(st.integers(0, len(tokens) - 2))
    one, other = tokens[number], tokens[number + 1]
    start, end = int(one.start_pos or 0), int(one.end_pos or 0)
    match draw(st.sampled_from(("out", "twice", "replace", "swap"))):
        case "out":
            return text[:start] + text[end:]
        case "twice":
            return f"{text[:end]} {one}{text[end:]}"
        case "replace":
            return f"{text[:start]} {draw(st.sampled_from(WORDS))} {text[end:]}"
        case _:
            gap = text[end : other.start_pos]
            return f"{text[:start]}{other}{gap}{one}{text[other.end_pos :]}"


def _by_sign(draw: st.DrawFn, text: str) -> str:
    """A few signs left out, doubled or replaced."""
    if not text:
        return text
    start = draw(st.integers(0, len(text) - 1))
    end = min(len(text), start + draw(st.integers(1, 30)))
    match draw(st.sampled_from(("out", "twice", "replace"))):
        case "out":
            return text[:start] + text[end:]
        case "twice":
            return text[:end] + text[start:]
        case _:
            return text[:start] + draw(st.text(max_size=5)) + text[end:]


def check(text: str, folder: Path | None = None) -> None:
    """The law: parse, compile and format give a result or findings in the text."""
    source = Source("w.fsm", text)
    try:
        tree = parse(source)
    except Failure as failure:
        _fails(failure, source)
        with suppress(Failure):  # a file of items alone has a layout too
            format_text(source)
        return
    laid_out = Source("w.fsm", format_text(source))
    assert format_text(laid_out) == laid_out.text
    assert _bare(parse(laid_out)) == _bare(tree)
    try:
        compiled = compile_text(source, folder)
    except Failure as failure:
        _fails(failure, source)
    else:
        _are_in(compiled.diagnostics, source)


def _fails(failure: Failure, source: Source) -> None:
    assert failure.diagnostics
    _are_in(failure.diagnostics, source)


def _are_in(found: tuple[Diagnostic, ...], source: Source) -> None:
    for diagnostic in found:
        spans = [diagnostic.span, *(label.span for label in diagnostic.related)]
        spans += [diagnostic.fix.span] if diagnostic.fix else []
        for span in spans:
            if span is not None and span.file == source.file:
                assert 0 <= span.start <= span.end <= len(source.text), diagnostic
    render_text(found, [source])


def _bare(node: object) -> object:
    """A tree without its spans."""
    if isinstance(node, Span):
        return None
    if isinstance(node, tuple):
        return tuple(_bare(part) for part in node)
    if is_dataclass(node):
        return type(node), tuple(_bare(getattr(node, field.name)) for field in fields(node))
    return node


@QUICK
@given(st.text())
def test_random_text(text: str) -> None:
    check(text)


@QUICK
@given(st.one_of(soup, in_a_world))
def test_words_in_any_order(text: str) -> None:
    check(text)


@QUICK
@given(mutated())
def test_worlds_after_a_mishap(case: tuple[str, str]) -> None:
    name, text = case
    check(text, folder_of(name))


@pytest.mark.slow
@settings(QUICK, max_examples=4000)
@given(st.one_of(soup, in_a_world))
def test_words_in_any_order_at_length(text: str) -> None:
    check(text)


@pytest.mark.slow
@settings(QUICK, max_examples=4000)
@given(mutated())
def test_worlds_after_a_mishap_at_length(case: tuple[str, str]) -> None:
    name, text = case
    check(text, folder_of(name))


@pytest.mark.parametrize("name", [*WORLDS, *EXAMPLES])
def test_every_example(name: str) -> None:
    check(SOUND.get(name) or EXAMPLES[name], folder_of(name))
