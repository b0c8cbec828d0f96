"""Engines that give the value of expressions: the kernel, printed Python, printed JavaScript."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass

from fsmc.backends.replay.chromium import require_chromium
from fsmc.kernel.evaluate import evaluate
from fsmc.model.domains import Value
from fsmc.model.expr import Expr
from fsmc.model.world import State, World
from fsmc.printers.javascript import PRINTER, literal
from fsmc.printers.python import predicate
from fsmc.resources import read_text


@dataclass(frozen=True, slots=True)
class Question:
    """An expression without free names, and the states it is asked in."""

    expr: Expr
    states: tuple[State, ...]


Answers = list[list[Value]]
"""For each question the value in each of its states."""


def by_kernel(world: World, questions: Sequence[Question]) -> Answers:
    """The reference."""
    return [[evaluate(world, q.expr, state, {}) for state in q.states] for q in questions]


def by_python(world: World, questions: Sequence[Question]) -> Answers:
    """The printed Python."""
    answers: Answers = []
    for question in questions:
        function = predicate(world, question.expr)
        answers.append([function(state) for state in question.states])
    return answers


def by_javascript(world: World, questions: Sequence[Question]) -> Answers:
    """The printed JavaScript, all in one process of Node, else in one page of Chromium."""
    program = javascript(world, questions)
    node = shutil.which("node") or shutil.which("nodejs")
    if node is not None:
        script = program + "\nprocess.stdout.write(JSON.stringify(answers));"
        done = subprocess.run([node, "-"], input=script, capture_output=True, text=True, check=True)
        text = done.stdout
    else:
        text = asyncio.run(_in_chromium(program))
    return [[_value(v) for v in row] for row in json.loads(text)]


def javascript(world: World, questions: Sequence[Question]) -> str:
    """A script that computes `answers`. It uses no more than a page of ours has."""
    tables = {t.name: {c.name: c.values for c in t.columns} for t in world.tables}
    rows = [
        f"[(s) => {PRINTER.print(q.expr)}, {literal(q.states)}]".replace("\n", " ")
        for q in questions
    ]
    helpers = read_text("fsmc.printers", "javascript_helpers.js")
    return (
        f"{helpers}\nconst T = {literal(tables)};\nconst questions = [\n"
        + ",\n".join(rows)
        + "\n];\nconst answers = questions.map(([f, states]) => states.map((s) => f(s)));"
    )


async def _in_chromium(program: str) -> str:
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=str(require_chromium()), args=["--no-sandbox"]
        )
        page = await browser.new_page()
        found: str = await page.evaluate(f"() => {{ {program}\nreturn JSON.stringify(answers); }}")
        await browser.close()
        return found


def _value(data: object) -> Value:
    if isinstance(data, list):
        return tuple(_value(v) for v in data)
    assert data is None or isinstance(data, bool | int | str)
    return data


def alike(a: Value, b: Value) -> bool:
    """Equal, and of one kind: true is not 1."""
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(alike(x, y) for x, y in zip(a, b, strict=True))
    return type(a) is type(b) and a == b
