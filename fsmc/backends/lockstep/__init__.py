"""Replay: real input events in a real Chromium, compared with the model after each of them."""
