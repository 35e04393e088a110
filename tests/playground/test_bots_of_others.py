"""What bots written elsewhere run into: null counts, addresses, polls, intents, and our own failures."""

from __future__ import annotations

import argparse
import logging

import discord
import pytest

from playground.__main__ import parse, parse_intents
from playground.gateway.intents import GUILD_MEMBERS, MESSAGE_CONTENT, PRIVILEGED
from playground.limits.urls import LINKS, check_picture, check_url
from playground.model.errors import DiscordError, Form
from playground.posts import messages
from tests.playground.codes import codes
from tests.playground.conftest import UNPRIVILEGED, event
from tests.playground.sockets import dial, identity

SCHEME, FORM = "URL_TYPE_INVALID_SCHEME", "URL_TYPE_INVALID_URL"


def faults_of(check, *given):
    """Return the codes of the faults that a check finds."""
    form = Form()
    check(form, ("url",), *given)
    try:
        form.refuse()
    except DiscordError as error:
        return codes(error.body(), "url")
    return []


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("https://example.com/a?b=c", []),
        ("HTTP://example.com", []),
        ("javascript:alert(1)", [SCHEME]),
        ("example.com", [SCHEME]),
        ("", [SCHEME]),
        ("attachment://a.png", [SCHEME]),
        ("https://", [FORM]),
        ("https://[", [FORM]),
        ("https:example.com", [FORM]),
        ("https://example.com/" + "x" * 2029, ["BASE_TYPE_MAX_LENGTH"]),
        (5, ["STRING_TYPE_CONVERT"]),
    ],
)
def test_an_address_is_checked_as_discord_does(url, found):
    assert faults_of(check_url, url) == found


def test_pictures_can_be_uploads_and_links_can_lead_into_discord():
    assert faults_of(check_picture, "attachment://a.png") == []
    assert faults_of(check_picture, "data:image/png;base64,AAAA") == [SCHEME]
    assert faults_of(check_url, "discord://-/channels/1", LINKS) == []


def link(url):
    return {"components": [{"type": 1, "components": [{"type": 2, "style": 5, "label": "Go", "url": url}]}]}


@pytest.mark.parametrize(
    ("body", "place"),
    [
        (link("javascript:alert(1)"), ("components", 0, "components", 0, "url")),
        ({"embeds": [{"title": "x", "url": "example.com"}]}, ("embeds", 0, "url")),
        ({"embeds": [{"author": {"name": "x", "url": "a.b"}}]}, ("embeds", 0, "author", "url")),
        ({"embeds": [{"author": {"name": "x", "icon_url": "a.b"}}]}, ("embeds", 0, "author", "icon_url")),
        ({"embeds": [{"footer": {"text": "x", "icon_url": "a.b"}}]}, ("embeds", 0, "footer", "icon_url")),
        ({"embeds": [{"image": {"url": "a.b"}}]}, ("embeds", 0, "image", "url")),
        ({"embeds": [{"thumbnail": {"url": "a.b"}}]}, ("embeds", 0, "thumbnail", "url")),
        (
            {
                "flags": 1 << 15,
                "components": [{"type": 12, "items": [{"media": {"url": "javascript:alert(1)"}}]}],
            },
            ("components", 0, "items", 0, "media", "url"),
        ),
    ],
)
async def test_wrong_addresses_are_refused_in_their_places(rest, play, body, place):
    channel = play.actor("mara").channel("games").id
    status, refusal = await rest("POST", f"/channels/{channel}/messages", body)
    assert status == 400
    assert codes(refusal, *place) == [SCHEME]


async def test_a_poll_is_refused_and_not_dropped(rest, play):
    channel = play.actor("mara").channel("games").id
    poll = {"question": {"text": "Tea?"}, "answers": [{"poll_media": {"text": "Yes"}}]}
    status, refusal = await rest("POST", f"/channels/{channel}/messages", {"content": "x", "poll": poll})
    assert status == 400
    assert codes(refusal, "poll") == ["PLAYGROUND_HAS_NO_POLLS"]


def upload_form(**more):
    upload = discord.ui.FileUpload(custom_id="file").to_component_dict() | more
    label = {"type": 18, "label": "A file", "component": upload}
    return {"type": 9, "data": {"title": "T", "custom_id": "form", "components": [label]}}


async def test_a_form_of_discord_py_with_null_counts_takes_one_file(play, asked, listener):
    form = upload_form()
    assert form["data"]["components"][0]["component"]["max_values"] is None
    assert (await asked(form))[0] == 204
    opened = (await listener.outcome())["interaction"]
    file = {"filename": "a.txt", "data": "eA=="}
    submitted = await listener.while_asked(play.actor("mara").submit(opened, {"file": [file]}))
    assert len(submitted["data"]["components"][0]["component"]["values"]) == 1
    play.world.clock.advance(4)
    await listener.outcome()


@pytest.mark.parametrize("count", ["2", [1], 1.5])
async def test_a_count_that_is_no_number_is_refused(asked, count):
    status, refusal = await asked(upload_form(min_values=count))
    assert status == 400
    place = ("data", "components", 0, "component", "min_values")
    assert codes(refusal, *place) == ["NUMBER_TYPE_COERCE"]


def test_intents_are_granted_by_name_on_the_command_line():
    assert parse(["--intents", "members, message_content"]).intents == GUILD_MEMBERS | MESSAGE_CONTENT
    assert parse(["--privileged-intents"]).intents == PRIVILEGED
    assert parse([]).intents == 0
    with pytest.raises(argparse.ArgumentTypeError, match="guilds is no privileged intent"):
        parse_intents("members,guilds")


async def test_the_log_says_how_to_grant_a_refused_intent(rest, play, caplog):
    [app] = play.world.applications.values()
    app.intents = GUILD_MEMBERS
    client = await dial(rest.session, play)
    await client.send(2, identity(play, UNPRIVILEGED | MESSAGE_CONTENT))
    assert await client.frame() == 4014
    assert "doesn't have: message_content (4014)" in caplog.text
    assert "--intents members,message_content" in caplog.text


@pytest.mark.parametrize("way", ["a bot", "a person"])
async def test_a_failure_of_the_playground_is_shown_as_its_own(rest, play, monkeypatch, caplog, way):
    def fail(*args, **kwargs):
        raise KeyError("x")

    monkeypatch.setattr(messages, "create", fail)
    mara = play.actor("mara")
    channel, seen = mara.channel("games").id, mara.subscribe()
    if way == "a bot":
        status, answer = await rest("POST", f"/channels/{channel}/messages", {"content": "x"})
    else:
        body = {"channel": channel, "content": "x"}
        status, answer = await rest.control("POST", "/users/mara/messages", body)
    assert status == 500
    assert (await event(seen, "OWN_FAILURE"))["words"] == answer["message"]
    assert answer["message"].endswith("messages: KeyError. Your bot isn't to blame.")
    assert [record.levelno for record in caplog.records] == [logging.ERROR]
