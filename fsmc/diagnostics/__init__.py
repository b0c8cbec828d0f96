"""Diagnostics: findings as data, their codes and hints, and how they are shown."""

from fsmc.diagnostics.diagnostic import (
    Collector,
    Diagnostic,
    Failure,
    Fix,
    Label,
    Severity,
    Source,
    Span,
)

__all__ = [
    "Collector",
    "Diagnostic",
    "Failure",
    "Fix",
    "Label",
    "Severity",
    "Source",
    "Span",
]
