"""Several processes share the shards: they join, leave and die, and every tap is answered once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from discord.http import Route

from bot.discord_kit.requests.requests import predict_refusal
from bot.discord_kit.requests.servers import is_thread
from bot.play.posts.ui import match_threads
from bot.runtime import sharding, sharing
from bot.runtime.cluster import membership
from bot.runtime.sharding import SessionStarts
from bot.runtime.sharing import Share
from playground.gateway import starts
from storage.engine.opening import open_database
from storage.tables import scheduled_jobs
from tests.kit.contexts import app_context
from tests.kit.engines import somewhere
from tests.kit.inputs import PATIENCE_SECONDS, NumberedRandomness
from tests.kit.matches.tapped import begin_briefed
from tests.kit.servers.shard_servers import found_server, shard_of
from tests.kit.servers.tapping import Answers, Rushing, Tapping, at
from tests.kit.several import Neighbors, OneOfSeveral, Several
from tests.kit.table import Table, table

SHARDS = 4


@pytest.fixture
async def t(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    """A table with a server on each shard, whose channel is named after the shard's number.

    Time stands still, so sessions begin without a pause.
    """
    for module in (sharding, sharing):
        monkeypatch.setattr(module, "SPACING_SECONDS", 0.0)
    async with table("mara", "tom", "ines", by_hand=False) as made:
        await made.stop_bot()
        for shard in range(SHARDS):
            found_server(made.playground, f"shard-{shard}", shard, SHARDS)
        made.settings["slowplay_shards"] = SHARDS
        made.playground.sessions.starts.max_concurrency = SHARDS
        yield made


@pytest.fixture
def answers(t: Table) -> Answers:
    made = Answers()
    t.playground.witnesses.append(made)
    return made


@pytest.fixture
async def several(t: Table) -> AsyncIterator[Several]:
    async with await open_database(t.file) as database:
        made = Several(t, database)
        async with asyncio.timeout(PATIENCE_SECONDS):
            yield made
        await made.close()


def servers_of(several: Several, number: int) -> set[int]:
    return {guild.shard_id for guild in several.running[number].bot.guilds}


@pytest.mark.slow
async def test_who_joins_takes_a_share_of_the_shards_and_knows_their_servers(
    t: Table, several: Several
) -> None:
    await several.start(1)
    assert servers_of(several, 1) == {0, 1, 2, 3}
    await several.start(2)
    await several.have(_1=(0, 1), _2=(2, 3))
    assert (servers_of(several, 1), servers_of(several, 2)) == ({0, 1}, {2, 3})
    held = Counter(session.shard for session in t.playground.sessions.sessions.values() if session.connection)
    assert held == {(shard, SHARDS): 1 for shard in range(SHARDS)}
    for shard in range(SHARDS):
        await t.mara.slash("/matches", channel=f"shard-{shard}")


@pytest.mark.slow
@pytest.mark.parametrize("both_hear", [True, False])
async def test_a_rolling_restart_under_taps_leaves_none_unanswered_and_none_answered_twice(
    t: Table, several: Several, answers: Answers, both_hear: bool
) -> None:
    t.playground.world.beliefs.taps_reach_every_session = both_hear
    await several.start(1)
    tapping = Tapping(t.mara, t.tom, t.ines)
    await tapping.go_on()
    await several.start(2)
    await several.split()
    await tapping.go_on()
    leaving = asyncio.create_task(several.stop(1))
    await several.have(_2=range(SHARDS))
    await leaving
    await tapping.go_on()
    await tapping.end()
    assert answers.refused == []
    assert set(answers.given.values()) == {1}


@pytest.mark.slow
async def test_the_shards_of_a_process_that_dies_come_back_elsewhere(t: Table, several: Several) -> None:
    await several.start(1)
    await several.start(2)
    await several.have(_1=(0, 1), _2=(2, 3))
    await several.kill(1)
    await several.have(_2=range(SHARDS))
    assert servers_of(several, 2) == {0, 1, 2, 3}
    await t.mara.slash("/matches", channel="shard-0")


async def test_one_more_process_than_shards_waits_and_takes_over(t: Table, several: Several) -> None:
    t.settings["slowplay_shards"] = 1
    await several.start(1)
    await several.start(2)
    assert several.running[2].bot.ready_shards() == frozenset()
    assert several.running[2].bot.ctx.app.reachable, "it misses none of its shards"
    leaving = asyncio.create_task(several.stop(1))
    await several.have(_2=(0,))
    await leaving
    await t.mara.slash("/matches", channel="shard-3")


class NoSessions:
    """The sessions of a process that has none yet."""

    def open_shards(self) -> frozenset[int]:
        return frozenset()

    ready_shards = open_shards

    async def have(self, wanted: tuple[int, ...]) -> None:
        """Never begin a session."""


async def test_who_joins_uses_as_many_shards_as_a_process_that_waits_for_its_first(tmp_path: Path) -> None:
    async with somewhere(tmp_path) as where, await open_database(where) as database:
        neighbors = Neighbors(database)

        async def begin(host: int, count: int) -> int:
            own: Any = OneOfSeveral(neighbors, host)
            app = app_context(own, Rushing(), NumberedRandomness(host))
            await membership.join(app)
            return await Share(app, NoSessions()).begin(count)

        assert [await begin(1, 1), await begin(2, 1)] == [1, 1]
        neighbors.alive.pop(1)
        assert await begin(3, 4) == 1, "the second one is about to take over"
        neighbors.alive.clear()
        assert await begin(4, 4) == 4


@pytest.mark.slow
async def test_a_process_that_has_lost_the_database_lets_go_and_takes_part_again(
    t: Table, several: Several
) -> None:
    first, _ = await several.start(1), await several.start(2)
    await several.have(_1=(0, 1), _2=(2, 3))
    database: Any = first.database
    database.lose()
    await several.have(_1=(), _2=range(SHARDS))
    await t.mara.slash("/matches", channel="shard-0")
    database.may_come_back.set()
    await several.split()
    for shard in range(SHARDS):
        await t.mara.slash("/matches", channel=f"shard-{shard}")


@pytest.mark.slow
async def test_of_a_server_that_another_process_is_told_of_nothing_is_taken_for_granted(
    t: Table, several: Several
) -> None:
    first, _ = await several.start(1), await several.start(2)
    await several.have(_1=(0, 1), _2=(2, 3))
    client: Any = first.bot
    here, there = (
        next(id for id in map(int, t.playground.world.guilds) if shard_of(str(id), SHARDS) == n)
        for n in (0, 3)
    )
    route = partial(Route, "GET", "/guilds/{guild_id}/members/{user_id}", user_id=1)
    assert predict_refusal(client, route(guild_id=here)) is None
    assert predict_refusal(client, route(guild_id=there)) is None
    nowhere = here + (SHARDS << 40)
    assert predict_refusal(client, route(guild_id=nowhere)) is not None
    channel = t.mara.actor.channel("shard-3").id
    assert not await is_thread(client, there, int(channel))


@pytest.mark.slow
async def test_a_thread_is_put_away_by_a_process_that_is_told_nothing_of_its_server(
    t: Table, several: Several
) -> None:
    first, second = await several.start(1), await several.start(2)
    await several.have(_1=(0, 1), _2=(2, 3))
    t.take(second)
    match = await begin_briefed(t, at(t.mara, 3), at(t.tom, 3))
    await t.tom.tap("Resign", await t.tom.slash("/resign"))
    await several.settled()
    [thread] = t.threads()
    assert await is_thread(first.bot, (await match.table()).match.guild or 0, int(thread["id"]))
    async with second.database.read() as r:
        [due] = await scheduled_jobs.undone(r, match_threads.PUT_AWAY)
    t.edit_thread(thread["id"], locked=True)
    t.advance(2 * match_threads.QUIET_SECONDS)
    await match_threads.put_away(first.bot.ctx, due)
    assert not t.threads()[0]["thread_metadata"]["archived"], "a locked one isn't touched"
    t.edit_thread(thread["id"], locked=False)
    await match_threads.put_away(first.bot.ctx, due)
    assert t.threads()[0]["thread_metadata"]["archived"]


async def test_processes_that_begin_sessions_of_one_key_do_it_five_seconds_apart(tmp_path: Path) -> None:
    """The processes ask each other through the database; Discord counts the sessions of both."""
    clock, moments = Rushing(), []
    counted = starts.SessionStarts(clock)

    async def ask() -> dict[str, Any]:
        return {"shards": 2, "session_start_limit": counted.limit("app")}

    def process(neighbors: Neighbors, host: int) -> SessionStarts:
        database: Any = OneOfSeveral(neighbors, host)
        sessions: Any = None
        share = Share(app_context(database, clock, NumberedRandomness(host)), sessions)
        return SessionStarts(clock, ask, share.seconds_until_start)

    async with somewhere(tmp_path) as where, await open_database(where) as database:
        neighbors = Neighbors(database)
        one, other = process(neighbors, 1), process(neighbors, 2)
        for begins in (one, other, other, one):
            await begins.begin(0)
            assert counted.start("app", 0)
            moments.append(clock.time)
    assert moments == [0, 5, 10, 15]
