"""Whether one person can challenge another; if not, one sentence covers all reasons.

A blocked person must not find out, so the reasons can't be told apart: not by the words, nor by the database
queries, which are always all made in the same order, nor by a log.
"""

from __future__ import annotations

import msgspec

from bot.community.privacy.leaving import DELETE
from bot.core import limits
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.hooks import Beginning
from bot.core.limits import LIMITS
from bot.core.seats import User, meet
from bot.core.server_settings import ServerSettings, settings_of
from bot.matchmaking.challenges import challenging
from bot.matchmaking.terms.server_rules import is_there, is_welcome
from storage.engine.handle import Reader
from storage.rows import Person
from storage.tables import blocks, challenges, matches, people, scheduled_jobs
from storage.tables.blocks import Blocked
from storage.tables.matches import OpenCounts

MOST_TIMEOUTS = 2
"""After this many timeouts in a row, a person must finish a match before they start another one."""
_PEOPLE = "open matches with people"


async def check_own(r: Reader, beginning: Beginning, settings: ServerSettings) -> None:
    """Raise UserError if a person has as much open as allowed, or must finish a match first.

    `settings` are those of the server where the match begins.
    """
    guild = beginning.place.guild
    person = await people.get(r, beginning.person)
    counts = await matches.open_counts(r, beginning.person, guild)
    if person is not None and must_finish(person, counts):
        raise UserError(
            f"Your last {person.timeouts} matches ran out of time. Finish one of your open matches to start "
            "a new one; /matches lists them.",
            command="matches",
        )
    if beginning.level is None and counts.with_people >= LIMITS[_PEOPLE].most:
        raise limits.refusal(_PEOPLE)
    if guild is not None and counts.here >= settings.most_matches:
        raise UserError(
            f"You can have {_format_count(settings.most_matches, 'open match', 'es')} on this server at a "
            "time. Finish one to start another; /matches lists them.",
            command="matches",
        )
    if beginning.level is None and not beginning.accepts:
        await _check_challenges(r, beginning, settings)


async def _check_challenges(r: Reader, beginning: Beginning, settings: ServerSettings) -> None:
    person, guild = beginning.person, beginning.place.guild
    given = [
        challenge
        for challenge in await challenges.open_of(r, person)
        if (challenge.challenger, challenge.guild, challenge.level) == (person, guild, None)
    ]
    if len(given) >= settings.most_challenges:
        raise UserError(
            f"You can have {_format_count(settings.most_challenges, 'open challenge', 's')} on this server "
            "at a time. Withdraw one before you make another."
        )


def is_full(counts: OpenCounts, settings: ServerSettings) -> bool:
    """Return whether a person has as many open matches as allowed, against people or on the server."""
    return counts.with_people >= LIMITS[_PEOPLE].most or counts.here >= settings.most_matches


def must_finish(person: Person, counts: OpenCounts) -> bool:
    """Return whether a person let too many matches in a row time out to start another one beside an open one.

    A person without open matches may start one.
    """
    return person.timeouts >= MOST_TIMEOUTS and counts.everywhere > 0


def _format_count(number: int, noun: str, plural: str) -> str:
    return f"{number} {noun}{'' if number == 1 else plural}"


UNAVAILABLE = "They're not available for challenges right now."


async def check(r: Reader, beginning: Beginning, now: int) -> None:
    """Raise UserError if a person has no room for the match, or the opponent isn't available to them."""
    settings = await settings_of(r, beginning.place.guild)
    await check_own(r, beginning, settings)
    if beginning.other is not None:
        await _check_other(r, beginning, beginning.other, settings)


async def _check_other(r: Reader, beginning: Beginning, other: int, settings: ServerSettings) -> None:
    guild = beginning.place.guild
    known = await people.get(r, other)
    counts = await matches.open_counts(r, other, guild)
    between = await blocks.between(r, beginning.person, other, guild)
    is_leaving = await scheduled_jobs.get(r, DELETE, str(other)) is not None
    has_room = not is_full(counts, settings) and not (
        beginning.accepts and known and must_finish(known, counts)
    )
    welcome = is_welcome(known, between, accepts=beginning.accepts)
    if not (is_there(known) and not is_leaving and has_room and welcome):
        raise UserError(UNAVAILABLE)


ON_A_PAGE = 5


class Page(msgspec.Struct, frozen=True):
    """A page of a person's block list; pages count from 0."""

    listed: list[Blocked]
    number: int
    pages: int


async def block(app: AppContext, person: User, other: User) -> None:
    """Block a person, withdraw the challenges made to them, and decline theirs, as if by hand.

    Raises UserError for the person themselves, for bots, and if they have blocked too many people already.
    """
    if other.id == person.id:
        raise UserError("You can't block yourself. Choose someone else.")
    if other.is_bot:
        raise UserError("Bots don't challenge anyone, so you don't have to block them.")
    async with app.database.write(f"person:{person.id}", f"person:{other.id}") as w:
        await _check_room(w, person.id)
        for user in (person, other):
            await meet(w, user, app.now())
        await blocks.add(w, person.id, other.id, app.now())
        await challenging.end_between(w, app, person, other.id)
    app.wake()


async def _check_room(r: Reader, person: int) -> None:
    if await blocks.count(r, person) >= LIMITS["people blocked"].most:
        raise limits.refusal("people blocked")


async def unblock(app: AppContext, person: int, other: int) -> None:
    """Remove a block, if there is one, so that the two can challenge each other again."""
    async with app.database.write() as w:
        await blocks.remove(w, person, other)


async def page_of(app: AppContext, person: int, number: int) -> Page:
    """Return a page of a person's block list; out of range, the nearest one."""
    async with app.database.read() as r:
        pages = max(1, -(-await blocks.count(r, person) // ON_A_PAGE))
        number = max(0, min(number, pages - 1))
        return Page(await blocks.of_person(r, person, ON_A_PAGE, number * ON_A_PAGE), number, pages)
