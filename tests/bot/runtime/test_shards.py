"""Shards: several in one process, and never too many sessions."""

from __future__ import annotations

import asyncio
import errno
import itertools
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from discord.shard import EventType

from bot.play.clocks.ui import gateway as clocks_gateway
from bot.runtime.connecting import ConnectedClient, _OwnShard
from bot.runtime.exit_reason import TokenReset, sentence_about
from bot.runtime.settings import Settings, settings_of
from bot.runtime.sharding import KEPT, LONGEST_PAUSE_SECONDS, SessionStarts
from playground.gateway import starts
from storage.engine.errors import UnreachableDatabase
from tests.kit.inputs import PATIENCE_SECONDS
from tests.kit.matches.tapped import DAY, begin_briefed, newest_match
from tests.kit.servers.shard_servers import found_server, shard_of
from tests.kit.servers.tapping import Rushing, at
from tests.kit.table import Table, table
from tests.kit.watching.log_lines import hear_log
from tests.kit.watching.outages import calls_of_turns

SHARDS = 3


@pytest.fixture
async def t() -> AsyncIterator[Table]:
    """A table with three shards, each with a server whose channel is named after the shard's number."""
    async with table("mara", "tom") as made:
        await made.stop_bot()
        for shard in range(SHARDS):
            found_server(made.playground, f"shard-{shard}", shard, SHARDS)
        made.settings["slowplay_shards"] = SHARDS
        made.playground.sessions.starts.max_concurrency = SHARDS
        await made.start_bot()
        yield made


def sessions(t: Table) -> dict[int, Any]:
    return {
        session.shard[0]: session for session in t.playground.sessions.sessions.values() if session.connection
    }


@pytest.mark.slow
async def test_one_process_has_all_shards_and_each_its_servers(t: Table) -> None:
    assert sorted(sessions(t)) == list(range(SHARDS))
    guilds = t.running.bot.guilds
    assert len(guilds) == 1 + SHARDS
    assert all(guild.shard_id == shard_of(str(guild.id), SHARDS) for guild in guilds)


