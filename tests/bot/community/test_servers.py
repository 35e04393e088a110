"""What a server's settings allow, and what the bot posts there by itself."""

from __future__ import annotations

from typing import Any

import pytest

from bot.play.matches import ending
from games import GAMES, MatchReason
from playground.places import channels
from playground.posts import forums
from storage.tables import guilds
from storage.tables.ply import Ending
from tests.kit.hosts.house import House
from tests.kit.matches import ccc
from tests.kit.matches.ccc_words import ROOM
from tests.kit.matches.tapped import assert_refused, begin, first_legal, newest_match, stands_aside
from tests.kit.people import Person
from tests.kit.roles.administrators import server, set_on_server, settings_on
from tests.kit.roles.appointing import appoint
from tests.kit.roles.permissions import BITS, deny
from tests.kit.seen import Seen
from tests.kit.servers.inviting import invite, remove
from tests.kit.sql import sql
from tests.kit.table import Table

pytestmark = pytest.mark.table("mara", "tom")


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"channels": [7]}, "Matches here start in <#7>."),
        ({"role": 7}, "On this server, you need the role <@&7> to challenge people."),
        (
            {"games": ["ccc", "alpha"]},
            "This server only plays Collapsable Construct Collision and Alpha Duel.",
        ),
        (
            {"presets": ["decoy/Quick"]},
            "On this server, Decoy Patrol is only played as Quick: choose it with `preset`.",
        ),
        (
            {"times": ["1d"]},
            "On this server, the time control has to be 1 day a turn: choose it with `time`.",
        ),
    ],
)
async def test_what_is_not_allowed_is_refused_by_a_sentence_that_says_what_is(
    t: Table, settings: dict[str, Any], said: str
) -> None:
    await set_on_server(t, **settings)
    assert_refused(await t.mara.slash("/decoy challenge", opponent=t.tom), said)
    if "role" not in settings:
        assert_refused(await t.mara.slash("/decoy play", public=True), said)
    await t.mara.start("/decoy play")
    assert await newest_match(t), "a private match against the bot is never concerned"


@pytest.mark.slow
async def test_what_is_allowed_begins_in_a_thread_of_an_allowed_channel_too(t: Table) -> None:
    match = await begin(t, t.mara, t.tom)
    appoint(t, t.mara, 0)
    await t.restart_bot()
    games, role = t.mara.actor.channel("games").id, list(server(t).roles)[-1]
    await set_on_server(t, channels=[int(games)], role=int(role), games=["decoy"], times=["1d"])
    thread = t.threads()[-1]["id"]
    card = await t.mara.slash("/decoy challenge", thread, opponent=t.tom, time="1d")
    assert "Accept" in card.buttons
    await t.tom.tap("Accept", card)
    assert await newest_match(t) != match.id


async def test_a_forum_is_a_place_where_matches_can_start_and_then_its_posts_are(t: Table) -> None:
    world = t.playground.world
    forum = channels.create_text(world, str(server(t).id), {"name": "ideas", "type": 15})
    post = forums.write(world, forum, t.mara.id, "Who plays?").channel_id
    await set_on_server(t, channels=[int(forum.id)])
    refused = await t.mara.slash("/decoy challenge", opponent=t.tom)
    assert_refused(refused, f"Matches here start in <#{forum.id}>.")
    assert_refused(await t.mara.slash("/decoy play", public=True), f"Matches here start in <#{forum.id}>.")
    card = await t.mara.slash("/decoy challenge", post, opponent=t.tom)
    await t.tom.tap("Accept", card)
    await t.settled()
    state = await t.running.bot.ctx.app.match_state(await newest_match(t))
    assert state.match.channel == int(post)
    await t.mara.tap("Resign", await t.mara.slash("/resign", post))
    await t.settled()
    again = t.mara.newest(lambda seen: "Rematch" in seen.buttons and seen.channel == post)
    assert again is not None
    assert "Accept" in (await t.mara.tap("Rematch", again)).buttons


EVERYTHING_ELSE: dict[str, Any] = {
    "channels": [7],
    "place": "channel",
    "games": ["alpha"],
    "presets": ["creators/Duel"],
    "times": ["14d"],
    "rated": False,
    "role": 7,
    "own_words": "list",
    "most_challenges": 1,
    "most_matches": 1,
}


