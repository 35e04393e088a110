"""Channel permissions: how they're computed, and each route and gateway command that checks them."""

from __future__ import annotations

import json

import aiohttp
import pytest

import playground.app
from playground.model import permissions as perms
from playground.model import shapes
from playground.model.errors import ControlError, DiscordError
from playground.people.defaults import BOT_ID
from playground.places import channels, members, threads
from playground.rest import routes
from tests.playground.conftest import StillClock

VIEW, SEND, HISTORY = perms.VIEW_CHANNEL, perms.SEND_MESSAGES, perms.READ_MESSAGE_HISTORY
ROLE, MEMBER = 0, 1


class Place:
    """A world with a channel whose permission overwrites a test sets."""

    def __init__(self, world=None) -> None:
        self.world = world or playground.app.defaults.default_world(StillClock())
        self.guild = next(iter(self.world.guilds.values()))
        self.channel = next(iter(self.world.channels_of(self.guild.id)))
        people = {user.payload["username"]: id for id, user in self.world.users.items()}
        self.mara, self.tom = people["mara"], people["tom"]

    def own(self, user):
        """Make this user the owner of the server."""
        self.guild.payload = {**self.guild.payload, "owner_id": user}

    def role(self, bits, *holders):
        id = self.world.ids.next()
        self.guild.roles[id] = shapes.role(id, "some", bits, 2)
        for holder in holders:
            member = self.guild.members[holder]
            self.guild.members[holder] = {**member, "roles": [*member["roles"], id]}
        return id

    def overwrite(self, id, kind=ROLE, allow=0, deny=0):
        listed = [
            overwrite for overwrite in self.channel.payload["permission_overwrites"] if overwrite["id"] != id
        ]
        made = {"id": id, "type": kind, "allow": str(allow), "deny": str(deny)}
        channels.edit(self.world, self.channel, {"permission_overwrites": [*listed, made]})

    def may(self, bits, channel=None, user=None):
        return self.world.permissions(user or self.mara, channel or self.channel) & bits == bits


@pytest.fixture
def place(play):
    """Return the `Place` of the running playground, with the channel “games”."""
    found = Place(play.world)
    found.channel = play.actor("mara").channel("games")
    return found


def test_the_overwrites_come_in_discords_order_everyone_then_all_roles_then_the_member():
    place = Place()
    first, second = place.role(0, place.mara), place.role(0, place.mara)
    place.overwrite(place.guild.id, deny=SEND)
    assert not place.may(SEND)
    place.overwrite(first, allow=SEND)
    assert place.may(SEND), "a role gives back what everyone is denied"
    place.overwrite(second, deny=SEND)
    assert place.may(SEND), "of several roles the one that allows wins"
    place.overwrite(place.mara, MEMBER, deny=SEND)
    assert not place.may(SEND), "the member comes last"


def test_within_one_overwrite_what_is_allowed_comes_last_and_a_role_denies_what_everyone_is_allowed():
    place = Place()
    role = place.role(perms.MENTION_EVERYONE, place.mara)
    place.overwrite(place.guild.id, allow=SEND, deny=SEND)
    assert place.may(SEND)
    place.overwrite(role, deny=SEND)
    assert not place.may(SEND)


def test_a_role_that_somebody_else_has_changes_nothing():
    place = Place()
    place.overwrite(place.role(0), deny=SEND | VIEW)
    assert place.may(SEND | VIEW)


def test_administrators_and_the_owner_may_everything_whatever_the_channel_says():
    place = Place()
    for target in (place.guild.id, place.mara, place.tom):
        place.overwrite(target, ROLE if target == place.guild.id else MEMBER, deny=perms.EVERYTHING)
    place.own(place.tom)
    assert not place.may(VIEW)
    assert place.may(perms.EVERYTHING, user=place.tom)
    place.role(perms.ADMINISTRATOR, place.mara)
    assert place.may(perms.EVERYTHING)


def test_who_does_not_see_a_channel_may_nothing_in_it():
    place = Place()
    place.overwrite(place.mara, MEMBER, deny=VIEW)
    assert place.world.permissions(place.mara, place.channel) == 0


def test_who_may_not_send_may_not_attach_embed_or_call_everyone_either():
    place = Place()
    place.overwrite(place.mara, MEMBER, allow=perms.MENTION_EVERYONE, deny=SEND)
    assert not place.world.permissions(place.mara, place.channel) & perms.WITH_MESSAGES
    assert place.may(perms.ADD_REACTIONS | HISTORY)


