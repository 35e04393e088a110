"""Beliefs: each assumption about Discord that isn't documented can be switched off, with visible effect."""

from __future__ import annotations

import json
from dataclasses import fields

import aiohttp
import pytest

from bot.doctor.ui.bodies import PICTURE as PNG
from playground.model.beliefs import Beliefs
from playground.model.conditions import CONDITIONS
from playground.model.shapes import IS_COMPONENTS_V2
from playground.posts.thread_notes import RECIPIENT_ADD
from tests.paths import ROOT


def picture(name):
    return {"type": 12, "items": [{"media": {"url": f"attachment://{name}"}}]}


@pytest.fixture
async def board(rest, play):
    """Post a message that shows an attached picture, and return its path."""
    place = f"/channels/{play.actor('mara').channel('games').id}/messages"
    form = aiohttp.FormData(quote_fields=False)
    body = {"flags": IS_COMPONENTS_V2, "components": [picture("old.png")]}
    form.add_field("payload_json", json.dumps(body), content_type="application/json")
    form.add_field("files[0]", PNG, filename="old.png", content_type="image/png")
    status, made = await rest("POST", place, data=form)
    assert status == 200
    return f"{place}/{made['id']}"


async def test_whether_an_edit_may_name_a_file_that_came_with_the_message(rest, play, board):
    edit = {"components": [picture("old.png")]}
    assert (await rest("PATCH", board, edit))[0] == 200
    play.world.beliefs.edits_name_older_uploads = False
    status, refusal = await rest("PATCH", board, edit)
    assert (status, refusal["code"]) == (400, 50035)


async def test_without_that_an_edit_still_keeps_a_file_by_its_address(rest, play, board):
    _, now = await rest("GET", board)
    play.world.beliefs.edits_name_older_uploads = False
    address = now["components"][0]["items"][0]["media"]["url"]
    edit = {"components": [{"type": 12, "items": [{"media": {"url": address}}]}]}
    status, changed = await rest("PATCH", board, edit)
    assert status == 200
    assert changed["components"][0]["items"][0]["media"]["attachment_id"]


@pytest.mark.parametrize(
    ("shows", "pushes", "lines", "pushed"),
    [(True, True, 1, 1), (True, False, 1, 0), (False, True, 0, 0)],
)
async def test_whether_adding_somebody_to_a_public_thread_shows_a_line_and_pushes(
    rest, play, shows, pushes, lines, pushed
):
    mara, beliefs = play.actor("mara"), play.world.beliefs
    beliefs.additions_show_a_line, beliefs.additions_push = shows, pushes
    games = mara.channel("games").id
    _, thread = await rest("POST", f"/channels/{games}/threads", {"name": "ours", "type": 11})
    assert (await rest("PUT", f"/channels/{thread['id']}/thread-members/{mara.id}"))[0] == 204
    _, told = await rest("GET", f"/channels/{thread['id']}/messages")
    assert [message["type"] for message in told].count(RECIPIENT_ADD) == lines
    assert len(mara.phone()) == pushed
    assert mara.id in play.world.channels[thread["id"]].thread_members


@pytest.mark.parametrize("pushes", [True, False])
async def test_whether_a_pin_in_a_dm_pushes(rest, play, pushes):
    mara = play.actor("mara")
    play.world.beliefs.pins_in_dms_push = pushes
    _, channel = await rest("POST", "/users/@me/channels", {"recipient_id": mara.id})
    _, message = await rest("POST", f"/channels/{channel['id']}/messages", {"content": "hello"})
    assert len(mara.phone()) == 1
    await rest("PUT", f"/channels/{channel['id']}/messages/pins/{message['id']}")
    assert len(mara.phone()) == 1 + pushes


def test_the_page_names_every_belief_and_every_condition() -> None:
    page = (ROOT / "docs" / "playground.md").read_text(encoding="utf-8")
    names = {*(field.name for field in fields(Beliefs)), *(condition.key for condition in CONDITIONS)}
    assert {name for name in names if f"`{name}`" not in page} == set()


async def test_an_edit_may_bring_no_new_picture_where_the_switch_says_so(rest, play, board):
    def form():
        data = aiohttp.FormData(quote_fields=False)
        body = {"components": [picture("new.png")], "attachments": [{"id": 0, "filename": "new.png"}]}
        data.add_field("payload_json", json.dumps(body), content_type="application/json")
        data.add_field("files[0]", PNG, filename="new.png", content_type="image/png")
        return data

    play.world.conditions.set("no_new_pictures", "", True)
    status, refusal = await rest("PATCH", board, data=form())
    assert (status, refusal["code"]) == (400, 50035)
    play.world.conditions.set("no_new_pictures", "", False)
    assert (await rest("PATCH", board, data=form()))[0] == 200
