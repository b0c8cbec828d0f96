"""The accessibility tree as lines."""

from __future__ import annotations

from typing import Any

from fsmc.backends.replay.tree import tree_lines


def node(
    number: int, role: str, name: str = "", children: tuple[int, ...] = (), **more: Any
) -> Any:
    properties = [{"name": k, "value": {"value": v}} for k, v in more.items()]
    return {
        "nodeId": str(number), "ignored": False, "role": {"value": role}, "name": {"value": name},
        "childIds": [str(child) for child in children], "parentId": "0", "properties": properties,
    }  # fmt: skip


def root(*children: int) -> Any:
    found = node(0, "RootWebArea", "Shop", children, focused=True, url="file:///somewhere")
    del found["parentId"]
    return found


def test_lines_are_indented_by_depth_and_say_what_matters() -> None:
    nodes = [
        root(1, 4),
        node(1, "list", "", (2,)),
        node(2, "button", "Add", (3,), disabled=True, expanded=False, invalid="false"),
        node(3, "StaticText", "Add"),
        node(4, "heading", 'A "quoted" one', level=1),
    ]
    assert tree_lines(nodes) == [
        'RootWebArea "Shop"',
        "  list",
        '    button "Add" disabled',
        '  heading "A \\"quoted\\" one" level=1',
    ]


def test_what_is_passed_over_is_left_out_but_not_what_is_inside() -> None:
    ignored = {**node(1, "none", "", (2,)), "ignored": True}
    nodes = [root(1), ignored, node(2, "generic", "", (3,)), node(3, "StaticText", "€4.50", (4,))]
    nodes.append(node(4, "InlineTextBox", "€4.50"))
    assert tree_lines(nodes) == ['RootWebArea "Shop"', '  StaticText "€4.50"']


def test_a_value_is_told_once() -> None:
    box = {**node(1, "combobox", "Sort by", (2,), hasPopup="listbox"), "value": {"value": "Name"}}
    nodes = [root(1), box, node(2, "StaticText", "Name")]
    assert tree_lines(nodes)[1:] == ['  combobox "Sort by" value="Name" hasPopup=listbox']
