"""Files of people and bots: file options, the CDN, file cards, and commands in nested groups."""

from __future__ import annotations

import asyncio
import base64
import io
import mimetypes

import pytest
from PIL import Image

from playground.model.clock import DISCORD_EPOCH
from tests.kit.people import Person, PickedFile

LARGEST = 10 * 1024 * 1024
FILE = {"type": 11, "name": "file", "description": "x", "required": True}
NAME = {"type": 3, "name": "name", "description": "x", "max_length": 8}
UPLOAD = {"type": 1, "name": "upload", "description": "x", "options": [FILE, NAME]}
DECK = {"type": 2, "name": "deck", "description": "x", "options": [UPLOAD]}
SHELF = {"name": "shelf", "description": "x", "options": [DECK]}


def packed(data, filename="deck.json"):
    return {"filename": filename, "data": base64.b64encode(data).decode()}


def upload(*options):
    """Return the options of “/shelf deck upload”, nested as Discord nests them."""
    below = [{"type": 1, "name": "upload", "options": list(options)}]
    return [{"type": 2, "name": "deck", "options": below}]


def file_option(value, **more):
    return {"type": 11, "name": "file", "value": value} | more


@pytest.fixture
async def given(play, listener, offer):
    """Return a function that lets Mara upload a file and returns the data of the interaction."""
    await offer(SHELF)

    async def hand_in(data, filename="deck.json"):
        options = upload(file_option(packed(data, filename)))
        interaction = await listener.while_asked(play.actor("mara").slash("games", "shelf", options))
        play.world.clock.advance(4)
        await listener.outcome()
        return interaction["data"]

    return hand_in


async def test_a_file_arrives_as_the_id_of_a_resolved_ephemeral_attachment(play, given):
    data = await given(b'{"cards": []}')
    [(id, attachment)] = data["resolved"]["attachments"].items()
    assert data["options"] == upload(file_option(id))
    stamp = ((int(id) >> 22) + DISCORD_EPOCH) / 1000
    assert stamp == pytest.approx(play.world.clock.now() - 4, abs=1)
    url = f"{play.cdn}/ephemeral-attachments/{play.actor('mara').channel('games').id}/{id}/deck.json"
    for name in ("url", "proxy_url"):
        assert attachment.pop(name).partition("?")[0] == url
    assert attachment == {
        "id": id,
        "filename": "deck.json",
        "size": 13,
        "content_type": "application/json; charset=utf-8",
        "ephemeral": True,
    }


@pytest.mark.parametrize(
    ("filename", "data", "name", "content_type"),
    [
        ("notes.txt", "grün".encode(), "notes.txt", "text/plain; charset=utf-8"),
        ("notes.txt", b"\xff\xfe", "notes.txt", "text/plain"),
        ("deck", b"{}", "deck", "application/octet-stream"),
        ("../my deck.json", b"{}", "my_deck.json", "application/json; charset=utf-8"),
        ("", b"", "file", "application/octet-stream"),
    ],
)
async def test_a_files_name_is_made_safe_and_tells_its_type(given, filename, data, name, content_type):
    [attachment] = (await given(data, filename))["resolved"]["attachments"].values()
    assert (attachment["filename"], attachment["content_type"]) == (name, content_type)


@pytest.mark.parametrize("kind", ["application/javascript", "application/xml", "text/javascript"])
async def test_a_text_has_its_charset_whatever_kind_the_machine_makes_of_its_name(given, monkeypatch, kind):
    mimetypes.init()
    monkeypatch.setitem(mimetypes.types_map, ".js", kind)
    [attachment] = (await given(b"1 + 1", "sum.js"))["resolved"]["attachments"].values()
    assert attachment["content_type"] == f"{kind}; charset=utf-8"


async def test_a_picture_that_is_handed_in_has_its_size(given):
    buffer = io.BytesIO()
    Image.new("RGB", (30, 20)).save(buffer, "PNG")
    [attachment] = (await given(buffer.getvalue(), "a.png"))["resolved"]["attachments"].values()
    assert (attachment["width"], attachment["height"]) == (30, 20)
    assert attachment["content_type"] == "image/png"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ([], "Choose one of: deck."),
        ([{"type": 2, "name": "deck"}], "Choose one of: upload."),
        ([{"type": 2, "name": "dock"}], "There's no option “dock” here."),
        ([{"type": 1, "name": "deck"}], "The option “deck” takes a group of sub-commands."),
        (upload(), "The option “file” is needed."),
        (upload(file_option("1", type=3)), "The option “file” takes a file."),
        (upload(file_option("1")), "The option “file” needs a file."),
        (upload(file_option({"filename": "a"})), "The option “file” needs a file."),
        (upload(file_option({"filename": 5, "data": ""})), "The option “file” needs a file."),
        (upload(file_option({"filename": "a", "data": "%"})), "The option “file” needs a file."),
        (upload(file_option({"filename": "a", "data": "ü"})), "The option “file” needs a file."),
        (
            upload(file_option(packed(b"{}")), {"type": 11, "name": "name", "value": packed(b"{}")}),
            "The option “name” takes a text.",
        ),
        (
            upload(file_option(packed(b"{}")), {"type": 3, "name": "name", "value": "far too long"}),
            "The option “name” needs 0 to 8 characters.",
        ),
    ],
)
async def test_what_does_not_fit_gets_one_sentence_and_no_file_is_kept(rest, play, offer, options, sentence):
    await offer(SHELF)
    body = {"channel": "games", "command": "shelf", "options": options}
    assert await rest.control("POST", "/users/mara/slash", body) == (400, {"message": sentence})
    assert len(play.world.files) == 0
    assert play.world.interactions == {}


