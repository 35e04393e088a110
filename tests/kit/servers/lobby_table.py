"""People at a table who look for an opponent, on one or two servers."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord
import msgspec

from playground.model.records import Guild
from storage.tables.seeks import Seek
from tests.kit.matches.tapped import Played, newest_match
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.servers.shard_servers import found_server
from tests.kit.sql import sql
from tests.kit.table import Table, table

NOW = 1_000_000


HOUR = 3600.0
NICKS = {"mara": "Nick of Mara", "tom": "Nick of Tom"}
"""Each person's nickname on their own server only."""


async def form(person: Person, channel: str | None = None) -> Seen:
    """Open the lobby by `/play`."""
    return await person.tap("Find me an opponent", await person.slash("/play", channel))


async def look(person: Person, *taps: str, channel: str | None = None, **chosen: str) -> Seen:
    """Start a search after choosing selects and tapping switches, and return what the person sees."""
    seen = await form(person, channel)
    for what, value in chosen.items():
        seen = await chose(person, seen, what, value)
    for label in taps:
        seen = await person.tap(label, seen)
    return await person.tap("Find an opponent", seen)


async def chose(person: Person, on: Seen, what: str, value: str) -> Seen:
    """Choose a value in one of the form's selects."""
    select = next(select_ for select_ in on.selects if select_["custom_id"].endswith(f"|{what}"))
    return await person.press(on, select["custom_id"], [value])


async def made_up(t: Table, person: Person, custom_id: str, channel: str | None = None) -> Seen:
    """Press a forged button with this custom_id, and return what the person is told."""
    view = discord.ui.View()
    view.add_item(discord.ui.Button(label="Made up", custom_id=custom_id))
    place = t.running.bot.get_partial_messageable(int(person.actor.channel(channel or person.channel).id))
    sent = await place.send(view=view)
    return await person.press(Seen({"id": str(sent.id), "channel_id": str(sent.channel.id)}), custom_id)


async def searches(t: Table) -> list[tuple[Any, ...]]:
    """Return the person, status and match of each search, oldest first."""
    return await sql(
        t.database, "SELECT person, status, match_id FROM seeks ORDER BY created_at, interaction"
    )


async def statuses(t: Table) -> list[str]:
    """Return the status of each search, oldest first."""
    await t.settled()
    return [status for _, status, _ in await searches(t)]


async def begun(t: Table) -> list[str]:
    """Return the ids of all matches, oldest first."""
    await t.settled()
    return [id for (id,) in await sql(t.database, "SELECT id FROM matches ORDER BY created_at, id")]


async def played(t: Table) -> Played:
    """Return the newest match with its people by seat."""
    match = await newest_match(t)
    state = await t.running.bot.ctx.app.match_state(match)
    known = {int(person.id): person for person in t.people.values()}
    first, second = (known[person] for person in state.people())
    return Played(t, match, (first, second))


async def set_on(t: Table, guild: Guild, **settings: Any) -> None:
    """Store a server's settings, with defaults for the rest."""
    await sql(
        t.database,
        f"INSERT INTO guilds (id, settings) VALUES ({guild.id}, '{json.dumps(settings)}') "
        "ON CONFLICT (id) DO UPDATE SET settings = excluded.settings",
    )


@asynccontextmanager
async def two_servers() -> AsyncIterator[tuple[Table, Guild, Guild]]:
    """Open a table with mara and ines on one server and tom on another, each with a nickname there."""
    async with table("mara", "ines", "tom") as t:
        await t.settled()
        await t.stop_bot()
        [first] = t.playground.world.guilds.values()
        second = found_server(t.playground, "elsewhere", 0, 1)
        for person in (t.mara, t.ines):
            del second.members[person.id]
        del first.members[t.tom.id]
        for guild, name in ((first, "mara"), (second, "tom")):
            id = t.people[name].id
            guild.members[id] = {**guild.members[id], "nick": NICKS[name]}
        [place] = t.playground.world.channels_of(second.id)
        t.tom.channel = place.id
        await t.start_bot()
        yield t, first, second


def a_seek(id: str, **changes: Any) -> Seek:
    """Return a search on server 5, by a different person for each id."""
    made = Seek(
        id=id,
        person=hash(id),
        game="g",
        preset="Standard",
        pace="3d",
        rated=True,
        rating=1500,
        everywhere=False,
        guild=5,
        channel=6,
        nonce=b"n",
        interaction=1,
        created_at=NOW,
        expires_at=NOW + 9,
    )
    return msgspec.structs.replace(made, **changes)
