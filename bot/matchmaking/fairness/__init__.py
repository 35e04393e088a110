"""Proof that what's left to chance in a match was fair."""
