"""Conditional moves: replies that players plan ahead."""
