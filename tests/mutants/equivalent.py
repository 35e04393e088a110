"""Faults that change nothing anybody could notice, each with its reason; they aren't planted."""

from __future__ import annotations

EQUIVALENT: tuple[tuple[str, str, str], ...] = ()
"""A file, the change as the report shows it, and why it changes nothing."""
