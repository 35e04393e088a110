"""A clock that's days ahead or behind: nothing runs out meanwhile, and what it moved comes back."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import suppress
from email.utils import formatdate
from pathlib import Path
from typing import Any, cast

import discord
import pytest

from bot import features
from bot.app import make_bot
from bot.core.clock_pauses import DAY, HOUR
from bot.core.discord_time import WRONG_SECONDS, DiscordTime
from bot.core.randomness import SystemRandomness
from bot.core.terms import MatchTerms
from bot.discord_kit.requests.rest_health import ASK_SECONDS
from bot.learning.puzzles import daily
from bot.learning.puzzles.puzzling import NOON_SECONDS, day_of
from bot.matchmaking.challenges import challenging, offering
from bot.matchmaking.contests.log import event_store
from bot.matchmaking.contests.log.terms import Terms
from bot.matchmaking.contests.organizing import entering, making
from bot.operations.retention import retention
from bot.play.ai.ai_pool import AiPool
from bot.play.clocks import clocks, heartbeats
from bot.runtime.settings import Settings
from playground import app
from storage import Match
from storage.rows import ScheduledJob
from storage.tables import contests, scheduled_jobs
from tests.kit.contexts import app_context
from tests.kit.hearing import Hearing
from tests.kit.hosts.house import MARA, PLACE, SHORT, TOM, House, ManualClock, house
from tests.kit.inputs import PATIENCE_SECONDS, START, NumberedRandomness
from tests.kit.table import table

NOW, AHEAD = int(START), 40 * DAY
KINDS = (clocks.TURN, "remind0", "remind1", retention.SWEEP, daily.DAILY, offering.EXPIRY, "contest")


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path) as made:
        yield made


async def due(here: House) -> dict[tuple[str, str], int]:
    """Return when each unfinished job is due."""
    async with here.app.database.read() as r:
        rows = [row for kind in KINDS for row in await scheduled_jobs.undone(r, kind)]
    return {(row.kind, row.subject): row.due_at for row in rows}


async def begin(here: House) -> Match:
    """Begin a match, a challenge, and the jobs that repeat; the bot is stopped afterward."""
    match = await here.match(pace="3d")
    for _ in range(2):
        await here.turn(match)
    await offering.offer(here.app, MARA, TOM, 0, MatchTerms("creators", SHORT, "1d"), PLACE, 950)
    await retention.schedule(here.app)
    await daily.schedule(here.app)
    await heartbeats.compensate_outage(here.app)
    return match


def again(here: House) -> House:
    """Return the house of the next process, which knows nothing of the time before."""
    return House(app_context(here.app.database, here.clock, NumberedRandomness(2)), here.clock)


async def settle(there: House, hearing: Hearing) -> None:
    there.app.wake()
    await hearing.rest()


# --- what was moved comes back ------------------------------------------------------------------------------


async def test_after_a_start_40_days_ahead_every_job_is_due_when_it_was(here: House) -> None:
    await begin(here)
    before = await due(here)
    here.clock.advance(AHEAD)
    ahead = again(here)
    await heartbeats.compensate_stop(ahead.app)
    async with ahead.open() as hearing:
        await settle(ahead, hearing)
        moved = await due(here)
        assert moved[clocks.TURN, next(iter(s for k, s in before if k == clocks.TURN))] > NOW + AHEAD
        here.clock.jump(-AHEAD)
        await heartbeats.compensate_outage(ahead.app)
        await settle(ahead, hearing)
    after = await due(here)
    kept = {key for key in before if key[0] not in (offering.EXPIRY, retention.SWEEP)}
    assert kept <= set(after)
    for key in kept:
        assert abs(after[key] - before[key]) <= DAY, key
    assert all(moment <= NOW + 4 * DAY for moment in after.values()), after


async def test_a_turn_that_begins_40_days_ahead_ends_72_hours_after_it_began(here: House) -> None:
    match = await begin(here)
    here.clock.jump(AHEAD)
    await heartbeats.compensate_outage(here.app)
    await here.turn(match)
    here.clock.jump(-AHEAD)
    await heartbeats.compensate_outage(here.app)
    assert await clocks.due_in(here.app, match) == NOW + 3 * DAY
    async with here.open() as hearing:
        here.clock.advance(3 * DAY - 1)
        await settle(here, hearing)
        assert (await here.kept(match.id)).reason is None
        here.clock.advance(1)
        await settle(here, hearing)
        assert (await here.kept(match.id)).reason == "time"


async def test_a_challenge_made_40_days_ahead_is_open_as_long_as_any_other(here: House) -> None:
    here.clock.jump(AHEAD)
    await heartbeats.compensate_outage(here.app)
    made = await offering.offer(here.app, MARA, TOM, 0, MatchTerms("creators", SHORT, "1d"), PLACE, 950)
    here.clock.jump(-AHEAD)
    await heartbeats.compensate_outage(here.app)
    assert (await challenging.get(here.app, made.id)).expires_at == made.expires_at - AHEAD
    assert (await due(here))[offering.EXPIRY, made.id] == made.expires_at - AHEAD


async def test_what_was_set_before_is_not_due_earlier_than_it_was(here: House) -> None:
    """Its moment falls into the time that never was, in which no process looked."""
    made = await offering.offer(here.app, MARA, TOM, 0, MatchTerms("creators", SHORT, "1d"), PLACE, 950)
    here.clock.jump(AHEAD)
    here.clock.jump(-AHEAD)
    await heartbeats.compensate_outage(here.app)
    assert (await due(here))[offering.EXPIRY, made.id] == made.expires_at


async def test_a_contest_s_log_of_a_time_that_never_was_is_told_by_the_right_time(here: House) -> None:
    here.clock.jump(AHEAD)
    await heartbeats.compensate_outage(here.app)
    cup = await making.create(here.app, MARA, Terms(kind="swiss", name="Cup", game="ccc"), PLACE)
    await entering.join(here.app, cup.id, TOM, 907, PLACE)
    async with here.app.database.read() as r:
        before = await contests.events(r, cup.id)
        await event_store.contest_of(r, here.app, cup.id)
    here.clock.jump(-AHEAD)
    await heartbeats.compensate_outage(here.app)
    async with here.app.database.read() as r:
        after = await contests.events(r, cup.id)
        row, _ = await event_store.contest_of(r, here.app, cup.id)
    assert after == [text.replace(f'"at":{NOW + AHEAD}', f'"at":{NOW}') for text in before] != before
    assert row.renumbered == 1, "whoever has read it before reads it again"
    assert all(moment < NOW + AHEAD for moment in (await due(here)).values())


async def test_a_puzzle_of_the_day_that_falls_due_too_early_waits_for_noon(here: House) -> None:
    day = day_of(NOW)
    here.clock.advance((day + 1) * DAY + HOUR - NOW)
    async with here.app.database.write() as w:
        await scheduled_jobs.set(w, ScheduledJob(kind=daily.DAILY, subject="", due_at=here.app.now()))
    async with here.open() as hearing:
        await settle(here, hearing)
    assert (await due(here))[daily.DAILY, ""] == (day + 1) * DAY + NOON_SECONDS


# --- nothing runs out ---------------------------------------------------------------------------------------


async def test_while_discord_has_another_time_nothing_runs_out_and_then_it_does(here: House) -> None:
    match = await begin(here)
    before = await due(here)
    here.clock.advance(AHEAD)
    here.app.discord_time.compare_clocks(here.clock.now(), here.clock.now(), START)
    async with here.open() as hearing:
        await settle(here, hearing)
        here.clock.advance(61)
        await settle(here, hearing)
        assert (await here.kept(match.id)).reason is None
        assert await due(here) == before
        here.app.discord_time.compare_clocks(here.clock.now(), here.clock.now(), here.clock.now())
        here.clock.advance(61)
        await settle(here, hearing)
        assert (await here.kept(match.id)).reason == "time"


def test_what_follows_from_an_act_does_not_wait_for_the_time() -> None:
    jobs = {kind: job for feature in features.load().all for kind, job in feature.jobs.items()}
    assert {kind for kind, job in jobs.items() if job.at_once} == {
        "reply",
        "next-leg",
        "went back",
        "delete-person",
        "scrub",
    }


async def test_a_clock_put_back_against_discord_moves_nothing(here: House) -> None:
    """The clock was right, and is now 40 days behind."""
    await begin(here)
    before = await due(here)
    here.app.discord_time.compare_clocks(START, START, START)
    here.clock.jump(-AHEAD)
    await heartbeats.compensate_outage(here.app)
    assert not here.app.discord_time.agrees
    assert await due(here) == before
    here.clock.jump(AHEAD)
    await heartbeats.compensate_outage(here.app)
    assert here.app.discord_time.agrees
    assert await due(here) == before


# --- what's said of it --------------------------------------------------------------------------------------


def test_a_line_says_when_the_clocks_differ_and_one_when_they_agree_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    changes: list[int] = []
    compared = DiscordTime(lambda: changes.append(1))
    caplog.set_level(logging.WARNING)
    compared.compare_clocks(100, 130, 90)
    assert compared.agrees
    for _ in range(3):
        compared.compare_clocks(START + AHEAD, START + AHEAD, START)
    assert not compared.agrees
    compared.adjust_ahead(-AHEAD)
    assert compared.agrees
    for _ in range(2):
        compared.compare_clocks(START, START, START)
    assert len(changes) == 2
    lines = [record.getMessage() for record in caplog.records]
    assert lines == [
        "this machine's clock is 3455999 seconds ahead of Discord's: nothing runs out until they agree; turn "
        "on automatic time (NTP)",
        "this machine's clock agrees with Discord's again",
    ]


def test_a_slow_answer_is_no_wrong_clock() -> None:
    compared = DiscordTime(lambda: None)
    compared.compare_clocks(START, START + 1000, START + 500)
    assert compared.ahead == 0
    compared.compare_clocks(START + WRONG_SECONDS + 2, START + 1000, START)
    assert not compared.agrees


def test_a_machine_that_slept_is_doubted_until_discord_has_answered() -> None:
    compared = DiscordTime(lambda: None)
    compared.adjust_ahead(HOUR)
    assert compared.agrees, "nothing is known yet"
    compared.compare_clocks(START, START, START)
    compared.adjust_ahead(HOUR)
    assert not compared.agrees
    compared.compare_clocks(START + HOUR, START + HOUR, START + HOUR)
    assert compared.agrees


# --- whose time it is ---------------------------------------------------------------------------------------


async def test_every_answer_is_compared_and_discord_is_asked_until_the_clocks_agree(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with table("mara") as t:
        bot: Any = t.running.bot
        compared = bot.ctx.app.discord_time
        bot.requests.dated = compared.compare_clocks
        with monkeypatch.context() as wrong:
            wrong.setattr(app, "formatdate", lambda now, **given: formatdate(now - AHEAD, **given))
            await bot.http.request(discord.http.Route("GET", "/users/@me"))
            assert compared.ahead == pytest.approx(AHEAD, abs=2)
            assert not compared.agrees
        heard, answered = asyncio.Event(), compared.compare_clocks
        bot.requests.dated = lambda *moments: (answered(*moments), heard.set())
        t.advance(ASK_SECONDS)
        async with asyncio.timeout(PATIENCE_SECONDS):
            await heard.wait()
        assert compared.agrees


@pytest.mark.slow
async def test_the_age_of_a_file_is_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    async with table("mara") as t:
        bot: Any = t.running.bot
        told = list[tuple[float, ...]]()
        bot.requests.dated = lambda *moments: told.append(moments)
        with suppress(discord.HTTPException):
            await bot.http.get_from_cdn(f"{t.playground.cdn}/avatars/1/none.png")
        assert told == []


def test_with_the_real_discord_every_answer_is_compared() -> None:
    """With the playground, the bot follows the playground's clock instead, which a test may move."""
    made = [
        make_bot(Settings(**given), cast(Any, None), ManualClock(), SystemRandomness(), AiPool())
        for given in ({"playground_clock": ""}, {"playground_clock": "http://127.0.0.1:1/clock"})
    ]
    assert [bot.requests.dated is None for bot in made] == [False, True]
