"""The kernel: what a world means. Slow and obvious; every engine is compared with it."""
