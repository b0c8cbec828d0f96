"""Agents that act in worlds; they import fsmc, never the other way."""
