"""Ladders across servers, at a table of two servers: found, joined and played in DMs, without leaks."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.community.privacy import leaving
from bot.core.seats import Place, User
from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.log.event_store import contest_of
from bot.matchmaking.contests.log.terms import Terms
from bot.matchmaking.contests.organizing import global_ladders, making
from playground.model.records import Guild
from tests.kit.matches.tapped import DAY, assert_refused, public_messages
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.servers.contest_table import resign
from tests.kit.servers.lobby_table import HOUR, NICKS, begun, look, made_up, played, set_on, two_servers
from tests.kit.sql import sql
from tests.kit.table import Table
from tests.kit.watching.servers_named import everything, of_server

GAME = "ccc"
ID = global_ladders.id_of(GAME)
NAME = "Collapsable Construct Collision, everywhere"


@pytest.fixture
async def apart() -> AsyncIterator[tuple[Table, Guild, Guild]]:
    async with two_servers() as made:
        yield made


async def opened(person: Person, channel: str | None = None) -> Seen:
    """Open the ladder from `/compete`."""
    menu = await person.slash("/compete", channel)
    return await person.choose(ID, await person.tap("Everywhere", menu))


async def joined(t: Table, *people: Person) -> None:
    for person in people:
        await person.tap("Join", await opened(person))
    await t.settled()


async def stands(t: Table) -> Contest:
    async with t.database.read() as r:
        return (await contest_of(r, t.running.bot.ctx.app, ID))[1]


@asynccontextmanager
async def nobody_enters(t: Table) -> AsyncIterator[None]:
    """Assert that the block changes nothing on the ladder."""
    before = await stands(t)
    yield
    await t.settled()
    assert await stands(t) == before


async def private(t: Table, person: Person) -> str:
    return str((await person.actor.open_dm(str(t.running.bot.application_id)))["id"])


@pytest.mark.slow
async def test_it_is_played_from_the_first_tap_to_the_standings_and_nothing_crosses(
    apart: tuple[Table, Guild, Guild],
) -> None:
    t, first, second = apart
    before = public_messages(t)
    menu = await t.mara.tap("Everywhere", await t.mara.slash("/compete"))
    assert "**Collapsable Construct Collision** · no players yet" in menu.text
    assert "nothing about your server" in (await t.mara.choose(ID, menu)).text
    await joined(t, t.mara, t.tom)
    [match] = await begun(t)
    for person in (t.mara, t.tom):
        assert f"It's part of {NAME}." in (await person.sees("has started.")).text
    match_ = await played(t)
    for _ in range(2):
        await match_.act()
        await t.settled()
    seen = await opened(t.mara)
    assert "**You play:**\nTom · " in seen.text
    details = await t.mara.tap("Details", seen)
    assert "Dice: every match's secret" in details.text
    seen = await t.mara.tap("Back", details)
    assert seen.buttons.keys() >= {"Pause", "Withdraw", "Pairings"}
    assert not seen.buttons.keys() & {"Manage", "Log", "Join"}
    for person in (t.mara, t.tom):
        await person.slash("/matches")
        await person.slash("/replay", match=match)
        await person.slash("/export", match=match)
    await t.mara.tap("Resign", await t.mara.slash("/resign", match=match))
    await t.settled()
    assert (await stands(t)).pairings[0].score in ("win", "loss")
    for person, other in ((t.mara, t.tom), (t.tom, t.mara)):
        seen = await opened(person)
        assert "`1` Tom · **62** · 1\n`2` Mara · **38** · 1" in seen.text
        told = await person.tap("Pairings", seen)
        assert any(line in told.text for line in ("Mara – Tom: 0–1", "Tom – Mara: 1–0"))
        await person.slash("/history")
        await person.slash("/profile")
        texts = [message.text for message in person.everything() if f"<@{other.id}>" in message.written]
        assert texts == [], "a mention says nothing to somebody on no common server"
    for person, guild, nick in ((t.mara, second, NICKS["tom"]), (t.tom, first, NICKS["mara"])):
        shown = everything(person)
        assert nick not in shown
        for secret in of_server(guild, t):
            assert secret not in shown, secret
    assert public_messages(t) == before, "nothing on either server"


@pytest.mark.slow
async def test_in_dms_one_joins_pauses_resumes_plays_several_and_leaves(
    apart: tuple[Table, Guild, Guild],
) -> None:
    t, _, _ = apart
    dm = await private(t, t.mara)
    seen = await t.mara.tap("Join", await opened(t.mara, dm))
    assert "You're on the ladder. Your first match starts within a day." in seen.text
    assert "You're paused" in (await t.mara.tap("Pause", seen)).text
    assert "You're back." in (await t.mara.tap("Resume", await opened(t.mara, dm))).text
    await t.mara.choose("3", await opened(t.mara, dm))
    await t.settled()
    assert (await stands(t)).entrants[int(t.mara.id)].at_once == 3
    assert f"**{NAME}** · Ladder" in (await t.mara.slash("/compete", dm)).text, "it's one of theirs"
    await t.mara.tap("Withdraw", await t.mara.tap("Withdraw", await opened(t.mara, dm)))
    await t.settled()
    assert (await stands(t)).entrants[int(t.mara.id)].gone == "withdrew"


@pytest.mark.slow
async def test_who_takes_no_dms_is_told_that_they_play_there(apart: tuple[Table, Guild, Guild]) -> None:
    t, _, _ = apart
    await t.mara.slash("/compete")
    await look(t.mara, "Everywhere", game="decoy")
    await sql(t.database, f"UPDATE people SET dms_open = 0 WHERE id = {t.mara.id}")
    assert "I couldn't DM you last time" in (await look(t.mara, "Everywhere", game=GAME)).text
    assert "I couldn't DM you last time" not in (await look(t.mara, game=GAME)).text, "that's on the server"
    assert "I couldn't DM you last time" in (await t.mara.tap("Join", await opened(t.mara))).text


@pytest.mark.slow
async def test_a_server_that_keeps_to_itself_neither_shows_it_nor_lets_anybody_join(
    apart: tuple[Table, Guild, Guild],
) -> None:
    t, first, _ = apart
    ladder = await opened(t.ines)
    await joined(t, t.mara)
    await set_on(t, first, lobby="here")
    assert "Everywhere" not in (await t.ines.slash("/compete")).buttons
    async with nobody_enters(t):
        assert_refused(await t.ines.tap("Join", ladder), global_ladders.KEEPS_TO_ITSELF)
        for custom_id in ("sp|c-menu|wide|0", f"sp|c-show|{ID}|0", f"sp|c-join|{ID}"):
            assert_refused(await made_up(t, t.ines, custom_id), global_ladders.KEEPS_TO_ITSELF)
    mine = await t.mara.choose(ID, await t.mara.tap("Mine", await t.mara.slash("/compete")))
    await t.mara.tap("Withdraw", await t.mara.tap("Withdraw", mine))
    assert (await stands(t)).entrants[int(t.mara.id)].gone, "whoever is on it can leave it"


async def test_a_server_s_own_ladder_is_opened_from_the_dms_of_its_members_alone(
    apart: tuple[Table, Guild, Guild],
) -> None:
    t, first, _ = apart
    place = Place(int(t.mara.actor.channel("games").id), int(first.id))
    terms = Terms(kind="ladder", name="Ours", game=GAME)
    row = await making.create(t.running.bot.ctx.app, User(int(t.ines.id), "Ines"), terms, place)
    custom_id = f"sp|c-show|{row.id}|0"
    assert "### Ours" in (await made_up(t, t.mara, custom_id, await private(t, t.mara))).text
    for where in (await private(t, t.tom), None):
        assert_refused(await made_up(t, t.tom, custom_id, where), "This isn't played on this server.")


@pytest.mark.slow
async def test_nobody_manages_it(apart: tuple[Table, Guild, Guild]) -> None:
    t, _, _ = apart
    await joined(t, t.mara)
    async with nobody_enters(t):
        for custom_id in (f"sp|c-run|{ID}", f"sp|c-off|{ID}|sure", f"sp|c-export|{ID}"):
            assert "can manage this server" in (await made_up(t, t.ines, custom_id)).text


@pytest.mark.slow
async def test_who_looks_in_vain_gets_to_it_by_a_button(apart: tuple[Table, Guild, Guild]) -> None:
    t, _, _ = apart
    await look(t.mara, "Everywhere", game=GAME)
    t.advance(DAY + 60)
    await t.settled()
    seen = next(message for message in t.mara.everything() if "meanwhile, you can play me" in message.text)
    assert "There's also a ladder for this game" in seen.text
    shown = await t.mara.tap("Open the ladder", seen)
    assert NAME in shown.text
    await t.mara.tap("Join", shown)
    assert int(t.mara.id) in (await stands(t)).entrants


@pytest.mark.slow
async def test_who_deletes_themselves_is_a_number_on_it(apart: tuple[Table, Guild, Guild]) -> None:
    t, _, _ = apart
    await joined(t, t.mara, t.tom)
    [one] = (await stands(t)).open
    await resign(t, one, int(t.mara.id))
    mara = int(t.mara.id)
    await leaving.ask(t.running.bot.ctx.app, mara, "resign")
    await t.settled()
    contest = await stands(t)
    assert mara not in contest.entrants
    [number] = [person for person in contest.entrants if person < 0]
    assert contest.entrants[number].gone == "withdrew"
    told = await t.tom.tap("Pairings", await opened(t.tom))
    assert f"Player {-number}" in told.text
    assert "Mara" not in told.text
    t.advance(HOUR)
    await t.settled()
    assert (await stands(t)).open == ()
