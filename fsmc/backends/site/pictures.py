"""Pictures: those that ship with a world, and drawings made from the names of missing ones."""

from __future__ import annotations

from pathlib import Path

from fsmc.backends.site.drawing import draw
from fsmc.model.domains import File
from fsmc.model.world import World


def picture_files(world: World) -> tuple[dict[str, str], dict[str, bytes]]:
    """Where the page finds each picture that a column names, and the files of the build.

    A picture that the world does not bring is drawn; the drawing depends on its name alone, and
    on the name of the row that shows it.
    """
    paths: dict[str, str] = {}
    files: dict[str, bytes] = {}
    titles = _titles(world)
    for picture in world.pictures:
        if picture.path is None:
            path = f"pictures/{_inside(picture.name).removesuffix('.svg')}.svg"
            data = draw(picture.name, titles.get(picture.name, "")).encode()
        else:
            path = f"pictures/{_inside(picture.path)}"
            data = (Path(world.folder) / picture.path).read_bytes()
        paths[picture.name] = path
        files[path] = data
    return paths, files


def _inside(name: str) -> str:
    """The path without the parts that would lead out of its folder."""
    return "/".join(p for p in name.replace("\\", "/").split("/") if p not in ("", ".", ".."))


def _titles(world: World) -> dict[str, str]:
    """For each picture the first text of the first row that has it."""
    found: dict[str, str] = {}
    for table in world.tables:
        texts = [c for c in table.columns if c.name in ("name", "title", "subject")]
        for column in table.columns:
            if isinstance(column.domain, File) and texts:
                for value, title in zip(column.values, texts[0].values, strict=True):
                    found.setdefault(str(value), str(title))
    return found
