"""Forwarded messages: a copy without its author, without added text, and only of visible messages."""

from __future__ import annotations

import json

import aiohttp
import discord
import pytest

from playground.gateway.intents import MESSAGE_CONTENT, without_content
from playground.model import permissions as perms
from playground.people.defaults import BOT_ID
from playground.places import channels
from playground.posts import pins
from playground.posts.forwards import FIELDS, HAS_SNAPSHOT
from tests.playground.bots import picture
from tests.playground.codes import codes


@pytest.fixture
def places(play):
    """Return the channel that messages come from and the channel they're forwarded to."""
    return play.actor("mara").channel("games"), play.actor("mara").channel("general")


@pytest.fixture
def forward(rest, places):
    """Return a function that posts a forward of a message and returns (status, answer)."""

    async def send(id, *, path=None, **more):
        origin, goal = places
        reference = {"type": 1, "message_id": id, "channel_id": origin.id} | more.pop("reference", {})
        return await rest("POST", f"/channels/{goal.id}/messages", {"message_reference": reference, **more})

    return send


async def said(rest, places, **body):
    """Post a message of the bot in “games”, and return it."""
    return (await rest("POST", f"/channels/{places[0].id}/messages", {"content": "x", **body}))[1]


async def with_picture(rest, places):
    form, components = aiohttp.FormData(), [{"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}]
    form.add_field("payload_json", json.dumps({"flags": 1 << 15, "components": components}))
    form.add_field("files[0]", picture().getvalue(), filename="a.png")
    return (await rest("POST", f"/channels/{places[0].id}/messages", data=form))[1]


def shown_picture(message):
    [one] = message["message_snapshots"]
    return one["message"]["components"][0]["items"][0]["media"]


async def test_a_forward_shows_the_message_as_it_is_without_author_and_words_of_its_own(
    rest, play, places, forward
):
    original = await said(rest, places, content=f"<@{play.actor('tom').id}>", embeds=[{"title": "t"}])
    status, made = await forward(original["id"], nonce="1", flags=1 << 12)
    assert (status, made["type"], made["flags"]) == (200, 0, HAS_SNAPSHOT | 1 << 12)
    assert (made["content"], made["embeds"], made["mentions"], made["nonce"]) == ("", [], [], "1")
    games = places[0]
    assert made["message_reference"] == {
        "type": 1,
        "channel_id": games.id,
        "message_id": original["id"],
        "guild_id": games.guild_id,
    }
    assert made["message_snapshots"] == [{"message": {name: original[name] for name in FIELDS}}]
    assert "referenced_message" not in made


async def test_a_forward_stays_as_it_is_whatever_becomes_of_the_original(rest, play, places, forward):
    original = await with_picture(rest, places)
    _, made = await forward(original["id"])
    assert shown_picture(made)["url"] != original["components"][0]["items"][0]["media"]["url"]
    here = f"/channels/{places[0].id}/messages/{original['id']}"
    await rest("PATCH", here, {"components": [{"type": 10, "content": "other"}], "attachments": []})
    await rest("DELETE", here)
    _, again = await rest("GET", f"/channels/{places[1].id}/messages/{made['id']}")
    assert again["message_snapshots"] == made["message_snapshots"]
    async with rest.session.get(shown_picture(again)["url"]) as answer:
        assert (answer.status, (await answer.read())[:4]) == (200, b"\x89PNG")
    await rest("DELETE", f"/channels/{places[1].id}/messages/{made['id']}")
    assert len(play.world.files) == 0


async def test_a_forward_that_is_forwarded_shows_the_first_message(rest, places, forward):
    original = await said(rest, places, content="first")
    _, made = await forward(original["id"])
    _, again = await forward(made["id"], reference={"channel_id": places[1].id})
    assert again["message_snapshots"] == made["message_snapshots"]
    assert again["message_reference"]["message_id"] == made["id"]


@pytest.mark.parametrize(
    "more",
    [{"content": "my own"}, {"embeds": [{"title": "t"}]}, {"components": [{"type": 1, "components": []}]}],
)
async def test_a_forward_with_anything_of_its_own_is_refused_with_160011(rest, play, places, forward, more):
    original = await said(rest, places)
    status, refusal = await forward(original["id"], **more)
    assert (status, refusal["code"]) == (400, 160011)
    _, made = await forward(original["id"])
    here = f"/channels/{places[1].id}/messages/{made['id']}"
    assert (await rest("PATCH", here, more))[1]["code"] == 160011


async def test_only_what_is_seen_and_may_be_read_is_forwarded(rest, play, places, forward):
    games, _ = places
    own, others = (await said(rest, places))["id"], (await play.actor("mara").say("games", "secret"))["id"]
    assert (await forward(others))[1]["code"] == 160014, "its content is not read without the intent"
    play.world.applications[BOT_ID].intents = MESSAGE_CONTENT
    assert (await forward(others))[0] == 200
    for bits, code in ((perms.READ_MESSAGE_HISTORY, 160009), (perms.VIEW_CHANNEL, 50001)):
        over = {"id": BOT_ID, "type": 1, "allow": "0", "deny": str(bits)}
        channels.edit(play.world, games, {"permission_overwrites": [over]})
        assert (await forward(own))[1]["code"] == code


async def test_what_is_not_there_or_was_said_by_nobody_is_not_forwarded(rest, play, places, forward):
    games, _ = places
    original = await said(rest, places)
    pins.pin(play.world, games, play.world.messages[original["id"]], BOT_ID)
    assert (await forward(str(games.timeline[-1])))[1]["code"] == 50021
    assert codes((await forward("1"))[1], "message_reference") == ["MESSAGE_REFERENCE_UNKNOWN_MESSAGE"]
    assert (await forward(original["id"], reference={"channel_id": "1"}))[1]["code"] == 10003
    play.witnesses.clear()
    for fault, more in (("BASE_TYPE_REQUIRED", {"channel_id": None}), ("BASE_TYPE_CHOICES", {"type": 2})):
        place = "channel_id" if "channel_id" in more else "type"
        refusal = (await forward(original["id"], reference=more))[1]
        assert codes(refusal, "message_reference", place) == [fault]


async def test_an_own_answer_is_forwarded_though_what_it_answers_cannot_be_read(rest, play, places, forward):
    asked = (await play.actor("mara").say("games", "secret"))["id"]
    answer = await said(rest, places, message_reference={"message_id": asked})
    status, made = await forward(answer["id"])
    assert (status, "secret" in json.dumps(made["message_snapshots"])) == (200, False)


async def test_the_forward_of_another_bot_is_empty_without_the_intent_for_content(
    rest, play, places, forward
):
    _, made = await forward((await said(rest, places, content="secret"))["id"])
    assert "secret" in json.dumps(without_content(made, BOT_ID, 0))
    assert "secret" not in json.dumps(without_content(made, "1", 0))


async def test_discord_py_forwards_and_reads_what_it_forwarded(play, bot, places):
    games, general = (bot.get_channel(int(place.id)) for place in places)
    sent = await games.send("hello", file=discord.File(picture(), "a.png"))
    made = await sent.forward(general)
    [snapshot] = made.message_snapshots
    assert (made.content, snapshot.content, made.flags.forwarded) == ("", "hello", True)
    assert (await snapshot.attachments[0].read())[:4] == b"\x89PNG"
    assert (made.reference.type, made.reference.message_id) == (discord.MessageReferenceType.forward, sent.id)
