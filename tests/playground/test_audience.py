"""Visibility: no route and no event reveals a channel, message or person that's hidden from its reader."""

from __future__ import annotations

import pytest

from playground.gateway.intents import DIRECT_MESSAGES, GUILD_MEMBERS, GUILDS, MESSAGE_CONTENT
from playground.model import permissions as perms
from playground.people.defaults import BOT_ID
from playground.places import channels, members, threads
from tests.playground.conftest import drained
from tests.playground.sockets import dial, identity

VIEW = perms.VIEW_CHANNEL


@pytest.fixture
def games(play):
    return play.actor("mara").channel("games")


@pytest.fixture
def hide(play, games):
    """Hide the channel “games” from the bot, or show it again."""

    def change(hidden):
        over = {"id": BOT_ID, "type": 1, "allow": "0", "deny": str(VIEW if hidden else 0)}
        channels.edit(play.world, games, {"permission_overwrites": [over]})

    return change


@pytest.mark.slow
async def test_content_of_others_is_read_by_no_route_without_the_intent_for_it(rest, play, games):
    mara, here = play.actor("mara"), f"/channels/{games.id}/messages"
    secret = (await mara.say("games", "a secret"))["id"]
    called = (await mara.say("games", f"<@{BOT_ID}> this is for you"))["id"]
    _, own = await rest("POST", here, {"content": "my own"})
    over = {"id": BOT_ID, "type": 1, "allow": str(perms.PIN_MESSAGES), "deny": "0"}
    channels.edit(play.world, games, {"permission_overwrites": [over]})
    await rest("PUT", f"{here}/pins/{secret}")

    async def read():
        _, page = await rest("GET", here)
        words = {message["id"]: message["content"] for message in page}
        _, pins = await rest("GET", f"{here}/pins")
        _, old_pins = await rest("GET", f"/channels/{games.id}/pins")
        _, one = await rest("GET", f"{here}/{secret}")
        found = {words[secret], pins["items"][0]["message"]["content"], old_pins[0]["content"]}
        return found | {one["content"]}, (words[own["id"]], words[called])

    told = ("my own", f"<@{BOT_ID}> this is for you")
    assert await read() == ({""}, told)
    play.world.applications[BOT_ID].intents = MESSAGE_CONTENT
    assert await read() == ({"a secret"}, told)
    dm = (await mara.open_dm(BOT_ID))["id"]
    await mara.say(dm, "between us")
    play.world.applications[BOT_ID].intents = 0
    assert (await rest("GET", f"/channels/{dm}/messages"))[1][0]["content"] == "between us"


@pytest.mark.slow
async def test_of_a_channel_out_of_sight_a_bot_learns_only_that_it_is_there(
    rest, play, games, hide, listener
):
    channels.edit(play.world, games, {"topic": "a secret"})
    assert (await listener.event("CHANNEL_UPDATE"))["topic"] == "a secret"
    hide(True)
    found = await listener.event("CHANNEL_UPDATE")
    assert (found["id"], found["name"], found["topic"], found["flags"]) == (
        games.id,
        "___hidden___",
        None,
        1 << 17,
    )
    [deny] = found["permission_overwrites"]
    assert (deny["id"], deny["deny"]) == (games.payload["guild_id"], str(VIEW))
    _, listed = await rest("GET", f"/guilds/{games.guild_id}/channels")
    assert games.id not in [channel["id"] for channel in listed]
    newcomer = await dial(rest.session, play)
    await newcomer.send(2, identity(play, GUILDS))
    guild = await newcomer.event("GUILD_CREATE")
    assert (
        next(channel for channel in guild["channels"] if channel["id"] == games.id)["name"] == "___hidden___"
    )
    hide(False)
    assert (await listener.event("CHANNEL_UPDATE"))["topic"] == "a secret"
    await newcomer.socket.close()