def test_a_thread_has_the_permissions_of_its_channel_and_its_own_for_sending():
    place = Place()
    thread = threads.create(place.world, place.channel, BOT_ID, {"name": "t", "type": 11})
    place.overwrite(place.mara, MEMBER, deny=SEND)
    assert place.may(perms.SEND_MESSAGES_IN_THREADS | perms.ATTACH_FILES, thread)
    place.overwrite(place.mara, MEMBER, deny=perms.SEND_MESSAGES_IN_THREADS)
    assert not place.may(perms.ATTACH_FILES, thread)
    place.overwrite(place.mara, MEMBER, deny=VIEW)
    assert not place.may(VIEW, thread)


def test_in_a_time_out_a_member_only_looks_on_until_it_is_over():
    place = Place()
    members.time_out(place.world, place.guild, place.mara, 60)
    assert place.world.permissions(place.mara, place.channel) == VIEW | HISTORY
    place.world.clock.advance(60)
    assert place.may(SEND)


def test_an_administrator_and_the_owner_act_in_a_time_out_too():
    place = Place()
    place.role(perms.ADMINISTRATOR, place.mara)
    place.own(place.tom)
    for person in (place.mara, place.tom):
        members.time_out(place.world, place.guild, person, 60)
        assert place.may(SEND, user=person)


def form(payload):
    made = aiohttp.FormData(quote_fields=False)
    made.add_field("payload_json", json.dumps(payload), content_type="application/json")
    made.add_field("files[0]", b"x", filename="a.txt")
    return {"data": made}


HERE, ONE = "/channels/{channel}", "/channels/{channel}/messages/{message}"
MINE = "/channels/{channel}/messages/{mine}"
EMBED = {"embeds": [{"title": "x"}]}
NONE_THERE = {"messages": ["9" * 18 + "1", "9" * 18 + "2"]}
ROUTES = {
    "send": (SEND, "POST", HERE + "/messages", {"content": "x"}),
    "send a file": (perms.ATTACH_FILES, "POST", HERE + "/messages", form),
    "send an embed": (perms.EMBED_LINKS, "POST", HERE + "/messages", EMBED),
    "speak": (perms.SEND_TTS, "POST", HERE + "/messages", {"content": "x", "tts": True}),
    "add a file": (perms.ATTACH_FILES, "PATCH", MINE, form),
    "add an embed": (perms.EMBED_LINKS, "PATCH", MINE, EMBED),
    "type": (SEND, "POST", HERE + "/typing", None),
    "read one": (HISTORY, "GET", ONE, None),
    "delete another's": (perms.MANAGE_MESSAGES, "DELETE", ONE, None),
    "delete many": (perms.MANAGE_MESSAGES, "POST", HERE + "/messages/bulk-delete", NONE_THERE),
    "react": (perms.ADD_REACTIONS, "PUT", ONE + "/reactions/x/@me", None),
    "react to the past": (HISTORY, "PUT", ONE + "/reactions/x/@me", None),
    "pin": (perms.PIN_MESSAGES, "PUT", HERE + "/messages/pins/{message}", None),
    "unpin": (perms.PIN_MESSAGES, "DELETE", HERE + "/messages/pins/{message}", None),
    "public thread": (perms.CREATE_PUBLIC_THREADS, "POST", HERE + "/threads", {"name": "t", "type": 11}),
    "private thread": (perms.CREATE_PRIVATE_THREADS, "POST", HERE + "/threads", {"name": "t", "type": 12}),
    "thread on a message": (perms.CREATE_PUBLIC_THREADS, "POST", ONE + "/threads", {"name": "t"}),
    "archived threads": (HISTORY, "GET", HERE + "/threads/archived/public", None),
    "archived private threads": (perms.MANAGE_THREADS, "GET", HERE + "/threads/archived/private", None),
    "edit a channel": (perms.MANAGE_CHANNELS, "PATCH", HERE, {"name": "x"}),
    "permissions": (perms.MANAGE_ROLES, "PATCH", HERE, {"permission_overwrites": []}),
    "delete a channel": (perms.MANAGE_CHANNELS, "DELETE", HERE, None),
    "webhooks": (perms.MANAGE_WEBHOOKS, "GET", HERE + "/webhooks", None),
}
EVERYTHING_ELSE = perms.EVERYTHING & ~perms.ADMINISTRATOR


