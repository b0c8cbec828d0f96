"""Printers: expressions as code and as sentences. They change spelling, never meaning."""
