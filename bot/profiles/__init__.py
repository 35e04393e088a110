"""Profiles of people."""
