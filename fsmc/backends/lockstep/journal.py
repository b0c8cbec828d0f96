"""The file of results: appended as they come, taken up again after a break, the same in the end.

The first line names what the results belong to; a file with another first line is begun anew. A
line that was not finished is dropped.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fsmc.backends.lockstep.faults import not_written
from fsmc.resources import write_atomically

Record = dict[str, Any]


class Journal:
    """Records in canonical order. `done` holds those of an earlier, broken run."""

    def __init__(self, path: Path, key: Record) -> None:
        self.path = path
        head = _line({"kind": "key", **key})
        lines = _whole_lines(path)
        if lines[:1] != [head]:
            lines = [head]
        self.done: list[Record] = [json.loads(line) for line in lines[1:]]
        write_atomically(path, "\n".join(lines) + "\n")

    def append(self, records: Sequence[Record]) -> None:
        """Adds records. Raises a Failure (FSM521) when the disk refuses; what was there stays."""
        text = "".join(_line(record) + "\n" for record in records)
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise not_written(self.path, error) from error


def _whole_lines(path: Path) -> list[str]:
    try:
        text = path.read_bytes().decode("utf-8", errors="replace")
    except FileNotFoundError:
        return []
    lines = text.split("\n")[:-1]
    found: list[str] = []
    for line in lines:
        try:
            json.loads(line)
        except ValueError:
            break
        found.append(line)
    return found


def _line(record: Record) -> str:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))
