"""Compliments between players, and hearts for them."""
