"""Servers at a table, with people in roles."""
