"""Handling of interactions: dispatch, deduplication, answers, and what features register."""
