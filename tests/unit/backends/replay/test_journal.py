"""The file of results: what is read back after a run was cut short anywhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from fsmc.backends.replay.journal import NAME, Journal
from fsmc.diagnostics import Failure

KEY = {"replay": 1, "world": "abc"}
BATCHES = [("states 0", [{"state": 0}, {"state": 1}]), ("states 1", [{"state": 2}]), ("x", [])]


def written(folder: Path) -> bytes:
    journal = Journal(folder, KEY)
    assert list(journal.begin()) == []
    for name, records in BATCHES:
        journal.append(name, records)
    journal.close()
    return (folder / NAME).read_bytes()


def test_what_was_written_is_read_back(tmp_path: Path) -> None:
    whole = written(tmp_path)
    journal = Journal(tmp_path, KEY)
    assert list(journal.begin()) == BATCHES
    journal.close()
    assert (tmp_path / NAME).read_bytes() == whole


def test_cut_anywhere_it_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    whole = written(tmp_path)
    for cut in range(len(whole)):
        (tmp_path / NAME).write_bytes(whole[:cut])
        journal = Journal(tmp_path, KEY)
        known = list(journal.begin())
        assert known == BATCHES[: len(known)]
        for name, records in BATCHES[len(known) :]:
            journal.append(name, records)
        journal.close()
        assert (tmp_path / NAME).read_bytes() == whole, cut


def test_rubbish_after_the_last_whole_batch_is_cut_off(tmp_path: Path) -> None:
    whole = written(tmp_path)
    for rubbish in (b"\x00\xff\n", b"[1]\n", b'{"state":', b'{"state": 9}\n'):
        (tmp_path / NAME).write_bytes(whole + rubbish)
        journal = Journal(tmp_path, KEY)
        assert list(journal.begin()) == BATCHES
        journal.close()
        assert (tmp_path / NAME).read_bytes() == whole


def test_another_key_begins_anew(tmp_path: Path) -> None:
    written(tmp_path)
    journal = Journal(tmp_path, {**KEY, "world": "other"})
    assert list(journal.begin()) == []
    journal.close()
    assert (tmp_path / NAME).read_bytes() == b'{"replay":1,"world":"other"}\n'


def test_a_system_that_refuses_is_told_as_such(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal(tmp_path, KEY)
    journal.begin()
    journal.close()

    class Full:
        def write(self, data: bytes) -> int:
            raise OSError(28, "No space left on device")

        def close(self) -> None:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(journal, "_file", Full())
    with pytest.raises(Failure, match=r"FSM521: .*No space left"):
        journal.append("states 0", [])
    journal.close()
