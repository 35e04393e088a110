"""Two servers that play each other: Ines and Mara are on one, Tom and Juri on the other."""

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
from tests.kit.servers.contest_table import choose, resign
from tests.kit.servers.shard_servers import found_server
from tests.kit.sql import sql
from tests.kit.table import Table, table

FOXES, OWLS = ("ines", "mara"), ("tom", "juri")
NICKS = {"mara": "Nick of Mara", "tom": "Nick of Tom"}


@asynccontextmanager
async def two_teams(*guests: str) -> AsyncIterator[tuple[Table, Guild, Guild]]:
    """A table of two servers, each with an organizer and a player. `guests`: also on the first one."""
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
    """They may manage events."""
    role = shapes.role(str(int(guild.id) + 1000), "organizers", 1 << 33, 2)
    guild.roles[role["id"]] = role
    guild.members[organizer.id]["roles"] = [role["id"]]


async def challenge(t: Table, chosen: Mapping[str, str] = {}) -> str:
    """Ines challenges another server for the Foxes; the code that she's told. `chosen`: as in a draft."""
    panel = await t.ines.tap("Challenge a server", await t.ines.slash("/compete"))
    for field, value in {"g": "ccc", **chosen}.items():
        panel = await choose(t.ines, panel, field, value)
    modal = await t.ines.tap_for_modal("Name and announce", panel)
    told = await t.ines.submit(modal, name="Friday Clash", start="in 2 hours", team="Foxes")
    await t.settled()
    return told.text.split("```")[1].strip()


async def enter_code(person: Person, code: str) -> Seen:
    """An organizer types a code; what they see."""
    modal = await person.tap_for_modal("Answer a challenge", await person.slash("/compete"))
    return await person.submit(modal, code=code)


async def agree(t: Table, code: str, team: str = "Owls") -> Seen:
    """Tom agrees for the Owls; what he sees."""
    modal = await t.tom.tap_for_modal("Agree", await enter_code(t.tom, code))
    seen = await t.tom.submit(modal, team=team)
    await t.settled()
    return seen


def card(person: Person) -> Seen:
    """The card on somebody's server as it is now."""
    found = [one for one in person.messages() if "Dice: every match" in one.text and not one.ephemeral]
    assert len(found) == 1, person.conversation()
    return found[0]


async def all_join(t: Table) -> None:
    """Everybody joins on their own server."""
    for name in (*FOXES, *OWLS):
        await t.people[name].tap("Join", card(t.people[name]))
    await t.settled()


async def id_of(t: Table) -> str:
    rows = await sql(t.database, "SELECT id FROM contests WHERE parent IS NULL")
    return str(rows[0][0])


async def stands(t: Table) -> Contest:
    """The match as its log says."""
    contest_id = await id_of(t)
    async with t.database.read() as r:
        return (await contest_of(r, t.running.bot.ctx.app, contest_id))[1]


async def under_way(t: Table, chosen: Mapping[str, str] = {}) -> Contest:
    """Both have agreed, all have joined, and its time has come."""
    await agree(t, await challenge(t, chosen))
    await all_join(t)
    t.advance(2 * 3600)
    await t.settled()
    return await stands(t)


async def foxes_win(t: Table) -> Contest:
    """All matches under way end: whoever plays for the Foxes wins."""
    contest = await stands(t)
    for one in contest.open:
        await resign(t, one, next(p for p in (one.first, one.second) if contest.entrants[p].team == 1))
    await t.settled()
    return await stands(t)


def everything(*those: Person) -> str:
    """All that some people have been sent, whole."""
    return "\n".join(json.dumps(seen.payload) for person in those for seen in person._everything())


def of_server(t: Table, guild: Guild) -> set[str]:
    """What would tell of a server: its number, its name, those of its channels, roles, and nicknames."""
    places = [channel.payload for channel in t.playground.world.channels_of(guild.id)]
    nicks = [member["nick"] for member in guild.members.values() if member.get("nick")]
    roles = [role for role in guild.roles if role not in _of_both(t)]
    return {guild.id, guild.payload["name"], *(place["id"] for place in places), *nicks, *roles}


def _of_both(t: Table) -> set[str]:
    return set.intersection(*(set(guild.roles) for guild in t.playground.world.guilds.values()))
