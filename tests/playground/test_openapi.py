"""Traffic recorded both ways against Discord's published description of its API."""

from __future__ import annotations

import base64
import json

import aiohttp
import pytest

import playground.app
from tests.kit.people import Person, PickedFile
from tests.playground import openapi
from tests.playground.conftest import Rest, StillClock

pytestmark = pytest.mark.skipif(not openapi.DESCRIPTION.exists(), reason="Discord's description is not here")

DISPATCHED = {
    "MESSAGE_CREATE": "MessageResponse",
    "MESSAGE_UPDATE": "MessageResponse",
    "THREAD_CREATE": "ThreadResponse",
    "THREAD_UPDATE": "ThreadResponse",
    "GUILD_CREATE": "GuildResponse",
}


async def use_everything(play, bot, rest):
    """A session that uses what Slowplay uses."""
    mara, tom = play.actor("mara"), play.actor("tom")
    panel = (await mara.slash("games", "panel", [{"type": 6, "name": "rival", "value": tom.id}]))["message"]
    await mara.press("games", panel["id"], "next")
    opened = await mara.press("games", panel["id"], "form")
    await mara.submit(opened["interaction"], {"name": "Mara", "side": ["red"]})
    await mara.press("games", panel["id"], "people", [tom.id])
    for command in ("board", "secret", "slow", "letter"):
        await mara.slash("games", command)
    await mara.slash("games", "match", [{"type": 6, "name": "rival", "value": tom.id}])
    for _ in range(5):
        answered = await bot.next("answered")
    assert answered.name == "the match"
    await use_files(mara)
    await mara.autocomplete("games", "move", [{"type": 3, "name": "square", "value": "", "focused": True}])
    await ask_by_hand(play, rest, mara, answered)


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
    """The lines of a recorded session."""
    play = await playground.app.start(clock=StillClock(), record=tmp_path / "traffic.jsonl")
    bot = await connect(play)
    async with aiohttp.ClientSession() as session:
        await use_everything(play, bot, Rest(play, session))
    await bot.close()
    await play.close()
    return [json.loads(line) for line in (tmp_path / "traffic.jsonl").read_text().splitlines()]


async def test_every_answer_and_dispatch_is_what_discord_describes(recorded):
    found = []
    for line in recorded:
        if line["kind"] == "request":
            path = line["path"].removeprefix("/api/v10")
            schema = openapi.response_schema(line["method"], path, line["status"])
            place = f"{line['method']} {path} {line['status']}"
            value = without_form_faults(line["response"])
        else:
            name = DISPATCHED.get(line["event"])
            schema = {"$ref": f"#/components/schemas/{name}"} if name else None
            place, value = line["event"], line["data"]
        if schema is not None:
            found += [f"{place}: {fault}" for fault in openapi.faults(value, schema)]
    assert found == []


def without_form_faults(response):
    """The description gives the codes in `errors` as integers; Discord sends names."""
    if isinstance(response, dict) and response.get("code") == 50035:
        return {name: value for name, value in response.items() if name != "errors"}
    return response


async def test_a_recording_has_every_line_in_the_agreed_form(recorded):
    requests = [line for line in recorded if line["kind"] == "request"]
    dispatches = [line for line in recorded if line["kind"] == "dispatch"]
    assert len(requests) + len(dispatches) == len(recorded)
    fields = ["kind", "method", "path", "query", "content_type", "body", "status", "response"]
    assert all(list(line) == fields for line in requests)
    assert all(list(line) == ["kind", "event", "data"] for line in dispatches)
    assert [line["event"] for line in dispatches[:2]] == ["READY", "GUILD_CREATE"]
    callback = next(line for line in requests if line["path"].endswith("/callback"))
    assert callback["query"] == {"with_response": "1"}
    assert callback["content_type"].startswith("multipart/form-data")
    assert b"\x89PNG" in base64.b64decode(callback["body"])
    assert callback["response"]["resource"]["message"]["id"]


def test_the_checker_sees_a_fault():
    schema = {"$ref": "#/components/schemas/UserResponse"}
    assert openapi.faults({"id": 5}, schema) != []
