"""The doctor's probe at a playground, with mara as the operator who presses buttons and reads her phone.

    python -m tests.kit.watching.doctor_probe

records the playground's answers, which the doctor compares with Discord's.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple

from bot.app import set_endpoints
from bot.doctor.report import EXPECTED, as_json
from bot.doctor.shapes import Steps
from bot.doctor.ui import bodies
from bot.doctor.ui.line import Line
from bot.doctor.ui.probe import QUESTIONS, Probe
from bot.runtime import settings
from bot.runtime.settings import Settings
from playground.app import Playground, start
from playground.model import permissions as perms
from playground.model.errors import ControlError
from playground.people.actor import Actor
from playground.people.defaults import BOT_ID
from playground.posts.pins import PINNED_MESSAGE
from playground.posts.thread_notes import RECIPIENT_ADD
from tests.described import Described
from tests.kit.inputs import PATIENCE_SECONDS, StillClock


def settings_of(playground: Playground, **more: Any) -> Settings:
    """Return settings that connect to a playground."""
    there = {"discord_api": playground.api, "discord_gateway": playground.gateway}
    known = {"discord_token": playground.token, "discord_cdn": playground.cdn}
    return settings.settings_of(**{**there, **known, **more})


@asynccontextmanager
async def real_server() -> AsyncIterator[Playground]:
    """Start a playground with a stopped clock, where the bot has every permission that it asks for."""
    playground = await start(clock=StillClock())
    described = Described()
    playground.witnesses.append(described)
    give(playground, perms.MANAGE_THREADS)
    playground.sessions.grace = PATIENCE_SECONDS
    for user in playground.world.users.values():
        user.locale = "ko"
    set_endpoints(settings_of(playground))
    try:
        yield playground
        described.check()
    finally:
        await playground.close()


def give(playground: Playground, bits: int) -> None:
    """Add permissions to the bot's own role."""
    [guild] = playground.world.guilds.values()
    role = next(role for role in guild.roles.values() if role.get("tags", {}).get("bot_id") == BOT_ID)
    role["permissions"] = str(int(role["permissions"]) | bits)


class Operator:
    """Presses the buttons that the probe asks for, and answers by what her phone shows."""

    def __init__(self, mara: Actor) -> None:
        self._mara = mara
        self._world = mara.world
        self._seen = mara.subscribe()

    async def act(self) -> None:
        """Press buttons until canceled."""
        async with asyncio.TaskGroup() as presses:
            while True:
                event = await self._seen.get()
                message = event["data"]
                button = self._wanted(message) if event["event"].startswith("MESSAGE_") else None
                if button:
                    presses.create_task(self._press(message, button))

    async def _press(self, message: Any, button: str) -> None:
        if button == bodies.DONE:
            await self._try_in_thread()
        await self._mara.press(message["channel_id"], message["id"], button)

    async def _try_in_thread(self) -> None:
        """Press the last button in the thread, if the client allows it."""
        [thread] = [channel.id for channel in self._world.channels.values() if channel.is_thread]
        asking = [message for message in self._mara.read_messages(thread) if message["components"]][-1]
        [[button]] = [row["components"] for row in asking["components"]]
        with suppress(ControlError):
            await self._mara.press(thread, asking["id"], button["custom_id"])

    def _wanted(self, message: Any) -> str | None:
        """Return the custom_id of the button to press in a message, if there is one."""
        parts = message.get("components", ())
        ids = {part.get("custom_id") for row in parts for part in row.get("components", ())}
        if alone := ids & {bodies.HERE, bodies.BEGIN, bodies.DONE}:
            return alone.pop()
        texts = {part.get("content") for part in parts}
        asked = [name for name, text in QUESTIONS.items() if text in texts]
        return (bodies.YES if ANSWERS[asked[0]](self._pushes()) else bodies.NO) if asked else None

    def _pushes(self) -> list[Push]:
        """Return what the phone has shown, each with its message and whether it came in a DM."""
        world = self._world
        return [
            Push(
                shown["body"],
                world.messages[shown["message_id"]].payload,
                world.channel(shown["channel_id"]).is_dm,
            )
            for shown in self._mara.phone()
            if shown["message_id"] in world.messages
        ]


class Push(NamedTuple):
    """A notification that a phone has shown."""

    body: str
    message: Any
    is_dm: bool


ANSWERS: dict[str, Callable[[list[Push]], bool]] = {
    "added": lambda pushes: any(push.message["type"] == RECIPIENT_ADD for push in pushes),
    "empty": lambda pushes: any(
        push.is_dm and push.message["components"] and not push.body for push in pushes
    ),
    "pinned": lambda pushes: any(push.message["type"] == PINNED_MESSAGE for push in pushes),
    "unnamed": lambda pushes: any(push.body.startswith("This line mentions no one") for push in pushes),
}
"""The operator's answer to each question."""


async def probed(playground: Playground, said: list[str] | None = None, *, present: bool = True) -> Probe:
    """Return a finished probe; `said` collects its lines, and `present` is whether anyone presses buttons."""
    mara, lines = playground.actor("mara"), [] if said is None else said
    patience = PATIENCE_SECONDS if present else 0.0
    async with Line(playground.world.clock.now) as line, pressing(mara, present):
        await line.introduce(playground.token)
        probe = Probe(line, mara.channel("games").id, mara.id, "doctor", lines.append, patience)
        await probe.run()
    return probe


@asynccontextmanager
async def pressing(mara: Actor, present: bool = True) -> AsyncIterator[None]:
    """Press the requested buttons within the block."""
    acting = asyncio.create_task(Operator(mara).act()) if present else None
    yield
    if acting is not None:
        acting.cancel()


async def recorded() -> Steps:
    """Return the answers of the current playground."""
    async with real_server() as playground:
        return (await probed(playground)).steps


if __name__ == "__main__":
    EXPECTED.write_bytes(as_json(asyncio.run(recorded())))