@pytest.fixture
async def ask(rest, play, place):
    """Return a function that calls a route as the bot, with every permission except `denied`."""
    message = await play.actor("mara").say("games", "x")
    _, mine = await rest("POST", f"/channels/{place.channel.id}/messages", {"content": "mine"})
    play.witnesses.clear()  # Discord's description doesn't know an emoji “x” or ids without a message.

    async def route(name, denied):
        _, method, path, body = ROUTES[name]
        place.overwrite(BOT_ID, MEMBER, allow=EVERYTHING_ELSE & ~denied, deny=denied)
        path = path.format(channel=place.channel.id, message=message["id"], mine=mine["id"])
        if body is form:
            return await rest(method, path, **form({"content": "x"}))
        return await rest(method, path, body)

    return route


@pytest.mark.parametrize("name", ROUTES)
async def test_a_route_asks_for_its_permission(ask, name):
    bit = ROUTES[name][0]
    for denied, code in ((bit, 50013), (VIEW, 50001)):
        status, refusal = await ask(name, denied)
        assert (status, refusal["code"]) == (403, code), refusal
    status, answer = await ask(name, 0)
    assert status < 300, answer


async def test_in_threads_sending_and_typing_ask_for_a_permission_of_their_own(rest, play, place):
    thread = threads.create(play.world, place.channel, BOT_ID, {"name": "t", "type": 11})
    here = f"/channels/{thread.id}"
    for method, path, body in (
        ("POST", here + "/messages", {"content": "x"}),
        ("POST", here + "/typing", None),
        ("PUT", f"{here}/thread-members/{place.mara}", None),
    ):
        place.overwrite(BOT_ID, MEMBER, deny=perms.SEND_MESSAGES_IN_THREADS)
        status, refusal = await rest(method, path, body)
        assert (status, refusal["code"]) == (403, 50013)
        place.overwrite(BOT_ID, MEMBER, deny=SEND)
        assert (await rest(method, path, body))[0] < 300


async def test_managing_threads_is_asked_for_by_what_is_done_to_the_threads_of_others(rest, play, place):
    thread = threads.create(play.world, place.channel, place.mara, {"name": "t", "type": 11})
    here = f"/channels/{thread.id}"
    for method, path, body in (
        ("PATCH", here, {"locked": True}),
        ("DELETE", f"{here}/thread-members/{place.mara}", None),
        ("DELETE", here, None),
    ):
        status, refusal = await rest(method, path, body)
        assert (status, refusal["code"]) == (403, 50013)
        place.overwrite(BOT_ID, MEMBER, allow=perms.MANAGE_THREADS)
        assert (await rest(method, path, body))[0] < 300
        place.overwrite(BOT_ID, MEMBER)


async def test_who_made_a_private_thread_sends_others_away_and_who_made_a_public_one_does_not(
    rest, play, place
):
    for kind, expected in ((12, 204), (11, 403)):
        thread = threads.create(play.world, place.channel, BOT_ID, {"name": "t", "type": kind})
        threads.join(play.world, thread, place.mara)
        path = f"/channels/{thread.id}/thread-members/{place.mara}"
        assert (await rest("DELETE", path))[0] == expected


async def test_without_the_history_a_bot_reads_an_empty_page_and_may_not_answer(rest, play, place):
    message = await play.actor("mara").say("games", "x")
    place.overwrite(BOT_ID, MEMBER, deny=HISTORY)
    here = f"/channels/{place.channel.id}/messages"
    assert await rest("GET", here) == (200, [])
    body = {"content": "x", "message_reference": {"message_id": message["id"]}}
    status, refusal = await rest("POST", here, body)
    assert (status, refusal["code"]) == (400, 160002)


async def test_everyone_and_closed_roles_are_called_by_those_alone_who_may(rest, play, place):
    closed, opened = place.role(0), place.role(0)
    place.guild.roles[opened] = {**place.guild.roles[opened], "mentionable": True}
    here = f"/channels/{place.channel.id}/messages"
    body = {"content": f"@everyone <@&{closed}> <@&{opened}>"}
    _, quiet = await rest("POST", here, body)
    assert (quiet["mention_everyone"], quiet["mention_roles"]) == (False, [opened])
    place.overwrite(BOT_ID, MEMBER, allow=perms.MENTION_EVERYONE)
    _, loud = await rest("POST", here, body)
    assert (loud["mention_everyone"], loud["mention_roles"]) == (True, [closed, opened])


