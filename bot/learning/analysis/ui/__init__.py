"""Analyses in Discord."""
