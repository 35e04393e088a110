"""Two servers that play each other: ines and mara on one, tom and juri on the other."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.log.event_store import contest_of
from playground.model import shapes
from playground.model.records import Guild
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.servers.contest_table import choose, is_card, resign
from tests.kit.servers.shard_servers import found_server
from tests.kit.sql import sql
from tests.kit.table import Table, table

FOXES, OWLS = ("ines", "mara"), ("tom", "juri")
NICKS = {"mara": "Nick of Mara", "tom": "Nick of Tom"}


@asynccontextmanager
async def two_teams(*guests: str) -> AsyncIterator[tuple[Table, Guild, Guild]]:
    """Open a table of two servers, each with an organizer and a player; `guests` join the first one."""
    async with table(*FOXES, *OWLS, *guests, guests=len(guests)) as t:
        await t.settled()
        await t.stop_bot()
        [first] = t.playground.world.guilds.values()
        second = found_server(t.playground, "elsewhere", 0, 1)
        for guild, away, organizer in ((first, OWLS, t.ines), (second, (*FOXES, *guests), t.tom)):
            for name in away:
                del guild.members[t.people[name].id]
            _appoint(guild, organizer)
        for guild, name in ((first, "mara"), (second, "tom")):
            guild.members[t.people[name].id]["nick"] = NICKS[name]
        [place] = t.playground.world.channels_of(second.id)
        for name in OWLS:
            t.people[name].channel = place.id
        await t.start_bot()
        yield t, first, second


def _appoint(guild: Guild, organizer: Person) -> None:
    """Let a person manage events on a server."""
    role = shapes.role(str(int(guild.id) + 1000), "organizers", 1 << 33, 2)
    guild.roles[role["id"]] = role
    guild.members[organizer.id]["roles"] = [role["id"]]


async def challenge(t: Table, chosen: Mapping[str, str] = {}) -> str:
    """Let ines challenge another server for the Foxes, and return the code.

    `chosen` maps fields of the draft to values.
    """
    panel = await t.ines.tap("Challenge a server", await t.ines.slash("/compete"))
    for field, value in {"g": "ccc", **chosen}.items():
        panel = await choose(t.ines, panel, field, value)
    modal = await t.ines.tap_for_modal("Name and announce", panel)
    told = await t.ines.submit(modal, name="Friday Clash", start="in 2 hours", team="Foxes")
    await t.settled()
    return told.text.split("```")[1].strip()


async def enter_code(person: Person, code: str) -> Seen:
    """Let an organizer type a code, and return what they see."""
    modal = await person.tap_for_modal("Answer a challenge", await person.slash("/compete"))
    return await person.submit(modal, code=code)


async def agree(t: Table, code: str, team: str = "Owls") -> Seen:
    """Let tom agree for the Owls, and return what he sees."""
    modal = await t.tom.tap_for_modal("Agree", await enter_code(t.tom, code))
    seen = await t.tom.submit(modal, team=team)
    await t.settled()
    return seen


def card(person: Person) -> Seen:
    """Return the current card of the match on a person's server."""
    found = list(filter(is_card, person.messages()))
    assert len(found) == 1, person.conversation()
    return found[0]


async def all_join(t: Table) -> None:
    """Let everybody join on their own server."""
    for name in (*FOXES, *OWLS):
        await t.people[name].tap("Join", card(t.people[name]))
    await t.settled()


async def id_of(t: Table) -> str:
    rows = await sql(t.database, "SELECT id FROM contests WHERE parent IS NULL")
    return str(rows[0][0])


async def stands(t: Table) -> Contest:
    """Return the state of the team match, from its log."""
    contest_id = await id_of(t)
    async with t.database.read() as r:
        return (await contest_of(r, t.running.bot.ctx.app, contest_id))[1]


async def under_way(t: Table, chosen: Mapping[str, str] = {}) -> Contest:
    """Return a team match that both captains agreed to, all have joined, and has begun."""
    await agree(t, await challenge(t, chosen))
    await all_join(t)
    t.advance(2 * 3600)
    await t.settled()
    return await stands(t)


async def foxes_win(t: Table) -> Contest:
    """End all open matches with wins for the Foxes, and return the contest."""
    contest = await stands(t)
    for pairing in contest.open:
        await resign(
            t, pairing, next(p for p in (pairing.first, pairing.second) if contest.entrants[p].team == 1)
        )
    await t.settled()
    return await stands(t)


def everything(*those: Person) -> str:
    """Return everything that some people have been sent."""
    return "\n".join(json.dumps(seen.payload) for person in those for seen in person.everything())


def of_server(t: Table, guild: Guild) -> set[str]:
    """Return what would identify a server: its id, name, channel ids, roles and nicknames."""
    places = [channel.payload for channel in t.playground.world.channels_of(guild.id)]
    nicks = [member["nick"] for member in guild.members.values() if member.get("nick")]
    roles = [role for role in guild.roles if role not in _of_both(t)]
    return {guild.id, guild.payload["name"], *(place["id"] for place in places), *nicks, *roles}


def _of_both(t: Table) -> set[str]:
    return set.intersection(*(set(guild.roles) for guild in t.playground.world.guilds.values()))
