"""Whole seasons of contests, played by levels through the playground."""
