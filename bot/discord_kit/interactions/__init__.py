"""Interactions."""
