"""discord.js, unmodified, against the playground: a client in another language, like most bots.

discord.js takes the address of the REST API as an option and asks it for the gateway's address. The bot in
`discordjs/bot.mjs` runs as one process for all tests of this module, and prints the events it receives. The
tests are skipped without Node.js or the packages; `npm ci` in that folder installs them.
"""

from __future__ import annotations

import asyncio
import base64
import os
import shutil
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from playground.app import Playground, start
from tests.clients.js_bot import JsBot
from tests.described import Described
from tests.kit.inputs import StillClock
from tests.kit.people import Person
from tests.playground.bots import picture

FOLDER = Path(__file__).parent / "discordjs"
NODE = shutil.which("node")
INSTALLED = (FOLDER / "node_modules" / "discord.js").is_dir()
SENT_IN_VAIN = {
    f"{route} as sent: {place}: Additional properties are not allowed ('{field}' was unexpected)"
    for route, place, field in (
        ("POST /channels/{channel_id}/messages/{message_id}/threads", "", "type"),
        ("PATCH /channels/{channel_id}/messages/{message_id}", "", "enforce_nonce"),
        ("POST /interactions/{interaction_id}/{interaction_token}/callback", "data", "enforce_nonce"),
        ("POST /webhooks/{webhook_id}/{webhook_token}", "", "enforce_nonce"),
        ("PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original", "", "enforce_nonce"),
    )
}
"""Fields that discord.js sends in places where Discord doesn't know them and ignores them."""

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.skipif(NODE is None, reason="Node.js is missing"),
    pytest.mark.skipif(not INSTALLED, reason="discord.js is missing: run npm ci in tests/clients/discordjs"),
]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def play() -> AsyncIterator[Playground]:
    playground = await start(clock=StillClock())
    described = Described()
    playground.witnesses.append(described)
    yield playground
    await playground.close()
    described.check(known=SENT_IN_VAIN)
    assert playground.world.unknown_routes == []


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(play: Playground) -> AsyncIterator[JsBot]:
    drawn = {"PICTURE": base64.b64encode(picture().read()).decode()}
    process = await asyncio.create_subprocess_exec(
        str(NODE),
        "bot.mjs",
        cwd=FOLDER,
        env={**os.environ, **play.environment(), **drawn},
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
    )
    running = JsBot(process)
    yield running
    assert await running.end() == (0, "")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def ready(bot: JsBot) -> Any:
    return await bot.next("ready")


@pytest.fixture
def mara(play: Playground, ready: Any) -> Person:
    return Person(play.actor("mara"), "games")


@pytest.mark.slow
async def test_it_logs_in_and_finds_the_cafe(ready, mara):
    channels, commands = sorted(ready.pop("channels")), ready.pop("commands")
    assert ready == {"name": "Robot", "guild": "Robot café", "members": 5}
    assert channels == ["games", "general", "quiet"]
    assert {command["name"]: command["id"] for command in mara.actor.commands("games")} == commands


async def test_a_command_is_answered_with_a_picture_in_an_embed(bot, play, mara):
    seen = await mara.slash("/board", rival=Person(play.actor("tom"), "games"))
    assert seen.text.startswith("The board, against tom")
    [embed] = seen.payload["embeds"]
    assert (embed["description"], embed["image"]["width"]) == ("an empty board", 64)
    assert await bot.next("answered") == {
        "id": seen.id,
        "content": "The board, against tom",
        "width": 64,
        "custom_ids": ["next", "form", "side"],
        "asked_by": "mara",
    }


async def test_a_button_changes_the_message(mara):
    board = await mara.slash("/board")
    changed = await mara.tap("next", board)
    assert (changed.id, changed.text, changed.buttons) == (board.id, "The next board", {})
    assert [attachment["filename"] for attachment in changed.attachments] == ["next.png"]


async def test_a_select_is_answered_for_one_reader(mara):
    answer = await mara.choose("blue", await mara.slash("/board"))
    assert (answer.text, answer.ephemeral) == ("you are blue", True)


async def test_a_modal_is_opened_and_sent(mara):
    modal = await mara.tap_for_modal("form", await mara.slash("/board"))
    assert modal["title"] == "A form"
    assert (await mara.submit(modal, name="Mara")).text == "hello Mara"


async def test_completion_gives_its_choices(mara):
    assert await mara.complete("/move", "square", "a") == ["a1", "a2"]
    assert (await mara.slash("/move", square="a2")).text == "moved to a2"


async def test_a_deferred_answer_and_a_follow_up_come(mara):
    asked = await mara.slash("/slow")
    await mara.until("the thought", lambda: "thought" in mara.again(asked).text)
    after = lambda seen: "more" in seen.text and int(seen.id) > int(asked.id)  # noqa: E731
    await mara.until("more", lambda: mara.newest(after))


async def test_letters_go_both_ways(mara):
    assert (await mara.slash("/letter")).text == "sent to mara"
    letter = await mara.sees("a letter")
    await mara.actor.say(letter.channel, "thank you")
    reply = await mara.sees("you wrote: thank you")
    assert reply.payload["referenced_message"]["content"] == "thank you"


async def test_closed_letters_are_refused_with_50007(play, ready):
    tom = Person(play.actor("tom"), "games")
    await tom.actor.settings(dms_open=False)
    assert (await tom.slash("/letter")).text == "refused with 50007"


async def test_threads_pins_and_lists_are_read(bot, mara):
    asked = await mara.slash("/look")
    looked = await bot.next("looked")
    assert sorted(looked.pop("channels")) == ["games", "general", "quiet"]
    assert looked == {
        "roles": ["@everyone", "Robot"],
        "member": "Mara",
        "pinned": ["pin me"],
        "read": True,
        "threads": ["a thread"],
    }
    await mara.until("its answer", lambda: mara.again(asked).text == "seen")


@pytest.mark.parametrize(
    ("resume", "back"),
    [(True, "resumed"), pytest.param(False, "identified", marks=pytest.mark.proof)],
)
async def test_a_dropped_gateway_is_resumed_or_begun_anew(bot, play, mara, resume, back):
    if back == "identified":
        await bot.next("identified")
    play.sessions.drop(resume=resume)
    await bot.next(back)
    assert (await mara.slash("/move", square="b1")).text == "moved to b1"
