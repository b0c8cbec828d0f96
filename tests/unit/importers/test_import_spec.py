"""Importing: texts of the language, every oddity named, errors with place, cause and mend."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
from typing import Any

import pytest
from corpora import Case, shared_cases, small_cases
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark

from fsmc.diagnostics import Diagnostic, Failure, Severity
from fsmc.importers.autowebworld import IMPORTER, import_spec
from fsmc.importers.base import Reading
from fsmc.resources import read_text

SMALL = small_cases()
READINGS: tuple[Reading, ...] = ("plain", "gated")
ALL = [*SMALL, *shared_cases()]
PARSER = Lark(read_text("fsmc.grammars", "fsm.lark"), parser="lalr", lexer="basic")


def spec(**changed: Any) -> dict[str, Any]:
    """A small right file: HOME with one action that leads to DONE."""
    go = {"id": "GO", "is_navigation": True, "to": "DONE"} | changed.pop("action", {})
    home = {"id": "HOME", "signature_schema": {"seen": "boolean|null"}, "actions": [go]}
    meta = {"initial_page_id": "HOME", "terminal_pages": ["DONE"]} | changed.pop("meta", {})
    return {"meta": meta, "pages": [home | changed.pop("home", {}), {"id": "DONE"}]} | changed


def failure(value: Any) -> tuple[Diagnostic, ...]:
    with pytest.raises(Failure) as caught:
        import_spec(json.dumps(value, indent=1), "a.fsm.json", "plain")
    return caught.value.diagnostics


def test_the_importer_is_found_by_name() -> None:
    assert IMPORTER.name == "autowebworld"
    assert IMPORTER.import_spec(json.dumps(spec()), "a.fsm.json", "plain").name == "a"


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_the_world_parses(case: Case, reading: Reading) -> None:
    imported = import_spec(case.text(), str(case.file), reading)
    assert imported.name == case.name
    PARSER.parse(imported.world_text)
    assert imported.report_markdown.startswith(f"# Import of {case.file.name}\n")


@pytest.mark.parametrize("case", SMALL, ids=lambda case: case.name)
def test_every_oddity_has_its_code(case: Case) -> None:
    for reading in READINGS:
        imported = import_spec(case.text(), str(case.file), reading)
        assert sorted({d.code for d in imported.diagnostics}) == case.expected["codes"]


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_diagnostics_are_complete(case: Case) -> None:
    imported = import_spec(case.text(), str(case.file), "gated")
    for found in imported.diagnostics:
        assert found.severity is not Severity.ERROR
        assert_complete(found, case.text())
        assert found.code in imported.report_markdown


def assert_complete(found: Diagnostic, text: str) -> None:
    assert found.span is not None
    assert 0 <= found.span.start <= found.span.end <= len(text)
    assert found.title
    assert found.label
    assert found.help


@pytest.mark.parametrize(
    ("value", "code", "title"),
    [
        ([], "FSM532", "the whole file must be an object"),
        ({"meta": {}, "pages": []}, "FSM531", '"meta" has no "initial_page_id"'),
        (spec(pages=[]), "FSM531", "the file has no page"),
        (spec(pages=None), "FSM532", '"pages" of the file must be a list'),
        (spec(meta={"terminal_pages": "DONE"}), "FSM532", "must be a list"),
        (spec(meta={"initial_page_id": "HOMES"}), "FSM535", "there is no page `HOMES`"),
        (spec(meta={"terminal_pages": ["END"]}), "FSM535", "there is no page `END`"),
        (spec(action={"to": "DOEN"}), "FSM535", "there is no page `DOEN`"),
        (spec(action={"to": None}), "FSM531", 'action `GO` navigates but has no "to"'),
        (spec(action={"to": 3}), "FSM532", '"to" of'),
        (spec(action={"effects": {}}), "FSM532", '"effects" of'),
        (spec(action={"effects": [{"op": "set"}]}), "FSM531", 'has no "path"'),
        (spec(action={"parameters": []}), "FSM532", '"parameters" of'),
        (spec(action={"id": " "}), "FSM534", "this id of an action is no name"),
        (spec(action={"effects": [{"op": "set", "path": "$."}]}), "FSM532", "names no field"),
        (spec(home={"id": "DONE"}), "FSM533", "two pages in this file are called `DONE`"),
        (spec(home={"actions": [{"id": "A"}, {"id": "A"}]}), "FSM533", "called `A`"),
    ],
)
def test_errors(value: Any, code: str, title: str) -> None:
    found = failure(value)
    text = json.dumps(value, indent=1)
    assert any(d.code == code and title in d.title for d in found), found
    for each in found:
        assert_complete(each, text)


def test_all_errors_of_a_phase_are_told() -> None:
    found = failure(spec(action={"to": "DOEN"}, meta={"initial_page_id": "HOMME"}))
    assert [d.help for d in found] == ['did you mean "HOME"?', 'did you mean "DONE"?']


def test_too_many_values() -> None:
    home = {
        "signature_schema": {"tags": "array<string>"},
        "actions": [
            {"id": x, "effects": [{"op": "append_unique", "path": "$.tags", "value": x}]}
            for x in "ABCDEF"
        ],
    }
    (found,) = failure(spec(home=home))
    assert found.code == "FSM553"
    assert_complete(found, json.dumps(spec(home=home), indent=1))


@pytest.mark.parametrize(
    ("home", "code"),
    [
        ({"signature_schema": {"n": "integer"}, "actions": [
            {"id": "A", "effects": [{"op": "append_unique", "path": "$.n", "value": 1}]}]},
         "FSM551"),
        ({"actions": [{"id": "PASS_CAPTCHA"}]}, "FSM538"),
        ({"actions": [{"id": "A", "is_navigation": "yes", "to": "HOME"}]}, "FSM546"),
        ({"actions": [{"id": "A", "gui_procedure": [{"op": "swipe", "selector": "#a"}]}]},
         "FSM550"),
        ({"signature_schema": {"o": {}}}, "FSM547"),
        ({"nav_skeleton": []}, "FSM545"),
    ],
)  # fmt: skip
def test_rarer_oddities(home: dict[str, Any], code: str) -> None:
    text = json.dumps(spec(home=home), indent=1)
    imported = import_spec(text, "a.fsm.json", "plain")
    assert code in {d.code for d in imported.diagnostics}
    PARSER.parse(imported.world_text)
    for found in imported.diagnostics:
        assert_complete(found, text)


def test_no_terminal_is_a_warning() -> None:
    imported = import_spec(json.dumps(spec(meta={"terminal_pages": []})), "a.json", "plain")
    assert "FSM557" in {d.code for d in imported.diagnostics}
    assert "goal" not in imported.world_text


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("a/asana.fsm.json", "asana"),
        ("my shop.json", "my_shop"),
        ("2026.json", "world_2026"),
        (".json", "world"),
        ("é.json", "_"),
    ],
)
def test_the_world_is_called_like_its_file(file: str, name: str) -> None:
    assert import_spec(json.dumps(spec()), file, "plain").name == name


def test_equal_bytes_whatever_the_hash_seed() -> None:
    program = (
        "import sys; from pathlib import Path; from fsmc.importers.autowebworld import import_spec;"
        "print([import_spec(Path(f).read_text(), f, 'gated') for f in sys.argv[1:]])"
    )
    files = [str(case.file) for case in SMALL]
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program, *files],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


ODD_PLAIN: list[Any] = [None, True, 0, -3, 2.5, "", "x", "{a}", "$.b", [], ["a"], {}, {"a": 1}]
ODD_WORDS = ["HOME", "DONE", "integer", "string|null", "$.", "a.b", "`", "\n", "set", "inc", "gt"]
ODD_VALUES = st.sampled_from([*ODD_PLAIN, *ODD_WORDS])


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inside: Any = ()
    if isinstance(value, dict):
        inside = value.items()
    elif isinstance(value, list):
        inside = enumerate(value)
    return [path, *(p for key, inner in inside for p in paths(inner, (*path, key)))]


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """One of our specs with some values replaced, removed or doubled; or its text with holes."""
    value = json.loads(draw(st.sampled_from(SMALL)).text())
    for _ in range(draw(st.integers(1, 3))):
        places = [path for path in paths(value) if path]
        if not places:
            break
        *parents, last = draw(st.sampled_from(places))
        inside = value
        for step in parents:
            inside = inside[step]
        change = draw(st.sampled_from(["replace", "remove", "double"]))
        if change == "replace":
            inside[last] = copy.deepcopy(draw(ODD_VALUES))  # later changes may go inside it
        elif change == "remove":
            del inside[last]
        elif isinstance(inside, list):
            inside.append(copy.deepcopy(inside[last]))
    text = json.dumps(value)
    if draw(st.integers(0, 4)) == 0:
        at = draw(st.integers(0, len(text)))
        text = (
            text[:at] + draw(st.sampled_from(["", '"', "{", "}", ",", "\\", "9"])) + text[at + 1 :]
        )
    return text


def import_or_explain(text: str, reading: Reading) -> None:
    try:
        imported = import_spec(text, "a.fsm.json", reading)
    except Failure as failed:
        found = failed.diagnostics
    else:
        found = imported.diagnostics
        PARSER.parse(imported.world_text)
    for each in found:
        assert_complete(each, text)


@settings(deadline=None, max_examples=150)
@given(mutated(), st.sampled_from(READINGS))
def test_a_mutated_file_never_gives_a_traceback(text: str, reading: Reading) -> None:
    import_or_explain(text, reading)


@settings(deadline=None, max_examples=100)
@given(st.text(st.sampled_from('{}[]",:0 1\\untrefalsméx\n') | st.characters(), max_size=40))
def test_garbage_never_gives_a_traceback(text: str) -> None:
    import_or_explain(text, "plain")
