"""Texts for Discord: safe markdown, names, and reasons for a match's end."""
