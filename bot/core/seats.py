"""Players, places, and checks that come before everything else, such as whether a match still continues."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

import msgspec

from bot.core.errors import Onlooker, Unknown, UserError
from bot.core.match_state import MatchState
from games import GAMES, AnyGame
from storage.engine.handle import Writer
from storage.tables import people


def require_seat(state: MatchState, person: int) -> int:
    """Return the person's seat; raise Onlooker if they aren't a player."""
    seat = state.seat_of(person)
    if seat is None:
        raise Onlooker(state.match.guild)
    return seat


def check_visible(state: MatchState, person: int, guild: int | None) -> None:
    """Raise Unknown for a person who isn't a player or on the match's server, as if there were no match."""
    if state.seat_of(person) is None and (guild is None or state.match.guild != guild):
        raise Unknown


def still_open(state: MatchState) -> None:
    """Raise UserError if the match has ended."""
    if state.match.reason is not None:
        raise UserError("This match is over.")


def not_paused(state: MatchState) -> None:
    """Raise UserError while a moderator has paused the match."""
    until = state.match.paused_until
    if state.match.paused_at is not None:
        when = "" if until is None else f" until <t:{until}:R>"
        raise UserError(
            f"{state.pauser} has paused this match{when}, so no one can move. You can ask for an earlier end "
            "with /report.",
            moment=until,
            command="report",
            live=(state.pauser,),
        )


class SeatAssignment(msgspec.Struct, frozen=True):
    """The player of a seat: a person with the interaction by which they joined, or an AI level."""

    person: int | None = None
    interaction: int | None = None
    level: str | None = None


class Place(msgspec.Struct, frozen=True):
    """Where a match is played: a channel of a server, or a private channel (no guild).

    `parent` is the channel of a thread or a forum's post; `roles` are those of the person who acts there.
    """

    channel: int
    guild: int | None = None
    parent: int | None = None
    roles: tuple[int, ...] = ()


class User(msgspec.Struct, frozen=True):
    """A Discord user as an interaction shows them.

    `locale` is their language, if they are the one who acts; `username` is in plain Latin letters always.
    """

    id: int
    name: str
    is_bot: bool = False
    locale: str | None = None
    username: str | None = None


async def meet(w: Writer, person: User, now: int) -> None:
    """Save a person who acts, so that their name and language are known."""
    await people.upsert(w, person.id, person.name, person.username, now=now, locale=person.locale)


def require_game(key: str) -> AnyGame:
    """Return the game that a button names; raise UserError if it's no longer available."""
    if key not in GAMES:
        raise UserError("This game is no longer played here.")
    return GAMES[key]


Ask = Callable[[int, Iterable[int]], Awaitable[list[int]]]
"""Returns the people who have left a server (the first argument); empty if Discord doesn't answer."""


class Membership:
    """Finds out which people have left a server; while `ask` is None, none have."""

    def __init__(self) -> None:
        self.ask: Ask | None = None

    async def find_gone(self, guild: int, people: Iterable[int]) -> list[int]:
        """Return the people who have left the server, as far as is known."""
        return [] if self.ask is None else await self.ask(guild, people)
