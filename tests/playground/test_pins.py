"""Pinned messages: the current and older routes, their limits, and the events that clients receive."""

from __future__ import annotations

import discord
import pytest

from playground.model.permissions import MANAGE_MESSAGES, PIN_MESSAGES
from playground.people.defaults import BOT_ID
from playground.posts.pins import LIMIT
from tests.playground.conftest import drained, event

SILENT = 1 << 12
TOLD = ("MESSAGE_UPDATE", "CHANNEL_PINS_UPDATE", "MESSAGE_CREATE")


@pytest.fixture
async def dm(play):
    """Return the id of the bot's DM with Mara."""
    return (await play.actor("mara").open_dm(BOT_ID))["id"]


@pytest.fixture
def send(rest, dm):
    """Return a function that writes to Mara and returns the message as created."""

    async def write(text="x", **more):
        status, message = await rest("POST", f"/channels/{dm}/messages", {"content": text, **more})
        assert status == 200, message
        return message

    return write


@pytest.fixture
def pins(rest, dm):
    """Return a function that returns Mara's pins and whether there are more."""

    async def read(**query):
        status, found = await rest("GET", f"/channels/{dm}/messages/pins", params=query)
        assert status == 200, found
        return found["items"], found["has_more"]

    return read


def contents(items):
    return [item["message"]["content"] for item in items]


def allow(play, bits):
    """Allow the bot these permissions in “games”, and return the channel's id."""
    channel = play.actor("mara").channel("games")
    overwrite = {"id": BOT_ID, "type": 1, "allow": str(bits), "deny": "0"}
    channel.payload = {**channel.payload, "permission_overwrites": [overwrite]}
    return channel.id


async def test_a_pin_is_told_by_three_events_and_pinning_again_does_nothing(rest, play, dm, send):
    message, seen = await send(), play.actor("mara").subscribe()
    path = f"/channels/{dm}/messages/pins/{message['id']}"
    assert await rest("PUT", path) == (204, None)
    updated, changed, said = [await event(seen, name) for name in TOLD]
    assert (updated["id"], updated["pinned"], updated["edited_timestamp"]) == (message["id"], True, None)
    assert set(changed) == {"channel_id", "last_pin_timestamp"}
    assert (said["type"], said["content"], said["author"]["id"]) == (6, "", BOT_ID)
    reference = {"type": 0, "channel_id": dm, "message_id": message["id"]}
    assert said["message_reference"] == reference
    drained(seen)
    assert (await rest("PUT", path))[0] == 204
    assert drained(seen) == []


async def test_what_is_unpinned_or_deleted_leaves_the_pins(rest, play, dm, send, pins):
    first, second = await send("first"), await send("second")
    for message in (first, second):
        await rest("PUT", f"/channels/{dm}/pins/{message['id']}")
    assert contents((await pins())[0]) == ["second", "first"]
    assert [message["content"] for message in play.actor("mara").pins(dm)] == ["second", "first"]
    for _ in range(2):
        assert (await rest("DELETE", f"/channels/{dm}/messages/pins/{first['id']}"))[0] == 204
    assert (await rest("GET", f"/channels/{dm}/messages/{first['id']}"))[1]["pinned"] is False
    assert [message["content"] for message in (await rest("GET", f"/channels/{dm}/pins"))[1]] == ["second"]
    await rest("DELETE", f"/channels/{dm}/messages/{second['id']}")
    assert await pins() == ([], False)


async def test_pins_are_read_page_by_page_though_time_stands_still(rest, dm, send, pins):
    for text in "abc":
        await rest("PUT", f"/channels/{dm}/messages/pins/{(await send(text))['id']}")
    items, more = await pins(limit=2)
    assert (contents(items), more) == (["c", "b"], True)
    assert (contents((await pins(limit=3))[0]), (await pins(limit=3))[1]) == (["c", "b", "a"], False)
    last = items[-1]["pinned_at"]
    rest_of_them, more = await pins(before=last)
    assert (contents(rest_of_them), more) == (["a"], False)


