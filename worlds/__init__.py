"""Worlds that ship with fsmc: one folder each, with data and expected numbers."""
