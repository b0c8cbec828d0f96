"""Texts become trees: each rule of the grammar builds, spans point at what they name."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

import pytest
from texts import EVERYTHING, HEAD, ROOT, found

from fsmc.diagnostics import Failure, Source, Span
from fsmc.syntax import tree as t
from fsmc.syntax.parser import DEEPEST, parse, parse_expression, parse_items, parse_raw
from fsmc.syntax.table import load_table


def test_a_text_holds_every_rule() -> None:
    raw = parse_raw(Source("w.fsm", EVERYTHING), "start")
    met = {str(part.data) for part in raw.iter_subtrees()}
    rules = [rule for rule in load_table()["memo"].values() if rule["__type__"] == "Rule"]
    folded = {r["origin"]["name"] for r in rules if r["options"] and r["options"]["expand1"]}
    names = {r["alias"] or r["origin"]["name"] for r in rules}
    assert {n for n in names if not n.startswith("_")} - met - folded == {"items"}


def test_every_span_lies_in_its_parent() -> None:
    world = parse(Source("w.fsm", EVERYTHING))

    def walk(node: object, outer: Span) -> None:
        if isinstance(node, tuple):
            for part in node:
                walk(part, outer)
        elif is_dataclass(node) and not isinstance(node, (Span, type)):
            span: Span = node.span  # type: ignore[attr-defined]
            assert outer.start <= span.start <= span.end <= outer.end, node
            for field in fields(node):
                walk(getattr(node, field.name), span)

    walk(world, world.span)


def test_names_point_at_themselves() -> None:
    text = f'{HEAD}page `my page` "P" {{ link to_it p.name to p {{ when p.name == x }} }}\n'
    (_, page) = parse(Source("w.fsm", text)).items
    assert isinstance(page, t.PageItem)
    assert page.name == t.Name("my page", Span("w.fsm", text.index("`"), text.index("` ") + 1))
    (link,) = page.elements
    assert isinstance(link, t.LinkItem)
    assert isinstance(link.label, t.Path)
    (member,) = link.label.members
    assert text[member.span.start : member.span.end] == member.text == "name"


def test_operators_bind_as_they_should() -> None:
    text = "a or b and not c == d + e * f implies g"
    e = parse_expression(Source("w.fsm", text), Span("w.fsm", 0, len(text)))
    assert isinstance(e, t.Binary)
    assert (e.operator, _words(e.left), _words(e.right)) == (
        "implies",
        "(a or (b and (not (c == (d + (e * f))))))",
        "g",
    )


def _words(e: t.Expression) -> str:
    match e:
        case t.NameRef(name):
            return name.text
        case t.Binary(operator, left, right):
            return f"({_words(left)} {operator} {_words(right)})"
        case t.Unary(operator, operand):
            return f"({operator} {_words(operand)})"
        case _:
            raise AssertionError(e)


def test_an_expression_inside_a_text_knows_its_place() -> None:
    text = 'show "Total {sum + 1} left"'
    span = Span("w.fsm", text.index("{") + 1, text.index("}"))
    e = parse_expression(Source("w.fsm", text), span)
    assert e.span == span
    broken = 'show "Total {sum + } left"'
    with pytest.raises(Failure) as failure:
        parse_expression(Source("w.fsm", broken), Span("w.fsm", 13, 19))
    (diagnostic,) = failure.value.diagnostics
    assert diagnostic.title == "a value is missing after `+`"
    assert diagnostic.span == Span("w.fsm", 17, 18)


def test_an_included_file_holds_items_alone() -> None:
    items = parse_items(Source("part.fsm", "# a part\nenum Size { small }\ninvariant ok: true\n"))
    assert [type(item) for item in items.items] == [t.EnumItem, t.PropertyItem]
    assert parse_items(Source("part.fsm", "")).items == ()
    with pytest.raises(Failure):
        parse_items(Source("part.fsm", HEAD))


def test_any_word_names_a_column() -> None:
    text = HEAD + "table T { key: text  state : bool  page # a comment\n: 0..1 }"
    (_, table) = parse(Source("w.fsm", text)).items
    assert isinstance(table, t.TableItem)
    columns = [part.name.text for part in table.parts if isinstance(part, t.ColumnItem)]
    assert columns == ["key", "state", "page"]


@pytest.mark.parametrize("chain", ["x" + ".y" * 200, "not " * 200 + "x", " and ".join("x" * 200)])
def test_what_lies_too_deep_is_refused(chain: str) -> None:
    (diagnostic,) = found(f"{HEAD}invariant deep: {chain}\n")
    assert diagnostic.code == "FSM117"


def test_what_lies_deep_is_read() -> None:
    deep = DEEPEST // 2
    assert not found(f"{HEAD}invariant deep: {'(' * deep}x{')' * deep}\n")


def test_the_worlds_are_read() -> None:
    files = sorted(ROOT.glob("worlds/*/*.fsm"))
    assert files
    for file in files:
        assert parse(Source(str(file), file.read_text(encoding="utf-8"))).items
