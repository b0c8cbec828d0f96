"""Runs every benchmark: `python -m bench`."""

from bench import explore

if __name__ == "__main__":
    explore.main()
