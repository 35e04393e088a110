"""A server with a moderator: ines may manage messages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playground.model import permissions as perms
from storage.tables import guilds
from tests.kit.roles.appointing import appoint
from tests.kit.table import Table, table


@asynccontextmanager
async def moderated(*moderators: str) -> AsyncIterator[Table]:
    """Open a table where ines moderates, or the named people, and the others are ordinary players."""
    async with table("mara", "tom", "ines", "juri") as t:
        await t.stop_bot()
        for name in moderators or ("ines",):
            appoint(t, getattr(t, name), perms.MANAGE_MESSAGES)
        await t.start_bot()
        yield t


def server_of(t: Table) -> int:
    return int(next(iter(t.playground.world.guilds)))


async def logged(t: Table) -> list[tuple[str, int | None, int | None]]:
    """Return the server's log as (text, person, about), newest first."""
    async with t.database.read() as r:
        return [(entry.text, entry.person, entry.about) for entry in await guilds.lines(r, server_of(t), 50)]