@pytest.mark.slow
async def test_a_file_that_is_handed_in_ends_at_ten_mebibytes(rest, play, listener, given):
    data = await given(bytes(LARGEST), "big.bin")
    [attachment] = data["resolved"]["attachments"].values()
    assert attachment["size"] == LARGEST
    options = upload(file_option(packed(bytes(LARGEST + 1), "big.bin")))
    body = {"channel": "games", "command": "shelf", "options": options}
    sentence = "“big.bin” is too large: a file may have at most 10 MB."
    assert await rest.control("POST", "/users/mara/slash", body) == (413, {"message": sentence})
    assert len(play.world.files) == 1


async def test_while_somebody_types_no_file_is_sent(play, listener, offer):
    await offer(SHELF)
    typed = {"type": 3, "name": "name", "value": "my", "focused": True}
    options = upload(file_option(packed(b"{}")), typed)
    asked = play.actor("mara").autocomplete("games", "shelf", options)
    data = (await listener.while_asked(asked))["data"]
    assert data["options"] == upload(typed)
    assert "resolved" not in data
    assert len(play.world.files) == 0
    play.world.clock.advance(4)
    await listener.outcome()


async def test_the_cdn_lets_pictures_be_seen_and_other_files_be_saved_and_runs_nothing(rest, given):
    seen = {}
    for filename in ("böse.html", "a.png"):
        [attachment] = (await given(b"<script>", filename))["resolved"]["attachments"].values()
        async with rest.session.get(attachment["url"]) as response:
            assert (response.status, await response.read()) == (200, b"<script>")
            assert response.headers["Content-Type"] == attachment["content_type"]
            assert response.headers["X-Content-Type-Options"] == "nosniff"
            assert response.headers["Content-Security-Policy"].startswith("sandbox;")
            seen[filename] = response.headers["Content-Disposition"]
    assert seen == {
        "böse.html": "attachment; filename*=UTF-8''b%C3%B6se.html",
        "a.png": "inline; filename*=UTF-8''a.png",
    }


async def test_discord_py_reads_what_a_person_hands_in_below_a_group(bot, play):
    mara = Person(play.actor("mara"), "games")
    picked = PickedFile("deck.json", b'{"cards": [1]}')
    answer = await mara.slash("/shelf deck upload", file=picked, name="mine")
    assert answer.text == "mine: deck.json, 14 of 14 bytes, application/json; charset=utf-8"
    assert answer.ephemeral
    assert answer.payload["interaction"]["name"] == "shelf deck upload"
    assert (await mara.slash("/shelf deck list")).text == "kept: mine"
    await mara.slash("/shelf deck delete", name="mine")
    assert (await mara.slash("/shelf deck list")).text == "kept: nothing"


async def test_completion_works_below_a_group(bot, play):
    mara = Person(play.actor("mara"), "games")
    for name in ("elves", "elks", "orcs"):
        await mara.slash("/shelf deck upload", file=PickedFile("deck.json", b"{}"), name=name)
    assert await mara.complete("/shelf deck show", "name", "el") == ["elves", "elks"]


async def test_a_private_answer_brings_a_file_back_as_attachment_and_as_card(bot, play, rest):
    mara = Person(play.actor("mara"), "games")
    await mara.slash("/shelf deck upload", file=PickedFile("deck.json", b"{}"), name="mine")
    plain = await mara.slash("/shelf deck show", name="mine")
    [attachment] = plain.attachments
    assert (attachment["filename"], attachment["size"], attachment["ephemeral"]) == ("mine.json", 2, True)
    shown = await mara.slash("/shelf deck show", name="mine", card=True)
    [card] = [part for part in shown.parts() if part["type"] == 13]
    assert (card["name"], card["size"], card["spoiler"]) == ("mine.json", 2, False)
    assert card["file"]["content_type"] == "application/json; charset=utf-8"
    assert shown.attachments == []
    for url in (attachment["url"], card["file"]["url"]):
        async with rest.session.get(url) as response:
            assert await response.read() == b"{}"


async def test_two_people_hand_files_in_at_once_and_each_gets_the_own(bot, play):
    people = [Person(play.actor(name), "games") for name in ("mara", "tom")]
    answers = await asyncio.gather(
        *(
            person.slash("/shelf deck upload", file=PickedFile(f"{size}.txt", bytes(size)), name=str(size))
            for person, size in zip(people, (3, 4), strict=True)
        )
    )
    assert [answer.text.split(" of")[0] for answer in answers] == ["3: 3.txt, 3", "4: 4.txt, 4"]
