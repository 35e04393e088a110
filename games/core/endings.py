"""Words for ends that players, a clock or an official bring about: one place for texts and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from games.core.game import MatchReason

HOW: Mapping[str, str] = MappingProxyType(
    {
        MatchReason.RESIGNED.value: "by resignation",
        MatchReason.TIME.value: "on time",
        MatchReason.AGREED.value: "by agreement",
        MatchReason.ADJUDICATED.value: "by adjudication",
    }
)
"""Words to follow a result, by the reason in records."""
VOID: Mapping[str, str] = MappingProxyType(
    {MatchReason.ABORTED.value: "Aborted", MatchReason.CANCELLED.value: "Canceled"}
)
"""Words for a match without a result."""


def describe_act(reason: str, winner: str | None, loser: str | None = None) -> str | None:
    """Return a picture's line, such as “White wins: Black resigned”, “Drawn by agreement”, or “Canceled”.

    Args:
        reason: The reason in records.
        winner: The winner's name; None for a draw or no result.
        loser: The loser's name, for a resignation.

    Returns:
        The line, or None if the game itself ended the match.
    """
    if reason in VOID:
        return VOID[reason]
    if reason not in HOW:
        return None
    if winner is None:
        return f"Drawn {HOW[reason]}"
    if reason == MatchReason.RESIGNED.value and loser is not None:
        return f"{winner} wins: {loser} resigned"
    return f"{winner} wins {HOW[reason]}"
