"""How a match begins: its header, its first deadline, and what is said at its start."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

import msgspec

from bot.clocks import clocks
from bot.core import limits
from bot.core.host import Host
from bot.core.limits import LIMITS
from bot.core.seats import Newcomer, Place
from bot.core.table import Table, opening
from bot.matches import starting
from bot.matches.following import _answers, after_commit
from bot.outbox import notices
from bot.outbox.notices import note
from bot.ratings import ratings
from bot.ratings.eligibility import may_count
from games import GAMES
from games.core.chance import fair_seed
from games.core.legs import second_leg_nonce
from games.core.options import options_data
from games.core.record import CHOSEN
from storage import deadlines as deadline_rows
from storage import matches, outbox
from storage import ratings as rated_rows
from storage.handle import Writer
from storage.rows import DueDeadline, Match, Message, Seat

Accept = Callable[[Writer, Match], Awaitable[bool]]
"""Writes that an offer has become this match; False when it is not open any more."""


def casual(match: Match, now: int) -> Iterable[Message]:
    """That a match does not count, although it was offered as one that does."""
    text = LIMITS["rated matches of the same two"].said()
    people = (row.person for row in match.seats if row.person is not None)
    return (note(person, text, f"casual:{match.id}:{person}", now) for person in people)


def make_match(
    host: Host,
    match_id: str,
    game_key: str,
    raw_options: Mapping[str, Any],
    pace: str,
    seats: tuple[Newcomer, Newcomer],
    place: Place,
    nonce: bytes,
    rated: bool = True,
    sides: str = CHOSEN,
    *,
    is_rematch: bool = False,
) -> Match:
    """The header of a new match, its seed made fairly from the nonce and both interactions; rated where it
    may be."""
    game = GAMES[game_key]
    options = game.options(raw_options)
    seed = fair_seed(nonce, seats[0].interaction, seats[1].interaction)
    levels = seats[0].level, seats[1].level
    rated = rated and may_count(game, options_data(options), pace, levels, is_rematch=is_rematch)
    rows = tuple(
        Seat(seat=n, person=s.person, level=s.level, interaction=s.interaction) for n, s in enumerate(seats)
    )
    return Match(
        id=match_id,
        game=game_key,
        ruleset=game.ruleset_of(options),
        options=options_data(options),
        seed=seed,
        nonce=nonce,
        pace=pace,
        guild=place.guild,
        channel=place.channel,
        created_at=host.now(),
        rated=rated,
        sides=sides,
        seats=rows,
    )


def _people(match: Match) -> tuple[int, ...]:
    return tuple(row.person for row in match.seats if row.person is not None)


async def add_match(w: Writer, host: Host, match: Match, brief_after: int = 0) -> None:
    """Write a new match, its first deadline, and what must be said at its start, in private after
    `brief_after` seconds.

    Until the first board is posted, `board_message` is the public card from which the thread starts."""
    await matches.add(w, match)
    await outbox.add(w, notices.start(match, host.now(), host.now() + brief_after))
    table = opening(match)
    for first in (*await clocks.turn_deadlines(host, table), *_answers(host, table)):
        await deadline_rows.set(w, first)


async def begin(host: Host, match: Match, accept: Accept) -> bool:
    """Start a match against an AI by a tap on its card; False, and nothing written, when that offer is not
    open any more.

    It is casual while another one is open that counts: else nobody would ever have to lose one. Its private
    start waits a moment, since the answer to the tap shows the same. Refused while as many are open as may
    be."""
    async with host.database.write() as w:
        if await rated_rows.is_open_with_ai(w, _people(match)[0], match.game):
            match = msgspec.structs.replace(match, rated=False)
        if not await accept(w, match):
            return False
        await limits.check_room_for_bot(w, _people(match)[0])
        await add_match(w, host, match, notices.PANEL_GRACE_SECONDS)
    await after_commit(host, match.id)
    return True


async def casual_if_enough(w: Writer, host: Host, match: Match) -> Match:
    """The match, casual where its people have begun enough rated ones lately, which they are told."""
    if not match.rated or not await ratings.is_enough(w, _people(match), host.now()):
        return match
    await outbox.add(w, starting.casual(match, host.now()))
    return msgspec.structs.replace(match, rated=False)


async def start_next_leg(host: Host, deadline: DueDeadline) -> None:
    """The second leg of a finished first one: the same pattern, sides swapped. CVD-35."""
    table = await host.table(deadline.subject)
    raw = table.game.next_leg(table.game.view(table.state, None))
    if raw is None:
        return
    match = _second_leg(host, table, raw)
    async with host.database.write() as w:
        if not await deadline_rows.done(w, deadline, host.now()):
            return
        match = await casual_if_enough(w, host, match)
        await add_match(w, host, match)
    await after_commit(host, match.id)


def _second_leg(host: Host, table: Table, raw: Mapping[str, Any]) -> Match:
    """A match like the first one, which starts from the same set-up; its nonce follows from the first one's,
    to which the host was committed."""
    first, name = table.match, host.chance.name()
    one, other = (Newcomer(row.person, row.interaction, row.level) for row in reversed(first.seats))
    place, taps = Place(first.channel or 0, first.guild), (one.interaction, other.interaction)
    nonce = second_leg_nonce(table.game, table.state, raw, first.nonce, taps)
    match = make_match(host, name, first.game, raw, first.pace, (one, other), place, nonce, first.rated)
    # It counts as the first one does, although the same pattern had to be named.
    rest = {"rated": first.rated, "leg": 2, "previous_leg": first.id, "thread": first.thread}
    return msgspec.structs.replace(match, **rest)
