"""Deletion of everything stored about a person: only a meaningless number takes their place.

It's a scheduled job, saved when the person asks for it, so a crash doesn't stop it. First their matches end,
one by one; then everything else happens in one transaction, or not at all.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from bot.core import notices
from bot.core.app_context import AppContext
from bot.core.errors import Stale, UserError
from bot.core.hooks import Beginning
from bot.core.match_state import MatchState
from bot.core.sending import NotHeard
from bot.core.terms import without_texts, writers
from bot.matchmaking.challenges import bot_matches, offering
from bot.matchmaking.contests.organizing import entering
from bot.play.matches import ending, starting
from bot.play.matches.follow_up import NEXT_LEG
from bot.play.records.folding import states
from games import GAMES, MatchReason
from storage.engine.handle import Reader, Writer
from storage.rows import DueJob, ScheduledJob
from storage.tables import challenges, contests, deleting, outbox, people, redactions, scheduled_jobs
from storage.tables.ply import Ending

DELETE = "delete-person"
OpenMatches = Literal["resign", "abort"]
"""What becomes of the person's open matches: resigned, the opponents win; aborted, there's no winner."""
UNDER_WAY = "I'm deleting your data right now. You can start again in a few minutes, as someone new."
NOTHING = "I know nothing about you."


async def is_known(app: AppContext, person: int) -> bool:
    """Return whether anything is stored about a person."""
    async with app.database.read() as r:
        return await people.get(r, person) is not None


async def count_open(app: AppContext, person: int) -> int:
    """Return how many of a person's matches are under way."""
    async with app.database.read() as r:
        return len(await deleting.open_matches(r, person))


async def ask(app: AppContext, person: int, matches: OpenMatches) -> None:
    """Schedule the deletion of a person, which happens even if this process stops.

    Raises UserError if nothing is stored about the person.
    """
    async with app.database.write(f"person:{person}") as w:
        if await people.get(w, person) is None:
            raise UserError(NOTHING)
        payload = {"matches": matches}
        await scheduled_jobs.set(
            w, ScheduledJob(kind=DELETE, subject=str(person), due_at=app.now(), payload=payload)
        )
    app.jobs.wake()


async def check(r: Reader, beginning: Beginning, now: int) -> None:
    """Raise UserError if the person who starts or accepts a match is just being deleted.

    If the opponent is being deleted, `bot.community.peace.availability` says only that they aren't
    available, not why.
    """
    if await scheduled_jobs.get(r, DELETE, str(beginning.person)) is not None:
        raise UserError(UNDER_WAY)


class Bare(msgspec.Struct, frozen=True):
    """The text of an action without its words."""

    match_id: str
    number: int
    text: str


class Written(msgspec.Struct, frozen=True):
    """The replacements for a person's texts in matches.

    Attributes:
        said: Their actions with words, without those words.
        options: By match, the options in which they have written names, without those names.
    """

    said: list[Bare]
    options: dict[str, Mapping[str, Any]]


async def find_replacements(app: AppContext, person: int) -> Written:
    """Return the replacements for a person's texts in their matches; all of their matches must be over."""
    found = Written([], {})
    async with app.database.read() as r:
        played = [match for match in await deleting.list_played(r, person) if match.game in GAMES]
    for match in played:
        try:
            state = await app.match_state(match.match_id)
            found.said.extend(await asyncio.to_thread(_bare, state, match.seat))
            if writers(state):
                found.options[match.match_id] = without_texts(state)
        except Exception:
            # A record that can't be replayed must not prevent the deletion.
            log.exception("the words in %s can't be taken out", match.match_id)
    return found


def _bare(state: MatchState, seat: int) -> list[Bare]:
    found, game = list[Bare](), state.game
    if not any(step.said and step.seat == seat for step in state.steps):
        return found
    for number, (before, step) in enumerate(zip(states(state), state.steps, strict=False), 1):
        if not step.said or step.seat != seat:
            continue
        bare = game.without_words(game.parse(game.view(before, step.seat), step.text))
        if bare is not None:
            found.append(Bare(state.match.id, number, game.format(bare)))
    return found


