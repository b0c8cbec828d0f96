"""Each thing that the site cannot do has its diagnostic, and what it can do has none."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fsmc.backends.site import BACKEND
from fsmc.diagnostics import Severity
from fsmc.diagnostics.codes import explain
from fsmc.model.world import World

Make = Callable[[str], World]
TABLE = 'table T { name: text  row x { name: "X" } }\n'


def page(*actions: str) -> str:
    """A page with these actions, and a variable that they may write."""
    inside = "\n".join(actions)
    return f'state {{ lit: bool = false }}\npage home "H" {{\n{inside}\n}}'


CASES = {
    "FSM310": page('action a { by click button "A" pinned "a > b" }'),
    "FSM311 rows": TABLE
    + page('list t in T { show t.name  action a { by click button "A" pinned "#a" } }'),
    "FSM311 ids": page(
        'action a { by click button "A" pinned "#a" }',
        'action b { by click button "B" pinned "#a" }',
    ),
    "FSM311 classes": page(
        'action a { by click link "A" pinned ".a" }',
        'action b { by click link "B" pinned ".a" }',
    ),
    "FSM312 longer": page(
        "action a { do lit := true }",
        'action b { do lit := true  by click button "A" then click menuitem "B" }',
    ),
    "FSM312 twice": page(
        "action a { do lit := true }",
        'action b { do lit := true  by double_click button "A" }',
    ),
    "FSM313": page('action a { by fill button "A" with "x" }'),
    "FSM314": page('field f: bool = false as checkbox "F" { by click button "F" }'),
    "FSM315": page('action a { by press "Return" }'),
    "FSM315 tab": page('action a { by press "Tab" }'),
    "FSM315 browser": page('action a { by press "Control+w" }'),
    "FSM315 modifier": page('action a { by press "Ctrl+k" }'),
}


@pytest.mark.parametrize("case", CASES)
def test_what_the_site_cannot_do(case: str, compiled: Make) -> None:
    code = case.partition(" ")[0]
    found = BACKEND.check(compiled(CASES[case]))
    assert [d.code for d in found] == [code]
    assert explain(code) is not None
    assert found[0].span is not None
    warns = code in ("FSM312", "FSM314")
    assert found[0].severity is (Severity.WARNING if warns else Severity.ERROR)


@pytest.mark.parametrize(
    "body",
    [
        page(
            'action a { by click button "A" pinned "#m" then click option "1" pinned ".o" }',
            'action b { by click button "B" then click option "1" pinned ".o" }',
        ),
        page(
            'action a { by press "Control+k" }',
            'action b { by press "F2" }',
            'action c { by press "+" }',
        ),
        page('action a { by hover button "A" then click menuitem "B" }'),
    ],
)
def test_what_it_can(body: str, compiled: Make) -> None:
    assert BACKEND.check(compiled(body)) == ()


def test_the_worlds_are_clean(shop: World, widgets: World) -> None:
    assert BACKEND.check(shop) == ()
    assert BACKEND.check(widgets) == ()
