"""Dealing."""