@pytest.mark.proof
async def test_open_matches_go_on_as_they_began_whatever_an_admin_changes(t: Table) -> None:
    """Their second legs keep the old settings, too."""
    match = await begin(t, t.mara, t.tom, legs=2)
    await match.fold()
    before = (await match.table()).match
    await set_on_server(t, **EVERYTHING_ELSE)
    posts = len(match.posts())
    await match.play_on((first_legal, stands_aside))
    now = await match.table()
    assert len(match.posts()) > posts, "it's played in its thread"
    kept = ("options", "pace", "rated", "channel", "thread")
    assert [getattr(now.match, name) for name in kept] == [getattr(before, name) for name in kept]
    second = (await t.running.bot.ctx.app.match_state(await newest_match(t))).match
    assert (second.leg, second.previous_leg, second.thread) == (2, match.id, before.thread)
    assert_refused(await t.mara.slash("/creators challenge", opponent=t.tom), "Matches here start in <#7>.")


@pytest.mark.slow
async def test_words_of_their_own_stay_allowed_in_a_match_that_began_with_them(t: Table) -> None:
    match = await ccc.begin(t, t.mara, t.tom, ROOM)
    await set_on_server(t, own_words="list")
    assert "and says: “Lovely hat.”" in (await t.mara.move("N@c3{Lovely hat.}")).text
    assert (await match.table()).steps[0].said == "Lovely hat."


async def test_matches_are_casual_where_nothing_is_rated_and_the_card_says_so(t: Table) -> None:
    await set_on_server(t, rated=False)
    card = await t.mara.slash("/decoy challenge", opponent=t.tom, rated=True)
    assert "casual" in card.text
    await set_on_server(t, rated=True)
    card = await t.tom.slash("/decoy challenge", opponent=t.mara, rated=True)
    assert "rated" in card.text
    await set_on_server(t, rated=False)
    await t.mara.tap("Accept", card)
    await t.mara.sees("This server doesn't want rated matches anymore, so your new one is casual.")
    state = await t.running.bot.ctx.app.match_state(await newest_match(t))
    assert not state.match.rated


async def test_a_server_can_do_without_threads(t: Table) -> None:
    await set_on_server(t, place="channel")
    await begin(t, t.mara, t.tom)
    assert not t.threads()


async def test_compliments_come_from_the_list_unless_the_server_allows_others(t: Table) -> None:
    card = await t.mara.slash("/ccc challenge", opponent=t.tom, rated=True)
    assert "compliments from a list" in card.text
    assert " rated" in card.text
    refused = await t.mara.slash("/ccc challenge", opponent=t.tom, compliments="free")
    assert_refused(
        refused, "This server doesn't allow compliments in your own words. Leave out `compliments`."
    )
    assert "compliments" not in (await t.mara.slash("/ccc play")).text, "in private it's as the game has it"
    await set_on_server(t, own_words="free")
    free = await t.mara.slash("/ccc challenge", opponent=t.tom, compliments="free")
    assert "compliments" not in free.text
    await set_on_server(t, own_words="list")
    await t.tom.tap("Accept", free)
    state = await t.running.bot.ctx.app.match_state(await newest_match(t))
    assert state.match.options["compliments"] == "list"


def said_in(person: Person, channel: str) -> list[Seen]:
    return [seen for seen in person.messages() if seen.channel == channel and not seen.ephemeral]


@pytest.mark.slow
async def test_a_result_is_announced_once_in_the_channel_for_it_and_pings_nobody(t: Table) -> None:
    lobby = next(c for c in t.playground.world.channels_of(server(t).id) if not c.is_thread).id
    await set_on_server(t, results=int(lobby))
    match = await begin(t, t.mara, t.tom)
    before = len(said_in(t.tom, lobby))
    await t.mara.tap("Resign", await t.mara.slash("/resign", match=match.id))
    await t.settled()
    await t.restart_bot()
    await t.settled()
    new = [seen for seen in said_in(t.tom, lobby)[before:] if match.name in seen.text]
    announced = [seen for seen in new if f"<#{t.threads()[-1]['id']}>" in seen.text and " wins" in seen.text]
    assert len(announced) == 1
    assert announced[0].text.splitlines()[0] == f"**Creators vs Destroyers · {match.name}**"
    assert not announced[0].payload["mentions"]


