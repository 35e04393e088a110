"""Organizing."""
