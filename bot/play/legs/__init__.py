"""Matches of two legs."""