async def test_nobody_waits_for_the_servers_of_a_shard_that_is_given_away(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, asked = t.running.bot, asyncio.Event()

    async def another_answers(_interaction: int) -> bool:
        asked.set()
        return False

    monkeypatch.setattr(bot.share, "answers", another_answers)
    bot._ready_shards.discard(2)
    server = next(guild.id for guild in bot.guilds if guild.shard_id == 2)
    waiting = asyncio.create_task(bot._answer_alone({"id": "1", "guild_id": str(server)}))
    await asyncio.sleep(0)
    assert not waiting.done()
    await bot._give(2)
    await asyncio.wait_for(asked.wait(), PATIENCE_SECONDS)
    await waiting


async def test_what_nobody_can_claim_is_dropped_with_a_line(
    t: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bot, parsed = t.running.bot, list[Any]()

    async def nobody_knows(_interaction: int) -> bool:
        raise UnreachableDatabase("gone")

    monkeypatch.setattr(bot.share, "answers", nobody_knows)
    monkeypatch.setattr(bot, "_parse_interaction", parsed.append)
    await bot._answer_alone({"id": "1", "guild_id": None})
    assert parsed == []
    assert [record.message for record in caplog.records if "who answers an interaction" in record.message]
    caplog.clear()


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
async def test_a_match_is_played_on_the_server_of_a_shard_and_its_dms_come_over_the_first(
    t: Table, shard: int
) -> None:
    match = await begin_briefed(t, at(t.mara, shard), at(t.tom, shard))
    await match.turn()
    await t.settled()
    state = (await match.table()).match
    assert state.guild is not None
    assert shard_of(str(state.guild), SHARDS) == shard
    before = {number: session.sequence for number, session in sessions(t).items()}
    await t.tom.tap("Open", calls_of_turns(t.tom)[-1])
    await t.settled()
    after = {number: session.sequence for number, session in sessions(t).items()}
    assert [number for number in after if after[number] != before[number]] == [0]


@pytest.mark.slow
async def test_a_shard_that_drops_and_resumes_loses_no_tap(t: Table) -> None:
    match = await begin_briefed(t, at(t.mara, 1), at(t.tom, 1))
    resumed = asyncio.create_task(t.running.bot.wait_for("shard_resumed", timeout=PATIENCE_SECONDS))
    await asyncio.sleep(0)
    t.playground.sessions.drop(resume=True, shard=1)
    await t.mara.move("roll")
    assert await resumed == 1
    assert (await match.table()).texts == ("roll",)
    await t.settled()
    assert t.running.bot.ctx.app.reachable


async def away(t: Table, shard: int) -> None:
    """Disconnect a shard; it can't begin a new session until the clock is moved."""
    gone = asyncio.create_task(t.running.bot.wait_for("shard_disconnect", timeout=PATIENCE_SECONDS))
    await asyncio.sleep(0)
    t.playground.sessions.drop(resume=False, shard=shard)
    assert await gone == shard
    await t.settled()


async def reasons(t: Table) -> dict[int, str | None]:
    """Return, by shard, why the match on its server ended; None if it hasn't."""
    async with t.database.read() as r:
        rows = await r.fetch("SELECT guild, reason FROM matches", {})
    return {shard_of(str(row["guild"]), SHARDS): row["reason"] for row in rows}


@pytest.mark.slow
async def test_while_one_shard_is_gone_the_clocks_of_its_matches_rest_and_no_others(t: Table) -> None:
    for shard in (1, 2):
        await begin_briefed(t, at(t.mara, shard), at(t.tom, shard))
    app = t.running.bot.ctx.app
    await away(t, 1)
    assert not app.reachable
    back = asyncio.create_task(t.running.bot.wait_for("shard_connect", timeout=PATIENCE_SECONDS))
    await asyncio.sleep(0)
    t.advance(30 * DAY)
    assert await back == 1
    await t.settled()
    assert app.reachable
    assert await reasons(t) == {1: None, 2: "time"}
    t.advance(30 * DAY)
    await t.settled()
    assert await reasons(t) == {1: "time", 2: "time"}


async def test_people_are_back_only_with_the_last_shard(t: Table) -> None:
    app, bot = t.running.bot.ctx.app, t.running.bot
    listener: Any = bot.on_shard_disconnect
    assert isinstance(listener.__self__, clocks_gateway.Gateway)
    for shard in (0, 2):
        await listener.__self__.on_shard_disconnect(shard)
    await listener.__self__.on_shard_resumed(0)
    assert not app.reachable
    await listener.__self__.on_shard_resumed(2)
    assert app.reachable


@pytest.mark.slow
async def test_there_are_as_many_shards_as_discord_recommends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starts, "SERVERS_PER_SHARD", 1)
    async with table("mara", "tom", max_concurrency=2) as t:
        await begin_briefed(t, t.mara, t.tom)
        assert t.running.bot.shard_count == 2
        assert sorted(sessions(t)) == [0, 1]
        assert await newest_match(t)


@pytest.mark.slow
async def test_a_bot_with_few_sessions_left_waits_for_new_ones_and_says_so() -> None:
    async with table("mara") as t:
        await t.stop_bot()
        [app] = t.playground.world.applications
        for _ in range(starts.TOTAL - KEPT - 1):
            t.playground.sessions.starts.start(app)
        left = t.playground.sessions.starts.limit(app)["remaining"]
        with hear_log() as lines:
            starting = asyncio.create_task(t.start_bot())
            line = await lines.told("gateway sessions are left")
        assert line.startswith(f"only {left} of today's 1000 gateway sessions are left: waiting 86400 s")
        assert not starting.done()
        assert not sessions(t)
        t.advance(DAY)
        await starting
        assert t.playground.sessions.starts.limit(app)["remaining"] == starts.TOTAL - 1


class Counted:
    """The playground's count of session starts, which the bot asks for and uses up."""

    def __init__(self, max_concurrency: int = 1) -> None:
        self.clock = Rushing()
        self.counted = starts.SessionStarts(self.clock)
        self.counted.max_concurrency = max_concurrency
        self.mine = SessionStarts(self.clock, self.ask)
        self.refused = 0

    async def ask(self) -> dict[str, Any]:
        return {"shards": 1, "session_start_limit": self.counted.limit("app")}

    async def begin(self, shard: int) -> float:
        """Begin a session and return the time at which it began."""
        await self.mine.begin(shard)
        self.refused += not self.counted.start("app", shard)
        assert not self.counted.is_exhausted("app")
        return self.clock.time


async def test_a_shard_that_is_thrown_out_again_and_again_never_uses_up_a_day() -> None:
    counted = Counted()
    await counted.mine.ask_shard_count()
    moments = [await counted.begin(0) for _ in range(20)]
    waits = [later - before for before, later in itertools.pairwise(moments)]
    assert waits[:4] == [5, 10, 20, 40]
    assert max(waits) == LONGEST_PAUSE_SECONDS
    for _ in range(3000):
        await counted.begin(0)
    assert counted.refused == 0


async def test_many_shards_thrown_out_together_leave_sessions_for_the_operator() -> None:
    counted = Counted()
    await counted.mine.ask_shard_count()
    for number in range(3000):
        await counted.begin(number % 200)
        assert counted.counted.limit("app")["remaining"] >= KEPT
    assert counted.refused == 0


@pytest.mark.parametrize(("max_concurrency", "moments"), [(1, [0, 5, 10, 15]), (2, [0, 0, 5, 5])])
async def test_shards_of_one_key_begin_five_seconds_apart(max_concurrency: int, moments: list[int]) -> None:
    counted = Counted(max_concurrency)
    await counted.mine.ask_shard_count()
    assert [await counted.begin(shard) for shard in range(4)] == moments


def test_too_few_shards_are_one_sentence() -> None:
    closed: Any = type("Socket", (), {"close_code": None})()
    told = sentence_about(discord.ConnectionClosed(closed, shard_id=0, code=4011), Settings())
    assert told is not None
    assert "remove SLOWPLAY_SHARDS from .env, or raise it" in told


def test_who_keeps_the_token_in_a_file_is_sent_there(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("x")
    settings = settings_of(discord_token_file=file)
    for error in (TokenReset(), discord.LoginFailure("no")):
        assert f"into {file}" in (sentence_about(error, settings) or "")


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (discord.ClientException("no way"), "Discord turned the bot away"),
        (aiohttp.ClientConnectionError("no route"), "Discord can't be reached (no route)"),
        (OSError(errno.ENOSPC, "full"), "free up some space"),
        (OSError(errno.EPIPE, "broken"), None),
        (RuntimeError("a fault"), None),
    ],
)
def test_the_operator_reads_what_they_can_do_about_an_end_and_nothing_of_a_fault(
    error: Exception, told: str | None
) -> None:
    said = sentence_about(error, Settings())
    assert (said is None) == (told is None)
    assert (told or "") in (said or "")


