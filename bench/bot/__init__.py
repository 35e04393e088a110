"""Benchmark of the bot against a bare one: how long a tap takes, and what many at once cost."""
