"""The files of a site: complete, escaped, without outside addresses, and always the same bytes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from html.parser import HTMLParser
from pathlib import Path

import pytest

from fsmc.backends.site import BACKEND
from fsmc.backends.site.script import Code, write
from fsmc.diagnostics import Failure
from fsmc.model.world import World

Make = Callable[[str], World]
SHOP = Path(__file__).parents[4] / "worlds" / "corner_shop" / "corner_shop.fsm"


@pytest.fixture(scope="module")
def files(shop: World) -> Mapping[str, bytes]:
    return BACKEND.build(shop, BACKEND.options())


def test_the_files(files: Mapping[str, bytes]) -> None:
    assert list(files) == [
        "index.html", "app.css", "world.js", "runtime.js",
        "pictures/tea.svg", "pictures/mug.svg", "pictures/strainer.svg",
    ]  # fmt: skip


def test_it_is_registered() -> None:
    from importlib.metadata import entry_points

    (found,) = entry_points(group="fsmc.backends", name="site")
    assert found.load() is BACKEND


def test_nothing_points_outside(files: Mapping[str, bytes], widgets: World) -> None:
    for path, data in {**files, **BACKEND.build(widgets, BACKEND.options())}.items():
        text = data.decode().replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?:|@import|//[a-z]+\.", text), path


def test_no_clock_no_chance_no_timer(files: Mapping[str, bytes]) -> None:
    code = files["runtime.js"].decode() + files["world.js"].decode()
    for word in (
        "Date.now",
        "new Date()",
        "Math.random",
        "setTimeout",
        "setInterval",
        "fetch(",
        "eval(",
    ):
        assert word not in code


def test_texts_of_the_world_are_escaped(compiled: Make) -> None:
    world = compiled("""
        table T { name: text  row x { name: "</script><b>'\\"" } }
        page home "<i>&" {
          list t in T { show t.name  action go "<u>{t.name}" { says "</script>" } }
        }
    """)
    built = BACKEND.build(world, BACKEND.options())
    assert b"</script><b>" not in built["world.js"]
    assert b"<i>" not in built["index.html"]
    assert b"&lt;i&gt;&amp;" in built["index.html"]


class Ids(HTMLParser):
    """Counts ids that are written into the page as they stand."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value for name, value in attrs if name == "id" and value]


def test_static_ids_are_unique(files: Mapping[str, bytes]) -> None:
    parser = Ids()
    parser.feed(files["index.html"].decode())
    assert len(set(parser.ids)) == len(parser.ids)


def test_tables_cannot_end_a_script() -> None:
    assert write("</script>") == '"\\u003c/script>"'
    assert (
        write({"a": [1, None, True, Code("(s) => s[0]")]}) == '{"a": [1, null, true, (s) => s[0]]}'
    )


def test_the_same_bytes_whatever_the_hash_seed(files: Mapping[str, bytes]) -> None:
    program = (
        "import hashlib, json; from fsmc.compile import load;"
        "from fsmc.backends.site import BACKEND;"
        f"built = BACKEND.build(load({str(SHOP)!r}), BACKEND.options());"
        "print(json.dumps({k: hashlib.sha256(v).hexdigest() for k, v in built.items()}))"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", program], env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "77")
    ]  # fmt: skip
    assert runs[0] == runs[1]
    assert list(json.loads(runs[0])) == list(files)


def test_states_are_read_back(shop: World) -> None:
    assert BACKEND.observe(shop, json.loads(json.dumps(shop.initial))) == shop.initial
    with pytest.raises(ValueError, match="11 values"):
        BACKEND.observe(shop, [1, 2])


def test_a_world_that_the_site_cannot_show_is_not_built(compiled: Make) -> None:
    world = compiled('page home "Home" { action a { by click button "A" pinned "a > b" } }')
    with pytest.raises(Failure, match="FSM310"):
        BACKEND.build(world, BACKEND.options())


def test_pictures_of_the_world_are_taken_as_they_are(tmp_path: object, compiled: Make) -> None:
    from pathlib import Path

    from fsmc.compile import load

    folder = Path(str(tmp_path))
    (folder / "t.csv").write_text("id,name,pic\nx,X,x.png\ny,Y,y.png\n")
    (folder / "x.png").write_bytes(b"PNG")
    text = 'world w "W"\nstart home\n'
    text += 'table T from "t.csv" { key id  id: text  name: text  pic: file }\n'
    (folder / "w.fsm").write_text(text + 'page home "H" { list t in T { show t.name, t.pic } }\n')
    built = BACKEND.build(load(folder / "w.fsm"), BACKEND.options())
    assert built["pictures/x.png"] == b"PNG"
    assert built["pictures/y.png.svg"].startswith(b"<svg")
