"""`fsmc explore` and `fsmc check`: what they print, in which form, with which exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from explored import CORNER_SHOP

from fsmc.cli.main import main

COUNTER = """world counter "Counter"
start only
state { n: 0..9 = 0 }
page only "Only" {
  action up "Up" { when n < 9  do n := n + 1 }
  action down "Down" { when n > 0  do n := n - 1 }
}
"""


@pytest.fixture
def counter(tmp_path: Path) -> str:
    file = tmp_path / "counter.fsm"
    file.write_text(COUNTER, encoding="utf-8")
    return str(file)


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    code = main(list(args))
    out = capsys.readouterr()
    return code, out.out, out.err


def test_explore_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "explore", str(CORNER_SHOP), "--json")
    found = json.loads(out)
    assert code == 0
    assert list(found) == [
        "world", "digest", "verdict", "states", "transitions", "levels", "goals",
        "unreached_pages", "never_fired", "dead_ends", "soft_locks",
    ]  # fmt: skip
    assert found["goals"][0] == {
        "goal": "buy", "bindings": {"p": "tea", "d": "standard"}, "shortest": 6, "plans": 1, "hopeless": 143
    }  # fmt: skip
    assert found["soft_locks"] == [{"name": "change_of_mind", "states": 216}]
    assert (found["verdict"], found["states"], found["transitions"]) == ("complete", 939, 5653)
    assert (found["unreached_pages"], found["never_fired"], found["dead_ends"]) == ([], [], 0)


def test_explore_for_the_agent_alone(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "explore", str(CORNER_SHOP), "--json", "--agent-only")
    found = json.loads(out)
    assert (found["states"], found["transitions"], found["levels"]) == (313, 1799, 13)


def test_explore_to_a_cap(capsys: pytest.CaptureFixture[str], counter: str) -> None:
    code, out, _ = run(capsys, "explore", counter, "--json", "--max-states", "4")
    found = json.loads(out)
    assert code == 3
    assert (found["verdict"], found["states"], found["transitions"]) == ("capped", 4, 6)
    code, out, _ = run(capsys, "explore", counter, "--max-states", "4")
    assert code == 3
    assert "What multiplies, by values seen: n 4." in out
    assert "never" not in out


def test_explore_for_people_fits_80_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    code, out, _ = run(capsys, "explore", str(CORNER_SHOP))
    assert code == 0
    assert max(len(line) for line in out.splitlines()) <= 80
    for part in ("Corner Shop", "939", "5,653", 'p = Product["tea"], d = express', "complete"):
        assert part in out
    assert "\x1b" not in out


def test_check(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "check", str(CORNER_SHOP))
    assert code == 0
    assert out == "shop: 939 states, 5,653 transitions; 1 warning\n"
    assert err.startswith("warning[FSM410]: `change_of_mind` can be lost for good\n")


def test_check_that_finds_nothing(capsys: pytest.CaptureFixture[str], counter: str) -> None:
    assert run(capsys, "check", counter) == (
        0,
        "counter: 10 states, 18 transitions; nothing wrong\n",
        "",
    )


def test_check_with_an_error(capsys: pytest.CaptureFixture[str], counter: str) -> None:
    Path(counter).write_text(COUNTER + "invariant low: n < 5\n", encoding="utf-8")
    code, out, err = run(capsys, "check", counter)
    assert code == 1
    assert out.endswith("; 1 error\n")
    assert "trace: up, up, up, up, up" in err


def test_check_undetermined(capsys: pytest.CaptureFixture[str], counter: str) -> None:
    code, out, err = run(capsys, "check", counter, "--max-states", "4")
    assert code == 3
    assert out == "counter: at least 4 states, 6 transitions; 1 warning\n"
    assert "FSM420" in err


def test_an_error_outweighs_the_cap(capsys: pytest.CaptureFixture[str], counter: str) -> None:
    Path(counter).write_text(COUNTER + "invariant low: n < 2\n", encoding="utf-8")
    assert run(capsys, "check", counter, "--max-states", "4")[0] == 1


def test_check_for_programs(capsys: pytest.CaptureFixture[str], counter: str) -> None:
    Path(counter).write_text(COUNTER + "invariant low: n < 5\n", encoding="utf-8")
    code, out, _ = run(capsys, "check", counter, "--json")
    found = json.loads(out)
    assert code == 1
    assert [(d["code"], d["line"], d["severity"]) for d in found] == [("FSM401", 8, "error")]
    code, out, _ = run(capsys, "check", counter, "--sarif")
    assert code == 1
    assert json.loads(out)["runs"][0]["results"][0]["ruleId"] == "FSM401"


def test_a_world_that_does_not_compile(capsys: pytest.CaptureFixture[str], counter: str) -> None:
    Path(counter).write_text(COUNTER.replace("n > 0", "m > 0"), encoding="utf-8")
    code, _, err = run(capsys, "check", counter)
    assert code == 1
    assert "FSM201" in err
    code, out, _ = run(capsys, "check", counter, "--json")
    assert (code, json.loads(out)[0]["code"]) == (1, "FSM201")


def test_a_step_out_of_a_domain_is_wrong_and_nothing_is_claimed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "w.fsm"
    file.write_text(
        """world w "W"
start one
state { n: 0..1 = 0  m: 0..1 = 0 }
page one "One" {
  action up "Up" { do n += 1 }
  action far "Far" { when n > 1  do m := 1 }
}
reachable far: m == 1
"""
    )
    code, out, _ = run(capsys, "explore", str(file), "--json")
    found = json.loads(out)
    assert (code, found["never_fired"], found["soft_locks"]) == (1, [], [])
