"""Whether somebody can be challenged by somebody: one sentence, whatever keeps them from it.

A person who's blocked must not find out, so the reasons can't be told apart: not by the words, nor by what
is asked of the database, which is always all of it in the same order, nor by a log."""

from __future__ import annotations

from bot.community.peace.room import check_own, is_full, must_finish
from bot.community.privacy.deleting import DELETE
from bot.core.errors import UserError
from bot.core.server_settings import ServerSettings, settings_of
from bot.core.start_checks import Beginning
from bot.matchmaking.terms.availability import is_there, is_welcome
from storage.engine.handle import Reader
from storage.tables import blocks, matches, people, scheduled_jobs

UNAVAILABLE = "They're not available for challenges right now."


async def check(r: Reader, beginning: Beginning, now: int) -> None:
    """UserError where a person has no room for the match, or the other side isn't available to them."""
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
