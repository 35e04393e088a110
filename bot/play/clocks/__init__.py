"""Clocks of matches, and what pauses them."""
