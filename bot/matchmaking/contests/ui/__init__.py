"""Contests in Discord."""
