"""Addresses of files: signed, valid for a day, and refreshed when a client reads the message again."""

from __future__ import annotations

import asyncio
import json
from urllib.parse import parse_qs, urlsplit

import aiohttp
import pytest

from tests.kit.people import Person

DAY = 86_400
GONE = "This content is no longer available."
PICTURE = b"\x89PNG but not quite"
V2 = 1 << 15
ROW = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}


@pytest.fixture
def post(rest, play):
    """Return a function that sends a message with one file, or edits one, and returns it."""
    channel = play.actor("mara").channel("games").id

    async def send(body, name="board.png", path=""):
        form = aiohttp.FormData(quote_fields=False)
        form.add_field("payload_json", json.dumps(body), content_type="application/json")
        form.add_field("files[0]", PICTURE, filename=name)
        method = "PATCH" if path else "POST"
        status, message = await rest(method, f"/channels/{channel}/messages{path}", data=form)
        assert status == 200, message
        return message

    return send


@pytest.fixture
def fetch(rest):
    """Return a function that returns the status and body at an address."""

    async def get(address):
        async with rest.session.get(address) as response:
            return response.status, await response.read()

    return get


def path_of(message):
    return f"/channels/{message['channel_id']}/messages/{message['id']}"


async def test_an_address_tells_from_when_to_when_it_holds_for_about_a_day(play, post):
    [attachment] = (await post({"content": "x"}))["attachments"]
    query = parse_qs(urlsplit(attachment["url"]).query)
    begin, end = int(query["is"][0], 16), int(query["ex"][0], 16)
    assert set(query) == {"ex", "is", "hm"}
    assert (end - begin, len(query["hm"][0])) == (DAY, 64)
    assert 0 <= play.world.clock.now() - begin < 3600
    assert attachment["proxy_url"] == attachment["url"]


async def test_an_address_is_good_to_the_last_moment_and_gone_after_it(play, post, fetch):
    url = (await post({"content": "x"}))["attachments"][0]["url"]
    end = int(parse_qs(urlsplit(url).query)["ex"][0], 16)
    play.world.clock.advance(end - play.world.clock.now() - 1)
    assert await fetch(url) == (200, PICTURE)
    play.world.clock.advance(1)
    assert await fetch(url) == (404, GONE.encode())


async def test_who_alters_an_address_or_leaves_its_signature_out_finds_nothing(post, fetch):
    [first] = (await post({"content": "x"}))["attachments"]
    [other] = (await post({"content": "x"}, "other.png"))["attachments"]
    url = first["url"]
    later = url.replace("?ex=", "?ex=f")
    signature = "?" + urlsplit(other["url"]).query
    for wrong in (
        url.partition("?")[0],
        later,
        url.partition("?")[0] + signature,
        url.replace("hm=", "hm=ä"),
    ):
        assert await fetch(wrong) == (404, GONE.encode()), wrong


async def test_everything_that_is_read_again_has_fresh_addresses(play, rest, post, fetch):
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://board.png"}}]}
    card = await post({"flags": V2, "components": [{"type": 17, "components": [gallery]}]})
    embed = await post({"embeds": [{"title": "x", "image": {"url": "attachment://board.png"}}]})
    mara = play.actor("mara")
    mara.channel("games").pins[card["id"]] = mara.channel("games").pins[embed["id"]] = play.world.now()
    play.world.clock.advance(30 * DAY)
    pinned = {pin["id"]: pin for pin in mara.pins("games")}
    listed = {entry["id"]: entry for entry in mara.read_messages("games")}
    for message in (card, embed):
        _, again = await rest("GET", path_of(message))
        _, page = await rest("GET", path_of(message).rpartition("/")[0])
        answer = {"content": "x", "message_reference": {"message_id": message["id"]}}
        _, quoting = await rest("POST", path_of(message).rpartition("/")[0], answer)
        [paged] = [entry for entry in page if entry["id"] == message["id"]]
        for seen in (
            again,
            paged,
            listed[message["id"]],
            pinned[message["id"]],
            quoting["referenced_message"],
        ):
            [picture] = pictures(seen)
            assert await fetch(picture["url"]) == (200, PICTURE)
            assert picture["proxy_url"] == picture["url"]
        assert await fetch(pictures(message)[0]["url"]) == (404, GONE.encode())


