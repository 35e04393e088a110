"""A test table: the playground, the real bot and the people, joined by sockets alone."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from bot.app import Slowplay, make_bot
from bot.community.welcome.welcoming import Welcomed
from bot.core.move_request import Thinking
from bot.runtime.addresses import Address
from bot.runtime.settings import Settings, settings_of
from playground.places import channels
from playground.rest.faults import Fault
from playground.testing import Stage
from storage.engine.database import Database
from storage.engine.opening import open_database
from tests.described import Described
from tests.described.table import BOT
from tests.failures import has_failed
from tests.kit.built_once import WORLD
from tests.kit.by_hand import roll_by_hand
from tests.kit.engines import in_new_folder
from tests.kit.hearing import HeardQueue, Hearing
from tests.kit.inputs import PATIENCE_SECONDS, NumberedRandomness, StillClock, ThreadThinkers, WorldClock
from tests.kit.linked import named_but_not_linked
from tests.kit.mentions import Mentions
from tests.kit.people import Person
from tests.kit.picture import picture_of

USUAL: dict[str, Any] = {"slowplay_tap_seconds": 0, "slowplay_requests": 100_000}


@cache
def usual_settings() -> Settings:
    """Return the settings of most tables, which take long to read."""
    return settings_of(**USUAL)


class Running:
    """One running bot process: its database, its client and its connection."""

    def __init__(self, database: Database, bot: Slowplay, token: str) -> None:
        self.database = database
        self.bot = bot
        self.hearing = Hearing(bot.ctx.app)
        self.bots = bot.ctx.app.bots = HeardQueue()
        # discord.py waits this long for one more server after each; here all come at once.
        bot._connection.guild_ready_timeout = 0.01
        self.task = asyncio.create_task(bot.start(token))

    async def stop(self) -> None:
        await self.bot.close()
        connecting = [
            task for task in asyncio.all_tasks() if task.get_name() == "discord.py: on_shard_connect"
        ]
        await asyncio.wait([self.task, *connecting], timeout=PATIENCE_SECONDS)
        await self.database.close()


class Table:
    """The playground, the bot and the people; the people's names are attributes."""

    def __init__(self, playground: Stage, folder: Path, where: str) -> None:
        self.playground = playground
        self.people: dict[str, Person] = {}
        self.ai_pool: Thinking = ThreadThinkers()
        self.newcomers = False
        """Whether the people get the explanations of a first visit."""
        self.by_hand = True
        """Whether the people roll their dice by hand; read when the bot starts."""
        self.settings: dict[str, Any] = {}
        """More settings for the next start of the bot."""
        self.described = Described(BOT)
        """The witness that checks all traffic against Discord's description."""
        playground.witnesses.append(self.described)
        playground.endpoints.responses.append(self.described.note_response)
        self.mentions = Mentions()
        """The listener that collects mentions which show no name to some readers."""
        playground.world.listeners.append(self.mentions)
        self.over_http = False
        """Whether interactions reach the bot over HTTP from its next start on."""
        self._folder, self.where = folder, where
        self._running: Running | None = None
        self._fault_met = asyncio.Event()
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
    def file(self) -> Path:
        """The bot's database file."""
        return self._folder / "slowplay.db"

    @property
    def database(self) -> Database:
        return self.running.database

    def seat(self, name: str, channel: str) -> None:
        """Seat a person at the table, looking at a channel."""
        self.people[name] = Person(self.playground.actor(name), channel)
        if self._running is not None:
            self._know_people(self._running.bot)

    async def start_bot(self) -> None:
        """Start the bot on this table's database, and wait until it's online."""
        database = await open_database(self.where)
        if self.by_hand:
            await roll_by_hand(database, {int(person.id): name for name, person in self.people.items()})
        own = settings_of(**{**USUAL, **self.settings}) if self.settings else usual_settings()
        over_http = Address("127.0.0.1", 0) if self.over_http else None
        settings = replace(
            own,
            discord_api=self.playground.api,
            discord_gateway=self.playground.gateway,
            discord_cdn=self.playground.cdn,
            slowplay_interactions=over_http,
        )
        WORLD.set(self.playground.world)
        chance, clock = NumberedRandomness(next(self._starts)), WorldClock(self.playground)
        bot = make_bot(settings, database, clock, chance, self.ai_pool, hold_seconds=0.0)
        self._running = Running(database, bot, self.playground.token)
        self._know_people(bot)
        await self.on_line(self._running)
        await self._turn_interactions(bot)

    def _know_people(self, bot: Slowplay) -> None:
        """Mark the people at the table as known to the bot, unless they're newcomers."""
        if not self.newcomers:
            for person in self.people.values():
                bot.ctx.app.own(Welcomed, Welcomed).add(int(person.id))

    async def on_line(self, running: Running) -> None:
        """Wait until a bot is online and has resumed its work."""
        ready = asyncio.gather(running.bot.on_line.wait(), running.bots.asked.wait())
        await asyncio.wait(
            {ready, running.task}, timeout=PATIENCE_SECONDS, return_when=asyncio.FIRST_COMPLETED
        )
        if running.task.done():
            running.task.result()
        assert ready.done(), "the bot did not come on line"

    def take(self, running: Running) -> None:
        """Use this process as `running` from now on; its starter also stops it."""
        self._running = running

    def leave(self) -> None:
        """Forget the running process, so that this table doesn't stop it."""
        self._running = None

    async def _turn_interactions(self, bot: Slowplay) -> None:
        """Let Discord send interactions where the bot wants them."""
        urls = [f"http://127.0.0.1:{bot.interactions.port}/"] if bot.interactions is not None else []
        [app] = self.playground.world.applications.values()
        await self.playground.endpoints.set(app, urls)

    async def stop_bot(self) -> None:
        """Stop the bot; the world continues without it."""
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
                await self.playground.endpoints.idle()
                # The frame is on a socket, and no event tells when it has been read.
                while self._is_behind():  # noqa: ASYNC110
                    await asyncio.sleep(0)
                await self.running.hearing.rest()
        except TimeoutError:
            told = "\n".join(person.conversation() for person in self.people.values())
            raise AssertionError(f"the bot does not come to rest\n{told}") from None

    def _is_behind(self) -> bool:
        """Return whether a gateway event is still on its way to the bot."""
        told = {
            id: session.sequence
            for id, session in self.playground.sessions.sessions.items()
            if session.connection
        }
        sockets = (shard._parent.ws for shard in self.running.bot.shards.values())
        return any((socket.sequence or 0) < told.get(socket.session_id, 0) for socket in sockets)

    def threads(self) -> list[dict[str, Any]]:
        """Return all threads, oldest first."""
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
        """Return the file behind an attachment or picture, fetched as a client does."""
        return await self.playground.download(attachment)

    def fault(self, match: str, status: int, **more: Any) -> None:
        """Let the next request whose "METHOD /path" matches fail; `more` as in `playground.faults`."""
        self.playground.faults.order({"match": match, "status": status, **more})

    def advance(self, seconds: float) -> None:
        """Move the clock forward."""
        self.playground.advance(seconds)

    async def losing_the_answer(
        self, asking: Coroutine[Any, Any, dict[str, Any]], then: Callable[[], None] = lambda: None
    ) -> dict[str, Any]:
        """Return what a person sees in the end when Discord loses the bot's answer.

        `then` is called after the loss, before the clock moves on by 3 seconds.
        """
        faults, self._fault_met = self.playground.faults, asyncio.Event()
        self.fault("POST /interactions/.*/callback", 404, body={"message": "Lost", "code": 10062})
        take = faults.take
        faults.take = lambda *request: self._heard(take(*request))  # type: ignore[method-assign]
        task = asyncio.create_task(asking)
        async with asyncio.timeout(PATIENCE_SECONDS):
            await self._fault_met.wait()
        faults.take = take  # type: ignore[method-assign]
        await self.settled()
        then()
        await self.settled()
        self.advance(3)
        return await task

    def _heard(self, fault: Fault | None) -> Fault | None:
        if fault is not None:
            self._fault_met.set()
        return fault

    async def pictured(self) -> str:
        """Return a sentence that says where a picture of the current view was saved."""
        newest = {name: person.messages()[-1:] for name, person in self.people.items()}
        seats = {name: found[0].channel if found else "" for name, found in newest.items()}
        file = await picture_of(self.playground, seats)
        return f"A picture of the conversation: {file}" if file else "No picture of it was taken."

    def check_traffic(self) -> None:
        """Check all traffic so far.

        It has to match Discord's description, use only known routes, link each command that it names, and let
        each mention show a name to every reader.
        """
        self.described.check()
        assert self.playground.world.unknown_routes == []
        assert self.playground.endpoints.refused == []
        assert named_but_not_linked(self.playground) == []
        assert self.mentions.unnamed == []

    async def close(self) -> None:
        if self._running is not None:
            await self._running.stop()
        await self.playground.close()


