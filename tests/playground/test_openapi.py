"""Traffic in both directions, checked against Discord's published description of its API."""

from __future__ import annotations

import base64
import json

import aiohttp
import discord
import pytest

import playground.app
from tests.described import DESCRIPTION, Described
from tests.described.witness import json_of
from tests.kit.people import Person, PickedFile
from tests.playground.bots import open_form
from tests.playground.conftest import Rest, StillClock

pytestmark = pytest.mark.skipif(not DESCRIPTION.exists(), reason="Discord's description is not here")


async def use_everything(play, bot, rest):
    """Use every feature of Discord that Slowplay uses."""
    mara, tom = play.actor("mara"), play.actor("tom")
    panel = (await mara.slash("games", "panel", [{"type": 6, "name": "rival", "value": tom.id}]))["message"]
    await mara.press("games", panel["id"], "next")
    opened = await open_form(bot, mara, panel["id"])
    await mara.submit(opened["interaction"], {"name": "Mara", "side": ["red"]})
    await mara.press("games", panel["id"], "people", [tom.id])
    for command in ("board", "secret", "slow", "letter"):
        await mara.slash("games", command)
    await mara.slash("games", "match", [{"type": 6, "name": "rival", "value": tom.id}])
    answered = [await bot.next("answered") for _ in range(5)]
    [thread] = [answer for answer in answered if isinstance(answer, discord.Thread)]
    await use_files(mara)
    await mara.autocomplete("games", "move", [{"type": 3, "name": "square", "value": "", "focused": True}])
    await ask_by_hand(play, rest, mara, thread)


async def use_files(mara):
    person = Person(mara, "games")
    await person.slash("/shelf deck upload", file=PickedFile("a.json", b"{}"), name="a")
    for card in (False, True):
        await person.slash("/shelf deck show", name="a", card=card)


async def ask_by_hand(play, rest, mara, thread):
    channel, guild, app = mara.channel("games").id, thread.guild.id, next(iter(play.world.applications))
    embed = {
        "title": "t",
        "fields": [{"name": "n", "value": "v"}],
        "image": {"url": "https://example.org/a.png"},
    }
    _, message = await rest("POST", f"/channels/{channel}/messages", {"content": "x", "embeds": [embed]})
    one = f"/channels/{channel}/messages/{message['id']}"
    for method, path, body in (
        ("GET", "/users/@me", None),
        ("GET", "/users/@me/guilds", None),
        ("GET", f"/users/{mara.id}", None),
        ("GET", "/applications/@me", None),
        ("GET", "/gateway", None),
        ("GET", "/gateway/bot", None),
        ("GET", f"/guilds/{guild}", None),
        ("GET", f"/guilds/{guild}/roles", None),
        ("GET", f"/guilds/{guild}/members/{mara.id}", None),
        ("GET", f"/guilds/{guild}/channels", None),
        ("GET", f"/guilds/{guild}/threads/active", None),
        ("GET", f"/channels/{channel}", None),
        ("GET", f"/channels/{thread.id}", None),
        ("GET", f"/channels/{thread.id}/thread-members", None),
        ("GET", f"/channels/{channel}/threads/archived/public", None),
        ("POST", "/users/@me/channels", {"recipient_id": mara.id}),
        ("POST", f"/channels/{channel}/threads", {"name": "private", "type": 12}),
        ("POST", f"/channels/{channel}/typing", None),
        ("GET", one, None),
        ("PATCH", one, {"content": "y"}),
        ("GET", f"/channels/{channel}/messages", None),
        ("GET", f"/applications/{app}/commands", None),
        ("POST", f"/applications/{app}/guilds/{guild}/commands", {"name": "here", "description": "Here"}),
        ("GET", f"/applications/{app}/guilds/{guild}/commands", None),
        ("DELETE", one, None),
        ("POST", f"/channels/{channel}/messages", {"content": "x" * 2001}),
        ("GET", "/channels/1", None),
    ):
        await rest(method, path, body)
    await pin_by_hand(rest, mara)


async def pin_by_hand(rest, mara):
    _, dm = await rest("POST", "/users/@me/channels", {"recipient_id": mara.id})
    place = f"/channels/{dm['id']}"
    _, message = await rest("POST", place + "/messages", {"content": "x"})
    await rest("PUT", f"{place}/messages/pins/{message['id']}")
    for path in ("/messages/pins", "/pins", "/messages"):
        status, found = await rest("GET", place + path)
        assert (status, bool(found)) == (200, True)


@pytest.fixture
async def recorded(tmp_path, connect):
    """Record a session, and return the lines of its recording."""
    play = await playground.app.start(clock=StillClock(), record=tmp_path / "traffic.jsonl")
    bot = await connect(play)
    async with aiohttp.ClientSession() as session:
        await use_everything(play, bot, Rest(play, session))
    await bot.close()
    await play.close()
    return [json.loads(line) for line in (tmp_path / "traffic.jsonl").read_text().splitlines()]


@pytest.mark.slow
async def test_every_request_answer_and_event_of_a_recording_is_what_discord_describes(recorded):
    described = Described()
    for line in recorded:
        if line["kind"] == "request":
            query, status = line["query"], line["status"]
            body = base64.b64decode(line["body"]) if status < 400 else b""
            sent = json_of(line["content_type"], body)
            described.carried_out(line["method"], line["path"], query, sent, status, line["response"])
        elif line["kind"] == "dispatch":
            described.dispatch(line["event"], line["data"])
    described.check()
    assert len(described.used) > 30
    assert len(described.events) > 8


async def test_a_recording_has_every_line_in_the_agreed_form(recorded):
    requests = [line for line in recorded if line["kind"] == "request"]
    dispatches = [line for line in recorded if line["kind"] == "dispatch"]
    steps = [line for line in recorded if line["kind"] == "step"]
    assert [line["kind"] for line in recorded[:2]] == ["session", "start"]
    files = [line for line in recorded if line["kind"] == "file"]
    assert 2 + len(requests) + len(dispatches) + len(steps) + len(files) == len(recorded)
    assert list(recorded[0]) == ["kind", "version", "playground", "when", "base", "left_out"]
    moment = ["kind", "at", "offset", "event", "data", "changes"]
    assert all(list(line) == moment for line in [recorded[1], *steps])
    assert all(list(line) == ["kind", "id", "name", "content_type", "data"] for line in files)
    fields = ["kind", "method", "path", "query", "content_type", "body", "status", "response"]
    assert all(list(line) == fields for line in requests)
    assert all(list(line) == ["kind", "event", "data"] for line in dispatches)
    assert [line["event"] for line in dispatches[:2]] == ["READY", "GUILD_CREATE"]
    callback = next(line for line in requests if line["path"].endswith("/callback"))
    assert callback["query"] == {"with_response": "1"}
    assert callback["content_type"].startswith("multipart/form-data")
    assert b"\x89PNG" in base64.b64decode(callback["body"])
    assert callback["response"]["resource"]["message"]["id"]
