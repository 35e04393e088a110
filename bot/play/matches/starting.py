"""Starting a match: its header, its first deadline, and the messages at its start."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

import msgspec

from bot.core import limits, notices
from bot.core.app_context import AppContext
from bot.core.limits import LIMITS
from bot.core.match_state import MatchState, opening
from bot.core.notices import note
from bot.core.seats import Place, SeatAssignment
from bot.core.server_settings import settings_of
from bot.core.terms import MatchTerms, may_count
from bot.play.clocks import clocks
from bot.play.matches.follow_up import after_commit, answers_due, answers_taken
from bot.play.ratings import ratings
from games import GAMES
from games.core.chance import fair_seed
from games.core.legs import second_leg_nonce
from games.core.record import CHOSEN
from games.core.vocabulary.options import options_data
from storage.engine.handle import Writer
from storage.rows import DueJob, Match, Message, Seat
from storage.tables import contests, matches, outbox, scheduled_jobs
from storage.tables import ratings as rated_rows

Accept = Callable[[Writer, Match], Awaitable[bool]]
"""A function that records that an offer has become this match; it returns False if the offer isn't open."""


NOT_HERE = "This server doesn't want rated matches anymore, so your new one is casual."


IN_CONTEST = "It still counts in the contest."


def casual(match: Match, text: str, now: int) -> Iterable[Message]:
    """Return notes that tell the players why a match offered as rated is casual."""
    people = (row.person for row in match.seats if row.person is not None)
    return (note(person, text, f"casual:{match.id}:{person}", now) for person in people)


def _people(match: Match) -> tuple[int, ...]:
    return tuple(row.person for row in match.seats if row.person is not None)


async def add_match(
    w: Writer, app: AppContext, match: Match, opener: int | None = None, *, in_contest: bool = False
) -> Match:
    """Write a new match, its first deadline, and the messages at its start; return it as it begins.

    Every match begins here, so the limits on rated matches hold wherever it comes from. The transaction must
    hold the names of `alone(match)`. The `opener` is the person whose tap opens the match, so their DM
    waits for a moment. Until the first board is posted, `board_message` is the public card from which the
    thread starts.
    """
    match = await _casual_if_need_be(w, app, match, IN_CONTEST if in_contest else "")
    await matches.add(w, match)
    # Counted before the commit; a rare failed one counts, too.
    app.metrics.match_started(match.game)
    await outbox.add(w, notices.start(match, app.now(), opener))
    state = opening(match)
    for first in (*await clocks.turn_deadlines(w, app, state), *answers_due(app, state)):
        await scheduled_jobs.set(w, first)
    for take in answers_taken(app, state):
        await take(w)
    return match


async def has_rival(app: AppContext, person: int, game_key: str) -> bool:
    """Return whether a person has a rated match of a game against the bot open; only one may be at a time."""
    async with app.database.read() as r:
        return await rated_rows.is_open_with_ai(r, person, game_key)


async def begin(app: AppContext, match: Match, accept: Accept) -> bool:
    """Start a match against an AI from its card; return False, with nothing written, if the card is closed.

    It's casual if its server wants no rated matches, or while another rated one against the bot is open:
    otherwise a losing player would never have to finish one. The private start is delayed, because the
    answer to the tap shows the same. Raises UserError if too many matches against the bot are open.
    """
    async with app.database.write(*alone(match)) as w:
        has_rival = await rated_rows.is_open_with_ai(w, _people(match)[0], match.game)
        if has_rival or not (await settings_of(w, match.guild)).rated:
            match = msgspec.structs.replace(match, rated=False)
        if not await accept(w, match):
            return False
        await limits.check_room_for_bot(w, _people(match)[0])
        await add_match(w, app, match, _people(match)[0])
    await after_commit(app, match.id)
    return True


def alone(match: Match) -> tuple[str, ...]:
    """Return the names that the transaction of a new match holds: its players, whose matches are counted."""
    return tuple(f"person:{person}" for person in _people(match))


