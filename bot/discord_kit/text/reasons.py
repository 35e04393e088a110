"""Words for why a match ended, to follow its result."""

from __future__ import annotations

from games.core.endings import HOW, VOID


def in_words(reason: str) -> str:
    """Return words such as “by resignation”, or a game's own reason; empty if the result already says it."""
    return "" if reason in VOID else HOW.get(reason, reason.replace("-", " "))


def of_act(reason: str) -> str:
    """Return words such as “by resignation”; empty for a game's own ending, which the game reports."""
    return HOW.get(reason, "")
