"""Pairs of worlds that one seat can't tell apart, for each game."""
