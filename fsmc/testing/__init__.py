"""Strategies for tests of worlds: ours and those of people who extend fsmc."""
