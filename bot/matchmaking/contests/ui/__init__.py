"""Contests in Discord: the command, screens, panels and messages."""
