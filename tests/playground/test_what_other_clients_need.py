"""What libraries besides discord.py read, send and wait for."""

from __future__ import annotations

import asyncio
import json
from urllib.parse import urlencode

import pytest

from playground.model.payload import encode
from tests.playground.conftest import UNPRIVILEGED
from tests.playground.sockets import dial, identity

GAPS = 1 << 17 | 1 << 18 | 1 << 19
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
NAMES = {"op", "d", "s", "t"}


def form_of(body):
    return urlencode({"payload_json": json.dumps(body)})


async def test_every_payload_of_the_gateway_is_whole(rest, play):
    client = await dial(rest.session, play)
    await client.send(1, None)
    assert await client.frame() == {"op": 11, "d": None, "s": None, "t": None}
    await client.send(2, identity(play, UNPRIVILEGED))
    assert (await client.frame()).keys() == NAMES
    play.sessions.reconnect()
    play.sessions.invalidate(resumable=True)
    frames = [await client.frame() for _ in range(3)]
    assert [frame["op"] for frame in frames] == [0, 7, 9]
    assert all(frame.keys() == NAMES for frame in frames)


async def test_the_bits_between_the_intents_are_taken_as_libraries_send_them(rest, play):
    client = await dial(rest.session, play)
    await client.send(2, identity(play, UNPRIVILEGED | GAPS))
    await client.event("READY")


@pytest.mark.parametrize("code", [1000, 3000, 4000, 4999])
async def test_a_client_hears_the_code_with_which_it_closes(play, code):
    reader, writer = await asyncio.open_connection("127.0.0.1", play.port)
    asked = "GET /gateway?v=10 HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    writer.write((asked + key).encode())
    async with asyncio.timeout(30):
        await reader.readuntil(b"\r\n\r\n")
        # A close frame of two bytes, masked with zeros.
        writer.write(b"\x88\x82\0\0\0\0" + code.to_bytes(2, "big"))
        received = await reader.read()
    writer.close()
    assert received[-4:] == b"\x88\x02" + code.to_bytes(2, "big")


async def test_the_sounds_that_every_server_has_are_asked_for(rest):
    assert await rest("GET", "/soundboard-default-sounds") == (200, [])


async def test_a_message_comes_as_a_form_of_the_web(rest, play):
    place = f"/channels/{play.actor('mara').channel('games').id}"
    status, made = await rest("POST", place + "/messages", data=form_of({"content": "é & b"}), headers=FORM)
    assert (status, made["content"]) == (200, "é & b")
    one = f"{place}/messages/{made['id']}"
    assert (await rest("PATCH", one, data=form_of({"content": "b"}), headers=FORM))[1]["content"] == "b"
    assert (await rest("POST", place + "/messages", data="content=c", headers=FORM))[1]["content"] == "c"
    status, thread = await rest("POST", place + "/threads", data=form_of({"name": "t"}), headers=FORM)
    assert (status, thread["name"]) == (201, "t")
    status, refusal = await rest("POST", place + "/messages", data="payload_json={", headers=FORM)
    assert (status, refusal["code"]) == (400, 50109)


async def test_an_interaction_is_answered_with_a_form_of_the_web(rest, play, listener, offer):
    await offer({"name": "ask", "description": "Ask"})
    interaction = await listener.while_asked(play.actor("mara").slash("games", "ask"))
    path = f"/interactions/{interaction['id']}/{interaction['token']}/callback"
    answer = form_of({"type": 4, "data": {"content": "yes"}})
    assert (await rest("POST", path, data=answer, headers=FORM))[0] == 204
    assert (await listener.outcome())["message"]["content"] == "yes"
    hook = f"/webhooks/{interaction['application_id']}/{interaction['token']}"
    status, more = await rest("POST", hook, data=form_of({"content": "more"}), headers=FORM)
    assert (status, more["content"]) == (200, "more")
    changed = await rest("PATCH", hook + "/messages/@original", data=form_of({"content": "no"}), headers=FORM)
    assert changed[1]["content"] == "no"


BUTTON = {"type": 2, "style": 1, "label": "Go", "custom_id": "go", "url": None, "disabled": None, "id": None}
EMOJI = {"type": 2, "style": 2, "custom_id": "e", "label": None, "emoji": {"id": None, "name": "🎲"}}
OPTION = {"label": "a", "value": "a", "description": None, "emoji": None, "default": None}
NO_COUNTS = {"min_values": None, "max_values": None, "placeholder": None, "disabled": None}
SELECT = {"type": 3, "custom_id": "s", "options": [OPTION], **NO_COUNTS}
ROWS = [{"type": 1, "components": [BUTTON, EMOJI]}, {"type": 1, "components": [SELECT]}]
TEXT = {"type": 10, "content": "x", "id": None}
BOX = {"type": 17, "components": [TEXT, {"type": 14, "spacing": None, "divider": None}], "spoiler": None}
BOX |= {"accent_color": None}
NULLABLE = {"description", "accent_color", "name", "size"}
"""Names of the component fields that Discord's description lets be null in an answer."""


