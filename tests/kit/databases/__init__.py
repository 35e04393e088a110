"""Databases with something in them, and what befalls them."""