async def _casual_if_need_be(w: Writer, app: AppContext, match: Match, more: str) -> Match:
    """Make a match casual if its server wants no rated ones or its players have started too many lately.

    They are told so, with `more` after the reason.
    """
    if not match.rated:
        return match
    is_new = match.previous_leg is None
    if is_new and not (await settings_of(w, match.guild)).rated:
        why = NOT_HERE
    elif await ratings.is_enough(w, _people(match), app.now()):
        why = LIMITS["rated matches of the same two"].format_sentence()
    else:
        return match
    await outbox.add(w, casual(match, f"{why} {more}".strip(), app.now()))
    return msgspec.structs.replace(match, rated=False)


def make_match(
    app: AppContext,
    match_id: str,
    terms: MatchTerms,
    seats: tuple[SeatAssignment, SeatAssignment],
    place: Place,
    nonce: bytes,
    sides: str = CHOSEN,
) -> Match:
    """Return the header of a new match, with a seed made fairly from the nonce and both interactions.

    It's rated if its terms say so and allow it. Missing options get their defaults.
    """
    game = GAMES[terms.game]
    options = game.options(terms.options)
    complete = msgspec.structs.replace(terms, options=options_data(options))
    seed = fair_seed(nonce, seats[0].interaction, seats[1].interaction)
    rows = tuple(
        Seat(seat=n, person=s.person, level=s.level, interaction=s.interaction) for n, s in enumerate(seats)
    )
    return Match(
        id=match_id,
        game=terms.game,
        ruleset=game.ruleset_of(options),
        options=complete.options,
        seed=seed,
        nonce=nonce,
        pace=terms.pace,
        guild=place.guild,
        channel=place.channel,
        created_at=app.now(),
        rated=terms.rated and may_count(complete, (seats[0].level, seats[1].level)),
        sides=sides,
        seats=rows,
    )


async def start_next_leg(app: AppContext, deadline: DueJob) -> None:
    """Start the second leg after a finished first leg: the same pattern, with sides swapped. CVD-35."""
    state = await app.match_state(deadline.subject)
    raw = state.game.next_leg(state.game.view(state.game_state, None))
    if raw is None:
        return
    match = _second_leg(app, state, raw)
    async with app.database.write(*alone(match)) as w:
        if not await scheduled_jobs.mark_done(w, deadline, app.now()):
            return
        contest = await contests.of_match(w, state.match.id)
        match = await add_match(w, app, match, in_contest=contest is not None)
        if contest is not None:
            await _in_contest(w, app, contest, match)
    await after_commit(app, match.id)


async def _in_contest(w: Writer, app: AppContext, contest: str, match: Match) -> None:
    """Add a second leg to the contest of the first, so that the contest's holidays count in it, too."""
    await contests.add_match(w, contest, match.id)
    for hook in app.hooks.leg_started:
        await hook(w, match, app.now())
    for deadline in await clocks.turn_deadlines(w, app, opening(match)):
        await scheduled_jobs.set(w, deadline)


def _second_leg(app: AppContext, state: MatchState, raw: Mapping[str, Any]) -> Match:
    """Return the header of a second leg with the same setup as the first.

    Its nonce is derived from the first leg's, to which the host was committed.
    """
    first, name = state.match, app.randomness.name()
    one, other = (SeatAssignment(row.person, row.interaction, row.level) for row in reversed(first.seats))
    place, taps = Place(first.channel or 0, first.guild), (one.interaction, other.interaction)
    nonce = second_leg_nonce(state.game, state.game_state, raw, first.nonce, taps)
    terms = MatchTerms(first.game, raw, first.pace)
    match = make_match(app, name, terms, (one, other), place, nonce)
    # It's rated as the first leg is, although its options name the pattern.
    return msgspec.structs.replace(
        match, rated=first.rated, leg=2, previous_leg=first.id, thread=first.thread
    )
