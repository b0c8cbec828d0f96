"""A replay in real Chromium: what it gives, that it goes on, and that bytes are always the same."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from fsmc.backends.replay import Check, Plan, ReplayOptions, ReplayResult, goal_plans, replay
from fsmc.backends.replay.chromium import require_chromium
from fsmc.backends.site import BACKEND
from fsmc.backends.site.procedures import procedures
from fsmc.compile import compile_text, load
from fsmc.diagnostics import Failure, Source
from fsmc.explore import explore
from fsmc.explore.goals import solve
from fsmc.explore.graph import Graph

FULL = ReplayOptions(trajectories=2)
WIDGETS = Path(__file__).parent / "site/widgets.fsm"
RUN = """
import sys
from pathlib import Path
from fsmc import load
from fsmc.backends.replay import ReplayOptions, replay
from fsmc.explore import explore

def told(part, done, total):
    print(part, done, flush=True)

graph = explore(load(sys.argv[1]), max_states=16, agent_only=True)
replay(graph, Path(sys.argv[2]), Path(sys.argv[3]), ReplayOptions(trajectories=2), progress=told)
"""


def files(folder: Path) -> dict[str, bytes]:
    """Everything under a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def command(site: Path, out: Path) -> list[str]:
    world = Path(__file__).parents[2] / "worlds/corner_shop/corner_shop.fsm"
    return [sys.executable, "-c", RUN, str(world), str(site), str(out)]


def spoil(site: Path, code: str) -> None:
    path = site / "runtime.js"
    path.write_text(path.read_text() + code)


@pytest.fixture(scope="module")
def whole(near: Graph, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ReplayResult]:
    """The beginning of the shop, replayed by one browser without a break."""
    folder = tmp_path_factory.mktemp("whole")
    site, out = folder / "site", folder / "out"
    for name, data in BACKEND.build(near.world, BACKEND.options()).items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_bytes(data)
    return out, replay(near, site, out, ReplayOptions(trajectories=2, workers=1))


def test_everything_conforms(near: Graph, whole: tuple[Path, ReplayResult]) -> None:
    out, result = whole
    assert result.problems == ()
    assert result.conforms
    assert (result.faults, result.outside) == ((), ())
    assert result.states.checked == len(near.states) == 16
    assert result.edges.checked == near.edges > 50
    assert result.edges.ways > near.edges  # some have several procedures
    assert result.trajectories.checked == result.trajectories.total == len(result.played) > 0
    for name, data in files(out).items():
        assert b"file://" not in data, f"{name} names a place on this machine"


def test_what_was_seen_is_kept(near: Graph, whole: tuple[Path, ReplayResult]) -> None:
    out, result = whole
    captures = result.captures
    first = captures.states[0]
    picture = captures.image(first.image)
    assert picture is not None
    assert picture.startswith(b"\x89PNG")
    assert [box["name"] for box in captures.boxes(0)] == ["Accept"]
    assert captures.boxes(0)[0]["hit"] is True
    assert 'button "Accept"' in captures.tree(0)
    assert captures.lines(0)[0] == "All products · Corner Shop"
    images = {name for name in files(out) if name.startswith("images/")}
    assert len(images) == len({c.image for c in captures.states.values()})
    edge = near.edge(0)
    ((aim,),) = captures.routes[edge.source, edge.transition, edge.args]
    assert aim.point is not None
    assert aim.box is not None
    x, y, width, height = aim.box
    assert x < aim.point[0] < x + width
    assert y < aim.point[1] < y + height


def test_a_second_run_does_nothing_more(
    near: Graph, shop_site: Path, whole: tuple[Path, ReplayResult]
) -> None:
    out, result = whole
    before = files(out)
    told: list[tuple[str, int, int]] = []
    again = replay(near, shop_site, out, FULL, progress=lambda *what: told.append(what))
    assert files(out) == before
    assert (again.edges, again.played) == (result.edges, result.played)
    assert again.captures.routes == result.captures.routes
    assert again.captures.states == result.captures.states
    assert told[0] == ("states", 0, 16)
    assert told[-1][1] == told[-1][2]


def test_workers_and_hash_seeds_change_no_byte(
    near: Graph, shop_site: Path, whole: tuple[Path, ReplayResult], tmp_path: Path
) -> None:
    replay(near, shop_site, tmp_path / "two", ReplayOptions(trajectories=2, workers=3))
    assert files(tmp_path / "two") == files(whole[0])
    env = {**os.environ, "PYTHONHASHSEED": "4242"}
    subprocess.run(command(shop_site, tmp_path / "seed"), env=env, check=True, capture_output=True)
    assert files(tmp_path / "seed") == files(whole[0])


