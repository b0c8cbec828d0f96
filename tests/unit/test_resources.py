"""Data that ships with fsmc, and files that are written whole or not at all."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from fsmc.diagnostics import Failure
from fsmc.resources import read_bytes, read_text, write_atomically


def test_text_and_bytes_of_a_resource() -> None:
    text = read_text("fsmc.grammars", "fsm.lark")
    assert "start:" in text
    assert read_bytes("fsmc.grammars", "fsm.lark").decode() == text
    assert read_text("fsmc.diagnostics", "hints/FSM901.md").startswith("# FSM901")


@pytest.mark.parametrize("data", ["größe\n", b"\x00\x01"])
def test_write_makes_folders_and_replaces(tmp_path: Path, data: str | bytes) -> None:
    path = tmp_path / "a" / "b.txt"
    write_atomically(path, "old")
    write_atomically(path, data)
    assert path.read_bytes() == (data.encode() if isinstance(data, str) else data)
    assert [file.name for file in path.parent.iterdir()] == ["b.txt"]


def test_a_full_disk_leaves_the_earlier_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "b.txt"
    write_atomically(path, "old")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Failure) as caught:
        write_atomically(path, "new")
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "FSM521"
    assert str(path) in diagnostic.title
    assert "No space left" in diagnostic.title
    assert path.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["b.txt"]


def test_a_file_where_a_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("")
    with pytest.raises(Failure, match="FSM521"):
        write_atomically(tmp_path / "a" / "b.txt", "new")
    assert (tmp_path / "a").is_file()


def test_modes_and_links_are_kept(tmp_path: Path) -> None:
    file, link = tmp_path / "a.txt", tmp_path / "b.txt"
    file.write_text("old")
    file.chmod(0o600)
    link.symlink_to(file)
    write_atomically(link, "new")
    assert (file.read_text(), link.is_symlink(), file.stat().st_mode & 0o777) == (
        "new",
        True,
        0o600,
    )
