"""Pairs of worlds that one seat cannot tell apart, for each game."""
