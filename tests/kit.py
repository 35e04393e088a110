"""The test kit: people at a table, the real bot and the playground, joined by sockets alone.

    async with table("mara", "tom") as t:
        await t.mara.slash("/creators challenge", opponent=t.tom)
        await t.tom.tap("Accept")
        await t.mara.sees("Show it now")

Every verb waits for what it needs by listening to events; nothing sleeps. Time stands still until
`t.advance(seconds)`. When something expected does not come, the conversation so far is the message.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

import aiohttp

from bot.app import Slowplay, make_bot
from bot.service.bots import Thinking
from bot.service.host import Signal
from bot.settings import Settings
from bot.thinkers import BUDGET, choose
from games.core.game import Briefing
from playground import channels
from playground.actor import Actor, Subscription
from playground.app import Playground, start
from storage import deadlines, outbox
from storage.database import Database, open_database

PATIENCE_SECONDS = 20.0
START = 1_790_000_000.0
_EPHEMERAL = 64
_HANDLERS = ("discord-ui-", "CommandTree-", "answer ")
"""How the tasks are named that handle an interaction or think for an AI."""


class StillClock:
    """The base of the playground's clock: it does not move by itself."""

    def now(self) -> float:
        return START


class WorldClock:
    """The playground's clock as the bot wants one."""

    def __init__(self, playground: Playground) -> None:
        self._clock = playground.world.clock

    def now(self) -> float:
        return self._clock.now()

    async def until(self, moment: float) -> None:
        await self._clock.wait_until(moment)


class NumberedChance:
    """Chance that a test can repeat."""

    def __init__(self, number: int) -> None:
        self._rng = random.Random(number)

    def nonce(self) -> bytes:
        return self._rng.randbytes(32)

    def name(self) -> str:
        return "".join(self._rng.choice("abcdefghijkmnpqrstuvwxyz") for _ in range(8))

    def seat(self) -> int:
        return self._rng.randrange(2)


class ThreadThinkers:
    """AI levels in a thread, so that a test does not start processes."""

    async def think(
        self, game_key: str, level: str, view: Any, briefing: Briefing | None, rng: random.Random
    ) -> str:
        return await asyncio.to_thread(choose, game_key, level, view, briefing, rng, BUDGET)


class HeardSignal(Signal):
    """A signal of the host by which one can hear that its loop has nothing to do."""

    def __init__(self) -> None:
        super().__init__()
        self.idle = asyncio.Event()

    async def wait(self) -> None:
        self.idle.set()
        try:
            await super().wait()
        finally:
            self.idle.clear()


class Running:
    """One bot process as it were: its database, its client, its connection."""

    def __init__(self, database: Database, bot: Slowplay, task: asyncio.Task[None]) -> None:
        self.database = database
        self.bot = bot
        self._task = task
        self._outbox, self._deadlines = HeardSignal(), HeardSignal()
        bot.desk.host.outbox, bot.desk.host.deadlines = self._outbox, self._deadlines

    async def is_settled(self) -> bool:
        """Wait for what is under way; whether nothing has come of it that is to be done now."""
        host, handlers = self.bot.desk.host, [t for t in asyncio.all_tasks() if _handles(t)]
        if handlers:
            await asyncio.wait(handlers)
        await self._outbox.idle.wait()
        await self._deadlines.idle.wait()
        async with self.database.read() as r:
            moments = (await outbox.next_due(r, host.now()), await deadlines.next_due(r))
        idle = self._outbox.idle.is_set() and self._deadlines.idle.is_set() and host.bots.empty()
        return not handlers and idle and all(moment is None or moment > host.now() for moment in moments)

    async def stop(self) -> None:
        await self.bot.close()
        await asyncio.wait([self._task])
        await self.database.close()


def _handles(task: asyncio.Task[Any]) -> bool:
    return task.get_name().startswith(_HANDLERS)


class Seen:
    """A message as a person sees it."""

    def __init__(self, payload: dict[str, Any]) -> None:
        self.payload = payload
        self.id: str = payload["id"]
        self.channel: str = payload["channel_id"]

    @property
    def ephemeral(self) -> bool:
        return bool(self.payload.get("flags", 0) & _EPHEMERAL)

    @property
    def text(self) -> str:
        texts = [c["content"] for c in self.parts() if c["type"] == 10]
        return "\n".join([self.payload.get("content") or "", *texts]).strip()

    @property
    def alt_texts(self) -> list[str]:
        return [item.get("description") or "" for c in self.parts() if c["type"] == 12 for item in c["items"]]

    @property
    def pictures(self) -> dict[str, dict[str, Any]]:
        """File name → media of the pictures shown."""
        media = [item["media"] for c in self.parts() if c["type"] == 12 for item in c["items"]]
        return {urlsplit(one["url"]).path.rpartition("/")[2]: one for one in media}

    @property
    def attachments(self) -> list[dict[str, Any]]:
        return list(self.payload.get("attachments") or [])

    @property
    def buttons(self) -> dict[str, dict[str, Any]]:
        """Label → button, those that can be tapped."""
        return {c["label"]: c for c in self.parts() if c["type"] == 2 and not c.get("disabled")}

    @property
    def selects(self) -> list[dict[str, Any]]:
        return [c for c in self.parts() if c["type"] == 3]

    def parts(self) -> Iterator[dict[str, Any]]:
        """All components, at any depth."""
        waiting = list(self.payload.get("components") or [])
        while waiting:
            part = waiting.pop(0)
            yield part
            waiting = [
                *part.get("components", []),
                *([part["accessory"]] if "accessory" in part else []),
                *waiting,
            ]


