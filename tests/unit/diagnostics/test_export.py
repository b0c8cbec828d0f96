"""What programs read of a diagnostic."""

from __future__ import annotations

import json

from fsmc.diagnostics import Diagnostic, Fix, Label, Severity, Source, Span
from fsmc.diagnostics.export import render_json, render_sarif

TEXT = "page a\nwhen x\n"
FOUND = Diagnostic(
    "FSM201",
    "title",
    Span("w.fsm", 12, 13),
    "label",
    related=(Label(Span("gone.csv", 0, 1), "why"),),
    notes=("trace: a",),
    help="do",
    fix=Fix("rename", Span("w.fsm", 12, 13), "y"),
    severity=Severity.WARNING,
)


def test_json_has_every_field() -> None:
    place = {"file": "w.fsm", "line": 2, "column": 6, "end_line": 2, "end_column": 7}
    nowhere = dict.fromkeys(("line", "column", "end_line", "end_column"))
    assert json.loads(render_json([FOUND], [Source("w.fsm", TEXT)])) == [
        {
            "code": "FSM201",
            "severity": "warning",
            "title": "title",
            **place,
            "label": "label",
            "related": [{"text": "why", "file": "gone.csv", **nowhere}],
            "notes": ["trace: a"],
            "help": "do",
            "fix": {"title": "rename", "replacement": "y", **place},
        }
    ]


def test_json_of_nothing_is_an_empty_list() -> None:
    assert json.loads(render_json([], [])) == []


def test_sarif_names_rule_level_and_region() -> None:
    log = json.loads(render_sarif([FOUND, Diagnostic("FSM901", "t")], [Source("w.fsm", TEXT)], "1"))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["FSM201", "FSM901"]
    result = run["results"][0]
    assert (result["ruleId"], result["level"]) == ("FSM201", "warning")
    region = result["locations"][0]["physicalLocation"]["region"]
    assert (region["startLine"], region["startColumn"], region["endColumn"]) == (2, 6, 7)
    assert result["fixes"][0]["artifactChanges"][0]["replacements"][0]["insertedContent"] == {
        "text": "y"
    }
    assert "locations" not in run["results"][1]
