"""Matches in the states that tests need, at a table of the kit or without Discord."""
