"""What others learn of a person's search: only that there is one.

Of an opponent from another server they learn a name and moves.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any, NamedTuple
from unittest.mock import Mock

import discord
import pytest

from bot.core.person_settings import with_holiday
from bot.matchmaking.lobby.ui import sentences
from bot.play.clocks import changing
from bot.play.outbox.ui import rows
from playground.model import permissions as perms
from playground.model.records import Guild
from playground.places import channels
from tests.kit.matches.tapped import assert_refused, public_messages
from tests.kit.people import Person
from tests.kit.servers.lobby_table import (
    NICKS,
    begun,
    form,
    look,
    made_up,
    played,
    set_on,
    statuses,
    two_servers,
)
from tests.kit.sql import sql
from tests.kit.table import Table
from tests.kit.watching.servers_named import everything, of_server


@pytest.fixture
async def apart() -> AsyncIterator[tuple[Table, Guild, Guild]]:
    async with two_servers() as made:
        yield made


@pytest.mark.slow
async def test_others_hear_that_somebody_waits_and_not_who(t: Table) -> None:
    before = public_messages(t)
    await look(t.mara)
    await t.settled()
    assert public_messages(t) == before
    seen = await form(t.tom)
    assert "1 other person is waiting for Creators vs Destroyers on this server." in seen.text
    for person in (t.tom, t.ines):
        told = "\n".join(str(message.payload) for message in person.everything())
        assert t.mara.id not in told
        assert "mara" not in told.lower()


@pytest.mark.slow
async def test_people_of_two_servers_play_in_their_dms(apart: tuple[Table, Guild, Guild]) -> None:
    t, _, _ = apart
    before = public_messages(t)
    waiting = await look(t.mara, "Everywhere", game="ccc")
    assert "· everywhere" in waiting.text
    await look(t.tom, "Everywhere", game="ccc")
    [id] = await begun(t)
    match = await played(t)
    state = await match.table()
    assert (state.match.guild, state.match.channel, state.match.thread) == (None, None, None)
    assert set(state.people()) == {int(t.mara.id), int(t.tom.id)}
    assert state.match.options["compliments"] == "list", "no moderators look after what they write"
    for _ in range(4):
        await match.act()
        await t.settled()
    loser = t.mara
    await loser.tap("Resign", await loser.slash("/resign", match=id))
    await t.settled()
    over = await t.tom.sees("won")
    assert "### You win: Mara resigned." in over.text
    assert "Rematch" in over.buttons
    assert "### Find an opponent" in (await t.tom.tap("Find an opponent", over)).text
    assert public_messages(t) == before, "nothing on either server"
    assert t.threads() == []


@pytest.mark.slow
async def test_nothing_of_one_server_is_shown_on_another(apart: tuple[Table, Guild, Guild]) -> None:
    t, first, second = apart
    await look(t.mara, "Everywhere", game="ccc")
    await look(t.tom, "Everywhere", game="ccc")
    await t.settled()
    match = await played(t)
    for _ in range(2):
        await match.act()
        await t.settled()
    for person in (t.mara, t.tom):
        await person.slash("/matches")
        await person.slash("/replay", match=match.id)
        await person.slash("/export", match=match.id)
    await holiday(t, t.tom)
    assert await t.mara.sees("Tom is on vacation until")
    await t.tom.slash("/draw", match=match.id)
    await t.settled()
    assert await t.mara.sees("Tom offers a draw in ")
    await t.mara.tap("Resign", await t.mara.slash("/resign", match=match.id))
    await t.settled()
    for person in (t.mara, t.tom):
        for command in ("/replay", "/verify", "/export"):
            await person.slash(command, match=match.id)
        for command in ("/history", "/profile", "/ccc leaderboard", "/matches"):
            await person.slash(command)
    shown = {person: everything(person) for person in (t.mara, t.tom)}
    for person, guild, nick in ((t.mara, second, NICKS["tom"]), (t.tom, first, NICKS["mara"])):
        assert nick not in shown[person]
        for secret in of_server(guild, t):
            assert secret not in shown[person], secret
    for person, other in ((t.mara, t.tom), (t.tom, t.mara)):
        texts = [seen.text for seen in person.everything() if f"<@{other.id}>" in seen.written]
        assert texts == [], "a mention says nothing to somebody on no common server"


async def holiday(t: Table, person: Person) -> None:
    """Put a person on holiday and let a minute pass, after which it's announced."""
    await changing.change_settings(
        t.running.bot.ctx.app, int(person.id), lambda old, now: with_holiday(old, now, 24)
    )
    t.advance(60)
    await t.settled()


@pytest.mark.slow
async def test_whom_the_bot_cannot_reach_is_told_of_by_name(apart: tuple[Table, Guild, Guild]) -> None:
    t, _, _ = apart
    await look(t.mara, "Everywhere", game="decoy")
    await look(t.tom, "Everywhere", game="decoy")
    await t.settled()
    app, match = t.running.bot.ctx.app, await played(t)
    state = await match.table()
    await rows.tell(app, state, (int(t.mara.id),), "o", f"I can't reach <@{t.tom.id}> anymore.")
    seen = await t.mara.sees("I can't reach Tom anymore.")
    assert "Mara as " in seen.text
    assert "<@" not in seen.text


