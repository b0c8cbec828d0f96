"""The shipped parser table is the one that the grammar gives, whatever the hash seed."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import pytest
from lark import Lark
from texts import EVERYTHING

from fsmc.resources import read_bytes
from fsmc.syntax.table import TABLE, build_parser, build_table, load_table


def test_the_shipped_table_is_up_to_date() -> None:
    assert build_table() == read_bytes("fsmc.grammars", TABLE), "run python -m fsmc.syntax.table"


@pytest.mark.parametrize("seed", ["1", "2"])
def test_the_table_does_not_depend_on_the_hash_seed(seed: str) -> None:
    program = (
        "import hashlib; from fsmc.syntax.table import build_table;"
        "print(hashlib.sha256(build_table()).hexdigest())"
    )
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    shipped = hashlib.sha256(read_bytes("fsmc.grammars", TABLE)).hexdigest()
    assert done.stdout.strip() == shipped


def test_the_grammar_has_no_conflicts() -> None:
    assert build_parser(strict=True)


def test_the_loaded_parser_is_the_built_one() -> None:
    loaded = Lark.load(load_table())
    assert loaded.parse(EVERYTHING, start="start") == build_parser().parse(
        EVERYTHING, start="start"
    )
