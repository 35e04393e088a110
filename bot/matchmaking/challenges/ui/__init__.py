"""Challenges in Discord: commands, cards and buttons."""
