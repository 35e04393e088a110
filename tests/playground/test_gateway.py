"""The gateway without discord.py: compression, intents, resumed sessions, refusals."""

from __future__ import annotations

import pytest

from tests.playground.conftest import UNPRIVILEGED, event
from tests.playground.sockets import dial, identity

GUILDS, GUILD_MESSAGES, DIRECT_MESSAGES = 1 << 0, 1 << 9, 1 << 12


@pytest.mark.parametrize("stream", [None, "zlib-stream", "zstd-stream"])
async def test_ready_and_guild_come_plain_and_compressed(rest, play, stream):
    client = await dial(rest.session, play, stream)
    await client.send(2, identity(play, UNPRIVILEGED))
    ready = await client.event("READY")
    assert ready["resume_gateway_url"] == play.gateway
    assert ready["guilds"][0]["unavailable"] is True
    guild = await client.event("GUILD_CREATE")
    assert [channel["name"] for channel in guild["channels"]] == ["general", "games", "quiet"]
    assert [member["user"]["username"] for member in guild["members"]] == ["Robot"]
    assert guild["member_count"] == 5


async def test_a_heartbeat_is_acknowledged(rest, play):
    client = await dial(rest.session, play)
    await client.send(1, None)
    assert await client.frame() == {"op": 11, "d": None, "s": None, "t": None}


@pytest.mark.parametrize(
    ("op", "data", "code"),
    [
        (2, {"token": "wrong", "intents": 0, "properties": {}}, 4004),
        (2, {"intents": 1 << 15}, 4014),
        (2, {"intents": 1 << 1}, 4014),
        (8, {"guild_id": "1"}, 4003),
    ],
)
async def test_a_wrong_beginning_is_closed_with_discords_code(rest, play, op, data, code):
    client = await dial(rest.session, play)
    await client.send(op, {"token": play.token} | data)
    assert await client.frame() == code


async def test_no_json_is_closed_with_4002(rest, play):
    client = await dial(rest.session, play)
    await client.socket.send_str("hello")
    assert await client.frame() == 4002


async def test_intents_decide_what_is_heard(rest, play):
    client = await dial(rest.session, play)
    await client.send(2, identity(play, GUILDS))
    await client.event("GUILD_CREATE")
    await play.actor("mara").say("games", "not for you")
    _, thread = await rest(
        "POST", f"/channels/{play.actor('mara').channel('games').id}/threads", {"name": "heard", "type": 11}
    )
    first = await client.frame()
    assert (first["t"], first["d"]["id"]) == ("THREAD_CREATE", thread["id"])


async def test_direct_messages_have_an_intent_of_their_own(rest, play):
    mara = play.actor("mara")
    dm = await mara.open_dm(next(iter(play.world.applications)))
    for intents, expected in ((GUILD_MESSAGES, "in the open"), (DIRECT_MESSAGES, "in private")):
        client = await dial(rest.session, play)
        await client.send(2, identity(play, GUILDS | intents))
        await client.event("GUILD_CREATE")
        public = await mara.say("games", "in the open")
        private = await mara.say(dm["id"], "in private")
        heard = await client.event("MESSAGE_CREATE")
        assert heard["id"] == {"in the open": public, "in private": private}[expected]["id"]
        await client.socket.close()


async def test_the_words_of_others_are_hidden_unless_the_bot_is_called(rest, play, listener):
    mara = play.actor("mara")
    await mara.say("games", "hidden")
    assert (await listener.event("MESSAGE_CREATE"))["content"] == ""
    [bot] = play.world.applications
    await mara.say("games", f"<@{bot}> shown")
    assert (await listener.event("MESSAGE_CREATE"))["content"] == f"<@{bot}> shown"
    dm = await mara.open_dm(bot)
    await mara.say(dm["id"], "also shown")
    assert (await listener.event("MESSAGE_CREATE"))["content"] == "also shown"


async def test_a_channel_out_of_sight_is_not_heard(rest, play, listener):
    mara = play.actor("mara")
    channel = mara.channel("quiet")
    [bot] = play.world.applications
    hidden = {"id": bot, "type": 1, "allow": "0", "deny": str(1 << 10)}
    channel.payload = {**channel.payload, "permission_overwrites": [hidden]}
    await mara.say("quiet", "unheard")
    await mara.say("games", "heard")
    assert (await listener.event("MESSAGE_CREATE"))["channel_id"] == mara.channel("games").id
    status, refusal = await rest("POST", f"/channels/{channel.id}/messages", {"content": "x"})
    assert (status, refusal["code"]) == (403, 50001)


async def test_an_ephemeral_reaches_its_bot_as_a_direct_message(rest, play, listener, asked):
    await asked({"type": 4, "data": {"content": "secret", "flags": 64}})
    heard = await listener.event("MESSAGE_CREATE")
    assert (heard["content"], heard["flags"] & 64) == ("secret", 64)
    assert "guild_id" not in heard


async def test_resuming_replays_exactly_what_was_missed(rest, play, listener):
    mara = play.actor("mara")
    await mara.say("games", "one")
    await listener.event("MESSAGE_CREATE")
    [session] = play.sessions.sessions
    play.sessions.drop(resume=True)
    assert await listener.frame() == 4000
    first = await mara.say("games", "two")
    second = await mara.say("games", "three")
    again = await dial(rest.session, play)
    await again.send(6, {"token": play.token, "session_id": session, "seq": listener.sequence})
    frames = [await again.frame() for _ in range(3)]
    told = [(frame["t"], frame["d"].get("id")) for frame in frames]
    assert told == [("MESSAGE_CREATE", first["id"]), ("MESSAGE_CREATE", second["id"]), ("RESUMED", None)]


async def test_a_session_that_is_gone_is_invalid(rest, play, listener):
    [session] = play.sessions.sessions
    play.sessions.drop(resume=False)
    again = await dial(rest.session, play)
    await again.send(6, {"token": play.token, "session_id": session, "seq": 1})
    assert await again.frame() == {"op": 9, "d": False, "s": None, "t": None}
    await again.send(2, identity(play, UNPRIVILEGED))
    await again.event("READY")


async def test_closing_with_1000_gives_the_session_up(rest, play, listener):
    seen = play.actor("mara").subscribe()
    await listener.socket.close(code=1000)
    await event(seen, "APPLICATIONS")
    assert play.sessions.sessions == {}


async def test_members_are_given_on_request(rest, play, listener):
    guild = next(iter(play.world.guilds))
    mara = play.actor("mara").id
    await listener.send(8, {"guild_id": guild, "user_ids": [mara, "1"], "limit": 0, "nonce": "n"})
    chunk = await listener.event("GUILD_MEMBERS_CHUNK")
    assert [member["user"]["id"] for member in chunk["members"]] == [mara]
    assert (chunk["not_found"], chunk["nonce"]) == (["1"], "n")
    await listener.send(8, {"guild_id": guild, "query": "to", "limit": 5})
    chunk = await listener.event("GUILD_MEMBERS_CHUNK")
    assert [member["user"]["username"] for member in chunk["members"]] == ["tom"]