@pytest.mark.parametrize("query", [{"limit": "0"}, {"limit": "51"}, {"limit": "x"}, {"before": "yesterday"}])
async def test_a_page_of_pins_that_cannot_be_is_refused_with_50035(rest, dm, query):
    status, refusal = await rest("GET", f"/channels/{dm}/messages/pins", params=query)
    assert (status, refusal["code"], list(refusal["errors"])) == (400, 50035, list(query))


async def test_one_pin_too_many_is_refused_with_30003(rest, play, dm, send):
    message, channel = await send(), play.world.channels[dm]
    channel.pins = {str(number): play.world.now() for number in range(LIMIT)}
    path = f"/channels/{dm}/messages/pins/{message['id']}"
    status, refusal = await rest("PUT", path)
    assert (LIMIT, status, refusal["code"]) == (250, 400, 30003)
    del channel.pins["0"]
    assert (await rest("PUT", path))[0] == 204


async def test_only_a_message_that_is_there_and_was_said_can_be_pinned(rest, dm, send):
    path = f"/channels/{dm}/messages/pins/"
    for method in ("PUT", "DELETE"):
        status, refusal = await rest(method, path + "1")
        assert (status, refusal["code"]) == (404, 10008)
    await rest("PUT", path + (await send())["id"])
    _, [said, *_] = await rest("GET", f"/channels/{dm}/messages")
    status, refusal = await rest("PUT", path + said["id"])
    assert (said["type"], status, refusal["code"]) == (6, 403, 50021)


async def test_in_a_server_pinning_needs_its_own_permission(rest, play):
    message = await play.actor("mara").say("games", "x")
    path = f"/channels/{allow(play, MANAGE_MESSAGES)}/messages/pins/{message['id']}"
    for method in ("PUT", "DELETE"):
        status, refusal = await rest(method, path)
        assert (status, refusal["code"]) == (403, 50013)
    allow(play, PIN_MESSAGES)
    assert (await rest("PUT", path))[0] == 204


async def test_a_silent_message_keeps_its_flag_and_leaves_no_mark(play, dm, send):
    assert (await send("hush", flags=SILENT))["flags"] == SILENT
    assert play.actor("mara").home()["unread"] == {}
    await send("hello")
    assert play.actor("mara").home()["unread"] == {dm: {"count": 1, "mentions": 1}}


async def test_discord_py_pins_reads_and_unpins_in_a_direct_message(bot, play):
    channel = await (await bot.fetch_user(int(play.actor("mara").id))).create_dm()
    messages = [await channel.send(text, silent=True) for text in ("first", "second")]
    for message in messages:
        await message.pin()
    assert (await bot.next("private_channel_pins_update")) == channel
    said = [entry async for entry in channel.history() if entry.type is discord.MessageType.pins_add]
    assert [entry.reference.message_id for entry in said] == [messages[1].id, messages[0].id]
    found = [pin async for pin in channel.pins()]
    assert [(pin.content, pin.pinned, pin.pinned_at is not None) for pin in found] == [
        ("second", True, True),
        ("first", True, True),
    ]
    await found[0].unpin()
    assert [pin.id async for pin in channel.pins()] == [messages[0].id]
    await said[0].delete()


@pytest.mark.parametrize(("type", "kind"), [(1, 20), (3, 23)])
async def test_an_answer_to_a_command_can_be_pinned(rest, play, listener, offer, type, kind):
    await offer({"name": "read", "type": type, **({"description": "Read"} if type == 1 else {})})
    mara, channel = play.actor("mara"), allow(play, PIN_MESSAGES)
    said = await mara.say("games", "hello")
    used = mara.slash("games", "read") if type == 1 else mara.use_on_message("games", "read", said["id"])
    interaction = await listener.while_asked(used)
    path = f"/interactions/{interaction['id']}/{interaction['token']}/callback"
    await rest("POST", path, {"type": 4, "data": {"content": "Hello!"}})
    answer = (await listener.outcome())["message"]
    assert (await rest("PUT", f"/channels/{channel}/messages/pins/{answer['id']}"))[0] == 204
    assert [(pinned["content"], pinned["type"]) for pinned in mara.pins("games")] == [("Hello!", kind)]
