"""The codes with which the gateway closes a connection."""

from __future__ import annotations

import pytest

from playground.model.records import Guild
from tests.playground.conftest import UNPRIVILEGED
from tests.playground.sockets import call_up, dial, identity


@pytest.mark.parametrize(
    ("query", "code"),
    [({"v": "5"}, 4012), ({"v": "ten"}, 4012), ({"v": ""}, 4012), ({"encoding": "etf"}, 4002)],
)
async def test_a_query_that_discord_does_not_speak_is_closed_at_once(rest, play, query, code):
    client = await call_up(rest.session, play, **query)
    assert await client.frame() == code


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"token": None}, 4004),
        ({"shard": [1, 1]}, 4010),
        ({"shard": [0]}, 4010),
        ({"shard": ["0", "1"]}, 4010),
        ({"intents": 1 << 22}, 4013),
        ({"intents": -1}, 4013),
        ({"intents": None}, 4013),
        ({"intents": 1 << 8}, 4014),
    ],
)
async def test_a_wrong_identity_is_closed_with_discords_code(rest, play, changed, code):
    client = await dial(rest.session, play)
    await client.send(2, identity(play, UNPRIVILEGED) | changed)
    assert await client.frame() == code
    assert play.sessions.sessions == {}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[1]", 4002),
        ('{"d": 1}', 4001),
        ('{"op": 99, "d": {}}', 4001),
        ('{"op": 3, "d": {"status": "online"}}', 4001),
        ('{"op": 8, "d": "everybody"}', 4001),
        ('{"op": 2, "d": {"token": "again"}}', 4005),
        ('{"op": 6, "d": {"token": "again", "session_id": "", "seq": 1}}', 4005),
        ('{"op": 1, "d": "' + "x" * 4096 + '"}', 4002),
    ],
)
async def test_a_wrong_command_is_closed_with_discords_code(listener, text, code):
    await listener.socket.send_str(text)
    assert await listener.frame() == code


async def test_a_command_of_4096_bytes_is_not_too_long(listener):
    command = '{"op": 1, "d": null, "x": ""}'
    await listener.socket.send_str(command.replace('""', f'"{"x" * (4096 - len(command))}"'))
    assert (await listener.frame())["op"] == 11


async def test_presence_is_accepted(rest, play, listener):
    await listener.send(3, {"since": None, "activities": [], "status": "idle", "afk": False})
    await play.actor("mara").say("games", "go on")
    await listener.event("MESSAGE_CREATE")


async def test_the_121st_command_in_a_minute_closes_with_4008_and_the_session_can_be_resumed(
    rest, play, listener
):
    presence = {"since": None, "activities": [], "status": "online", "afk": False}
    for _ in range(119):  # IDENTIFY was the first of 120 frames.
        await listener.send(3, presence)
    await listener.send(1, None)
    assert await listener.frame() == 4008
    [session] = play.sessions.sessions.values()
    again = await dial(rest.session, play)
    resume = {"token": play.token, "session_id": session.id, "seq": listener.sequence}
    await again.send(6, resume)
    await again.event("RESUMED")


async def test_commands_of_the_minute_before_do_not_count(rest, play, listener):
    presence = {"since": None, "activities": [], "status": "online", "afk": False}
    for _ in range(2):
        for _ in range(118):
            await listener.send(3, presence)
        await listener.send(1, None)
        assert (await listener.frame())["op"] == 11
        play.world.clock.advance(60)


async def test_too_many_servers_need_shards(rest, play):
    world = play.world
    [app] = world.applications.values()
    [cafe] = world.guilds.values()
    for number in range(2500):
        id = str(int(cafe.id) + ((number + 1) << 22))
        world.guilds[id] = Guild(id, {**cafe.payload, "id": id}, cafe.roles, cafe.members)
    client = await dial(rest.session, play)
    await client.send(2, identity(play, UNPRIVILEGED))
    assert await client.frame() == 4011
    _, told = await rest("GET", "/gateway/bot")
    shards = told["shards"]
    assert shards > 1
    client = await dial(rest.session, play)
    await client.send(2, identity(play, UNPRIVILEGED) | {"shard": [0, shards]})
    ready = await client.event("READY")
    assert ready["shard"] == [0, shards]
    assert {(int(guild["id"]) >> 22) % shards for guild in ready["guilds"]} == {0}
    assert app.id == ready["application"]["id"]


async def test_a_shard_hears_its_own_servers_and_the_first_one_hears_the_letters(rest, play):
    [cafe] = play.world.guilds
    [app] = play.world.applications
    mara, home = play.actor("mara"), (int(cafe) >> 22) % 2
    clients = [await dial(rest.session, play) for _ in range(2)]
    for number, client in enumerate(clients):
        await client.send(2, identity(play, UNPRIVILEGED) | {"shard": [number, 2]})
        await client.event("READY")
    said = await mara.say("games", "here")
    written = await mara.say((await mara.open_dm(app))["id"], "to you")
    heard = {0: [written], home: [said]} if home else {0: [said, written]}
    for number, messages in heard.items():
        for message in messages:
            assert (await clients[number].event("MESSAGE_CREATE"))["id"] == message["id"]
    assert [session.sequence for session in play.sessions.sessions.values()][1 - home] == (2 if home else 1)
