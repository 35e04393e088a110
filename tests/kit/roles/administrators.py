"""Server settings, changed by admins in their panel or directly in the database."""

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
    """Return the server of a table."""
    return next(iter(t.playground.world.guilds.values()))


async def set_on_server(t: Table, **settings: Any) -> None:
    """Store these server settings, with defaults for the rest."""
    told = json.dumps(settings).replace("'", "''")
    await sql(
        t.database,
        f"INSERT INTO guilds (id, settings) VALUES ({server(t).id}, '{told}') "
        "ON CONFLICT (id) DO UPDATE SET settings = excluded.settings",
    )


async def settings_on(t: Table) -> dict[str, Any]:
    """Return the stored settings of the server."""
    rows = await sql(t.database, f"SELECT settings FROM guilds WHERE id = {server(t).id}")
    found: dict[str, Any] = json.loads(rows[0][0]) if rows else {}
    return found


async def make_admin(t: Table, person: Person) -> None:
    """Give a person the permission to manage the server, and restart the bot so that it knows."""
    appoint(t, person, MANAGE_SERVER)
    await t.restart_bot()


async def pick(person: Person, panel: Seen, field: str, *values: str) -> Seen:
    """Choose values in a setting's select, or press its button, and return the updated panel."""
    select = next(part for part in panel.parts() if part.get("custom_id") == f"sp|server-set|{field}")
    return await person.press(panel, select["custom_id"], list(values))
