"""The compiler as a whole: golden worlds, includes, files, settings, digests."""

from __future__ import annotations

from pathlib import Path

import pytest

from fsmc.compile import compile_file, compile_text, load
from fsmc.diagnostics import Failure, Source
from fsmc.kernel.step import Enabled, Refused, statuses, step
from fsmc.model.world import State, World

ROOT = Path(__file__).parents[2]
SHOP = ROOT / "worlds" / "corner_shop" / "corner_shop.fsm"
HOME = 'world d "D"\nstart home\npage home "Home" { }\n'


def explored(world: World, agent_only: bool) -> tuple[int, int, int, int, int]:
    """States, edges, edges of the agent, self loops and refusals, by the reference kernel."""
    seen: set[State] = {world.initial}
    todo = [world.initial]
    edges = agents = loops = refusals = 0
    while todo:
        state = todo.pop()
        for transition, args, met in statuses(world, state, agent_only):
            if isinstance(met, Refused):
                refusals += 1
            if isinstance(met, Enabled):
                new = step(world, transition, args, state)
                edges += 1
                agents += transition.actor == "agent"
                loops += new == state
                if new not in seen:
                    seen.add(new)
                    todo.append(new)
    return len(seen), edges, agents, loops, refusals


def test_the_corner_shop_has_the_states_that_were_counted_by_hand() -> None:
    world = load(SHOP)
    assert explored(world, agent_only=True) == (313, 1799, 1799, 216, 44)
    assert explored(world, agent_only=False)[:3] == (939, 5653, 5385)


def codes(text: str | bytes, folder: Path) -> list[str]:
    file = folder / "world.fsm"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    try:
        return [d.code for d in compile_file(file).diagnostics]
    except Failure as failure:
        return [d.code for d in failure.diagnostics]


def test_includes_bring_items(tmp_path: Path) -> None:
    (tmp_path / "types.fsm").write_text('enum Size { small }\ninclude "more/rows.fsm"\n')
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "rows.fsm").write_text(
        "table Cup { size: Size  row one { size: small } }\n# a remark\n"
    )
    file = tmp_path / "world.fsm"
    file.write_text(HOME + 'include "types.fsm"\nstate { cup: Cup = one }\n')
    made = compile_file(file)
    assert [t.name for t in made.world.tables] == ["Cup"]
    assert [Path(s.file).name for s in made.sources] == ["world.fsm", "types.fsm", "rows.fsm"]


@pytest.mark.parametrize(
    ("included", "code"),
    [
        ('include "world.fsm"\n', "FSM505"),
        ('include "part.fsm"\n', "FSM505"),
        ('include "nope.fsm"\n', "FSM501"),
        ('world part "Part"\n', "FSM102"),
        ("state { n: 0..9 = nope }\n", "FSM201"),
        ("start home\n", "FSM202"),
    ],
)
def test_includes_that_are_wrong(included: str, code: str, tmp_path: Path) -> None:
    (tmp_path / "part.fsm").write_text(included)
    assert codes(HOME + 'include "part.fsm"\n', tmp_path)[:1] == [code]


def test_an_error_in_an_include_is_marked_there(tmp_path: Path) -> None:
    (tmp_path / "part.fsm").write_text("state { n: 0..9 = nope }\n")
    (tmp_path / "world.fsm").write_text(HOME + 'include "part.fsm"\n')
    with pytest.raises(Failure) as caught:
        load(tmp_path / "world.fsm")
    span = caught.value.diagnostics[0].span
    assert span is not None
    assert (Path(span.file).name, span.start) == ("part.fsm", 18)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "wrold.fsm").write_text(HOME)
    with pytest.raises(Failure) as caught:
        load(tmp_path / "world.fsm")
    assert caught.value.diagnostics[0].code == "FSM501"
    assert "wrold.fsm" in caught.value.diagnostics[0].help
    assert codes(b"\xff\xfe", tmp_path) == ["FSM501"]
    with pytest.raises(Failure):
        load(tmp_path)


def test_marks_and_line_ends_do_not_matter(tmp_path: Path) -> None:
    assert codes(b"\xef\xbb\xbf" + HOME.encode(), tmp_path) == []
    assert codes(HOME.replace("\n", "\r\n"), tmp_path) == []


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ('currency: "GBP"  locale: "en"  today: @2026-06-01', None),
        ('curency: "GBP"', "FSM208"),
        ("currency: @2026-06-01", "FSM208"),
        ('today: "2026-06-01"', "FSM208"),
        ("today: @2026-06-31", "FSM226"),
        ('locale: "de"', "FSM302"),
        ('currency: "EUR"  currency: "GBP"', "FSM202"),
    ],
)
def test_settings(settings: str, code: str | None, tmp_path: Path) -> None:
    assert codes(HOME.replace('"D"', f'"D" {settings}'), tmp_path) == (
        [] if code is None else [code]
    )


def test_today_is_only_there_where_it_is_said(tmp_path: Path) -> None:
    assert codes(HOME.replace("{ }", "{ show today }"), tmp_path) == ["FSM201"]


def test_where_a_world_begins(tmp_path: Path) -> None:
    assert codes('world d "D"\n', tmp_path) == ["FSM231"]
    assert codes('world d "D"\npage home "Home" { }\n', tmp_path) == ["FSM231"]
    assert codes(HOME + "start home\n", tmp_path) == ["FSM202"]


def test_later_parts_are_named(tmp_path: Path) -> None:
    later = 'tool t() { }\npolicy "P"\nturns user after handover\nredline r cap 0: true\n'
    assert set(codes(HOME + later, tmp_path)) == {"FSM301"}
    assert codes(HOME + "state { s: seq of Size at most 2 = [] }\nenum Size { a }\n", tmp_path) == [
        "FSM301"
    ]


def test_the_digest_is_of_what_is_said_and_not_of_its_layout(tmp_path: Path) -> None:
    text = SHOP.read_text(encoding="utf-8")
    again = compile_text(Source("x.fsm", "\n\n" + text.replace("  ", " ")), SHOP.parent).world
    assert again.digest == load(SHOP).digest
    other = compile_text(Source("x.fsm", text.replace("Home", "Start")), SHOP.parent).world
    assert other.digest != again.digest


def test_pictures_are_looked_for_beside_the_world(tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text("<svg/>")
    long = "x" * 300
    (tmp_path / "world.fsm").write_text(
        HOME
        + 'table T { pic: file? row r { pic: "a.svg" } row s { pic: "b.svg" } row n { pic: none }'
        + f' row l {{ pic: "{long}" }} }}\n'
    )
    made = load(tmp_path / "world.fsm")
    assert [(p.name, p.path) for p in made.pictures] == [
        ("a.svg", "a.svg"),
        ("b.svg", None),
        (long, None),
    ]
