"""Tournaments, leagues and ladders, each folded from its event log."""
