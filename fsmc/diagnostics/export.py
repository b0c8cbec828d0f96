"""Writes diagnostics for programs: a list of JSON objects, and SARIF 2.1.0."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from fsmc.diagnostics.codes import title
from fsmc.diagnostics.diagnostic import Diagnostic, Severity, Source, Span
from fsmc.diagnostics.positions import LineIndex

_SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_SARIF_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}

Json = dict[str, object]


def render_json(diagnostics: Iterable[Diagnostic], sources: Iterable[Source]) -> str:
    """A JSON list with an object for each diagnostic; lines and columns start at 1, ends are out.

    `line` to `end_column` are null where the text of the file is not among `sources`.
    """
    indexes = _indexes(sources)
    return json.dumps([_plain(d, indexes) for d in diagnostics], ensure_ascii=False, indent=2)


def render_sarif(diagnostics: Iterable[Diagnostic], sources: Iterable[Source], version: str) -> str:
    """A SARIF 2.1.0 log of one run of fsmc `version`, as code hosts and editors read it."""
    indexes = _indexes(sources)
    found = list(diagnostics)
    rules = [
        {"id": code, "shortDescription": {"text": title(code) or code}}
        for code in sorted({d.code for d in found})
    ]
    log = {
        "$schema": _SARIF_SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "fsmc", "version": version, "rules": rules}},
                "columnKind": "unicodeCodePoints",
                "results": [_result(d, indexes) for d in found],
            }
        ],
    }
    return json.dumps(log, ensure_ascii=False, indent=2)


def _indexes(sources: Iterable[Source]) -> dict[str, LineIndex]:
    return {source.file: LineIndex(source.text) for source in sources}


def _plain(d: Diagnostic, indexes: Mapping[str, LineIndex]) -> Json:
    fix = d.fix and {
        "title": d.fix.title,
        "replacement": d.fix.replacement,
        **_place(d.fix.span, indexes),
    }
    return {
        "code": d.code,
        "severity": d.severity.value,
        "title": d.title,
        **_place(d.span, indexes),
        "label": d.label,
        "related": [{"text": label.text, **_place(label.span, indexes)} for label in d.related],
        "notes": list(d.notes),
        "help": d.help,
        "fix": fix,
    }


def _place(span: Span | None, indexes: Mapping[str, LineIndex]) -> Json:
    place: Json = dict.fromkeys(("file", "line", "column", "end_line", "end_column"))
    if span is None:
        return place
    place["file"] = span.file
    if index := indexes.get(span.file):
        start, end = index.position(span.start), index.position(span.end)
        place |= {"line": start.line, "column": start.column}
        place |= {"end_line": end.line, "end_column": end.column}
    return place


def _result(d: Diagnostic, indexes: Mapping[str, LineIndex]) -> Json:
    details = [d.title, d.label, *d.notes, f"help: {d.help}" if d.help else ""]
    result: Json = {
        "ruleId": d.code,
        "level": _SARIF_LEVELS[d.severity],
        "message": {"text": "\n".join(line for line in details if line)},
    }
    if d.span:
        result["locations"] = [_location(d.span, indexes)]
    if d.related:
        result["relatedLocations"] = [
            {**_location(label.span, indexes), "message": {"text": label.text}}
            for label in d.related
        ]
    if d.fix:
        change = {
            "deletedRegion": _region(d.fix.span, indexes),
            "insertedContent": {"text": d.fix.replacement},
        }
        uri = {"uri": d.fix.span.file}
        changes = [{"artifactLocation": uri, "replacements": [change]}]
        result["fixes"] = [{"description": {"text": d.fix.title}, "artifactChanges": changes}]
    return result


def _location(span: Span, indexes: Mapping[str, LineIndex]) -> Json:
    place: Json = {"artifactLocation": {"uri": span.file}, "region": _region(span, indexes)}
    return {"physicalLocation": place}


def _region(span: Span, indexes: Mapping[str, LineIndex]) -> Json:
    region: Json = {"charOffset": span.start, "charLength": span.end - span.start}
    if index := indexes.get(span.file):
        start, end = index.position(span.start), index.position(span.end)
        region |= {"startLine": start.line, "startColumn": start.column}
        region |= {"endLine": end.line, "endColumn": end.column}
    return region
