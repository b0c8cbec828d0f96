"""Jinja templates: pages, widgets, themes, packages and the report."""