class Person:
    """Somebody at the table, with readable verbs."""

    def __init__(self, table: Table, actor: Actor, channel: str) -> None:
        self._table = table
        self.actor = actor
        self.id = actor.id
        self.channel = channel
        self._events: Subscription = actor.subscribe()
        self.outcome: dict[str, Any] = {}

    def messages(self) -> list[Seen]:
        """Everything this person sees anywhere, oldest first."""
        home = self.actor.home()
        places = [c["id"] for guild in home["guilds"] for c in guild["channels"]] + [
            d["id"] for d in home["dms"]
        ]
        found = [Seen(m) for place in places for m in self.actor.read_messages(place)]
        return sorted(found, key=lambda seen: int(seen.id))

    async def until(self, what: str, find: Callable[[], Any]) -> Any:
        """Wait until `find` gives something, looking again at every event."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                while not (found := find()):
                    await self._events.get()
        except TimeoutError:
            raise AssertionError(f"{what} did not come.\n{self.conversation()}") from None
        return found

    def conversation(self) -> str:
        """What this person sees, as text."""
        lines = [f"as {self.actor.user['username']} sees it:"]
        for seen in self.messages()[-12:]:
            mark = "private" if seen.ephemeral else "in " + seen.channel
            lines.append(f"[{mark}] {seen.text} buttons={list(seen.buttons)} selects={len(seen.selects)}")
        return "\n".join(lines)

    async def sees(self, text: str) -> Seen:
        """The newest message with this text, waited for."""
        return await self.until(f"“{text}”", lambda: self.newest(lambda seen: text in seen.text))

    def newest(self, fits: Callable[[Seen], Any]) -> Seen | None:
        return next((seen for seen in reversed(self.messages()) if fits(seen)), None)

    async def slash(self, command: str, channel: str | None = None, **options: Any) -> Seen:
        """Use “/creators challenge” with options, people given as persons; the message that answers."""
        top, *rest = command.removeprefix("/").split()
        given = [_option(name, value) for name, value in options.items()]
        if rest:
            given = [{"type": 1, "name": rest[0], "options": given}]
        self.outcome = await self.actor.slash(channel or self.channel, top, given)
        self._check_outcome()
        return Seen(self.outcome["message"])

    async def move(self, text: str, channel: str | None = None, **options: Any) -> Seen:
        """Play by text; the message that answers."""
        return await self.slash("/move", channel, action=text, **options)

    async def complete(self, command: str, focused: str, typed: str, channel: str | None = None) -> list[str]:
        """The values offered while an option of a top-level command is typed."""
        option = {"type": 3, "name": focused, "value": typed, "focused": True}
        top, *rest = command.removeprefix("/").split()
        options = [{"type": 1, "name": rest[0], "options": [option]}] if rest else [option]
        return [
            choice["value"] for choice in await self.actor.autocomplete(channel or self.channel, top, options)
        ]

    async def tap(self, label: str, on: Seen | None = None) -> Seen:
        """Press the newest button with this label; the message that answers."""
        message = on or await self.until(
            f"a button “{label}”", lambda: self.newest(lambda s: label in s.buttons)
        )
        custom_id = message.buttons[label]["custom_id"]
        self.outcome = await self.actor.press(message.channel, message.id, custom_id)
        return self._answer(message)

    async def choose(self, value: str, on: Seen | None = None) -> Seen:
        """Choose a value in the newest select that offers it."""
        fits: Callable[[Seen], Any] = lambda seen: _select_with(seen, value)  # noqa: E731
        message = on or await self.until(f"a select with “{value}”", lambda: self.newest(fits))
        select = _select_with(message, value)
        assert select is not None, f"no select offers {value}\n{self.conversation()}"
        self.outcome = await self.actor.press(message.channel, message.id, select["custom_id"], [value])
        return self._answer(message)

    def _check_outcome(self) -> None:
        assert self.outcome["type"] != "failed", f"{self.outcome['error']}\n{self.conversation()}"

    def _answer(self, message: Seen) -> Seen:
        self._check_outcome()
        answered = self.outcome["message"]
        return Seen(answered) if answered else self.again(message)

    def again(self, message: Seen) -> Seen:
        """The same message as it is now."""
        return next(seen for seen in self.messages() if seen.id == message.id)


def _option(name: str, value: Any) -> dict[str, Any]:
    if isinstance(value, Person):
        return {"type": 6, "name": name, "value": value.id}
    kind = 5 if isinstance(value, bool) else 4 if isinstance(value, int) else 3
    return {"type": kind, "name": name, "value": value}


def _select_with(seen: Seen, value: str) -> dict[str, Any] | None:
    return next((s for s in seen.selects if any(o["value"] == value for o in s["options"])), None)


class Table:
    """The playground, the bot and the people; attributes are the people's names."""

    def __init__(self, playground: Playground, folder: Path) -> None:
        self.playground = playground
        self.people: dict[str, Person] = {}
        self.thinkers: Thinking = ThreadThinkers()
        self._folder = folder
        self._running: Running | None = None
        self._starts = itertools.count(1)

    def __getattr__(self, name: str) -> Person:
        try:
            return self.people[name]
        except KeyError:
            raise AttributeError(name) from None

    @property
    def running(self) -> Running:
        assert self._running is not None
        return self._running

    @property
    def database(self) -> Database:
        return self.running.database

    def seat(self, name: str, channel: str) -> None:
        """Let somebody sit down, looking at a channel."""
        self.people[name] = Person(self, self.playground.actor(name), channel)

    async def start_bot(self) -> None:
        """Start the bot on this table's database, and wait until it is on line."""
        database = await open_database(self._folder / "slowplay.db")
        settings = Settings(
            _env_file=None,
            slowplay_api=self.playground.api,
            slowplay_gateway=self.playground.gateway,
            slowplay_cdn=self.playground.cdn,
        )
        chance, clock = NumberedChance(next(self._starts)), WorldClock(self.playground)
        bot = make_bot(settings, database, clock, chance, self.thinkers)
        task = asyncio.create_task(bot.start(self.playground.token))
        self._running = Running(database, bot, task)
        await self._on_line(bot, task)

    async def _on_line(self, bot: Slowplay, task: asyncio.Task[None]) -> None:
        ready = asyncio.create_task(bot.on_line.wait())
        await asyncio.wait({ready, task}, timeout=PATIENCE_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            task.result()
        assert ready.done(), "the bot did not come on line"

    async def stop_bot(self) -> None:
        """Stop the bot; the world goes on without it."""
        running, self._running = self.running, None
        await running.stop()

    async def restart_bot(self) -> None:
        """Stop the bot and start a new one on the same data."""
        await self.stop_bot()
        await self.start_bot()

    async def settled(self) -> None:
        """Wait until the bot has nothing left to do at this moment of the clock."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                while not await self.running.is_settled():
                    pass
        except TimeoutError:
            told = "\n".join(person.conversation() for person in self.people.values())
            raise AssertionError(f"the bot does not come to rest\n{told}") from None

    def threads(self) -> list[dict[str, Any]]:
        """The threads there are, oldest first."""
        return [c.payload for c in self.playground.world.channels.values() if c.is_thread]

    def delete_channel(self, channel: str) -> None:
        """Delete a channel or thread, as a moderator does."""
        world = self.playground.world
        channels.delete(world, world.channel(channel))

    def edit_thread(self, thread: str, **fields: bool) -> None:
        """Set `archived` or `locked` of a thread, as a moderator does."""
        world = self.playground.world
        channels.edit(world, world.channel(thread), dict(fields))

    async def download(self, attachment: dict[str, Any]) -> bytes:
        """The file behind an attachment or picture, fetched as a client fetches it."""
        async with aiohttp.ClientSession() as session, session.get(attachment["url"]) as response:
            assert response.status == 200, f"{attachment['url']} is not there"
            return await response.read()

    def fault(self, match: str, status: int, **more: Any) -> None:
        """Let the next request whose "METHOD /path" matches fail; `more` as `playground.faults` says."""
        self.playground.faults.order({"match": match, "status": status, **more})

    def advance(self, seconds: float) -> None:
        """Move the one clock on."""
        self.playground.world.clock.advance(seconds)

    async def close(self) -> None:
        if self._running is not None:
            await self._running.stop()
        await self.playground.close()


@contextlib.asynccontextmanager
async def table(*names: str, channel: str = "games", record: Path | None = None) -> AsyncIterator[Table]:
    """A playground with the bot on line and these people in a channel."""
    with TemporaryDirectory() as folder:
        playground = await start(clock=StillClock(), record=record)
        made = Table(playground, Path(folder))
        try:
            for name in names:
                made.seat(name, channel)
            await made.start_bot()
            yield made
        finally:
            await made.close()
