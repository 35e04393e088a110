"""File options, files in modals, and attachments marked as spoilers."""

from __future__ import annotations

import base64
import json

import aiohttp
import pytest

from playground.limits.files import is_taken
from playground.model.errors import ControlError

SPOILER = 1 << 3
DATA = base64.b64encode(b"x").decode()
FILE = {"type": 11, "name": "file", "description": "x", "required": True}
UPLOAD = {"type": 19, "custom_id": "deck", "max_values": 2}


def command(**more):
    return {"name": "upload", "description": "x", "options": [FILE | more]}


def chosen(filename, **more):
    return [{"type": 11, "name": "file", "value": {"filename": filename, "data": DATA} | more}]


@pytest.mark.parametrize(
    ("name", "types", "taken"),
    [
        ("a.bin", [], True),
        ("a.json", [".json"], True),
        ("A.JSON", [".json"], True),
        ("a.json.exe", [".json"], False),
        ("json", [".json"], False),
        ("a.PNG", ["image", ".pdf"], True),
        ("a.pdf", ["image", ".pdf"], True),
        ("a.mp3", ["image", "video"], False),
    ],
)
def test_a_file_is_taken_by_its_ending(name, types, taken):
    assert is_taken(name, types) is taken


@pytest.mark.parametrize("types", [[".json"] * 11, ["json"], [5], ["."], ".json"])
async def test_wrong_types_of_files_are_refused(rest, play, asked, types):
    [app] = play.world.applications
    status, refusal = await rest("POST", f"/applications/{app}/commands", command(file_types=types))
    assert (status, refusal["code"]) == (400, 50035)
    label = {"type": 18, "label": "A deck", "component": UPLOAD | {"file_types": types}}
    status, refusal = await asked(
        {"type": 9, "data": {"title": "T", "custom_id": "c", "components": [label]}}
    )
    assert (status, refusal["code"]) == (400, 50035)


async def test_an_option_takes_the_files_it_names(play, listener, offer):
    [made] = await offer(command(file_types=["image", ".json"]))
    assert made["options"][0]["file_types"] == ["image", ".json"]
    mara = play.actor("mara")
    with pytest.raises(ControlError, match=r"The option “file” takes only these files: image, \.json\."):
        await mara.slash("games", "upload", chosen("a.exe"))
    await listener.while_asked(mara.slash("games", "upload", chosen("a.json")))
    play.world.clock.advance(4)
    await listener.outcome()


async def test_a_file_is_put_into_a_form(rest, play, listener, asked):
    label = {"type": 18, "label": "A deck", "component": UPLOAD | {"file_types": [".json"]}}
    await asked({"type": 9, "data": {"title": "T", "custom_id": "c", "components": [label]}})
    form, mara = (await listener.outcome())["interaction"], play.actor("mara")
    good, bad = ({"filename": name, "data": DATA} for name in ("a.json", "a.exe"))
    before = len(play.world.files)
    for files, sentence in (
        ([good, bad], "takes only these files"),
        ([], "Choose 1 to 2 files"),
        ([good] * 3, "Choose 1 to 2 files"),
        ([5], "needs a file"),
    ):
        with pytest.raises(ControlError, match=sentence):
            await mara.submit(form, {"deck": files})
    assert len(play.world.files) == before
    interaction = await listener.while_asked(mara.submit(form, {"deck": [good]}))
    [field] = [component["component"] for component in interaction["data"]["components"]]
    [id] = field["values"]
    assert interaction["data"]["resolved"]["attachments"][id]["filename"] == "a.json"
    play.world.clock.advance(4)
    await listener.outcome()


async def test_a_bots_file_is_a_spoiler_by_its_field_or_its_name_and_an_edit_changes_that(rest, play):
    form = aiohttp.FormData()
    listed = [{"id": 0, "is_spoiler": True}, {"id": 1}, {"id": 2, "is_spoiler": None}]
    form.add_field("payload_json", json.dumps({"attachments": listed}), content_type="application/json")
    for number, name in enumerate(("a.txt", "SPOILER_b.txt", "c.txt")):
        form.add_field(f"files[{number}]", b"x", filename=name)
    place = f"/channels/{play.actor('mara').channel('games').id}/messages"
    status, made = await rest("POST", place, data=form)
    assert (status, [attachment.get("flags", 0) for attachment in made["attachments"]]) == (
        200,
        [SPOILER, SPOILER, 0],
    )
    changed = [
        {"id": attachment["id"], "is_spoiler": not n}
        for n, attachment in enumerate(made["attachments"][::-1])
    ]
    status, made = await rest("PATCH", f"{place}/{made['id']}", {"attachments": changed})
    assert (status, [attachment.get("flags", 0) for attachment in made["attachments"]]) == (
        200,
        [0, 0, SPOILER],
    )


async def test_a_persons_file_is_a_spoiler_when_they_say_so(play, listener, offer):
    await offer(command())
    use = play.actor("mara").slash("games", "upload", chosen("a.txt", is_spoiler=True))
    data = (await listener.while_asked(use))["data"]
    assert [attachment["flags"] for attachment in data["resolved"]["attachments"].values()] == [SPOILER]
    play.world.clock.advance(4)
    await listener.outcome()
