"""A person's open matches and challenges, sorted by urgency.

They are read in a fixed number of statements, however many there are. The row of a match's clock says whose
turn it is. So a record is folded only if no row says so: while both sides are to act, and between people
without a clock.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bot.core.app_context import AppContext
from bot.core.jobs import ANSWER
from bot.core.match_filter import MatchFilter, Turn
from bot.core.match_state import MatchState
from bot.core.time_controls import TIME_CONTROLS, Due, length_of_turn
from bot.play.clocks import clocks, heartbeats
from bot.play.clocks.clocks import TURN, urgency
from bot.play.clocks.heartbeats import Outages
from storage.rows import Challenge, Match, Seat
from storage.tables import challenges, matches, names
from storage.tables.matches import OpenTurn

NOTHING = "You have no open matches. Start one with a challenge, or play the bot."
_EVERY = 10_000
"""More open matches than one person ever has."""

_UNKNOWN = "someone"
"""The name for a person whose row appeared or vanished between two statements."""


class Standing(msgspec.Struct, frozen=True):
    """An open match from the reader's seat.

    Attributes:
        opponent: The opponent's name (None: an AI).
        mine: Whether it's the reader's turn.
        due_at: The end of the turn's time in epoch seconds (None: no clock; STOPPED: it's stopped).
    """

    match: Match
    seat: int
    opponent: str | None
    mine: bool
    due_at: Due

    @property
    def other(self) -> Seat:
        """The opponent's seat."""
        return next(row for row in self.match.seats if row.seat != self.seat)


class Waiting(msgspec.Struct, frozen=True):
    """A challenge that the reader made, or, with `to_me`, one that waits for their answer.

    `other` is the other person's name, None while anyone may accept. A challenge to the bot is a match that
    the reader hasn't started yet.
    """

    challenge: Challenge
    other: str | None
    to_me: bool

    @property
    def unstarted(self) -> bool:
        """Whether it's a match against the bot that hasn't started yet."""
        return self.challenge.level is not None

    @property
    def mine(self) -> bool:
        """Whether the challenge waits for the reader."""
        return self.to_me or self.unstarted


class Overview(msgspec.Struct, frozen=True):
    """A person's open matches and challenges.

    Matches with the reader's turn come first, sorted by remaining time. Challenges to the reader come first,
    and unstarted matches against the bot last.
    """

    matches: tuple[Standing, ...]
    challenges: tuple[Waiting, ...]


class _Rows(msgspec.Struct, frozen=True):
    """The rows read about a person."""

    matches: list[Match]
    turns: Mapping[str, OpenTurn]
    names: Mapping[int, str]
    challenges: list[Challenge]
    pauses: Outages


async def overview(app: AppContext, person: int, wanted: MatchFilter, guild: int | None) -> Overview:
    """Return a person's matches and challenges that fit a filter.

    `guild` is the server that `wanted.here` means (None: a private channel).
    """
    rows = await _read(app, person)
    fitting = [match for match in rows.matches if match.id in rows.turns and _fits(match, wanted, guild)]
    standings = [await _standing(app, match, person, rows) for match in fitting]
    waiting = [
        _waiting(offer, person, rows.names) for offer in rows.challenges if _fits(offer, wanted, guild)
    ]
    return Overview(
        tuple(sorted((own for own in standings if _is_turn(own.mine, wanted.turn)), key=_urgency)),
        tuple(sorted((offer for offer in waiting if _is_turn(offer.mine, wanted.turn)), key=_rank_offer)),
    )


async def find_next(app: AppContext, person: int, besides: str) -> str | None:
    """Return the most urgent match that waits for a person, besides one; None without any."""
    async with app.database.read() as r:
        turns = await matches.open_turns(r, person, TURN, ANSWER)
        pauses = await heartbeats.load_outages(r, app)
    for turn in sorted(turns, key=lambda turn: _rank(turn, _due_at(app, turn, pauses))):
        if turn.id != besides and await _is_mine(app, turn):
            return turn.id
    return None


async def _read(app: AppContext, person: int) -> _Rows:
    async with app.database.read() as r:
        return _Rows(
            await matches.open_of(r, person, limit=_EVERY),
            {turn.id: turn for turn in await matches.open_turns(r, person, TURN, ANSWER)},
            await names.names_of_opponents(r, person),
            await challenges.open_of(r, person),
            await heartbeats.load_outages(r, app),
        )


def _fits(one: Match | Challenge, wanted: MatchFilter, guild: int | None) -> bool:
    return wanted.game in (None, one.game) and not (wanted.here and one.guild != guild)


def _is_turn(mine: bool, turn: Turn) -> bool:
    return turn == "all" or mine == (turn == "mine")


async def _standing(app: AppContext, match: Match, person: int, rows: _Rows) -> Standing:
    mine, other = sorted(match.seats, key=lambda row: row.person != person)
    turn = rows.turns[match.id]
    return Standing(
        match,
        mine.seat,
        None if other.person is None else rows.names.get(other.person, _UNKNOWN),
        await _is_mine(app, turn),
        _due_at(app, turn, rows.pauses),
    )


def _due_at(app: AppContext, turn: OpenTurn, pauses: Outages) -> Due:
    return clocks.due_at(turn.clock, app.now(), pauses.of(turn.guild)) if turn.clock else None


async def _is_mine(app: AppContext, turn: OpenTurn) -> bool:
    """Return whether this seat is to act.

    An AI answers at once, so a match against it without a clock waits for the person, unless the AI's answer
    was put off.
    """
    if turn.paused_at is not None:
        return False
    to_act = turn.clock.payload.get("left", {}) if turn.clock else {}
    if not turn.is_put_off:
        if len(to_act) == 1:
            return str(turn.seat) in to_act
        if turn.against_ai and length_of_turn(TIME_CONTROLS[turn.pace], None) is None:
            return True
    return turn.seat in (await app.match_state(turn.id)).to_act


def _waiting(challenge: Challenge, person: int, known: Mapping[int, str]) -> Waiting:
    to_me = challenge.challenger != person
    other = challenge.challenger if to_me else challenge.opponent
    return Waiting(challenge, None if other is None else known.get(other, _UNKNOWN), to_me)


def _urgency(one: Standing) -> tuple[bool, bool, bool, int, str]:
    return not one.mine, one.match.paused_at is not None, *_rank(one.match, one.due_at)


def _rank(match: Match | OpenTurn, due_at: Due) -> tuple[bool, int, str]:
    is_later, moment = urgency(due_at)
    return is_later, match.created_at if is_later else moment, match.id


def _rank_offer(one: Waiting) -> tuple[bool, bool, int, str]:
    return one.unstarted, not one.to_me, one.challenge.expires_at, one.challenge.id


async def open_match_states(app: AppContext, person: int) -> list[MatchState]:
    """Return the person's open matches; those where they are to act come first."""
    async with app.database.read() as r:
        rows = await matches.open_of(r, person)
    states = [await app.match_state(row.id) for row in rows]
    return sorted(states, key=lambda state: state.seat_of(person) not in state.to_act)
