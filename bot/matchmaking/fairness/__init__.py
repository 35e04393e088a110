"""Proof that what is left to chance in a match was fair."""
