"""Filled databases, and damage to them."""