@pytest.mark.parametrize(
    ("reason", "announced"),
    [(MatchReason.RESIGNED, True), (MatchReason.ABORTED, False), (MatchReason.CANCELLED, False)],
)
async def test_only_a_match_with_a_result_is_announced(
    here: House, reason: MatchReason, announced: bool
) -> None:
    match = await here.match()
    async with here.app.database.write() as w:
        await guilds.set_settings(w, match.guild or 0, {"results": 7})
    await ending.end(here.app, await here.app.match_state(match.id), Ending(None, reason.value), None)
    assert ("announcement" in await here.kinds(match)) == announced


@pytest.mark.slow
async def test_the_bot_says_hello_once_when_it_is_invited(t: Table) -> None:
    def hellos() -> list[Seen]:
        return [seen for seen in t.mara.messages() if "Hi, I'm Slowplay" in seen.text]

    assert not hellos(), "a server that it's on has nothing to hear"
    await remove(t)
    await invite(t)
    [hello] = hellos()
    assert all(f"</{command}:" in hello.written for command in ("play", "decoy challenge", "server settings"))
    for game in GAMES.values():
        assert f"**{game.title}** · " in hello.text
        assert f"Rules: {game.title}" in hello.buttons
    await remove(t)
    await invite(t)
    await t.restart_bot()
    assert len(hellos()) == 1
    t.advance(91 * 86_400)
    await remove(t)
    await invite(t)
    assert len(hellos()) == 2


async def test_hello_is_let_be_where_discord_does_not_take_it_after_all(t: Table) -> None:
    await remove(t)
    t.fault("POST /channels/.*/messages", 403, body={"message": "Missing Permissions", "code": 50013})
    await invite(t)
    t.advance(86_400)
    await t.settled()
    assert not [seen for seen in t.mara.messages() if "Hi, I'm Slowplay" in seen.text]


async def test_a_result_that_had_to_wait_is_not_announced_where_none_are_wanted_anymore(t: Table) -> None:
    lobby = next(c for c in t.playground.world.channels_of(server(t).id) if not c.is_thread).id
    await set_on_server(t, results=int(lobby))
    match = await begin(t, t.mara, t.tom)
    before = len(said_in(t.tom, lobby))
    t.fault(f"POST /channels/{lobby}/messages", 503)
    await t.mara.tap("Resign", await t.mara.slash("/resign", match=match.id))
    await t.settled()
    await set_on_server(t)
    t.advance(900)
    await t.settled()
    assert not [seen for seen in said_in(t.tom, lobby)[before:] if " wins" in seen.text]


async def test_hello_is_said_in_the_system_channel_where_there_is_one(t: Table) -> None:
    last = [
        channel for channel in t.playground.world.channels_of(server(t).id) if channel.payload["type"] == 0
    ][-1]
    server(t).payload["system_channel_id"] = last.id
    await remove(t)
    await invite(t)
    [hello] = [seen for seen in t.mara.messages() if "Hi, I'm Slowplay" in seen.text]
    assert hello.channel == last.id


async def test_settings_and_log_are_kept_while_the_bot_is_away(t: Table) -> None:
    await set_on_server(t, games=["ccc"])
    await sql(
        t.database,
        "INSERT INTO server_log (guild, at, text) VALUES (:guild, 5, 'x')",
        guild=int(server(t).id),
    )
    await remove(t)
    await invite(t)
    assert await settings_on(t) == {"games": ["ccc"]}
    assert await sql(t.database, "SELECT text FROM server_log") == [("x",)]


async def test_where_the_bot_may_not_post_it_stays_silent_and_says_hello_where_it_may(t: Table) -> None:
    def hellos() -> list[str]:
        world = t.playground.world
        return [
            world.channels[message.channel_id].payload["name"]
            for message in world.messages.values()
            if "Hi, I'm Slowplay" in str(message.payload)
        ]

    names = [
        channel.payload["name"]
        for channel in t.playground.world.channels.values()
        if channel.payload["type"] == 0
    ]
    for name in names:
        deny(t, BITS["write"], name)
    await remove(t)
    await invite(t)
    await t.settled()
    assert hellos() == []
    deny(t, 0, names[-1])
    await remove(t)
    await invite(t)
    await t.settled()
    assert hellos() == [names[-1]]
    assert len(names) > 1
