"""`fsmc serve`: pages from memory, a reload on change, errors on the page, a port that is taken."""

from __future__ import annotations

import json
import os
import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.client import HTTPResponse
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest

from fsmc.cli.main import main
from fsmc.cli.preview import Preview, fingerprint, open_server, watch
from fsmc.diagnostics import Diagnostic, Failure

PAGE = b"<!doctype html><title>Shop</title><body><p>hello</body>"
BAD = Failure((Diagnostic("FSM201", "no `x`"),))


class Site:
    """A build that can be made to fail."""

    def __init__(self) -> None:
        self.files = {"index.html": PAGE, "app.css": b"p{}", "pictures/a b.svg": b"<svg/>"}
        self.fails = False

    def build(self) -> dict[str, bytes]:
        if self.fails:
            raise BAD
        return self.files

    def tell(self, failure: Failure | None) -> str:
        return "" if failure is None else str(failure)


@pytest.fixture
def site() -> Site:
    return Site()


@pytest.fixture
def preview(site: Site) -> Preview:
    made = Preview(site.build, site.tell, {})
    made.refresh()
    return made


@pytest.fixture
def address(preview: Preview) -> Iterator[str]:
    server = open_server(preview, 0)
    yield from _serving(server, preview)


def _serving(server: ThreadingHTTPServer, preview: Preview) -> Iterator[str]:
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    preview.close()
    server.shutdown()
    server.server_close()
    thread.join()


def get(url: str) -> tuple[str, bytes]:
    with urllib.request.urlopen(url, timeout=5) as answer:
        return answer.headers["Content-Type"], answer.read()


def test_files_come_from_memory(address: str) -> None:
    assert get(f"{address}/app.css") == ("text/css; charset=utf-8", b"p{}")
    assert get(f"{address}/pictures/a%20b.svg?x=1")[1] == b"<svg/>"
    with pytest.raises(urllib.error.HTTPError, match="404") as missing:
        get(f"{address}/../pyproject.toml")
    missing.value.close()


def test_only_the_preview_has_the_client(address: str, site: Site) -> None:
    kind, page = get(f"{address}/")
    assert kind == "text/html; charset=utf-8"
    assert page == PAGE.replace(b"</body>", b'<script src="/.fsmc/client.js"></script></body>')
    assert b"EventSource" in get(f"{address}/.fsmc/client.js")[1]
    assert site.files["index.html"] == PAGE


def events(stream: HTTPResponse) -> Iterator[dict[str, object]]:
    for line in stream:
        if line.startswith(b"data: "):
            yield json.loads(line[6:])


def test_changes_and_errors_reach_the_page(address: str, site: Site, preview: Preview) -> None:
    with urllib.request.urlopen(f"{address}/.fsmc/events", timeout=5) as stream:
        told = events(stream)
        assert next(told) == {"version": 1, "error": ""}
        site.fails = True
        preview.refresh()
        assert next(told) == {"version": 1, "error": "FSM201: no `x`"}
        assert get(f"{address}/")[1].startswith(PAGE[:20])
        site.fails = False
        preview.refresh()
        assert next(told) == {"version": 2, "error": ""}


def test_a_world_that_never_was_right_is_an_empty_page_with_the_client() -> None:
    site = Site()
    site.fails = True
    preview = Preview(site.build, site.tell, {})
    preview.refresh()
    found = preview.page("/")
    assert found is not None
    assert b"client.js" in found[1]
    assert preview.error == "FSM201: no `x`"


def test_the_watcher_sees_every_kind_of_change(
    tmp_path: Path, site: Site, preview: Preview, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fsmc.cli.preview.PAUSE", 0.01)
    files = [tmp_path / "w.fsm", tmp_path / "rows.csv"]
    files[0].write_text("a")
    stop = threading.Event()
    before = fingerprint(files)
    thread = threading.Thread(target=watch, args=(preview, lambda: files, before, stop))
    thread.start()
    try:
        for number, change in enumerate(
            (
                lambda: os.utime(files[0], ns=(5, 5)),
                lambda: files[1].write_text("new"),
                lambda: files[0].unlink(),
            ),
            start=2,
        ):
            change()
            _until(lambda number=number: preview.version == number)
    finally:
        stop.set()
        thread.join()


def _until(done: object) -> None:
    assert callable(done)
    for _ in range(500):
        if done():
            return
        time.sleep(0.01)
    pytest.fail("nothing happened for five seconds")


def test_a_busy_port_is_an_error_in_words(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "w.fsm"
    file.write_text('world w "W"\nstart a\npage a "A" { }\n')
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["serve", str(file), "--port", str(port)]) == 1
    err = capsys.readouterr().err
    assert f"FSM523]: cannot serve on port {port}" in err
    assert "--port 0" in err
    assert main(["serve", str(file), "--port", "70000"]) == 2
    assert "--port" in capsys.readouterr().err


def test_a_browser_that_hangs_up_is_no_error(
    address: str, capfd: pytest.CaptureFixture[str]
) -> None:
    host, port = address.removeprefix("http://").strip("/").split(":")
    for _ in range(3):
        with socket.create_connection((host, int(port))) as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
    with urllib.request.urlopen(address) as answer:
        assert answer.status == 200
    assert "Traceback" not in capfd.readouterr().err
