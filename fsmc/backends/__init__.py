"""Back ends: each turns a world into something that runs, and reads its state back out of it."""
