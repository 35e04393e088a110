"""nextcord, py-cord, disnake and oceanic.js, unmodified, against the playground: one script for all.

Each bot is in `outside/`, with its own process and packages, since some packages would replace discord.py. A
library is skipped if its packages are missing; `.ci/run` installs them from the lock file next to the bot.
"""

from __future__ import annotations

import asyncio
import base64
import os
import shutil
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import pytest_asyncio

from playground.app import Playground, start
from tests.clients.js_bot import JsBot
from tests.described import Described
from tests.kit.inputs import StillClock
from tests.kit.people import Person
from tests.playground.bots import picture

FOLDER = Path(__file__).parent / "outside"
PYTHON = Path(".venv") / ("Scripts" if os.name == "nt" else "bin") / "python"
COMMANDS = {"board", "card", "move", "letter", "thread", "regret"}
V2 = 1 << 15


class Library(NamedTuple):
    """A library, with the program that runs its bot and the path that shows that it's installed."""

    name: str
    program: tuple[str, ...]
    needed: Path
    has_v2: bool = True

    def is_here(self) -> bool:
        """Return whether the library's packages are installed."""
        return (FOLDER / self.name / self.needed).exists() and shutil.which(self.program[0]) is not None


def in_python(name: str, has_v2: bool = True) -> Library:
    return Library(name, (str(FOLDER / name / PYTHON), "bot.py"), PYTHON, has_v2)


LIBRARIES = (
    in_python("nextcord", has_v2=False),
    in_python("pycord"),
    in_python("disnake"),
    Library("oceanic", ("node", "bot.mjs"), Path("node_modules/oceanic.js")),
)
SENT_IN_VAIN = {
    f"PUT /applications/{{application_id}}/commands as sent: {number}: "
    "Additional properties are not allowed ('default_permission' was unexpected)"
    for number in range(len(COMMANDS))
}
"""An outdated field that disnake sends and Discord ignores."""
pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]


class Stage(NamedTuple):
    """A playground, the library under test, its bot, and the bot's report when it was ready."""

    play: Playground
    library: Library
    bot: JsBot
    ready: Any
    mara: Person


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=LIBRARIES, ids=lambda one: one.name)
async def stage(request: pytest.FixtureRequest) -> AsyncIterator[Stage]:
    library: Library = request.param
    if not library.is_here():
        pytest.skip(f"{library.name} is missing: .ci/run installs it")
    play = await start(clock=StillClock())
    described = Described()
    play.witnesses.append(described)
    drawn = {"PICTURE": base64.b64encode(picture().read()).decode()}
    process = await asyncio.create_subprocess_exec(
        *library.program,
        cwd=FOLDER / library.name,
        env={**os.environ, **play.environment(), **drawn},
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
    )
    bot = JsBot(process)
    try:
        ready = await bot.next("identified")
        yield Stage(play, library, bot, ready, Person(play.actor("mara"), "games"))
    finally:
        status, complaints = await bot.end()
        await play.close()
    assert (status, complaints) == (0, "")
    assert play.world.unknown_routes == []
    described.check(known=SENT_IN_VAIN)


async def test_it_logs_in_and_registers_its_commands(stage: Stage) -> None:
    assert stage.ready == {"name": "Robot", "guilds": ["Robot café"]}
    expected = COMMANDS if stage.library.has_v2 else COMMANDS - {"card"}

    def offered() -> bool:
        return {command["name"] for command in stage.mara.actor.commands("games")} == expected

    await stage.mara.until("its commands", offered)


async def test_it_answers_with_a_file_and_a_button_edits_it(stage: Stage) -> None:
    board = await stage.mara.slash("/board")
    [attachment] = board.attachments
    assert (board.text, attachment["filename"], attachment["width"]) == ("The board", "board.png", 64)
    changed = await stage.mara.tap("next", board)
    assert (changed.id, changed.text, changed.buttons) == (board.id, "The next board", {})
    assert [file["filename"] for file in changed.attachments] == ["next.png"]


async def test_it_completes_what_is_typed(stage: Stage) -> None:
    assert await stage.mara.complete("/move", "square", "a") == ["a1", "a2"]
    assert (await stage.mara.slash("/move", square="a2")).text == "moved to a2"


async def test_it_takes_a_choice_and_a_form(stage: Stage) -> None:
    board = await stage.mara.slash("/board")
    answer = await stage.mara.choose("blue", board)
    assert (answer.text, answer.ephemeral) == ("you are blue", True)
    modal = await stage.mara.tap_for_modal("form", board)
    assert (await stage.mara.submit(modal, name="Mara")).text == "hello Mara"


async def test_it_sends_components_of_the_second_version(stage: Stage) -> None:
    if not stage.library.has_v2:
        pytest.skip(f"{stage.library.name} has none")
    card = await stage.mara.slash("/card")
    [container] = card.payload["components"]
    assert (card.payload["flags"] & V2, container["type"]) == (V2, 17)
    assert container["components"][0]["content"] == "a card"


async def test_letters_go_both_ways(stage: Stage) -> None:
    assert (await stage.mara.slash("/letter")).text == "sent"
    letter = await stage.mara.sees("a letter")
    await stage.mara.actor.say(letter.channel, "thank you")
    reply = await stage.mara.sees("you wrote: thank you")
    assert reply.payload["referenced_message"]["content"] == "thank you"


async def test_it_begins_a_thread(stage: Stage) -> None:
    assert (await stage.mara.slash("/thread")).text == "begun"
    [thread] = [
        channel for channel in stage.play.world.channels.values() if channel.payload.get("name") == "a thread"
    ]
    assert [message["content"] for message in stage.mara.actor.read_messages(thread.id)][-1] == "in it"


async def test_it_edits_and_deletes_what_it_said(stage: Stage) -> None:
    assert (await stage.mara.slash("/regret")).text == "done"
    said = [message["content"] for message in stage.mara.actor.read_messages("games")]
    assert "changed" in said
    assert not {"kept", "lost"} & set(said)


@pytest.mark.proof
async def test_it_resumes_and_begins_anew_after_an_invalid_session(stage: Stage) -> None:
    def connected() -> set[str]:
        return {id for id, session in stage.play.sessions.sessions.items() if session.connection}

    before = connected()
    stage.play.sessions.drop(resume=True)
    assert (await stage.mara.slash("/move", square="b1")).text == "moved to b1"
    await stage.bot.next("resumed")
    assert connected() == before
    stage.play.sessions.invalidate(resumable=False)
    await stage.bot.next("identified")
    while not connected() - before:
        # oceanic.js says so after resuming, too.
        await stage.bot.next("identified")
    assert (await stage.mara.slash("/move", square="b1")).text == "moved to b1"