def nulls(value, path=()):
    """Return the paths of all nulls in a value."""
    if isinstance(value, dict | list):
        steps = value.items() if isinstance(value, dict) else enumerate(value)
        return [found for step, part in steps for found in nulls(part, (*path, step))]
    return [path] if value is None else []


async def test_null_in_components_is_what_was_left_out(rest, play):
    place = f"/channels/{play.actor('mara').channel('games').id}/messages"
    status, made = await rest("POST", place, {"content": "x", "components": ROWS})
    assert status == 200, made
    assert nulls(made["components"]) == []
    [(button, _), (select,)] = [row["components"] for row in made["components"]]
    assert "url" not in button
    assert (select["min_values"], select["max_values"], button["id"]) == (1, 1, 2)
    status, made = await rest("POST", place, {"flags": 1 << 15, "components": [BOX]})
    assert status == 200, made
    [box] = made["components"]
    assert (box["accent_color"], box["spoiler"], box["components"][1]["spacing"]) == (None, False, 1)
    assert {path[-1] for path in nulls(made["components"])} <= NULLABLE


async def test_null_in_embeds_is_what_was_left_out(rest, play):
    place = f"/channels/{play.actor('mara').channel('games').id}/messages"
    footer, field = {"text": "f", "icon_url": None}, {"name": "n", "value": "v", "inline": None}
    embed = {"title": "t", "color": None, "footer": footer, "image": None, "fields": [field]}
    status, made = await rest("POST", place, {"embeds": [embed]})
    assert (status, nulls(made["embeds"])) == (200, [])
    assert made["embeds"][0]["fields"][0]["inline"] is False


async def test_null_in_a_modal_is_what_was_left_out(rest, play, listener, asked):
    field = {"type": 4, "custom_id": "f", "style": 1, "label": "L", "value": None, "required": None}
    rows = [{"type": 1, "components": [field | {"min_length": None, "max_length": None}]}]
    status, refusal = await asked({"type": 9, "data": {"title": "T", "custom_id": "c", "components": rows}})
    assert status == 204, refusal
    modal = (await listener.outcome())["modal"]
    assert nulls(modal["components"]) == []


NO_BOUNDS = {"min_length": None, "max_length": None, "choices": None, "autocomplete": None}
STRING = {"type": 3, "name": "s", "description": "S", "required": None, **NO_BOUNDS}
CHOICE = {"name": "one", "value": 1, "name_localizations": None}
NUMBER = {"type": 4, "name": "n", "description": "N", "choices": [CHOICE], "min_value": None}
COMMAND = {"name": "c", "description": "C", "options": [STRING, NUMBER], "nsfw": None, "dm_permission": None}
OTHER = {"name": "other", "description": None, "type": 2, "options": None}
MAY_BE_NULL = {"name_localizations", "description_localizations", "default_member_permissions", "contexts"}


async def test_null_in_commands_and_their_options_is_what_was_left_out(rest, play, offer):
    [made] = await offer(COMMAND | {"integration_types": None})
    assert {path[-1] for path in nulls(made)} <= MAY_BE_NULL
    assert (made["nsfw"], made["dm_permission"], made["integration_types"]) == (False, True, [0, 1])
    [app] = play.world.applications
    path = f"/applications/{app}/commands"
    status, other = await rest("POST", path, OTHER)
    assert (status, other["description"], "options" in other) == (201, "", False)
    status, edited = await rest("PATCH", f"{path}/{made['id']}", {"options": None, "nsfw": None})
    assert (status, "options" in edited, edited["nsfw"]) == (200, False, False)
    assert encode(edited)


async def test_the_gateway_of_a_playground_is_looked_at(rest, play):
    seen = []
    play.witnesses.append(Looker(seen))
    client = await dial(rest.session, play)
    await client.send(2, identity(play, 1 << 22))
    assert await client.frame() == 4013
    assert [json.loads(frame)["op"] if isinstance(frame, bytes) else frame for frame in seen] == [10, 4013]


class Looker:
    """A witness of the gateway frames alone."""

    def __init__(self, seen):
        self.note_payload = seen.append

    def request(self, *told):
        """Ignore requests."""

    def dispatch(self, *told):
        """Ignore events."""