def pictures(message):
    items = [item for box in message["components"] for part in box["components"] for item in part["items"]]
    return [item["media"] for item in items] + [embed["image"] for embed in message["embeds"]]


async def test_events_have_fresh_addresses_too(play, rest, listener, post, fetch):
    message = await post({"content": "x", "components": [ROW]})
    play.world.clock.advance(2 * DAY)
    await rest("PATCH", path_of(message), {"content": "y"})
    told = await listener.event("MESSAGE_UPDATE")
    pressed = await listener.while_asked(play.actor("mara").press("games", message["id"], "go"))
    for seen in (told, pressed["message"]):
        assert await fetch(seen["attachments"][0]["url"]) == (200, PICTURE)
    play.world.clock.advance(4)
    await listener.outcome()


async def test_who_reads_twice_within_the_hour_gets_the_same_address(play, rest, post):
    play.world.clock.advance(3600 - play.world.clock.now() % 3600)
    first = (await post({"content": "x"}))["attachments"]
    play.world.clock.advance(3599)
    assert (await rest("GET", path_of(await newest(play))))[1]["attachments"] == first
    play.world.clock.advance(1)
    assert (await rest("GET", path_of(await newest(play))))[1]["attachments"] != first


async def newest(play):
    return play.actor("mara").read_messages("games")[-1]


async def test_a_message_sent_back_with_an_old_address_keeps_its_file_and_lists_it_once(
    play, rest, post, fetch
):
    """A client may send back a message that it read two days ago, with the expired address in it."""
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://board.png"}}]}
    message = await post({"flags": V2, "components": [{"type": 17, "components": [gallery]}]})
    play.world.clock.advance(2 * DAY)
    gallery["items"] = [{"media": {"url": pictures(message)[0]["url"]}}]
    _, edited = await rest("PATCH", path_of(message), {"components": [{"type": 17, "components": [gallery]}]})
    [picture] = pictures(edited)
    assert edited["attachments"] == []
    assert picture["attachment_id"] == pictures(message)[0]["attachment_id"]
    assert await fetch(picture["url"]) == (200, PICTURE)


async def test_old_addresses_are_refreshed_and_strange_ones_are_not(play, rest, post, fetch):
    play.witnesses.clear()  # Discord's description lacks this route.
    old = (await post({"content": "x"}))["attachments"][0]["url"]
    play.world.clock.advance(2 * DAY)
    strange = "https://example.org/attachments/1/2/a.png"
    urls = [old, old.partition("?")[0], strange]
    status, answer = await rest("POST", "/attachments/refresh-urls", {"attachment_urls": urls})
    first, second, third = answer["refreshed_urls"]
    assert (status, third) == (200, {"original": strange, "refreshed": None})
    assert (first["original"], second["original"]) == (old, old.partition("?")[0])
    for sent in (first, second):
        assert await fetch(sent["refreshed"]) == (200, PICTURE)


@pytest.mark.parametrize(
    ("urls", "code"), [(None, "BASE_TYPE_REQUIRED"), (["x"] * 51, "BASE_TYPE_BAD_LENGTH")]
)
async def test_up_to_fifty_addresses_are_refreshed_at_once(rest, urls, code):
    status, refusal = await rest("POST", "/attachments/refresh-urls", {"attachment_urls": urls})
    assert (status, refusal["code"]) == (400, 50035)
    assert refusal["errors"]["attachment_urls"]["_errors"][0]["code"] == code


async def test_discord_py_downloads_what_it_reads_again_and_not_what_it_kept(play, bot):
    mara = Person(play.actor("mara"), "games")
    asking = asyncio.create_task(mara.slash("/board"))
    kept = await bot.next("answered")
    await asking
    play.world.clock.advance(2 * DAY)
    again = await bot.get_channel(kept.channel.id).fetch_message(kept.id)
    assert await again.attachments[0].read()
    with pytest.raises(Exception, match="404"):
        await kept.attachments[0].read()
