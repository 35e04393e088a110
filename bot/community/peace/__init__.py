"""Blocks between people, and limits on what a person may have open."""
