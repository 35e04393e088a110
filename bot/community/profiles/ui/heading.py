"""What a profile begins with: the name, the ratings of all games, and medals."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord_kit.text import names
from bot.matchmaking.contests.reading.honors import Honor, counted, in_words
from bot.play.ratings.ratings import BOTS, games_of, strength
from games import GAMES
from storage.tables.ratings import Rating

_MEDALS = 3
"""So many are named."""
HIDDEN = "-# Your profile is hidden: only you can see it. `/settings` changes that."
_NOTHING = "No finished matches yet. Start with a challenge, or play the bot right away."


def heading(
    name: str, *, hidden: bool, ratings: Sequence[Rating], honors: Sequence[Honor], has_played: bool
) -> list[str]:
    """The name, the ratings of all games, and medals."""
    lines = [f"### {names.shown(name)}"]
    lines += [HIDDEN] if hidden else []
    lines += [_rating(rating) for rating in ratings]
    lines += _honors(honors)
    return lines if has_played else [*lines, _NOTHING]


def _honors(honors: Sequence[Honor]) -> list[str]:
    """The latest medals, one line each, and how many there are where there are more."""
    lines = [f"{one.medal} {names.shown(one.name)}{_of_what(one)}" for one in honors[:_MEDALS]]
    if len(honors) > _MEDALS:
        every = " ".join(f"{medal} {number}" for medal, number in counted(honors).items())
        lines.append(f"-# Medals in all: {every}")
    return lines


def _of_what(honor: Honor) -> str:
    words = in_words(honor)
    return f" · {words}" if words else ""


def _rating(rating: Rating) -> str:
    return f"{title(rating.game, rating.pool, '**')} · {strength(rating)} · {games_of(rating)}"


def title(game: str, pool: str, strong: str = "") -> str:
    """The name of a game, and that it's about matches against the bot."""
    against = ", against the bot" if pool == BOTS and GAMES[game].supports_pvp else ""
    return f"{strong}{GAMES[game].title}{strong}{against}"
