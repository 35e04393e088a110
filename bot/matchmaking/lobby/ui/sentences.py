"""Sentences of the lobby."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.core.terms import terms_of
from bot.core.time_controls import HOUR_SECONDS, TIME_CONTROLS
from bot.discord_kit.interactions.context import Interaction
from bot.discord_kit.requests.servers import servers_of
from bot.matchmaking.lobby.fit import STEP_SECONDS, reach
from bot.matchmaking.terms.search_request import Wanted
from bot.play.wording import matches
from games import GAMES
from storage.rows import Challenge
from storage.tables.seeks import Seek

_DAY_HOURS = 24
_LONG_HOURS = 71


def about(one: Wanted | Seek) -> str:
    """Return what a search is for: “**Decoy Patrol** · Standard · 3 days a turn · rated · …”."""
    where = "everywhere" if one.everywhere else "same server"
    said = (
        f"**{GAMES[one.game].title}**",
        one.preset,
        TIME_CONTROLS[one.pace].words,
        "rated" if one.rated else "casual",
        strength(one.spread),
        where,
    )
    return " · ".join(said)


def challenge(one: Challenge) -> str:
    """Return an open challenge in words: the game, the challenger, the sides and the terms."""
    game, seat = GAMES[one.game], one.challenger_seat
    sides = "random sides" if seat is None else f"they play {game.seats[seat]}"
    return f"**{game.title}** against <@{one.challenger}>, {sides}\n-# {matches.terms(terms_of(one))}"


def strength(spread: int | None) -> str:
    """Return in words how strong the opponent may be."""
    return "any strength" if spread is None else f"within {spread} points"


def waits(people: int, usual: int | None, title: str, where: str) -> str:
    """Return in words how many others wait (e.g. “everywhere”), and the usual wait, given in seconds."""
    return " ".join(filter(None, (_people(people, title, where), _usually(usual))))


def _people(number: int, title: str, where: str) -> str:
    if number == 0:
        return f"No one else is waiting for this kind of {title} match {where} right now."
    people = "1 other person is" if number == 1 else f"{number} other people are"
    return f"{people} waiting for {title} {where}."


def _usually(seconds: int | None) -> str:
    if seconds is None:
        return ""
    hours = -(-seconds // HOUR_SECONDS)
    if hours >= _LONG_HOURS:
        return "Lately, most searches ended without an opponent."
    return f"Lately, half of those who waited had an opponent within {_length(hours)}."


def _length(hours: int) -> str:
    if hours <= 1:
        return "an hour"
    return f"{hours} hours" if hours < 2 * _DAY_HOURS else f"{round(hours / _DAY_HOURS)} days"


def widening(seek: Seek, now: int) -> str:
    """Return how far from the person's rating a search looks now; empty if any opponent will do."""
    most = reach(seek, now)
    if most is None:
        return ""
    hours = STEP_SECONDS // HOUR_SECONDS
    near = f"I look within {most} points of it, and farther out every {hours} hours."
    return f"Your rating is {seek.rating}: {near}"


def visible(interaction: Interaction, challenges: Sequence[Challenge]) -> list[Challenge]:
    """Return the challenges whose cards the person can see; a doubtful one counts as hidden."""
    return [offer for offer in challenges if _sees(interaction, offer)]


def _sees(interaction: Interaction, challenge: Challenge) -> bool:
    if interaction.channel_id == challenge.channel:
        return True
    member, server = interaction.user, servers_of(interaction.client).get(interaction.guild_id)
    if not isinstance(member, discord.Member) or server is None or server.id != challenge.guild:
        return False
    # A thread may be private, so a challenge in one is shown nowhere else.
    place = server.get_channel(challenge.channel)
    if place is None or challenge.parent is not None:
        return False
    member.guild = server
    return place.permissions_for(member).view_channel
