"""Events about channels and threads that become visible or hidden when overwrites or roles change."""

from __future__ import annotations

import pytest

from playground.gateway.intents import GUILD_MEMBERS
from playground.model import permissions as perms
from playground.model import shapes
from playground.people.defaults import BOT_ID
from playground.places import threads
from tests.playground.conftest import UNPRIVILEGED, drained, event
from tests.playground.sockets import dial, identity

VIEW = str(perms.VIEW_CHANNEL)
ROLE, MEMBER = 0, 1


@pytest.fixture
def games(play):
    return play.actor("mara").channel("games")


@pytest.fixture
def overwrite(rest, games):
    """Return a function that sets an overwrite of “games” for a role or member, over the control API."""

    async def change(id, kind, allow="0", deny="0"):
        over = [{"id": id, "type": kind, "allow": allow, "deny": deny}]
        assert (await rest.control("PATCH", f"/channels/{games.id}", {"permission_overwrites": over}))[
            0
        ] == 200

    return change


def in_games(play, games, name, kind=11, *members):
    thread = threads.create(play.world, games, play.actor("mara").id, {"name": name, "type": kind})
    for member in members:
        threads.join(play.world, thread, member)
    return thread


async def until_answered(listener):
    """Return the names and data of all events received before the next heartbeat acknowledgment."""
    await listener.send(1, None)
    found = []
    while (frame := await listener.frame())["op"] == 0:
        found.append((frame["t"], frame["d"]))
    return found


def told(subscription):
    """Return names and ids of the channel and thread events in the subscription."""
    return [
        (received["event"], received["data"]["id"])
        for received in drained(subscription)
        if received["event"].startswith(("CHANNEL_", "THREAD_"))
    ]


async def test_a_bot_that_gains_a_channel_gets_its_active_threads_and_its_own_memberships(
    play, games, overwrite, listener
):
    mine = in_games(play, games, "mine", 11, BOT_ID)
    private = in_games(play, games, "private", 12, BOT_ID)
    other = in_games(play, games, "other")
    in_games(play, games, "hidden", 12)
    await until_answered(listener)
    await overwrite(BOT_ID, MEMBER, deny=VIEW)
    [(name, hidden)] = await until_answered(listener)
    assert (name, hidden["name"]) == ("CHANNEL_UPDATE", "___hidden___")
    await overwrite(BOT_ID, MEMBER)
    [(_, whole), (name, sync)] = await until_answered(listener)
    assert (whole["name"], name) == ("games", "THREAD_LIST_SYNC")
    assert (sync["guild_id"], sync["channel_ids"]) == (games.guild_id, [games.id])
    assert [thread["id"] for thread in sync["threads"]] == [mine.id, private.id, other.id]
    assert [(member["id"], member["user_id"]) for member in sync["members"]] == [
        (mine.id, BOT_ID),
        (private.id, BOT_ID),
    ]
    await overwrite(BOT_ID, MEMBER, allow=VIEW)
    assert [name for name, _ in await until_answered(listener)] == ["CHANNEL_UPDATE"], "it saw it before"


async def test_an_archived_thread_is_not_among_those_that_a_bot_gets(play, games, overwrite, listener):
    thread = in_games(play, games, "old")
    await overwrite(BOT_ID, MEMBER, deny=VIEW)
    play.world.clock.advance(30 * 86_400)
    threads.archive_idle(play.world)
    await overwrite(BOT_ID, MEMBER)
    sync = await listener.event("THREAD_LIST_SYNC")
    assert (sync["threads"], thread.id in play.world.channels) == ([], True)


async def test_a_bot_that_gains_channels_by_a_role_is_told_of_them_and_of_the_change_of_itself(
    rest, play, games, overwrite, listener
):
    world, guild = play.world, play.world.guilds[games.guild_id]
    role = world.ids.next()
    guild.roles[role] = shapes.role(role, "inside", 0, 1)
    everyone = {"id": guild.id, "type": ROLE, "allow": "0", "deny": VIEW}
    inside = {"id": role, "type": ROLE, "allow": VIEW, "deny": "0"}
    for channel in list(world.channels_of(guild.id))[:2]:
        body = {"permission_overwrites": [everyone, inside]}
        await rest.control("PATCH", f"/channels/{channel.id}", body)
    await until_answered(listener)
    here = f"/guilds/{guild.id}/members/{BOT_ID}"
    old = guild.members[BOT_ID]["roles"]
    assert (await rest.control("PATCH", here, {"roles": [*old, role]}))[0] == 200
    [(changed, member), *seen, (sync, threads_of)] = await until_answered(listener)
    assert (changed, member["roles"], member["guild_id"]) == ("GUILD_MEMBER_UPDATE", [*old, role], guild.id)
    assert [(name, data["name"]) for name, data in seen] == [
        ("CHANNEL_UPDATE", "general"),
        ("CHANNEL_UPDATE", "games"),
    ]
    assert (sync, len(threads_of["channel_ids"])) == ("THREAD_LIST_SYNC", 2)
    await rest.control("PATCH", here, {"roles": old})
    assert [name for name, _ in await until_answered(listener)] == ["GUILD_MEMBER_UPDATE"]
    assert (await rest("GET", f"/channels/{games.id}"))[1]["code"] == 50001
    assert (await rest.control("PATCH", here, {"roles": ["1"]}))[1]["code"] == 10011
    assert (await rest.control("PATCH", here, {"roles": "1"}))[0] == 400


