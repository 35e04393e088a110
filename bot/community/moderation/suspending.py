"""Suspensions: a suspended person can't start anything on a server, but finishes their open matches."""

from __future__ import annotations

from bot.core import officials
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.hooks import Beginning
from storage.engine.handle import Reader
from storage.tables import guilds, suspensions
from storage.tables.suspensions import Suspension

SUSPENDED = (
    "A moderator has suspended you on this server. You can't start a match here, but you can finish yours."
)


async def check(r: Reader, beginning: Beginning, now: int) -> None:
    """Raise UserError if the person who starts or accepts a match is suspended on its server.

    If the opponent is suspended, `bot.community.peace.availability` says only that they aren't available,
    not why.
    """
    guild = beginning.place.guild
    if guild is not None and await suspensions.get(r, guild, beginning.person) is not None:
        raise UserError(SUSPENDED)


async def suspend(app: AppContext, guild: int, person: int, moderator: int) -> None:
    """Suspend a person on a server; the database must know both them and the moderator.

    Raises UserError if they are suspended already, or are the moderator.
    """
    if person == moderator:
        raise UserError("You can't suspend yourself. Choose someone else.")
    async with app.database.write(f"guild:{guild}", f"person:{person}") as w:
        now = app.now()
        suspension = Suspension(guild=guild, person=person, by_person=moderator, at=now)
        if not await suspensions.add(w, suspension):
            raise UserError("They're already suspended here.")
        await guilds.add_line(w, guild, now, moderator, "Suspended a person on this server.", person)


async def lift(app: AppContext, guild: int, person: int, moderator: int) -> None:
    """Lift a person's suspension; raise UserError if they aren't suspended, or are the moderator."""
    officials.check("lift a suspension", moderator, (person,))
    async with app.database.write(f"guild:{guild}", f"person:{person}") as w:
        if not await suspensions.lift(w, guild, person):
            raise UserError("They aren't suspended here.")
        await guilds.add_line(w, guild, app.now(), moderator, "Lifted a suspension.", person)
