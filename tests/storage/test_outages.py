"""Outages in the database."""

from __future__ import annotations

from storage.engine.database import Database
from storage.tables import heartbeat
from storage.tables.heartbeat import Shard


async def test_an_outage_noted_again_never_gets_shorter(database: Database) -> None:
    for ended in (200, 150, 300, 250):
        async with database.write("all") as w:
            await heartbeat.add_outage(w, 100, ended)
    async with database.read() as r:
        kept = await heartbeat.outages(r, 0)
    assert [(outage.began, outage.ended) for outage in kept] == [(100, 300)]


async def test_outages_are_clipped_at_a_moment_on_their_own_shard_alone(database: Database) -> None:
    own, times = Shard(0, 2), ((100, 200), (150, 300), (200, 250), (250, 350))
    async with database.write("all") as w:
        for shard in (own, Shard(1, 2), Shard(0, 3)):
            for began, ended in times:
                await heartbeat.add_outage(w, began, ended, shard)
        await heartbeat.clip_outages(w, 200, own)
    async with database.read() as r:
        kept = await heartbeat.outages(r, 0)
        assert await heartbeat.outages(r, 350) == ()
    assert [(outage.began, outage.ended) for outage in kept if outage.of == own] == [(100, 200), (150, 200)]
    assert len([outage for outage in kept if outage.of != own]) == 2 * len(times)
