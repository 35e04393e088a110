"""Why matches ended, in words that follow a result."""

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
    """“by resignation”, or a game's own word for it; empty where the result has said it already."""
    return _ACTS.get(reason, reason.replace("-", " "))


def of_act(reason: str) -> str:
    """The same of an act of the match alone: a game tells its own ends itself, so there it is empty."""
    return _ACTS.get(reason, "")
