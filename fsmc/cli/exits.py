"""The exit codes of every command."""

from __future__ import annotations

GOOD = 0
WRONG = 1  # the user's text or data is wrong
USAGE = 2
UNDETERMINED = 3  # a cap was hit, or the machine failed again and again
BUG = 70  # of fsmc
INTERRUPTED = 130
CLOSED = 141  # nobody reads the output any more, as after `| head`
