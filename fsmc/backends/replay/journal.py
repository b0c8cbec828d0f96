"""The file `replay.jsonl`: results by batch, in order, so that a run cut short can go on."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from fsmc.backends.replay.records import Record
from fsmc.diagnostics import Diagnostic, Failure
from fsmc.resources import write_atomically

NAME = "replay.jsonl"


class Journal:
    """Appends batches and reads them back. A batch counts once its `end` line is whole.

    The first line is the key: what the results depend on. A file with another key is of no use and
    is begun anew.
    """

    def __init__(self, folder: Path, key: Record) -> None:
        self.path = folder / NAME
        self.key = _line(key)
        self._file: BinaryIO | None = None

    def begin(self) -> Iterator[tuple[str, list[Record]]]:
        """The batches that are there already, each with its name; the file is cut after them."""
        found, whole = self._read()
        if not whole:
            write_atomically(self.path, self.key)
            whole = len(self.key)
        self._file = self._open(whole)
        return iter(found)

    def _read(self) -> tuple[list[tuple[str, list[Record]]], int]:
        try:
            data = self.path.read_bytes()
        except OSError:
            return [], 0
        if not data.startswith(self.key):
            return [], 0
        at = whole = len(self.key)
        found: list[tuple[str, list[Record]]] = []
        records: list[Record] = []
        for line in data[at:].splitlines(keepends=True):
            at += len(line)
            record = _parsed(line)
            if record is None:
                break
            if "end" in record:
                found.append((record["end"], records))
                records = []
                whole = at
            else:
                records.append(record)
        return found, whole

    def _open(self, size: int) -> BinaryIO:
        try:
            file = self.path.open("r+b")
            file.truncate(size)
            file.seek(size)
        except OSError as error:
            raise Failure((_not_written(self.path, error),)) from error
        return file

    def append(self, name: str, records: Iterable[Record]) -> None:
        """Writes one batch. Raises a Failure (FSM521) when the system refuses."""
        assert self._file is not None, "begin comes first"
        data = b"".join(_line(record) for record in (*records, {"end": name}))
        try:
            self._file.write(data)
            self._file.flush()
        except OSError as error:
            raise Failure((_not_written(self.path, error),)) from error

    def close(self) -> None:
        if self._file is not None:
            with suppress(OSError):
                self._file.close()
            self._file = None


def _line(record: Record) -> bytes:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _parsed(line: bytes) -> Record | None:
    """A whole line; None for one that was cut in the middle."""
    if not line.endswith(b"\n"):
        return None
    try:
        record = json.loads(line)
    except ValueError:
        return None
    return record if isinstance(record, dict) else None


def _not_written(path: Path, error: OSError) -> Diagnostic:
    return Diagnostic(
        code="FSM521",
        title=f"cannot write `{path}`: {error.strerror or error}",
        notes=("kept: what was replayed so far; the same command goes on from there",),
        help="make room or choose another folder, then run the same command again",
    )
