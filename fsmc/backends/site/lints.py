"""What the site cannot do for a world, found before anything is built: FSM310 to FSM315."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fsmc.backends.site import ids
from fsmc.backends.site.gestures import subtree
from fsmc.backends.site.parts import Vertex, Widget
from fsmc.backends.site.views import Site, site_of
from fsmc.diagnostics import Collector, Diagnostic, Label, Severity, Span
from fsmc.diagnostics.suggest import closest
from fsmc.model.expr import Const
from fsmc.model.world import Gui, Step, World

TEXT_ROLES = ("textbox", "searchbox", "textarea", "combobox", "spinbutton")
KEYS = (
    "Enter",
    "Escape",
    "Space",
    "Backspace",
    "Delete",
    "Home",
    "End",
    "PageUp",
    "PageDown",
    "ArrowUp",
    "ArrowDown",
    "ArrowLeft",
    "ArrowRight",
    *(f"F{n}" for n in range(1, 13)),
)
MODIFIERS = ("Control", "Alt", "Shift", "Meta")
OWNED = frozenset(
    {"F5", "F11", "F12", "Alt+ArrowLeft", "Alt+ArrowRight", "Alt+F4", "Alt+Home"}
    | {f"{m}+{key}" for m in ("Control", "Meta") for key in "lnqrtw"}
)
"""What a browser with a window does itself: reload, go back, open and close tabs."""


def check_site(world: World) -> tuple[Diagnostic, ...]:
    """All findings; errors are what cannot be built, warnings what may not be as one thinks."""
    site = site_of(world)
    collector = Collector()
    for found in (
        *_pins(site),
        *_twice(site),
        *_gestures(site),
        *_beginnings(site),
        *_fields(site),
    ):
        collector.add(found)
    return tuple(collector.found)


def _pins(site: Site) -> Iterator[Diagnostic]:
    for vertex, frame in site.numbers.vertices:
        for pinned in (vertex.step.pinned, vertex.step.pinned_to):
            if pinned is None or ids.pinned_classes(pinned):
                continue
            span = vertex.step.span
            if ids.pinned_id(pinned) is None:
                yield Diagnostic(
                    "FSM310",
                    f"the site cannot give a widget the selector `{pinned}`",
                    span,
                    "neither an id nor classes",
                    help='a pinned selector is one id, `"#name"`, or classes, `".name"`',
                )
            elif frame.variables:
                yield Diagnostic(
                    "FSM311",
                    f"every row would have the id `{pinned}`",
                    span,
                    f"repeated for each `{frame.variables[-1].name}`",
                    help=f'pin a class instead, `".{pinned[1:]}"`, or leave the selector out',
                )


def _twice(site: Site) -> Iterator[Diagnostic]:
    """Two widgets of one place that would have one id, or one pinned class."""
    seen: dict[tuple[str, str], list[Widget]] = {}
    for widget in site.numbers.widgets:
        name = f"#{widget.id}"
        if ids.pinned_id(widget.pinned) is None and ids.pinned_classes(widget.pinned):
            name = str(widget.pinned)
        for other in seen.setdefault((widget.frame.place, name), []):
            if _together(widget, other):
                yield Diagnostic(
                    "FSM311",
                    f"two widgets of one page have the selector `{name}`",
                    _span(widget),
                    "this one",
                    related=tuple(
                        Label(s, "and this one") for s in (_span(other),) if s is not None
                    ),
                    help="pin different selectors; or one role and label, to make them one widget",
                )
        seen[widget.frame.place, name].append(widget)


def _span(widget: Widget) -> Span | None:
    return next((v.step.span for v in widget.vertices if v.step.span), widget.span)


def _together(a: Widget, b: Widget) -> bool:
    """Whether both can be there at once: what different gestures reveal never is."""
    above_a, above_b = _above(a.revealed), _above(b.revealed)
    return a.revealed in (*above_b, None) or b.revealed in (*above_a, None)


def _above(vertex: Vertex | None) -> list[Vertex]:
    found: list[Vertex] = []
    while vertex is not None:
        found.append(vertex)
        vertex = vertex.parent
    return found


def _gestures(site: Site) -> Iterator[Diagnostic]:
    for vertex, _ in site.numbers.vertices:
        step = vertex.step
        if step.verb == "fill" and step.target is not None and step.target.role not in TEXT_ROLES:
            near = closest(step.target.role, TEXT_ROLES)
            yield Diagnostic(
                "FSM313",
                f"nobody can write into a {step.target.role}",
                step.span,
                "`fill` needs a text box",
                help=f"did you mean `{near}`?"
                if near
                else "`fill` goes with " + ", ".join(TEXT_ROLES),
            )
        if step.verb == "press":
            yield from _key(step)


def _key(step: Step) -> Iterator[Diagnostic]:
    if not isinstance(step.text, Const) or not isinstance(step.text.value, str):
        return
    if step.text.value in OWNED:
        yield Diagnostic(
            "FSM315",
            f"`{step.text.value}` belongs to the browser",
            step.span,
            "no page gets this key",
            help="choose another key",
        )
        return
    *modifiers, key = re.split(r"\+(?=.)", step.text.value)
    known: tuple[str, ...] = KEYS
    if len(key) == 1 or key in KEYS:
        wrong = next((m for m in modifiers if m not in MODIFIERS), None)
        if wrong is None:
            return
        known, key = MODIFIERS, wrong
    near = closest(key, known)
    yield Diagnostic(
        "FSM315",
        f"no key is called `{key}`" if key != "Tab" else "`Tab` moves on in a page",
        step.span,
        "not a key that a page can use",
        help=f"did you mean `{near}`?"
        if near
        else "keys are single signs and " + ", ".join(KEYS[:9]) + ", …",
    )


def _beginnings(site: Site) -> Iterator[Diagnostic]:
    """A gesture that takes a transition and begins a longer route, or another gesture."""
    for vertex, _ in site.numbers.vertices:
        later = [v for v in subtree(vertex)[1:] if v.finals]
        if vertex.finals and later:
            yield _hidden(site, vertex, later[0])
        if vertex.widget is None or vertex.verb not in ("double_click", "click"):
            continue
        first = "click" if vertex.verb == "double_click" else "hover"
        for other in vertex.widget.vertices:
            if other.verb == first and other.parent is vertex.parent and other.finals:
                yield _hidden(site, other, vertex)


def _hidden(site: Site, first: Vertex, second: Vertex) -> Diagnostic:
    one = site.world.transitions[first.finals[0].transition].label
    calls = [c for v in subtree(second) for c in v.finals]
    two = site.world.transitions[calls[0].transition].label
    span = second.step.span
    related = () if first.step.span is None else (Label(first.step.span, f"`{one}` is done here"),)
    return Diagnostic(
        "FSM312",
        f"`{two}` cannot be done where `{one}` can",
        span,
        "begins with a gesture that is already taken",
        related=related,
        severity=Severity.WARNING,
        help="begin the routes with different widgets, or let only one be possible at a time",
    )


def _fields(site: Site) -> Iterator[Diagnostic]:
    seen: list[int] = []
    for bound in site.fields:
        surface = site.world.transitions[bound.field.transition].surface
        if isinstance(surface, Gui) and surface.routes and bound.field.transition not in seen:
            seen.append(bound.field.transition)
            span = surface.routes[0][0].span
            yield Diagnostic(
                "FSM314",
                f"a {bound.field.widget} has its own gestures",
                span,
                "this `by` is not used",
                severity=Severity.WARNING,
                help="leave `by` out, or write an action with `by` in place of the field",
            )
