"""A preview server: the built site on 127.0.0.1, made anew whenever the world's files change."""

from __future__ import annotations

import json
import mimetypes
import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

from fsmc.diagnostics import Diagnostic, Failure
from fsmc.resources import read_text

HOST = "127.0.0.1"
EVENTS = "/.fsmc/events"
CLIENT = "/.fsmc/client.js"
PAUSE = 0.3
"""Seconds between two looks at the files."""
PATIENCE = 15.0
"""Seconds after which a silent event stream says that it is alive."""
Fingerprint = tuple[tuple[str, int, int], ...]

News = tuple[int, str]
"""The version of the site and what is wrong since."""

Build = Callable[[], Mapping[str, bytes]]
"""Makes the site; raises a Failure when the world is wrong."""


@dataclass(slots=True)
class Preview:
    """What is served now: the last site that could be built, and what is wrong since then."""

    build: Build
    tell: Callable[[Failure | None], str]
    """Shows how a build went; gives the text of its errors."""
    files: Mapping[str, bytes]
    error: str = ""
    version: int = 0
    closed: bool = False
    changed: threading.Condition = field(default_factory=threading.Condition)

    def refresh(self) -> None:
        """Builds; on success the pages reload, on errors they show them over the last site."""
        try:
            files = self.build()
        except Failure as failure:
            with self.changed:
                self.error = self.tell(failure)
                self.changed.notify_all()
            return
        with self.changed:
            self.tell(None)
            self.files, self.error = files, ""
            self.version += 1
            self.changed.notify_all()

    def close(self) -> None:
        with self.changed:
            self.closed = True
            self.changed.notify_all()

    def news(self, known: News | None) -> tuple[bool, News]:
        """Waits for something else than what is `known`, but no longer than PATIENCE."""
        with self.changed:
            self.changed.wait_for(
                lambda: self.closed or (self.version, self.error) != known, timeout=PATIENCE
            )
            return self.closed, (self.version, self.error)

    def page(self, path: str) -> tuple[str, bytes] | None:
        """The type and bytes at an address; None where there is nothing."""
        name = unquote(urlsplit(path).path)
        if name == CLIENT:
            return "text/javascript; charset=utf-8", _client()
        name = name.lstrip("/") or "index.html"
        if name == "index.html":
            return "text/html; charset=utf-8", _with_client(self.files.get(name) or _empty())
        if name not in self.files:
            return None
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        text = kind.startswith("text/") or kind.endswith(("javascript", "json", "xml"))
        return f"{kind}; charset=utf-8" if text else kind, self.files[name]


def _empty() -> bytes:
    return read_text("fsmc.templates", "preview/empty.html").encode()


def _client() -> bytes:
    return read_text("fsmc.templates", "preview/client.js").encode()


def _with_client(html: bytes) -> bytes:
    """The page with one script more, as the last thing of its body."""
    tag = f'<script src="{CLIENT}"></script>'.encode()
    before, body, after = html.rpartition(b"</body>")
    return before + tag + body + after if body else html + tag


class _Handler(BaseHTTPRequestHandler):
    """Answers the browser from a Preview."""

    protocol_version = "HTTP/1.1"
    preview: Preview

    def do_GET(self) -> None:
        if urlsplit(self.path).path == EVENTS:
            self._stream()
            return
        found = self.preview.page(self.path)
        if found is None:
            self.send_error(404, "there is no such file in the site")
            return
        kind, data = found
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Requests are not worth a line each."""

    def _stream(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        preview = self.preview
        sent: News | None = None
        try:
            while True:
                closed, now = preview.news(sent)
                if closed:
                    return
                self.wfile.write(b": here\n\n" if now == sent else _event(*now))
                self.wfile.flush()
                sent = now
        except (BrokenPipeError, ConnectionResetError):
            return


def _event(version: int, error: str) -> bytes:
    data = json.dumps({"version": version, "error": error})
    return f"event: version\ndata: {data}\n\n".encode()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that hangs up is no error; anything else is told as usual."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


def open_server(preview: Preview, port: int) -> ThreadingHTTPServer:
    """A server on 127.0.0.1; port 0 means any. Raises a Failure (FSM523) if it cannot have it."""
    handler = type("Handler", (_Handler,), {"preview": preview})
    try:
        return _Server((HOST, port), handler)
    except (OSError, OverflowError) as error:
        raise Failure((_busy(port, getattr(error, "strerror", None) or str(error)),)) from None


def _busy(port: int, cause: str) -> Diagnostic:
    return Diagnostic(
        code="FSM523",
        title=f"cannot serve on port {port}: {cause}",
        help="another program may use it: `--port 0` takes any that is free",
    )


def fingerprint(paths: Iterable[Path]) -> Fingerprint:
    """The files with their times and sizes: differs when one of them has changed or is gone."""
    found: list[tuple[str, int, int]] = []
    for path in sorted(set(paths)):
        try:
            status = path.stat()
            found.append((str(path), status.st_mtime_ns, status.st_size))
        except OSError:
            found.append((str(path), 0, -1))
    return tuple(found)


def watch(
    preview: Preview,
    paths: Callable[[], Iterable[Path]],
    before: Fingerprint,
    stop: threading.Event,
) -> None:
    """Refreshes the preview on every change of the files until `stop` is set."""
    while not stop.wait(PAUSE):
        now = fingerprint(paths())
        if now != before:
            preview.refresh()
            before = now
