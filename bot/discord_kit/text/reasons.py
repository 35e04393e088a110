"""Words for why a match ended, to follow its result."""

from __future__ import annotations

from games import MatchReason

_ACTS = {
    MatchReason.RESIGNED.value: "by resignation",
    MatchReason.TIME.value: "on time",
    MatchReason.AGREED.value: "by agreement",
    MatchReason.ADJUDICATED.value: "by adjudication",
    MatchReason.ABORTED.value: "",
    MatchReason.CANCELLED.value: "",
}


def in_words(reason: str) -> str:
    """Return words such as “by resignation”, or a game's own reason; empty if the result already says it."""
    return _ACTS.get(reason, reason.replace("-", " "))


def of_act(reason: str) -> str:
    """Return words such as “by resignation”; empty for a game's own ending, which the game reports."""
    return _ACTS.get(reason, "")