@pytest.mark.slow
async def test_the_count_tells_of_no_other_server(apart: tuple[Table, Guild, Guild]) -> None:
    t, _, _ = apart
    await look(t.tom)
    seen = await form(t.mara)
    assert "No one else is waiting" in seen.text
    seen = await t.mara.tap("Everywhere", seen)
    assert "No one else is waiting" in seen.text, "tom looks on his server alone"
    await look(t.tom, "Rated", "Everywhere")
    assert (
        "1 other person is waiting for Creators vs Destroyers everywhere."
        in (await t.mara.tap("Everywhere", await t.mara.tap("Rated", await form(t.mara)))).text
    )
    assert (
        "No one else is waiting for this kind of Creators vs Destroyers match on this server"
        in (await form(t.mara)).text
    )


async def test_a_server_can_keep_to_itself(apart: tuple[Table, Guild, Guild]) -> None:
    t, first, _ = apart
    await look(t.mara, "Everywhere")
    await set_on(t, first, lobby="here")
    await look(t.tom, "Everywhere")
    assert await begun(t) == [], "what was begun before is kept apart, too"
    seen = await form(t.ines)
    assert "Everywhere" not in seen.buttons
    wide = seen.buttons["Find an opponent"]["custom_id"].split("|")
    wide[7] = "1"
    answer = await made_up(t, t.ines, "|".join(wide))
    assert_refused(answer, "Members of this server can only look for opponents here, not everywhere.")
    await t.ines.tap("Find an opponent", seen)
    assert len(await begun(t)) == 1, "mara is on the same server"
    assert await statuses(t) == ["paired", "open", "paired"]


async def test_a_challenge_in_a_channel_that_somebody_cannot_see_is_not_listed(t: Table) -> None:
    world = t.playground.world
    hidden = await t.tom.slash("/decoy challenge")
    place = t.tom.actor.channel(t.tom.channel)
    [guild] = world.guilds.values()
    other = next(
        channel for channel in world.channels_of(guild.id) if channel.id != place.id and not channel.is_thread
    )
    assert "Open challenges here" in (await form(t.mara, other.id)).text
    deny = {"id": t.mara.id, "type": 1, "allow": "0", "deny": str(perms.VIEW_CHANNEL)}
    channels.edit(world, place, {"permission_overwrites": [deny]})
    await t.settled()
    seen = await form(t.mara, other.id)
    assert "Open challenges here" not in seen.text
    [(challenge,)] = await sql(t.database, "SELECT id FROM challenges")
    answer = await made_up(t, t.mara, f"sp|lobby-take|{challenge}", other.id)
    assert "no longer exists" in answer.text
    assert await begun(t) == []
    assert hidden.buttons


async def test_a_challenge_of_another_server_is_not_taken_in_the_lobby(
    apart: tuple[Table, Guild, Guild],
) -> None:
    t, _, _ = apart
    await t.tom.slash("/decoy challenge")
    assert "Open challenges here" not in (await form(t.mara)).text
    [(challenge,)] = await sql(t.database, "SELECT id FROM challenges")
    answer = await made_up(t, t.mara, f"sp|lobby-take|{challenge}")
    assert "no longer exists" in answer.text
    assert await begun(t) == []


class _Seen(NamedTuple):
    """A challenge with its channel, and the channel's parent if it's a thread."""

    channel: int
    parent: int | None = None
    guild: int = 200


@pytest.mark.parametrize(
    ("challenge", "allowed", "seen"),
    [
        (_Seen(5), True, True),
        (_Seen(5), False, False),
        (_Seen(6, parent=5), True, False),
        (_Seen(77), True, False),
        (_Seen(5, guild=201), True, False),
        (_Seen(1, guild=201), False, True),
    ],
    ids=["open", "not allowed", "thread", "gone", "another server", "here"],
)
def test_a_challenge_is_listed_for_who_sees_its_card_alone(
    challenge: _Seen, allowed: bool, seen: bool
) -> None:
    place = SimpleNamespace(permissions_for=lambda _: SimpleNamespace(view_channel=allowed))
    server = SimpleNamespace(id=200, get_channel={5: place, 6: place}.get)
    client = SimpleNamespace(servers={200: server})
    member = Mock(spec=discord.Member)
    reader: Any = SimpleNamespace(channel_id=1, guild_id=200, user=member, client=client)
    assert bool(sentences.visible(reader, [challenge])) == seen  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("seconds", "sentence"),
    [
        (None, ""),
        (60, "Lately, half of those who waited had an opponent within an hour."),
        (3601, "Lately, half of those who waited had an opponent within 2 hours."),
        (49 * 3600, "Lately, half of those who waited had an opponent within 2 days."),
        (10**9, "Lately, most searches ended without an opponent."),
    ],
)
def test_the_usual_wait_is_said_in_hours_or_days(seconds: int | None, sentence: str) -> None:
    assert sentences.waits(2, seconds, "Decoy Patrol", "here").endswith(sentence)
