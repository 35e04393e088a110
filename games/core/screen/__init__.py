"""Scenes, prompts, pages, briefings, advice, and stories as plain data."""
