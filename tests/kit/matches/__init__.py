"""Matches at a table of the kit or without Discord, in the states that tests need."""
