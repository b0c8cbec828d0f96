"""Where a world's files come from: its folder, read once, with what was read kept for spans."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from fsmc.diagnostics import Source, Span
from fsmc.diagnostics.suggest import closest
from fsmc.model.scope import Ground, Unresolved
from fsmc.syntax import tree as t


@dataclass(slots=True)
class Files:
    """Texts by name; `folder` None means that nothing can be read (a world from a string)."""

    folder: Path | None
    sources: dict[str, Source] = field(default_factory=dict)

    def read(self, written: t.Quoted, ground: Ground) -> tuple[str, str]:
        """The file's name for spans and its text. Refuses what is missing or no UTF-8 (FSM501)."""
        name, span = written.text, written.span
        path = None if self.folder is None or "\0" in name else self.folder / name
        if path is None:
            raise self._missing(name, span, ground, [])
        shown = str(path)
        if shown in self.sources:
            return shown, self.sources[shown].text
        try:
            text = path.read_bytes().decode("utf-8-sig")
        except FileNotFoundError:
            near = sorted(p.name for p in path.parent.glob("*")) if path.parent.is_dir() else []
            raise self._missing(name, span, ground, near) from None
        except UnicodeDecodeError as error:
            raise ground.refuse(
                "FSM501",
                f"`{name}` is not UTF-8 text",
                span,
                f"byte {error.start} cannot be read",
                help="save the file as UTF-8",
            ) from None
        except OSError as error:
            raise ground.refuse(
                "FSM501", f"cannot read `{name}`: {error.strerror}", span, "not readable"
            ) from None
        self.sources[shown] = Source(shown, text)
        return shown, text

    def _missing(self, name: str, span: Span, ground: Ground, near: list[str]) -> Unresolved:
        found = closest(name, near)
        return ground.refuse(
            "FSM501",
            f"there is no file `{name}`",
            span,
            "not found in the world's folder",
            help=f"did you mean `{found}`?" if found else "paths are relative to the world's file",
        )