async def test_of_its_servers_a_bot_hears_with_the_intent_alone(rest, play, games):
    newcomer = await dial(rest.session, play)
    await newcomer.send(2, identity(play, DIRECT_MESSAGES))
    ready = await newcomer.event("READY")
    assert [guild["id"] for guild in ready["guilds"]] == [games.guild_id]
    await newcomer.send(1, None)
    assert (await newcomer.frame())["op"] == 11, "the heartbeat is answered, and nothing came before that"
    await newcomer.socket.close()


async def test_a_bot_that_is_let_into_a_private_thread_is_told_what_it_is(play, games, listener):
    mara = play.actor("mara").id
    thread = threads.create(play.world, games, mara, {"name": "private", "type": 12})
    threads.join(play.world, thread, BOT_ID)
    created = await listener.event("THREAD_CREATE")
    assert (created["name"], created["member"]["user_id"]) == ("private", BOT_ID)
    assert "newly_created" not in created
    [mine] = (await listener.event("THREAD_MEMBERS_UPDATE"))["added_members"]
    assert mine["user_id"] == BOT_ID


async def test_who_is_sent_out_of_a_private_thread_loses_it_with_its_marks(play, games):
    tom = play.actor("tom")
    thread = threads.create(play.world, games, play.actor("mara").id, {"name": "private", "type": 12})
    threads.join(play.world, thread, tom.id)
    await play.actor("mara").say(thread.id, "x")
    assert thread.id in tom.home()["unread"]
    seen = tom.subscribe()
    threads.leave(play.world, thread, tom.id)
    await play.actor("mara").say(thread.id, "a secret")
    assert [event["event"] for event in drained(seen)] == ["UNREAD", "THREAD_DELETE"]
    assert thread.id not in tom.home()["unread"]


async def test_of_threads_that_go_with_their_channel_people_are_told_and_bots_are_not(play, games, listener):
    thread = threads.create(play.world, games, BOT_ID, {"name": "t", "type": 11})
    seen = play.actor("mara").subscribe()
    channels.delete(play.world, games)
    names = []
    while "CHANNEL_DELETE" not in names:
        names.append((await listener.frame())["t"])
    assert names == ["THREAD_CREATE", "CHANNEL_DELETE"]
    told = [(event["event"], event["data"]["id"]) for event in drained(seen)]
    assert told == [("THREAD_DELETE", thread.id), ("CHANNEL_DELETE", games.id)]


async def test_members_of_a_server_are_told_to_its_own_bots_alone(play, games, listener):
    play.world.applications[BOT_ID].intents = GUILD_MEMBERS
    guild = play.world.guilds[games.guild_id]
    members.remove(play.world, guild, BOT_ID)
    await listener.send(8, {"guild_id": guild.id, "query": "", "limit": 0})
    await listener.send(1, None)
    names = [(await listener.frame()).get("t") for _ in range(2)]
    assert names == ["GUILD_DELETE", None], "the heartbeat is answered, the question is not"


async def test_who_is_mentioned_by_a_change_comes_into_a_thread_too(rest, play, games):
    _, thread = await rest("POST", f"/channels/{games.id}/threads", {"name": "private", "type": 12})
    here, tom = f"/channels/{thread['id']}/messages", play.actor("tom").id
    _, message = await rest("POST", here, {"content": "x"})
    quiet = {"content": f"<@{tom}>", "allowed_mentions": {"parse": []}}
    await rest("PATCH", f"{here}/{message['id']}", quiet)
    assert tom not in play.world.channels[thread["id"]].thread_members
    await rest("PATCH", f"{here}/{message['id']}", {"content": f"<@{tom}>"})
    assert tom in play.world.channels[thread["id"]].thread_members


async def test_a_client_that_is_closed_hears_nothing_more_and_may_be_closed_again(play):
    heard = play.actor("mara").subscribe()
    await play.actor("tom").say("games", "one")
    assert "one" in [event["data"].get("content") for event in drained(heard)]
    for _ in range(2):
        heard.close()
    await play.actor("tom").say("games", "two")
    assert drained(heard) == []
