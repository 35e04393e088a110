"""Lessons, tips, and the pages of the rules."""
