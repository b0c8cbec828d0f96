"""Exit codes, and what a person or a program sees when something fails."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest
import typer

import fsmc
from fsmc.cli import registry
from fsmc.cli.main import main
from fsmc.cli.output import JsonOption, SarifOption
from fsmc.diagnostics import Diagnostic, Failure, Span

Install = Callable[[Callable[..., None]], None]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Install:
    """Makes a function the command `fsmc probe`."""

    def add(function: Callable[..., None]) -> None:
        module = ModuleType("fsmc_probe")
        module.command = function  # type: ignore[attr-defined]
        module.__spec__ = find_spec("fsmc.cli.explain")
        monkeypatch.setitem(sys.modules, "fsmc_probe", module)
        monkeypatch.setitem(registry.COMMANDS, "probe", "fsmc_probe:command")

    return add


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"fsmc {fsmc.__version__}\n"


@pytest.mark.parametrize("arguments", [["explaim"], ["explain", "--bogus"], ["explain", "FSM000"]])
def test_wrong_usage_is_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_misspelt_command_is_suggested(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explian"]) == 2
    assert "Did you mean `explain`?" in capsys.readouterr().err


def test_explain(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "fsm901"]) == 0
    assert capsys.readouterr().out.startswith("# FSM901: ")
    assert main(["explain"]) == 0
    assert "FSM901  " in capsys.readouterr().out


def test_a_failure_shows_its_excerpt(
    install: Install, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "w.fsm"
    file.write_text("page a\nwhen x\n")

    def probe(as_json: JsonOption = False, as_sarif: SarifOption = False) -> None:
        raise Failure((Diagnostic("FSM201", "no `x`", Span(str(file), 12, 13), "here"),))

    install(probe)
    assert main(["probe"]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert f"{file}:2:6\n2 | when x\n  |      ^ here\n" in shown.err

    assert main(["probe", "--json"]) == 1
    shown = capsys.readouterr()
    assert shown.err == ""
    assert [(d["code"], d["line"]) for d in json.loads(shown.out)] == [("FSM201", 2)]

    assert main(["probe", "--sarif"]) == 1
    assert json.loads(capsys.readouterr().out)["version"] == "2.1.0"

    file.unlink()
    assert main(["probe"]) == 1
    assert f"--> {file}\n" in capsys.readouterr().err


def test_undetermined_is_3(install: Install) -> None:
    def probe() -> None:
        raise typer.Exit(3)

    install(probe)
    assert main(["probe"]) == 3


def test_interrupted(install: Install) -> None:
    def probe() -> None:
        raise KeyboardInterrupt

    install(probe)
    assert main(["probe"]) == 130


def test_a_bug_leaves_a_crash_log_and_no_traceback(
    install: Install,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def probe() -> None:
        raise ZeroDivisionError("the cause")

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    install(probe)
    assert main(["probe"]) == 70
    shown = capsys.readouterr().err
    assert "error[FSM901]: this is a bug of fsmc" in shown
    assert "Traceback" not in shown
    (log,) = tmp_path.iterdir()
    assert str(log) in shown
    assert "ZeroDivisionError: the cause" in log.read_text()


def test_every_command_can_say_what_it_does(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    for name in registry.names():
        assert f" {name} " in shown
        assert main([name, "--help"]) == 0


def test_import_is_light() -> None:
    heavy = "typer", "lark", "jinja2", "pydantic", "rich", "playwright", "numpy", "fsmc.explore"
    code = f"import fsmc, sys; sys.exit(any(name in sys.modules for name in {heavy!r}))"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_names_of_the_package() -> None:
    assert sorted(fsmc.__all__) == ["__version__", "explore", "load"]
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        fsmc.nothing  # noqa: B018


def test_explore_stays_a_function_when_its_package_is_loaded() -> None:
    code = "import fsmc, fsmc.explore; assert callable(fsmc.explore) and callable(fsmc.load)"
    subprocess.run([sys.executable, "-c", code], check=True)


FSMC = (sys.executable, "-m", "fsmc.cli.main")
SHOP = Path(__file__).parents[3] / "worlds" / "corner_shop" / "corner_shop.fsm"


@pytest.mark.parametrize("arguments", [["new", "n" * 300], ["check", "x" * 5000]])
def test_names_that_are_too_long(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 1
    assert "FSM525" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments", [["explain"], ["explore", str(SHOP), "--json"], ["check", str(SHOP), "--json"]]
)
def test_output_that_cannot_be_written(arguments: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*FSMC, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 1
    assert "error[FSM525]: the system refuses the output" in done.stderr
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


def test_output_that_nobody_reads() -> None:
    with subprocess.Popen(
        [*FSMC, "explain"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as done:
        assert done.stdout is not None
        assert done.stderr is not None
        done.stdout.close()
        said = done.stderr.read()
    assert (done.returncode, said) == (141, b"")