log = logging.getLogger(__name__)


async def end_matches(app: AppContext, person: int, how: OpenMatches) -> None:
    """End all of a person's matches, and the next legs that follow from them."""
    while True:
        async with app.database.read() as r:
            found = await deleting.open_matches(r, person)
            legs = [await scheduled_jobs.get(r, NEXT_LEG, subject) for subject in await _next_legs(r, person)]
        for leg in filter(None, legs):
            await starting.start_next_leg(app, leg)
        for match_id in found:
            await _end(app, match_id, person, how)
        if not found and not legs:
            return


async def _next_legs(r: Reader, person: int) -> list[str]:
    return await deleting.next_legs(r, person, NEXT_LEG)


async def _end(app: AppContext, match_id: str, person: int, how: OpenMatches) -> None:
    state = await app.match_state(match_id)
    seat = state.seat_of(person)
    if seat is None:
        return
    async with app.database.read() as r:
        # In a contest, the player to act would lose an aborted match as a no-show: maybe the opponent.
        is_lost = await contests.of_match(r, match_id) is not None
    resigned = Ending(1 - seat, MatchReason.RESIGNED.value)
    aborted = Ending(None, MatchReason.ABORTED.value)
    try:
        await ending.end(app, state, resigned if how == "resign" or is_lost else aborted, seat)
    except Stale:
        log.info("%s moved on; it's ended in the next round", match_id)


async def check_over(w: Writer, person: int) -> None:
    """Raise NotHeard, so that the job is soon tried again, if a match of the person has begun meanwhile."""
    if await deleting.open_matches(w, person) or await _next_legs(w, person):
        raise NotHeard("a match of theirs has just begun")


MOST_NUMBERS = 1_000_000
SCRUB = "scrub"
"""The kind of the job that clears the database's files of deleted data."""
AGAIN_SECONDS = 60


async def carry_out(app: AppContext, due: DueJob) -> None:
    """Delete the person who asked for it. Run again after a crash, it does what's still to do."""
    person = int(due.subject)
    # This comes first, so that no contest pairs them again while their matches end.
    entered = await entering.leave_all(app, person)
    await end_matches(app, person, due.payload["matches"])
    written = await find_replacements(app, person)
    async with app.database.write(f"person:{person}", *(f"contest:{id}" for id in entered)) as w:
        if not await scheduled_jobs.mark_done(w, due, app.now()):
            return
        await check_over(w, person)
        await _withdraw(w, person, app.now())
        for bare in written.said:
            await redactions.redact(w, bare.match_id, bare.number, bare.text, None, app.now())
        for match_id, options in written.options.items():
            await redactions.rewrite(w, match_id, options)
        await deleting.renumber(w, person, await _free_number(w, app))
        await scheduled_jobs.set(w, _scrub_at(app.now()))
    app.wake()


async def scrub(app: AppContext, due: DueJob) -> None:
    """Clear the database's free pages and log; try again in a minute if a backup is reading them."""
    if not await app.database.scrub():
        async with app.database.write() as w:
            await scheduled_jobs.set(w, _scrub_at(app.now() + AGAIN_SECONDS))


def _scrub_at(moment: int) -> ScheduledJob:
    return ScheduledJob(kind=SCRUB, subject="", due_at=moment)


# --- the person's challenges --------------------------------------------------------------------------


async def _withdraw(w: Writer, person: int, now: int) -> None:
    """Withdraw a person's open challenges and those made to them, and update the cards."""
    for challenge in await challenges.open_of(w, person):
        await challenges.set_status(w, challenge.id, "withdrawn")
        await scheduled_jobs.clear(
            w, bot_matches.EXPIRY if challenge.level else offering.EXPIRY, challenge.id, now
        )
        await outbox.add(w, [notices.card(challenge, now), *notices.update_homes(challenge, now)])


# --- the number in place of their id ------------------------------------------------------------------


async def _free_number(r: Reader, app: AppContext) -> int:
    """Return an unused random number below 0, which is never the id of a Discord user."""
    while True:
        number = -1 - app.randomness.number() % MOST_NUMBERS
        if await people.get(r, number) is None:
            return number
