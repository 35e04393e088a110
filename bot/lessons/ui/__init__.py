"""Lessons in Discord."""
