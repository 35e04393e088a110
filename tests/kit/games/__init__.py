"""Helpers for any game, shared by tests of several folders."""
