"""Lessons, puzzles, studies, and analyses."""
