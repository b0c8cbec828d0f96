"""Routes share what they have in common, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

from fsmc.backends.site.views import Site, site_of
from fsmc.model.world import World

Make = Callable[[str], World]


def of(world: World) -> Site:
    return site_of(world)


def test_routes_that_begin_alike_share_the_widget_and_the_vertex(compiled: Make) -> None:
    site = of(
        compiled("""
        page home "Home" {
          action a { by click button "More" then click menuitem "One" }
          action b { by click button "More" then click menuitem "Two" }
        }""")
    )
    roots = [v for v, _ in site.numbers.vertices if v.parent is None]
    assert len(roots) == 1
    assert len(roots[0].children) == 2
    assert [w.role for w in site.numbers.widgets] == ["button", "menuitem", "menuitem"]
    assert [w.id for w in site.numbers.widgets] == ["home-a", "home-a-one", "home-a-two"]


def test_one_widget_may_answer_two_gestures(compiled: Make) -> None:
    site = of(
        compiled("""
        page home "Home" {
          action a { by fill searchbox "Find" with "tea" then press "Enter" }
          action b { by fill searchbox "Find" with "mug" then press "Enter" }
          action c { by right_click searchbox "Find" }
        }""")
    )
    assert len(site.numbers.widgets) == 1
    assert site.numbers.widgets[0].verbs() == {"fill", "right_click"}


def test_equal_targets_with_other_pins_are_two_widgets(compiled: Make) -> None:
    site = of(
        compiled("""
        page home "Home" {
          action a { by click link "Row" pinned ".a" }
          action b { by click link "Row" pinned "#b" }
        }""")
    )
    assert [(w.id, w.pinned) for w in site.numbers.widgets] == [("home-a", ".a"), ("b", "#b")]


def test_actions_of_one_label_are_one_button_and_rows_have_their_own(compiled: Make) -> None:
    site = of(
        compiled("""
        table T { name: text  row x { name: "X" } }
        state { lit: bool = false }
        page home "Home" {
          action begin "Go" { when not lit  do lit := true }
          action halt "Go" { when lit  do lit := false }
          list t in T { show t.name  action go "Go" { do lit := true } }
        }""")
    )
    outside, inside = site.numbers.widgets
    assert len(outside.vertices[0].finals) == 2
    assert inside.frame.names == ("t",)


def test_choose_pick_and_check_are_clicks(compiled: Make) -> None:
    site = of(
        compiled("""
        page home "Home" {
          action a { by choose combobox "Size" with "Large" }
          action b { by pick button "Day" with "4 Jun 2026" }
          action c { by check checkbox "Yes" }
        }""")
    )
    assert [(v.verb, v.widget.role) for v, _ in site.numbers.vertices if v.widget is not None] == [
        ("click", "combobox"), ("click", "option"),
        ("click", "button"), ("click", "gridcell"),
        ("click", "checkbox"),
    ]  # fmt: skip


def test_a_later_step_may_use_an_earlier_widget_again(compiled: Make) -> None:
    site = of(
        compiled("""
        page home "Home" {
          action a {
            by click button "Menu" then click menuitem "Edit" then double_click button "Menu"
          }
        }""")
    )
    menu, edit = site.numbers.widgets
    assert [v.verb for v in menu.vertices] == ["click", "double_click"]
    assert menu.children() == [edit]
