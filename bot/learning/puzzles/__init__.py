"""Puzzles: moments of matches with one best answer, and one a day for servers that want it."""
