"""The command line: one file a command, found through the table in `registry.py`."""
