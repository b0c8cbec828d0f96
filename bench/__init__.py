"""Comparisons against peers and limits: `make bench`. Ratios are measured in one run."""
