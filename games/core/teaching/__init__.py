"""Attempts at exercises, and analyses of matches, for every game."""
