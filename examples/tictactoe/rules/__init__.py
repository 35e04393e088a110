"""The rules: what may be played, and what follows from it."""
