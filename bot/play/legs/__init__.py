"""Legs."""
