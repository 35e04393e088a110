"""Faults without any noticeable effect, each with its reason; they aren't planted."""

from __future__ import annotations

EQUIVALENT: tuple[tuple[str, str, str], ...] = ()
"""File, change as shown in the report, and why it has no effect."""
