"""Puzzles: one best answer to a moment of a match; one a day for a server that wants it."""
