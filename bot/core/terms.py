"""On what terms a match is offered."""

from __future__ import annotations

_DAY_SECONDS = 86_400
OPEN_SECONDS = 7 * _DAY_SECONDS
"""So long an offer waits."""
REMATCH_SECONDS = 30 * _DAY_SECONDS
"""A request for a rematch waits for an opponent who is away, and longer than any holiday lasts."""
