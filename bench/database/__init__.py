"""Benchmarks of the database: how long a tap's transactions take, and with how many rows."""
