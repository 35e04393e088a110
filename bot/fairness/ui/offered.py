"""Where there is a Fairness button."""

from __future__ import annotations

from bot.fairness import chance
from bot.fairness.ui.buttons import ShowFairness
from bot.lobby.wanted import terms_of
from bot.ui import items
from storage.rows import Challenge, Match
from storage.seeks import Seek


def on_card(challenge: Challenge) -> list[items.Tap]:
    """The button on the card of a challenge; none where nothing is left to chance or no match will come."""
    return _button(challenge.id, chance.in_challenge(challenge)) if challenge.is_alive else []


def on_match(match: Match) -> list[items.Tap]:
    """The same of a match that has begun."""
    return _button(match.id, chance.in_match(match))


def on_search(seek: Seek) -> list[items.Tap]:
    """The same of an open search for an opponent."""
    return _button(seek.id, chance.of_terms(terms_of(seek)))


def _button(subject: str, left: str) -> list[items.Tap]:
    return [items.button("Fairness", ShowFairness(subject))] if left else []
