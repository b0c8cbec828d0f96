"""`fsmc serve FILE`: a preview of the site in the browser that reloads when the world changes."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from fsmc.cli.output import Output, current, read_sources
from fsmc.cli.preview import HOST, Preview, fingerprint, open_server, watch
from fsmc.cli.worlds import world_file
from fsmc.compile import Compiled, compile_file
from fsmc.diagnostics import Failure
from fsmc.diagnostics.render import render_text

PORT = 8000


def command(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="The world (.fsm).")],
    port: Annotated[
        int, typer.Option(help="The port; 0 takes any that is free.", min=0, max=65_535)
    ] = PORT,
) -> None:
    """Preview the site in your browser; it reloads when the world changes."""
    file = world_file(file)
    session = _Session(file, current(context))
    preview = Preview(session.build, session.tell, {})
    server = open_server(preview, port)
    before = fingerprint(session.files())
    preview.refresh()
    address = f"http://{HOST}:{server.server_address[1]}/"
    session.console.print(f"[bold]{file}[/] is at [bold cyan]{address}[/]  (Ctrl-C ends)")
    stop = threading.Event()
    arguments = (preview, session.files, before, stop)
    watcher = threading.Thread(target=watch, args=arguments, daemon=True)
    watcher.start()
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        session.console.print()
    finally:
        stop.set()
        preview.close()
        server.server_close()
        watcher.join()


class _Session:
    """Builds one world again and again, and tells the terminal how it went."""

    def __init__(self, file: Path, output: Output) -> None:
        self.console = Console(highlight=False)
        self._file = file
        self._output = output
        self._compiled: Compiled | None = None
        self._builds = 0

    def files(self) -> tuple[Path, ...]:
        """What the world was read from, and the tables and texts beside it."""
        beside = [p for p in self._file.parent.glob("*") if p.suffix in (".fsm", ".csv")]
        if self._compiled is None:
            return (self._file, *beside)
        world = self._compiled.world
        pictures = [Path(world.folder) / p.path for p in world.pictures if p.path is not None]
        read = [Path(source.file) for source in self._compiled.sources]
        return (self._file, *beside, *pictures, *read)

    def build(self) -> Mapping[str, bytes]:
        from fsmc.backends.site import BACKEND

        compiled = compile_file(self._file)
        self._compiled = compiled
        return BACKEND.build(compiled.world, BACKEND.options())

    def tell(self, failure: Failure | None) -> str:
        """Reports errors (their text is given back for the page), or warnings and a new build."""
        self._output.sources.clear()
        self._builds += 1
        if failure is not None:
            self._output.report(failure.diagnostics)
            return render_text(failure.diagnostics, read_sources(failure.diagnostics), width=110)
        assert self._compiled is not None
        self._output.sources.update({s.file: s for s in self._compiled.sources})
        self._output.report(self._compiled.diagnostics)
        if self._builds > 1:
            self.console.print("[green]✓[/] built anew")
        return ""