@pytest.mark.slow
@pytest.mark.parametrize(("status", "reset"), [(401, True), (503, False), (None, False)])
async def test_only_a_refusal_by_discord_means_that_the_token_was_reset(
    status: int | None, reset: bool
) -> None:
    async with table("mara") as t:
        bot: Any = t.running.bot
        if status is not None:
            t.fault("GET /users/@me$", status)
        await bot.on_unauthorized()
        assert bot.token_was_reset.is_set() == reset
        bot.token_was_reset.clear()


@pytest.mark.slow
async def test_a_shard_is_ready_once_its_servers_are_there() -> None:
    async with table("mara") as t:
        bot: Any = t.running.bot
        (guild,) = bot.guilds
        guild.unavailable = True
        bot._ready_shards.clear()
        ready = asyncio.create_task(bot.on_shard_ready(0))
        await asyncio.sleep(0.01)
        assert bot.ready_shards() == frozenset()
        guild.unavailable = False
        bot.dispatch("guild_available", guild)
        await ready
        assert bot.ready_shards() == {0}


@pytest.mark.parametrize("when", ["before", "meanwhile", "never"])
async def test_a_shard_that_is_given_away_does_not_connect_again(when: str) -> None:
    shard: Any = object.__new__(_OwnShard)
    done = list[str]()

    async def connect() -> None:
        done.append("connected")
        shard.is_given = when == "meanwhile"

    async def close() -> None:
        done.append("closed")

    shard.close, shard.is_given = close, when == "before"
    await shard._unless_given(connect())
    assert done == {"before": [], "meanwhile": ["connected", "closed"], "never": ["connected"]}[when]


async def test_what_retries_cannot_solve_ends_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail() -> None:
        raise discord.PrivilegedIntentsRequired(0)

    told = list[tuple[int, Exception]]()
    client: Any = SimpleNamespace(_launch_wanted=fail, _tell=lambda *event: told.append(event))
    await ConnectedClient._launch_later(client)
    ((kind, error),) = told
    assert kind == EventType.terminate
    assert isinstance(error, discord.PrivilegedIntentsRequired)
