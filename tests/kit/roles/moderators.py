"""A server with a moderator: Ines may manage messages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playground.model import permissions as perms
from storage.tables import guilds
from tests.kit.roles.appointing import appoint
from tests.kit.table import Table, table


@asynccontextmanager
async def moderated(*moderators: str) -> AsyncIterator[Table]:
    """Ines moderates, or those who are named; everybody else is a person like all others."""
    async with table("mara", "tom", "ines", "juri") as t:
        await t.stop_bot()
        for name in moderators or ("ines",):
            appoint(t, getattr(t, name), perms.MANAGE_MESSAGES)
        await t.start_bot()
        yield t


def server_of(t: Table) -> int:
    return int(next(iter(t.playground.world.guilds)))


async def logged(t: Table) -> list[tuple[str, int | None, int | None]]:
    """The server's log: what, by whom, about whom; newest first."""
    async with t.database.read() as r:
        return [(one.text, one.person, one.about) for one in await guilds.lines(r, server_of(t), 50)]
