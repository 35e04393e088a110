"""Who sits where, and whether a match still goes on: asked before everything else."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

import msgspec

from bot.core.errors import Onlooker, Unknown, UserError
from bot.core.match_state import MatchState
from games import GAMES, AnyGame
from storage.engine.handle import Writer
from storage.tables import people


def seated(state: MatchState, person: int) -> int:
    """The person's seat; Onlooker for everybody else."""
    seat = state.seat_of(person)
    if seat is None:
        raise Onlooker(state.match.guild)
    return seat


def check_visible(state: MatchState, person: int, guild: int | None) -> None:
    """Unknown for those who neither play in a match nor are on its server, as if there were none."""
    if state.seat_of(person) is None and (guild is None or state.match.guild != guild):
        raise Unknown


def still_open(state: MatchState) -> None:
    """UserError when the match has ended."""
    if state.match.reason is not None:
        raise UserError("This match is over.")


def not_paused(state: MatchState) -> None:
    """UserError while a moderator has the match stand still."""
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
    """Who takes a seat: a person with the interaction by which they came in, or an AI level."""

    person: int | None = None
    interaction: int | None = None
    level: str | None = None


class Place(msgspec.Struct, frozen=True):
    """Where a match is played: a channel of a server, or a private channel (no guild). `parent`: the channel
    that has it, of a thread or a forum's post; `roles`: those of the person who acts there."""

    channel: int
    guild: int | None = None
    parent: int | None = None
    roles: tuple[int, ...] = ()


class User(msgspec.Struct, frozen=True):
    """A user of Discord as an interaction shows them. `locale`: their language, if it's they who act;
    `username`: plain Latin letters, whatever they like to be called."""

    id: int
    name: str
    is_bot: bool = False
    locale: str | None = None
    username: str | None = None


async def meet(w: Writer, person: User, now: int) -> None:
    """Remember somebody who acts, so that names and private messages are known."""
    await people.upsert(w, person.id, person.name, person.username, now=now, locale=person.locale)


def known_game(key: str) -> AnyGame:
    """The game that a button names; UserError where it is not here any more."""
    if key not in GAMES:
        raise UserError("This game is no longer played here.")
    return GAMES[key]


Ask = Callable[[int, Iterable[int]], Awaitable[list[int]]]
"""Those of some people who are on a server (the first argument) no more; where no answer comes, nobody is."""


class Membership:
    """The one way of a bot to find out; None: nobody is ever gone."""

    def __init__(self) -> None:
        self.ask: Ask | None = None

    async def gone(self, guild: int, people: Iterable[int]) -> list[int]:
        """Those who are on the server no more, as far as can be known."""
        return [] if self.ask is None else await self.ask(guild, people)
