"""The gateway's compression: two kinds of streams and single payloads, also when a session resumes."""

from __future__ import annotations

import pytest
from aiohttp import WSMsgType

from tests.playground.conftest import UNPRIVILEGED
from tests.playground.sockets import dial, identity

EVERY_COMPRESSION = [(None, False), (None, True), ("zlib-stream", False), ("zstd-stream", True)]


async def test_discord_py_asks_for_zstd_and_gets_it(bot, play):
    [session] = play.sessions.sessions.values()
    assert session.connection.stream == "zstd-stream"
    assert session.compress is True, (
        "discord.py asks for payload compression too, which a stream switches off"
    )


async def test_payload_compression_packs_what_is_large_and_leaves_the_rest(rest, play):
    client = await dial(rest.session, play)
    await client.send(2, identity(play, UNPRIVILEGED) | {"compress": True})
    await client.event("GUILD_CREATE")
    await play.actor("mara").say("games", "short")
    await client.event("MESSAGE_CREATE")
    assert client.kinds[0] is WSMsgType.TEXT, "HELLO comes before anybody has asked"
    assert client.kinds[1:] == [WSMsgType.TEXT, WSMsgType.BINARY, WSMsgType.TEXT]


@pytest.mark.parametrize("stream", ["zlib-stream", "zstd-stream"])
async def test_a_stream_switches_payload_compression_off(rest, play, stream):
    client = await dial(rest.session, play, stream)
    await client.send(2, identity(play, UNPRIVILEGED) | {"compress": True})
    await client.event("GUILD_CREATE")
    assert set(client.kinds) == {WSMsgType.BINARY}


@pytest.mark.parametrize(("stream", "compress"), EVERY_COMPRESSION)
async def test_what_was_missed_is_replayed_under_every_compression(rest, play, stream, compress):
    client = await dial(rest.session, play, stream)
    await client.send(2, identity(play, UNPRIVILEGED) | {"compress": compress})
    ready = await client.event("READY")
    await client.event("GUILD_CREATE")
    play.sessions.drop(resume=True)
    assert await client.frame() == 4000
    place, words = f"/channels/{play.actor('mara').channel('games').id}/messages", ["one" * 600, "two" * 600]
    for word in words:
        await rest("POST", place, {"content": word})
    again = await dial(rest.session, play, stream)
    resume = {"token": play.token, "session_id": ready["session_id"], "seq": client.sequence}
    await again.send(6, resume)
    assert [(await again.event("MESSAGE_CREATE"))["content"] for _ in words] == words
    await again.event("RESUMED")
    assert WSMsgType.BINARY in again.kinds or not (stream or compress)
