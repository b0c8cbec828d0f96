"""Builds the report: one page that carries its styles, its script and its images."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from jinja2 import BaseLoader, Environment, StrictUndefined, TemplateNotFound
from markupsafe import Markup

from fsmc.backends.report.data import Coverage, Frame, Mark, ReportData
from fsmc.backends.report.map import draw_map
from fsmc.backends.report.numbers import grouped, percent
from fsmc.backends.report.pictures import Pictures
from fsmc.resources import read_text

TEMPLATES = "fsmc.templates"
SIGNS = {Mark.GOOD: "✓", Mark.BAD: "✗", Mark.WARNING: "!", Mark.UNKNOWN: "?"}


def build(data: ReportData) -> str:
    """The report as one HTML text. Same data, same text; nothing outside it is ever asked for."""
    pictures = Pictures()
    environment = Environment(
        loader=_Shipped(),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"grouped": grouped, "sign": SIGNS.__getitem__, "ticked": _ticked}
    body = environment.get_template("body.html.j2").render(
        data=data,
        sections=_sections(data),
        map=Markup(draw_map(data.pages, data.page_edges, data.start)),
        coverage=[_Bar.of(c) for c in data.coverage],
        largest=max((s.states for s in data.space), default=1) or 1,
        frame=lambda frame: _frame(frame, pictures),
        once=lambda condition: ((),) if condition else (),
    )
    return environment.get_template("report.html.j2").render(
        title=data.title,
        styles=Markup(read_text(TEMPLATES, "report/report.css") + pictures.styles),
        script=Markup(read_text(TEMPLATES, "report/report.js")),
        body=Markup(body),
    )


class _Shipped(BaseLoader):
    """Templates from the package data."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, None]:
        try:
            return read_text(TEMPLATES, f"report/{template}"), None, None
        except FileNotFoundError:
            raise TemplateNotFound(template) from None


def _sections(data: ReportData) -> list[tuple[str, str]]:
    """The parts that have something to say: anchor and heading."""
    parts: list[tuple[str, str, object]] = [
        ("failures", "Failures", data.failures),
        ("map", "Map", data.pages),
        ("coverage", "Coverage", data.coverage),
        ("goals", "Goals", data.goals),
        ("trajectories", "Trajectories", data.strips),
        ("properties", "Properties", data.properties or data.findings),
        ("space", "State space", data.space),
        ("environment", "Environment", True),
    ]
    return [(anchor, heading) for anchor, heading, there in parts if there]


@dataclass(frozen=True, slots=True)
class _Bar:
    """A row of the coverage table with the widths of its bar in per cent."""

    name: str
    note: str
    checked: str
    share: str
    failed: str
    good: float
    bad: float
    mark: Mark

    @staticmethod
    def of(row: Coverage) -> _Bar:
        whole = max(1, row.total)
        passed = row.checked - row.failed
        mark = Mark.BAD if row.failed else Mark.GOOD if row.checked == row.total else Mark.UNKNOWN
        return _Bar(
            row.name,
            row.note,
            f"{grouped(row.checked)} of {grouped(row.total)}",
            percent(row.checked, row.total),
            grouped(row.failed),
            round(100 * passed / whole, 2),
            round(max(100 * row.failed / whole, 1.5 if row.failed else 0), 2),
            mark,
        )


def _ticked(text: str) -> Markup:
    """A text in which `…` marks code."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return Markup(escape(text))
    return Markup(
        "".join(f"<code>{escape(p)}</code>" if i % 2 else escape(p) for i, p in enumerate(parts))
    )


def _frame(frame: Frame, pictures: Pictures) -> Markup:
    """A screenshot with the element and the point of the gesture marked on it."""
    width, height = frame.size
    marks = ""
    if frame.box is not None:
        x, y, w, h = frame.box
        marks += (
            f'<i class="box" style="left:{_part(x, width)};top:{_part(y, height)};'
            f'width:{_part(w, width)};height:{_part(h, height)}"></i>'
        )
    if frame.point is not None:
        x, y = frame.point
        marks += f'<i class="dot" style="left:{_part(x, width)};top:{_part(y, height)}"></i>'
    picture = "none" if frame.image is None else pictures.show(frame.image)
    label = escape(f"{frame.place}: {frame.caption}")
    return Markup(
        f'<div class="shot {picture}" style="aspect-ratio:{width}/{height}" role="img" '
        f'aria-label="{label}">{marks}</div>'
    )


def _part(size: float, whole: float) -> str:
    return f"{100 * size / whole:.2f}%"
