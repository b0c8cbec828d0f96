"""Training on worlds; it imports fsmc, never the other way."""
