"""What stands where: links that are texts, headings that are shows, pictures, groups, panels."""

from __future__ import annotations

from collections.abc import Callable

from fsmc.backends.site.parts import Gestured, Group, Items, Part, Repeat, Rows
from fsmc.backends.site.views import site_of
from fsmc.model.world import World

Make = Callable[[str], World]


def flat(parts: tuple[Part, ...]) -> list[Part]:
    found: list[Part] = []
    for part in parts:
        found += flat(part.inside) if isinstance(part, Group) else [part]
    return found


def test_a_link_that_is_shown_is_that_text(shop: World) -> None:
    rows = next(p for p in flat(site_of(shop).pages[0].inside) if isinstance(p, Rows))
    shown = [i for p in flat(rows.inside) if isinstance(p, Items) for i in p.items]
    assert [i.style for i in shown] == ["title", "money", "picture"]
    assert shown[0].link is not None
    assert not any(isinstance(p, Gestured) for p in flat(rows.inside))


def test_rows_with_pictures_are_cards_and_others_are_adorned(shop: World) -> None:
    site = site_of(shop)
    catalogue, cart = (p for page in site.pages for p in flat(page.inside) if isinstance(p, Rows))
    assert (catalogue.look, catalogue.picture) == ("cards", None)
    assert cart.look == "rows"
    assert cart.picture is not None


def test_a_page_about_one_row_shows_its_picture_and_its_name_once(shop: World) -> None:
    product = site_of(shop).pages[1]
    assert [i.style for i in product.hero] == ["picture"]
    shown = [i for p in flat(product.inside) if isinstance(p, Items) for i in p.items]
    assert [i.style for i in shown] == ["money"]  # the name is the heading
    assert [p.widget.extra for p in product.before if isinstance(p, Gestured)] == ["back"]


def test_a_picture_that_a_page_shows_stands_beside_the_rest(compiled: Make, shop: World) -> None:
    assert site_of(shop).pages[3].hero == ()


def test_neighbours_of_one_kind_are_grouped_in_order(widgets: World) -> None:
    form = site_of(widgets).pages[0]
    kinds = [
        [g.kind for g in p.inside if isinstance(g, Group)]
        for p in form.inside
        if isinstance(p, Group)
    ]
    assert kinds == [["fields", "facts"], ["actions"]]


def test_free_arguments_are_a_repetition(widgets: World) -> None:
    repeats = [p for p in flat(site_of(widgets).pages[2].inside) if isinstance(p, Repeat)]
    assert [r.variable.name for r in repeats] == ["z"]


def test_links_know_the_page_they_lead_to(shop: World) -> None:
    links = [
        w for w in site_of(shop).numbers.widgets if w.frame.place == "page 0" and w.role == "link"
    ]
    assert [w.link_to for w in links] == [0, 2, 1]
