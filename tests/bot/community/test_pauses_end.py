"""A pause ends by itself after 14 days, or sooner if an admin says so; so does one from before this rule."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.community.moderation import canceling, pausing
from bot.community.moderation.pausing import DAY, PAUSE_ENDS
from bot.community.privacy import leaving
from bot.core import server_settings
from bot.core.errors import UserError
from bot.core.seats import User, meet
from bot.discord_kit.text import markdown
from bot.play.clocks.clocks import TURN
from bot.play.wording import matches
from storage.engine.migrations import MIGRATIONS
from storage.engine.sqlite.migrator import migrate
from storage.rows import Match
from storage.tables import scheduled_jobs
from tests.kit.hosts.house import MARA, PLACE, TOM, House, house
from tests.kit.sql import sql

INES = User(13, "Ines")
GUILD = PLACE.guild or 0


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path) as opened:
        async with opened.app.database.write("all") as w:
            await meet(w, INES, opened.app.now())
        yield opened


async def pause(here: House, match: Match) -> int:
    """Pause the match and return when the pause ends."""
    state = await pausing.pause(here.app, match.id, GUILD, INES.id)
    assert state.match.paused_until is not None
    return state.match.paused_until


async def later(here: House, seconds: int) -> None:
    """Let time pass and the loops do what's due."""
    here.clock.advance(seconds)
    async with here.open() as hearing:
        await hearing.rest()


async def is_paused(here: House, match: Match) -> bool:
    return (await here.kept(match.id)).paused_at is not None


async def texts(here: House, match: Match) -> dict[int, list[str]]:
    """Return the notes queued for each of the two players, in order."""
    found: dict[int, list[str]] = {MARA.id: [], TOM.id: []}
    for message in await here.queued(match):
        if message.kind == "note":
            found[message.payload["person"]].append(message.payload["text"])
    return found


async def test_it_ends_by_itself_and_both_are_told_of_both(here: House) -> None:
    match = await here.match()
    before = await here.app.match_state(match.id)
    until = await pause(here, match)
    assert until == here.app.now() + 14 * DAY
    paused = (
        f"<@{INES.id}> has paused your match against <@{{}}> in {before.title} until <t:{until}:f>. "
        "No one can move, and no clock runs. You can ask for an earlier end with `/report`."
    )
    told = {MARA.id: [paused.format(TOM.id)], TOM.id: [paused.format(MARA.id)]}
    assert await texts(here, match) == told
    await later(here, 14 * DAY - 1)
    assert await is_paused(here, match)
    await later(here, 1)
    assert not await is_paused(here, match)
    resumed = f"Your match against <@{{}}> in {before.title} continues. Every clock has the time it had left."
    told = {MARA.id: [resumed.format(TOM.id)], TOM.id: [resumed.format(MARA.id)]}
    assert await texts(here, match) == told
    async with here.app.database.read() as r:
        turn = await scheduled_jobs.get(r, TURN, match.id)
    assert turn is not None
    assert turn.due_at == here.app.now() + DAY, "its clock has what it had left"


async def test_panels_and_boards_say_who_and_until_when(here: House) -> None:
    match = await here.match()
    until = await pause(here, match)
    state = await here.app.match_state(match.id)
    assert matches.turn_line(state, None).startswith(
        f"**<@{INES.id}> has paused this match until <t:{until}:f>.**"
    )
    assert "board:0:paused" in " ".join(await here.kinds(match))


async def test_an_admin_sets_fewer_days(here: House) -> None:
    async with here.app.database.write("all") as w:
        await server_settings.change(w, GUILD, INES.id, lambda old: replace(old, pause_days=3), "", 1)
    assert await pause(here, await here.match()) == here.app.now() + 3 * DAY


async def test_all_pauses_of_a_match_together_are_no_longer_than_one(here: House) -> None:
    match = await here.match()
    await pause(here, match)
    await later(here, 10 * DAY)
    await pausing.resume(here.app, match.id, GUILD, INES.id)
    assert await pause(here, match) == here.app.now() + 4 * DAY
    await later(here, 4 * DAY)
    assert not await is_paused(here, match)
    with pytest.raises(UserError, match="has been paused for 14 days in all"):
        await pause(here, match)


async def test_a_pause_that_was_ended_earlier_leaves_no_end_behind(here: House) -> None:
    match = await here.match(pace="none")
    await pause(here, match)
    await pausing.resume(here.app, match.id, GUILD, INES.id)
    async with here.app.database.read() as r:
        assert await scheduled_jobs.get(r, PAUSE_ENDS, match.id) is None


async def test_a_match_that_ended_meanwhile_is_left_alone(here: House) -> None:
    match = await here.match()
    await pause(here, match)
    await canceling.cancel(here.app, match.id, GUILD, INES.id)
    await later(here, 15 * DAY)
    assert (await here.kept(match.id)).reason == "cancelled"
    assert not any("continues" in text for told in (await texts(here, match)).values() for text in told)


async def test_a_moderator_who_deletes_themselves_is_named_no_longer(here: House) -> None:
    match = await here.match()
    await pause(here, match)
    await leaving.ask(here.app, INES.id, "abort")
    await later(here, 0)
    state = await here.app.match_state(match.id)
    assert markdown.with_names(state.pauser).startswith("Player ")
    assert "Ines" not in " ".join(map(str, await texts(here, match)))


async def test_a_pause_of_an_older_version_gets_an_end_and_both_are_told(here: House) -> None:
    match = await here.match()
    await pause(here, match)
    # The state in which the migration leaves the match.
    await sql(here.app.database, "UPDATE matches SET paused_by = NULL, paused_until = NULL")
    await sql(here.app.database, "UPDATE deadlines SET due_at = 5 WHERE kind = 'pause ends'")
    await later(here, 304 * DAY)
    kept = await here.kept(match.id)
    assert (kept.paused_at is None, kept.paused_until) == (False, here.app.now() + 14 * DAY)
    assert (await texts(here, match))[TOM.id][-1].startswith("A moderator has paused")
    await later(here, 14 * DAY)
    assert not await is_paused(here, match)


def test_paused_matches_and_reports_of_version_34_live_on(tmp_path: Path) -> None:
    folder, file = tmp_path / "migrations", tmp_path / "slowplay.db"
    folder.mkdir()
    for migration in MIGRATIONS.glob("*.sql"):
        if migration.name < "0035":
            shutil.copy(migration, folder)
    migrate(file, folder)
    with closing(sqlite3.connect(file)) as raw, raw:
        raw.execute("INSERT INTO people (id, name, created_at) VALUES (11, 'Mara', 1)")
        for id, paused_at, ended_at in (("old", 77, None), ("over", 77, 99), ("other", None, None)):
            raw.execute(
                "INSERT INTO matches (id, game, ruleset, options, seed, nonce, pace, created_at, rated, "
                "paused_at, ended_at, reason) "
                "VALUES (?, 'ccc', 'ccc/1', '{}', x'00', x'00', '1d', 1, 1, ?, ?, ?)",
                (id, paused_at, ended_at, ended_at and "cancelled"),
            )
        raw.execute(
            "INSERT INTO reports (guild, about, by_person, at, match_id) VALUES (1, 11, 11, 5, 'old')"
        )
    migrate(file)
    with closing(sqlite3.connect(file)) as raw:
        jobs = raw.execute("SELECT kind, subject, due_at FROM deadlines").fetchall()
        kept = raw.execute("SELECT id, guild, about, match_id, reason FROM reports").fetchall()
    assert jobs == [(PAUSE_ENDS, "old", 77)]
    assert kept == [(1, 1, 11, "old", "")]