def test_killed_half_way_it_goes_on_to_the_same_bytes(
    near: Graph, shop_site: Path, whole: tuple[Path, ReplayResult], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    with subprocess.Popen(command(shop_site, out), stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        for line in run.stdout:
            if line.startswith("edges"):
                break
        run.kill()
    journal = out / "replay.jsonl"
    assert 0 < journal.stat().st_size < (whole[0] / "replay.jsonl").stat().st_size
    with journal.open("ab") as file:
        file.write(b'{"edge":[0,5,[]],"wa')  # as if it had been cut in the middle of a line
    (out / "images/00").mkdir(parents=True, exist_ok=True)
    (out / "images/00" / f"{'0' * 64}.png").write_bytes(b"not spoken of")
    replay(near, shop_site, out, FULL)
    assert files(out) == files(whole[0])


def test_a_killed_browser_is_a_fault_of_the_environment(
    near: Graph, shop_site: Path, whole: tuple[Path, ReplayResult], tmp_path: Path
) -> None:
    pids = tmp_path / "pids"
    wrapper = tmp_path / "chromium-headless-shell"
    wrapper.write_text(f'#!/bin/sh\necho $$ >> "{pids}"\nexec "{require_chromium()}" "$@"\n')
    wrapper.chmod(0o755)
    killers: list[threading.Timer] = []

    def kill() -> None:
        os.kill(int(pids.read_text().split()[-1]), signal.SIGKILL)

    def told(part: str, done: int, total: int) -> None:
        if part == "edges" and done == 0:
            killers.append(threading.Timer(0.4, kill))
            killers[0].start()

    options = ReplayOptions(trajectories=2, workers=1, executable=wrapper)
    result = replay(near, shop_site, tmp_path / "out", options, progress=told)
    killers[0].join()
    assert result.faults == (("the browser went away", 1),)
    assert result.problems == ()
    assert len(pids.read_text().split()) == 2
    if result.browser == whole[1].browser:
        assert files(tmp_path / "out") == files(whole[0])


def test_a_page_that_never_answers_stops_the_run_and_keeps_the_rest(
    near: Graph, shop_site: Path, tmp_path: Path
) -> None:
    spoil(shop_site, '\naddEventListener("click", () => { for (;;); }, true);')
    options = ReplayOptions(trajectories=0, timeout=2.0, workers=1)
    with pytest.raises(Failure) as caught:
        replay(near, shop_site, tmp_path, options)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "FSM512"
    assert diagnostic.title == "the browser failed 3 times in a row at edges 0"
    assert diagnostic.notes == ("fault: the browser did not answer in time",)
    lines = (tmp_path / "replay.jsonl").read_text().splitlines()
    assert json.loads(lines[-1]) == {"end": "states 0"}


def test_the_site_of_another_world_is_refused(near: Graph, tmp_path: Path) -> None:
    world = load(WIDGETS)
    for name, data in BACKEND.build(world, BACKEND.options()).items():
        (tmp_path / "site" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "site" / name).write_bytes(data)
    with pytest.raises(Failure, match="FSM514"):
        replay(near, tmp_path / "site", tmp_path / "out", FULL)
    (tmp_path / "site/runtime.js").write_text("")
    with pytest.raises(Failure, match="FSM514"):
        replay(near, tmp_path / "site", tmp_path / "out", FULL)
    assert not (tmp_path / "out").exists()


def test_requests_to_the_outside_are_named(near: Graph, shop_site: Path, tmp_path: Path) -> None:
    spoil(shop_site, '\nfetch("http://shop.example/count").catch(() => null);')
    result = replay(near, shop_site, tmp_path / "out", ReplayOptions(trajectories=0))
    assert result.outside == ("http://shop.example/count",)
    assert result.problems == ()
    assert not result.conforms
    again = replay(near, shop_site, tmp_path / "out", ReplayOptions(trajectories=0))
    assert again.outside == result.outside


def test_what_leads_away_or_fails_is_a_problem_of_the_site(
    near: Graph, shop_site: Path, tmp_path: Path
) -> None:
    code = """
    addEventListener("click", (event) => {
      if (event.target.textContent === "Cart") location.href = "about:blank";
      if (event.target.textContent === "Home") throw new Error("no home");
    }, true);"""
    spoil(shop_site, code)
    result = replay(near, shop_site, tmp_path, ReplayOptions(trajectories=0))
    labels = {check: labels_of(near, result, check) for check in Check}
    assert labels[Check.LEFT] == {"open_cart"}
    assert labels[Check.SCRIPT] == {"home"}
    assert {p.check for p in result.problems} == {Check.LEFT, Check.SCRIPT}
    assert result.edges.checked == near.edges
    assert result.faults == ()


def test_a_state_that_does_not_stay_is_a_problem(
    near: Graph, shop_site: Path, tmp_path: Path
) -> None:
    slot = [v.name for v in near.world.variables].index("catalogue.sorted")
    path = shop_site / "runtime.js"
    text = path.read_text()
    start = "function restore(state) {"
    assert text.count(start) == 1
    careless = f"{start}\n  state = state.map((v, i) => i === {slot} && v === 1 ? 0 : v);"
    path.write_text(text.replace(start, careless))
    result = replay(near, shop_site, tmp_path, ReplayOptions(trajectories=0))
    sorted_by_price = {number for number, state in enumerate(near.states) if state[slot] == 1}
    assert sorted_by_price
    found = [p for p in result.problems if p.part == "states"]
    assert {p.state for p in found} == sorted_by_price
    assert {(p.check, p.differences[0].name) for p in found} == {(Check.STATE, "catalogue.sorted")}


def test_every_widget_can_be_used(tmp_path: Path) -> None:
    """Each kind of field and each gesture of free routes, with a picture before every gesture."""
    graph = explore(load(WIDGETS), max_states=400)
    site = tmp_path / "site"
    for name, data in BACKEND.build(graph.world, BACKEND.options()).items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_bytes(data)
    options = ReplayOptions("sample", edges=60, refusals=10, trajectories=1)
    sorts: dict[int, Plan] = {}
    for number in range(graph.edges):
        edge = graph.edge(number)
        way = (*graph.trace(edge.source), edge)
        if all(graph.transition(e).actor == "agent" for e in way):
            sorts.setdefault(edge.transition, Plan("see", (), way))
    result = replay(graph, site, tmp_path / "out", options, tuple(sorts.values()))
    assert result.problems == ()
    verbs = set()
    for plan in sorts.values():
        edge = plan.edges[-1]
        trial = edge.source, edge.transition, edge.args
        (way, *_) = procedures(
            graph.world, graph.states[edge.source], graph.transition(edge), edge.args
        )
        verbs |= {gesture.verb for gesture in way}
        if len(way) > 1:
            assert len(result.captures.views[trial]) == len(way)
            assert all(view is not None for view in result.captures.views[trial][1:])
    assert verbs >= {"click", "right_click", "fill", "press", "hover", "drag", "slide", "scroll"}


def replayed(text: str, folder: Path) -> ReplayResult:
    """A whole world from its text, in full."""
    world = compile_text(Source("small.fsm", text)).world
    for name, data in BACKEND.build(world, BACKEND.options()).items():
        (folder / "site" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "site" / name).write_bytes(data)
    return replay(explore(world), folder / "site", folder / "out", FULL)


def test_a_row_may_have_no_picture(tmp_path: Path) -> None:
    text = """world books "Books"
start home
table Book { title: text  cover: file?
  row dune { title: "Dune" cover: "dune.svg" }  row solaris { title: "Solaris" cover: none } }
page home "Books" { list b in Book { show b.title, b.cover  link open b.title to book(b) } }
page book(b: Book) "{b.title}" { show b.cover  back to home }
"""
    result = replayed(text, tmp_path)
    assert [p.title for p in result.problems] == []
    assert result.edges.checked == result.edges.total == 4


def test_a_link_may_have_an_empty_text(tmp_path: Path) -> None:
    text = """world blank "Blank"
start home
table Thing { name: text  row one { name: "" } }
page home "Home" { list r in Thing { link go r.name to about(r) } }
page about(r: Thing) "About" { back to home }
"""
    result = replayed(text, tmp_path)
    assert [p.title for p in result.problems] == []
    assert result.edges.checked == result.edges.total == 2


def test_a_dialog_may_be_taller_than_the_window(tmp_path: Path) -> None:
    lines = "".join(f'    show "line {n}"\n' for n in range(60))
    text = f"""world tall "Tall"
start home
page home "Home" {{
  action ask "Ask" {{ goto tall }}
  dialog tall "Tall" {{
{lines}    field sure: bool = false as checkbox "Sure"
    action close "Close" {{ back }}
  }}
}}
"""
    result = replayed(text, tmp_path)
    assert [p.title for p in result.problems] == []
    assert result.edges.checked == result.edges.total == 5


@pytest.mark.slow
def test_the_whole_corner_shop(shop_graph: Graph, shop_site: Path, tmp_path: Path) -> None:
    plans = goal_plans(solve(shop_graph), 2)
    result = replay(shop_graph, shop_site, tmp_path, ReplayOptions(), plans)
    assert result.problems == ()
    assert (result.faults, result.outside) == ((), ())
    assert (result.states.checked, result.edges.checked) == (939, 5653)
    assert result.refusals.checked == result.refusals.ways == 144


def labels_of(graph: Graph, result: ReplayResult, check: Check) -> set[str]:
    transitions = graph.world.transitions
    return {
        transitions[p.transition].label
        for p in result.problems
        if p.check is check and p.transition is not None
    }
