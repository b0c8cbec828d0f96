"""The accessibility tree as compact text: a line for each node, indented by depth."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

KEPT = (
    "level", "checked", "pressed", "expanded", "selected", "disabled", "required", "invalid",
    "readonly", "modal", "hasPopup", "valuemin", "valuemax", "valuetext",
)  # fmt: skip
"""The properties that are told, where they say something."""
_PASSED_OVER = ("InlineTextBox", "LabelText")


def tree_lines(nodes: Sequence[Mapping[str, Any]]) -> list[str]:
    """From the nodes of `Accessibility.getFullAXTree` to lines such as `button "Add" disabled`.

    Nodes that assistive technology passes over are left out; so are texts that only repeat the
    name or the value of the node around them.
    """
    by_id = {node["nodeId"]: node for node in nodes}
    found: list[str] = []

    def visit(node: Mapping[str, Any], depth: int, around: tuple[str, ...]) -> None:
        role, name = _value(node, "role"), _value(node, "name")
        told = not node["ignored"] and role not in _PASSED_OVER
        if (role == "StaticText" and name in around) or (role == "generic" and not name):
            told = False
        if told:
            found.append("  " * depth + _line(node, role, name))
            around = (name, _value(node, "value"))
        for child in node.get("childIds", ()):
            if child in by_id:
                visit(by_id[child], depth + told, around)

    for node in nodes:
        if "parentId" not in node:
            visit(node, 0, ())
    return found


def _line(node: Mapping[str, Any], role: str, name: str) -> str:
    parts = [role]
    if name:
        parts.append(json.dumps(name, ensure_ascii=False))
    if value := _value(node, "value"):
        parts.append(f"value={json.dumps(value, ensure_ascii=False)}")
    properties = {p["name"]: p["value"].get("value") for p in node.get("properties", ())}
    for key in KEPT:
        said = properties.get(key)
        if said is True or said == "true":
            parts.append(key)
        elif said is not None and said is not False and said not in ("false", ""):
            parts.append(f"{key}={said}")
    return " ".join(parts)


def _value(node: Mapping[str, Any], key: str) -> str:
    return str(node.get(key, {}).get("value", ""))
