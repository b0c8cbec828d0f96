"""Builds the site of a world: from view tree to files, as a pure function."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass

from fsmc.backends.base import Artifacts
from fsmc.backends.site.drawing import mark
from fsmc.backends.site.expressions import Expressions
from fsmc.backends.site.pictures import picture_files
from fsmc.backends.site.render import render
from fsmc.backends.site.script import world_script
from fsmc.backends.site.theme import accent_of, stylesheet
from fsmc.backends.site.views import site_of
from fsmc.model.world import World
from fsmc.printers.javascript import JavaScript
from fsmc.resources import read_text

RUNTIME = ("1_state", "2_blocks", "3_widgets", "4_routes", "5_input", "6_shell", "7_api")


@dataclass(frozen=True, slots=True)
class SiteOptions:
    """How the site is built."""


def build_site(world: World, options: SiteOptions) -> Artifacts:
    """The files of the site: index.html, app.css, world.js, runtime.js and pictures."""
    del options
    site = site_of(world)
    x = Expressions(JavaScript())
    paths, pictures = picture_files(world)
    icon = (
        "data:image/svg+xml;base64,"
        + b64encode(mark(world.title, accent_of(world.name).base).encode()).decode()
    )
    index = render(site, x, paths, icon)
    return {
        "index.html": index,
        "app.css": stylesheet(world.name),
        "world.js": world_script(site, x, paths),
        "runtime.js": runtime(),
        **pictures,
    }


def runtime() -> bytes:
    """The text of runtime.js: its parts, in order, in one scope of their own."""
    parts = [read_text("fsmc.templates", f"site/runtime/{name}.js") for name in RUNTIME]
    return ('(() => {\n"use strict";\n' + "\n".join(parts) + "})();\n").encode()
