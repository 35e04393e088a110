"""A playground whose bot is killed while it deletes a person's data."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playground.app import Playground
from storage.engine.schema import newest_version, tables_of
from tests.crash.books import left_to_do, reading
from tests.crash.moments import Ear
from tests.crash.process import BotProcess
from tests.kit.people import Person
from tests.kit.servers.shard_servers import listened_to

_MOST_HAPPENINGS, _LONGEST_SECONDS, _LOOK_AGAIN_SECONDS = 40, 0.5, 0.1


Rows = list[dict[str, Any]]


TABLES = tables_of(newest_version())


class World:
    """A playground, and one process of the bot after another on the same file."""

    def __init__(self, playground: Playground, folder: Path, rng: random.Random) -> None:
        self.playground, self.file, self.rng = playground, folder / "slowplay.db", rng
        self.bot = BotProcess(playground, folder)
        self.mara, self.tom, self.ines = (
            Person(playground.actor(n), "games") for n in ("mara", "tom", "ines")
        )
        self.ear = Ear(playground)

    async def start(self) -> None:
        """Start the bot, and wait until it's online."""
        await self.bot.start()
        await self._looking_again(lambda: listened_to(self.playground))

    async def kill(self) -> None:
        """Kill the bot with SIGKILL, and wait until it has ended."""
        self.bot.kill()
        await self.bot.ended()

    async def come_to_rest(self) -> None:
        """Wait until the bot has nothing left to do now; later deadlines don't count."""
        while await left_to_do(self.file, self.playground.world.clock.now()):
            assert self.bot.running, self.bot.log.read_text()
            await asyncio.sleep(_LOOK_AGAIN_SECONDS)

    async def _looking_again(self, come: Callable[[], Any]) -> None:
        """Wait until `come` returns true; the bot must keep running."""
        while not come():
            assert self.bot.running, self.bot.log.read_text()
            await asyncio.sleep(_LOOK_AGAIN_SECONDS)

    async def rows(self, text: str, **known: Any) -> Rows:
        """Return the rows of a query on the file."""
        asked = {name: value for name, value in known.items() if f":{name}" in text}
        async with reading(self.file) as r:
            return [dict(row) for row in await r.fetch(text, asked)]

    async def traces(self) -> list[tuple[str, str, Any]]:
        """Return each column value, with its table, that contains Mara's id, name or DM channel."""
        user = self.mara.actor.user
        known = [self.mara.id, user["global_name"], *[dm["id"] for dm in self.mara.actor.home()["dms"]]]
        trace = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, known))})(?!\w)")
        return [
            (table.name, column, value)
            for table in TABLES
            for row in await self.rows(f"SELECT * FROM {table.name}")
            for column, value in row.items()
            if trace.search(str(value))
        ]
