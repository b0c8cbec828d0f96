"""The report back end: what a run found, as one self-contained page that people like to read."""

from fsmc.backends.report.build import build

__all__ = ["build"]
