"""Servers whose admins have set something: by their panel, or just so."""

from __future__ import annotations

import json
from typing import Any

import discord

from playground.model.records import Guild
from tests.kit.people import Person
from tests.kit.roles.appointing import appoint
from tests.kit.seen import Seen
from tests.kit.sql import sql
from tests.kit.table import Table

MANAGE_SERVER = discord.Permissions(manage_guild=True).value


def server(t: Table) -> Guild:
    """The server of a table."""
    return next(iter(t.playground.world.guilds.values()))


async def set_on_server(t: Table, **settings: Any) -> None:
    """The server's settings are these, and otherwise as usual."""
    told = json.dumps(settings).replace("'", "''")
    await sql(
        t.database,
        f"INSERT INTO guilds (id, settings) VALUES ({server(t).id}, '{told}') "
        "ON CONFLICT (id) DO UPDATE SET settings = excluded.settings",
    )


async def settings_on(t: Table) -> dict[str, Any]:
    """What's kept of them."""
    rows = await sql(t.database, f"SELECT settings FROM guilds WHERE id = {server(t).id}")
    found: dict[str, Any] = json.loads(rows[0][0]) if rows else {}
    return found


async def make_admin(t: Table, person: Person) -> None:
    """Let somebody manage the server; the bot knows when it's back."""
    appoint(t, person, MANAGE_SERVER)
    await t.restart_bot()


async def pick(person: Person, panel: Seen, field: str, *values: str) -> Seen:
    """Choose values in the select of a setting, or press a button by what it sets; the panel after it."""
    select = next(one for one in panel.parts() if one.get("custom_id") == f"sp|server-set|{field}")
    person.outcome = await person.actor.press(panel.channel, panel.id, select["custom_id"], list(values))
    person._check_outcome()
    return person._answer(panel)
