"""Tournaments, leagues and ladders. Each is an event log, and everything else follows from it."""
