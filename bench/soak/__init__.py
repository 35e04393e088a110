"""Thousands of matches in one go, and what the process keeps of them."""