async def test_messages_of_more_than_two_weeks_are_not_deleted_many_at_once(rest, play, place):
    ids = [(await play.actor("mara").say("games", "x"))["id"] for _ in range(2)]
    here = f"/channels/{place.channel.id}/messages/bulk-delete"
    play.witnesses.clear()
    for few in ([], ids[:1], [str(number) for number in range(101)]):
        assert (await rest("POST", here, {"messages": few}))[1]["code"] == 50035
    play.world.clock.advance(15 * 86400)
    new = (await play.actor("mara").say("games", "x"))["id"]
    status, refusal = await rest("POST", here, {"messages": [ids[0], new]})
    assert (status, refusal["code"]) == (400, 50034)
    assert len(play.actor("mara").read_messages("games")) == 3


async def refused(rest, place, part):
    """Call every route with `part` in its path, and return the code with which each refuses the bot."""
    message = place.world.ids.next()
    places = {"guild": place.guild.id, "channel": place.channel.id, "message": message, "user": place.mara}
    found = {}
    for method, path, _ in routes.ROUTES:
        if part in path:
            url = path.format(**places, application=BOT_ID, command="1", event="1", emoji="x")
            _, answer = await rest(method, url, None if method == "GET" else {"name": "x"})
            found[method, path] = isinstance(answer, dict) and answer.get("code")
    return found


async def test_a_server_that_a_bot_has_left_is_shut_to_it_on_every_route(rest, place):
    members.remove(place.world, place.guild, BOT_ID)
    found = await refused(rest, place, "/guilds/{guild}")
    assert (len(found) > 10, found) == (True, dict.fromkeys(found, 50001))


async def test_a_channel_that_a_bot_does_not_see_is_shut_to_it_on_every_route(rest, place):
    place.overwrite(BOT_ID, MEMBER, deny=VIEW)
    found = await refused(rest, place, "/channels/{channel}")
    assert (len(found) > 25, found) == (True, dict.fromkeys(found, 50001))


async def test_people_need_permissions_for_everything_they_do(play, place):
    mara, thread = (
        play.actor("mara"),
        threads.create(play.world, place.channel, BOT_ID, {"name": "t", "type": 11}),
    )
    await play.actor("tom").say("games", "seen")
    place.overwrite(place.mara, MEMBER, deny=SEND)
    with pytest.raises(DiscordError, match="Missing Permissions"):
        await mara.say("games", "x")
    await mara.say(thread.id, "x")
    place.overwrite(place.mara, MEMBER, deny=perms.SEND_MESSAGES_IN_THREADS | perms.USE_APPLICATION_COMMANDS)
    with pytest.raises(DiscordError, match="Missing Permissions"):
        await mara.say(thread.id, "x")
    for asking in (mara.slash("games", "ask"), mara.autocomplete("games", "ask", [])):
        with pytest.raises(ControlError, match="You can't use commands here"):
            await asking
    place.overwrite(place.mara, MEMBER, deny=HISTORY)
    assert (mara.read_messages("games"), mara.pins("games")) == ([], [])
    place.overwrite(place.mara, MEMBER, deny=VIEW)
    for looking in (mara.read_messages, mara.pins, mara.commands):
        with pytest.raises(ControlError, match="can't see a channel"):
            looking(place.channel.id)


async def test_people_call_everyone_only_where_they_may(play, place):
    mara = play.actor("mara")
    assert not (await mara.say("games", "@everyone"))["mention_everyone"]
    place.overwrite(place.mara, MEMBER, allow=perms.MENTION_EVERYONE)
    assert (await mara.say("games", "@everyone"))["mention_everyone"]


async def test_in_a_time_out_nobody_writes_uses_commands_or_presses(play, place, rest):
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}
    _, message = await rest(
        "POST", f"/channels/{place.channel.id}/messages", {"content": "x", "components": [row]}
    )
    mara = play.actor("mara")
    members.time_out(play.world, place.guild, place.mara, 60)
    for refused in (
        mara.say("games", "x"),
        mara.slash("games", "ask"),
        mara.press("games", message["id"], "go"),
    ):
        with pytest.raises(ControlError, match="timed out"):
            await refused
    assert len(mara.read_messages("games")) == 1
    place.role(perms.ADMINISTRATOR, place.mara)
    pressed = await mara.press("games", message["id"], "go")
    assert pressed["error"] == "This interaction failed", "there is no bot, but nothing else is in the way"