async def test_people_lose_a_channel_with_its_threads_and_marks_and_get_it_back(play, games, overwrite):
    tom, juri = play.actor("tom"), play.actor("juri")
    public, private = in_games(play, games, "public"), in_games(play, games, "private", 12, tom.id)
    in_games(play, games, "not for tom", 12)
    for place in (games.id, private.id):
        await play.actor("mara").say(place, "hello")
    seen, others = tom.subscribe(), juri.subscribe()
    await overwrite(tom.id, MEMBER, deny=VIEW)
    assert told(seen) == [
        ("THREAD_DELETE", private.id),
        ("THREAD_DELETE", public.id),
        ("CHANNEL_DELETE", games.id),
    ]
    assert tom.home()["unread"] == {}
    await play.actor("mara").say(private.id, "a secret")
    assert drained(seen) == []
    await overwrite(tom.id, MEMBER)
    names = [name for name, _ in told(seen) if name != "CHANNEL_UPDATE"]
    assert names == ["CHANNEL_CREATE", "THREAD_CREATE", "THREAD_CREATE"]
    assert {name for name, _ in told(others)} == {"CHANNEL_UPDATE"}, "nothing changed for others"


async def test_a_change_of_overwrites_by_a_bot_is_told_alike(rest, play, games, overwrite):
    await overwrite(BOT_ID, MEMBER, allow=str(perms.MANAGE_CHANNELS | perms.MANAGE_ROLES))
    tom, own = play.actor("tom"), games.payload["permission_overwrites"]
    seen = tom.subscribe()
    hidden = {"id": tom.id, "type": MEMBER, "allow": 0, "deny": perms.VIEW_CHANNEL}
    kept = [{**item, "allow": int(item["allow"]), "deny": 0} for item in own]
    status, _ = await rest("PATCH", f"/channels/{games.id}", {"permission_overwrites": [*kept, hidden]})
    assert (status, told(seen)) == (200, [("CHANNEL_DELETE", games.id)])


async def test_who_may_look_after_all_threads_from_now_on_sees_the_private_ones(play, games, overwrite):
    tom, private = play.actor("tom"), in_games(play, games, "private", 12)
    seen = tom.subscribe()
    await overwrite(tom.id, MEMBER, allow=str(perms.MANAGE_THREADS))
    assert told(seen)[-1] == ("THREAD_CREATE", private.id)
    await overwrite(tom.id, MEMBER)
    assert told(seen)[-1] == ("THREAD_DELETE", private.id)


async def test_what_are_no_overwrites_is_refused_with_a_sentence(rest, games):
    for wrong in ("x", [{"id": "1"}], [5], {}):
        status, refusal = await rest.control(
            "PATCH", f"/channels/{games.id}", {"permission_overwrites": wrong}
        )
        assert (status, "permission_overwrites" in refusal["message"]) == (400, True)


async def test_discord_py_hears_of_threads_that_were_begun_while_it_did_not_see_their_channel(
    play, games, overwrite, bot
):
    thread = in_games(play, games, "mine", 11, BOT_ID)
    await bot.next("thread_join")
    await overwrite(BOT_ID, MEMBER, deny=VIEW)
    await bot.next("guild_channel_update")
    meanwhile = in_games(play, games, "meanwhile")
    await overwrite(BOT_ID, MEMBER)
    assert (await bot.next("thread_join")).id == int(meanwhile.id)
    found = {found_thread.id for found_thread in bot.get_channel(int(games.id)).threads}
    assert found == {int(thread.id), int(meanwhile.id)}


async def test_members_come_change_and_go_before_bots_with_the_intent_for_it(rest, play, games):
    play.world.applications[BOT_ID].intents = GUILD_MEMBERS
    listener = await dial(rest.session, play)
    await listener.send(2, identity(play, UNPRIVILEGED | GUILD_MEMBERS))
    await listener.event("GUILD_CREATE")
    here, tom = f"/guilds/{games.guild_id}/members", play.actor("tom").id
    seen = play.actor("mara").subscribe()
    await rest.control("DELETE", f"{here}/{tom}")
    await rest.control("PUT", f"{here}/{tom}")
    await rest.control("PATCH", f"{here}/{tom}", {"roles": []})
    await rest.control("DELETE", f"{here}/{BOT_ID}")
    await rest.control("PATCH", f"{here}/{tom}", {"roles": []})
    found = await until_answered(listener)
    assert [name for name, _ in found] == [
        "GUILD_MEMBER_REMOVE",
        "GUILD_MEMBER_ADD",
        "GUILD_MEMBER_UPDATE",
        "GUILD_DELETE",
    ]
    assert [data["user"]["id"] for _, data in found[:3]] == [tom] * 3
    assert (await event(seen, "GUILD_MEMBER_ADD"))["guild_id"] == games.guild_id
    await listener.socket.close()


async def test_members_are_not_told_of_without_the_intent(rest, games, listener, play):
    here, tom = f"/guilds/{games.guild_id}/members", play.actor("tom").id
    for method in ("DELETE", "PUT"):
        await rest.control(method, f"{here}/{tom}")
    assert await until_answered(listener) == []
