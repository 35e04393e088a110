"""Outages in the database."""

from __future__ import annotations

from storage.engine.database import Database
from storage.tables import heartbeat


async def test_an_outage_noted_again_never_gets_shorter(database: Database) -> None:
    for ended in (200, 150, 300, 250):
        async with database.write("all") as w:
            await heartbeat.add_outage(w, 100, ended)
    async with database.read() as r:
        kept = await heartbeat.outages(r, 0)
    assert [(outage.began, outage.ended) for outage in kept] == [(100, 300)]
