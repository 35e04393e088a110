"""Matches between people of two servers: texts, rematches, blocks and reports.

Nothing but names and moves gets from one server to the other.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest

from bot.community.peace.availability import UNAVAILABLE
from bot.community.privacy import exporting
from bot.core.match_state import nickname
from bot.core.seats import Place, SeatAssignment
from bot.core.terms import MatchTerms
from bot.play.matches.follow_up import after_commit
from bot.play.matches.starting import add_match, make_match
from games.ccc.rules.compliments import READY
from playground.model.records import Guild
from tests.kit.matches.ccc import piece
from tests.kit.matches.ccc_words import ROOM
from tests.kit.matches.tapped import Played, assert_refused, newest_match, public_messages
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.servers.lobby_table import NICKS, begun, look, statuses, two_servers
from tests.kit.sql import sql
from tests.kit.table import Table
from tests.kit.watching.servers_named import everything, of_server

BEGINS = "firstone"


@pytest.fixture
async def apart() -> AsyncIterator[tuple[Table, Guild, Guild]]:
    async with two_servers() as made:
        yield made


async def met(t: Table, **options: Any) -> Played:
    """Begin a CCC match between Mara and Tom in their DMs, as the lobby would."""
    for person in (t.mara, t.tom):
        await look(person, game="decoy")
    app = t.running.bot.ctx.app
    seats = SeatAssignment(int(t.mara.id), 1), SeatAssignment(int(t.tom.id), 2)
    terms = MatchTerms("ccc", {"compliments": "list", **options}, "3d", True)
    match = make_match(app, BEGINS, terms, seats, Place(0, None), app.randomness.nonce())
    async with t.database.write("all") as w:
        await add_match(w, app, msgspec.structs.replace(match, channel=None))
    await after_commit(app, BEGINS)
    await t.settled()
    return Played(t, BEGINS, (t.mara, t.tom))


async def over(t: Table) -> Seen:
    """Begin a match across servers and let Mara resign it; return what she sees then."""
    match = await met(t)
    for _ in range(2):
        await match.act()
        await t.settled()
    seen = await t.mara.tap("Resign", await t.mara.slash("/resign", match=match.id))
    await t.settled()
    return seen


def assert_nothing_crosses(t: Table, first: Guild, second: Guild) -> None:
    """Assert that neither player was sent anything of the opponent's server, or a mention of the opponent."""
    sides = ((t.mara, t.tom, second, "tom"), (t.tom, t.mara, first, "mara"))
    for person, other, guild, name in sides:
        shown = everything(person)
        for secret in {*of_server(guild, t), NICKS[name]}:
            assert secret not in shown, secret
        assert [message.text for message in person.everything() if f"<@{other.id}>" in message.written] == []


async def files(t: Table, person: Person) -> str:
    """Return the contents of all files that a person was sent, joined."""
    given = [attachment for seen in person.everything() for attachment in seen.attachments]
    return "\n".join([(await t.download(attachment)).decode("utf-8", "replace") for attachment in given])


@pytest.mark.slow
async def test_records_and_what_is_stored_name_neither_server_to_the_other_one(
    apart: tuple[Table, Guild, Guild],
) -> None:
    t, first, second = apart
    await over(t)
    for person, other, guild, name in ((t.mara, t.tom, second, "tom"), (t.tom, t.mara, first, "mara")):
        await person.slash("/export", match=BEGINS)
        given = await files(t, person)
        assert '[Game "' in given
        own = await exporting.archive(t.running.bot.ctx.app, int(person.id), 10**7)
        assert own is not None
        with zipfile.ZipFile(io.BytesIO(own.data)) as opened:
            given += "\n".join(opened.read(filename).decode() for filename in opened.namelist())
        assert BEGINS in given
        for secret in {*of_server(guild, t), NICKS[name], other.actor.user["username"]}:
            assert secret not in given, secret


@pytest.mark.slow
async def test_to_everybody_else_such_a_match_does_not_exist(apart: tuple[Table, Guild, Guild]) -> None:
    t, _, _ = apart
    await over(t)
    for command in ("/replay", "/verify", "/export"):
        for match in (BEGINS, "zzzzzzzz"):
            assert "no longer exists" in (await t.ines.slash(command, match=match)).text
    for command, options in (
        ("/ccc leaderboard", {}),
        ("/stats", {"here": True}),
        ("/profile", {"user": t.mara}),
    ):
        seen = await t.ines.slash(command, **options)
        assert "Tom" not in seen.text
    assert BEGINS not in everything(t.ines)


# --- texts --------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_compliment_is_chosen_in_a_dm_and_reaches_the_other_one_there(
    apart: tuple[Table, Guild, Guild],
) -> None:
    t, first, second = apart
    before = public_messages(t)
    match = await met(t, position=ROOM)
    seen = await t.mara.tap("Open", (await t.mara.slash("/matches")))
    seen = await t.mara.choose("c3", await piece(t.mara, seen, "h4"))
    assert seen.answers == {"Back"}, "no words of one's own"
    assert f"says: “{READY[7]}”" in (await t.mara.choose("r7", seen)).text
    await t.settled()
    assert f"says: “{READY[7]}”" in (await t.tom.sees("Nice Flag goes to c3")).text
    await t.mara.tap("Resign", await t.mara.slash("/resign", match=match.id))
    await t.settled()
    best = await t.tom.tap("Best compliment", await t.tom.sees("You win: Mara resigned."))
    assert "This match is on no server, so your choice is on no list." in best.text
    await t.tom.choose("1", best)
    assert READY[7] not in (await t.tom.slash("/compliments")).text
    assert_nothing_crosses(t, first, second)
    assert public_messages(t) == before


