"""The front end: text to syntax tree and back."""