@contextlib.asynccontextmanager
async def table(
    *names: str,
    channel: str = "games",
    record: Path | None = None,
    rate_limits: bool = False,
    by_hand: bool = True,
    newcomers: bool = False,
    max_concurrency: int = 1,
    over_http: bool = False,
    guests: int = 0,
) -> AsyncIterator[Table]:
    """Open a playground with the bot online and these people in a channel.

    Args:
        names: The people's names.
        channel: Where they are.
        record: The file for a recording of all that happens, if one is wanted.
        rate_limits: As in `playground.app.start`; the clock stands still, so a full bucket stays full.
        by_hand: Whether the people roll their dice by hand.
        newcomers: Whether the people have never used the bot.
        max_concurrency: How many shards may start a session at once; more need the clock to advance.
        over_http: Whether interactions reach the bot over HTTP.
        guests: How many other people the server has.
    """
    async with in_new_folder() as (folder, where):
        remember = record is not None
        playground = await Stage.start(
            clock=StillClock(),
            record=record,
            remember=remember,
            rate_limits=rate_limits,
            bot_name="Slowplay",
            guests=guests,
        )
        # When days pass in a moment, clients are asked for a heartbeat, which takes a while on a busy
        # machine.
        playground.sessions.grace = PATIENCE_SECONDS
        playground.sessions.starts.max_concurrency = max_concurrency
        made = Table(playground, folder, where)
        made.by_hand, made.over_http, made.newcomers = by_hand, over_http, newcomers
        try:
            for name in names:
                made.seat(name, channel)
            await made.start_bot()
            yield made
        except Exception as error:
            error.add_note(await made.pictured())
            raise
        else:
            made.check_traffic()
        finally:
            if has_failed():
                print(await made.pictured())
            await made.close()