# --- rematches ----------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_rematch_is_asked_for_and_accepted_in_dms(apart: tuple[Table, Guild, Guild]) -> None:
    t, first, second = apart
    before = public_messages(t)
    end = await over(t)
    assert next(iter(end.buttons)) == "Rematch"
    assert "I've asked your opponent." in (await t.mara.tap("Rematch", end)).text
    await t.settled()
    asked = await t.tom.sees("Mara asks you for a rematch of Collapsable Construct Collision")
    assert any("Mara asks you for a rematch" in line for line in t.tom.pushes())
    assert "**Tom**" in (await t.mara.slash("/matches")).text
    listed = await t.tom.slash("/matches")
    assert "**Mara** challenges you" in listed.text
    looked = await t.tom.tap("Answer", listed)
    assert "Mara challenges Tom" in looked.text
    opened = await t.tom.tap("Accept", asked)
    assert opened.id == asked.id
    assert "against Mara" in opened.text
    await t.settled()
    again = await newest_match(t)
    assert again != BEGINS
    state = await t.running.bot.ctx.app.match_state(again)
    assert (state.match.guild, state.match.channel, state.match.thread) == (None, None, None)
    assert state.match.options["compliments"] == "list"
    assert nickname(again) in (await t.mara.sees("has started.")).text
    assert nickname(again) in opened.text
    assert_nothing_crosses(t, first, second)
    assert public_messages(t) == before


@pytest.mark.slow
async def test_both_ask_and_it_begins_and_a_refusal_is_told_by_name(
    apart: tuple[Table, Guild, Guild],
) -> None:
    t, first, second = apart
    end = await over(t)
    await t.mara.tap("Rematch", end)
    await t.settled()
    await t.tom.tap("Decline", await t.tom.sees("asks you for a rematch"))
    assert await t.mara.sees("Tom declined your Collapsable Construct Collision challenge.")
    await t.tom.tap("Rematch", await t.tom.sees("You win: Mara resigned."))
    await t.settled()
    assert_refused(
        await t.tom.tap("Rematch", await t.tom.sees("You win: Mara resigned.")),
        "You've already asked for a rematch.",
    )
    await t.mara.tap("Rematch", end)
    assert len(await begun(t)) == 2
    assert_nothing_crosses(t, first, second)


# --- blocks -------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_an_opponent_is_blocked_by_the_match_and_what_goes_on_goes_on(
    apart: tuple[Table, Guild, Guild],
) -> None:
    t, first, second = apart
    match = await met(t)
    assert await t.mara.complete("/block", "match", "") == [BEGINS]
    said = await t.mara.slash("/block", match=BEGINS)
    assert "You've blocked Tom." in said.text
    for _ in range(2):
        await match.act()
        await t.settled()
    await t.tom.tap("Resign", await t.tom.slash("/resign", match=match.id))
    await t.settled()
    for person in (t.mara, t.tom):
        end = await person.sees("You win: Tom resigned.") if person is t.mara else await last_end(t.tom)
        assert_refused(await person.tap("Rematch", end), UNAVAILABLE)
        await look(person, "Everywhere", game="ccc")
    assert await begun(t) == [BEGINS]
    assert (await statuses(t))[-2:] == ["open", "open"], "they don't find each other"
    assert_nothing_crosses(t, first, second)


async def last_end(person: Person) -> Seen:
    return await person.until("an end", lambda: person.newest(lambda seen: "Rematch" in seen.buttons))


async def test_only_a_match_of_one_s_own_is_blocked_by(apart: tuple[Table, Guild, Guild]) -> None:
    t, _, _ = apart
    await met(t)
    for match in (BEGINS, "zzzzzzzz"):
        assert "blocked" not in (await t.ines.slash("/block", match=match)).text
    assert await sql(t.database, "SELECT COUNT(*) FROM blocks") == [(0,)]


# --- reports ------------------------------------------------------------------------------------------


async def test_what_is_on_no_server_is_reported_to_no_moderators(apart: tuple[Table, Guild, Guild]) -> None:
    t, first, second = apart
    await met(t)
    for person, other in ((t.mara, t.tom), (t.tom, t.mara)):
        refused = await person.slash("/report", person=other, match=BEGINS)
        assert_refused(refused, "This match is on no server, so no moderators look after it")
    assert (
        "There's no such match on this server."
        in (await t.ines.slash("/report", person=t.tom, match=BEGINS)).text
    )
    assert await sql(t.database, "SELECT COUNT(*) FROM reports") == [(0,)]
    await t.mara.slash("/report", person=t.tom, reason="Their name.")
    assert await sql(t.database, "SELECT guild, match_id FROM reports") == [(int(first.id), None)]
    assert second
