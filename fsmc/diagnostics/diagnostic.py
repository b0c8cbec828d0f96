"""What a diagnostic is: plain frozen values, made by every phase and printed by none."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of one source text: `file`, and character offsets `start` (in) to `end` (out)."""

    file: str
    start: int
    end: int

    def to(self, other: Span) -> Span:
        """The smallest span that covers both; both must lie in one file."""
        return Span(self.file, min(self.start, other.start), max(self.end, other.end))


class Severity(str, Enum):
    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Label:
    """A second place that matters, with a few words on why."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """An edit that would work: replace `span` by `replacement`."""

    title: str
    span: Span
    replacement: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. `title` says what is wrong in the author's words, `label` why at `span`."""

    code: str
    title: str
    span: Span | None = None
    label: str = ""
    related: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    help: str = ""
    fix: Fix | None = None
    severity: Severity = Severity.ERROR


@dataclass(frozen=True, slots=True)
class Source:
    """A text that spans point into; `file` is the name that spans carry."""

    file: str
    text: str


class Failure(Exception):
    """A phase could not go on. Carries all its diagnostics; the CLI prints them and exits 1.

    `undetermined`: the machine is to blame and nothing is known of the world; the CLI exits 3.
    """

    def __init__(self, diagnostics: tuple[Diagnostic, ...], undetermined: bool = False) -> None:
        super().__init__("; ".join(f"{d.code}: {d.title}" for d in diagnostics))
        self.diagnostics = diagnostics
        self.undetermined = undetermined


@dataclass(slots=True)
class Collector:
    """Gathers the diagnostics of one phase."""

    found: list[Diagnostic] = field(default_factory=list)

    def add(self, diagnostic: Diagnostic) -> None:
        if diagnostic not in self.found:
            self.found.append(diagnostic)

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        return tuple(d for d in self.found if d.severity is Severity.ERROR)

    def stop_on_errors(self) -> None:
        """Raises Failure with all findings when one of them is an error."""
        if self.errors:
            raise Failure(tuple(self.found))
