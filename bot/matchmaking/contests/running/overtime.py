"""What's announced of matches that run for too long."""

from __future__ import annotations

from bot.matchmaking.contests.log.terms import Terms
from games import GAMES

CLEAR = 0.8
"""From this chance on a match counts as won."""


def legs_of(terms: Terms) -> int:
    """How many legs each match has."""
    game = GAMES[terms.game]
    return game.legs(game.options(terms.options))


def days_of(terms: Terms) -> int:
    """After how many days a match is decided (0: never): two legs follow one another and have twice as
    long."""
    return terms.longest * legs_of(terms) if terms.longest else 0


def rule_in_words(terms: Terms) -> str:
    """What happens to a match that runs too long, for the card; empty where nothing does."""
    season = terms.kind == "league" and terms.season
    if not terms.longest and not season:
        return ""
    when = [f"after {days_of(terms)} days"] if terms.longest else []
    when += ["when the season ends"] if season else []
    match = "match" if legs_of(terms) == 1 else "match of two legs"
    after = f"A {match} that's still under way {' or '.join(when)} is decided for you: "
    if GAMES[terms.game].analyst is None:
        return after + "it's a draw."
    return after + (
        f"if both have begun to play and the analyst gives a side {CLEAR:.0%} or more, that side wins. "
        "Otherwise it's a draw."
    )
