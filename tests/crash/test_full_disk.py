"""A full disk, and a database locked by another process: nothing is half-written, and players are told.

A full file system would need the right to mount one. RLIMIT_FSIZE of the bot's process, set from outside
with prlimit, fails as a full disk does: the kernel refuses to let any file grow, whatever SQLite is about to
write (WAL, database), and the log too. The limit can be lifted while the program runs.
"""

from __future__ import annotations

import asyncio
import resource
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.core.match_state import MatchState
from bot.play.outbox.delivering import LEASE_SECONDS
from playground.app import Playground, start
from playground.rest.faults import Fault
from tests.crash import checks
from tests.crash.books import faults_of_file, left_to_do, read_books
from tests.crash.process import BotProcess
from tests.kit.inputs import PATIENCE_SECONDS, wait_long_for_answers
from tests.kit.people import Person
from tests.kit.rights import NO_BYTECODE
from tests.kit.seen import Seen
from tests.kit.servers import own_settings

pytestmark = pytest.mark.sqlite

NOTHING_CHANGED = "nothing has changed"
_LONGEST_FILE_BYTES = 4096
_HOLDER = """
import sqlite3, sys
raw = sqlite3.connect(sys.argv[1], isolation_level=None)
raw.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
sys.stdin.read()
"""


class Hosted:
    """The real bot in its own process, and two people in the middle of a match."""

    def __init__(self, playground: Playground, bot: BotProcess) -> None:
        self.playground = playground
        self.bot = bot
        self.mara, self.tom = (Person(playground.actor(name), "games") for name in ("mara", "tom"))

    async def begin(self) -> None:
        """Start a match, wait for all messages; Mara, the Creator, has seen her pattern and must roll."""
        sessions, [application] = self.playground.sessions, self.playground.world.applications
        await self.mara.until("the bot", lambda: sessions.is_connected(application))
        await own_settings.switch(self.mara, "Play", "Let me roll")
        card = await self.tom.slash("/creators challenge", opponent=self.mara, side="Destroyer")
        await self.mara.tap("Accept", card)
        await self.mara.tap("Show it now (then it counts)")
        await self.mara.tap("Got it")
        await self.all_said()

    async def table(self) -> MatchState:
        """Return the state of the only match."""
        (table,) = (await read_books(self.bot.database)).tables.values()
        return table

    async def rows(self) -> dict[str, Any]:
        """Return each match's actions, end reason and message nonces."""
        books = await read_books(self.bot.database)
        said = {id: [row.nonce for row in rows] for id, rows in books.messages.items()}
        return {id: (table.texts, table.match.reason, said[id]) for id, table in books.tables.items()}

    async def take_turn(self) -> None:
        """Let Mara roll, and move unless the roll ended her turn."""
        assert (await self.mara.move("roll")).alt_texts
        if (await self.table()).to_act == (0,):
            assert (await self.mara.move((await self.moves())[0])).alt_texts

    async def moves(self) -> list[str]:
        """Return Mara's legal moves, as autocomplete offers them."""
        return await self.mara.complete("/move", "action", "")

    async def all_said(self) -> None:
        """Wait until the bot has nothing left to do, and check that it answers Mara meanwhile."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while await left_to_do(self.bot.database, self.playground.world.clock.now()):
                await self.mara.slash("/matches")

    def fill_the_disk(self) -> None:
        """Forbid the bot's process to let any file grow from now on."""
        resource.prlimit(self.bot.pid, resource.RLIMIT_FSIZE, (_LONGEST_FILE_BYTES, resource.RLIM_INFINITY))

    def make_room(self) -> None:
        """Lift the limit again."""
        unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(self.bot.pid, resource.RLIMIT_FSIZE, unlimited)

    def fill_the_disk_at_the_next_post(self) -> None:
        """Fill the disk while the bot sends its next message."""
        faults, take = self.playground.faults, self.playground.faults.take

        def filling(method: str, path: str) -> Fault | None:
            if method == "POST" and path.endswith("/messages"):
                self.fill_the_disk()
                faults.take = take  # type: ignore[method-assign]
            return take(method, path)

        faults.take = filling  # type: ignore[method-assign]

    @asynccontextmanager
    async def locked(self) -> AsyncIterator[None]:
        """Let another process hold the database's write lock meanwhile."""
        holder = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", _HOLDER, str(self.bot.database)), stdin=PIPE, stdout=PIPE
        )
        assert holder.stdout is not None
        assert await holder.stdout.readline() == b"held\n"
        try:
            yield
        finally:
            holder.kill()
            await holder.wait()


@pytest.fixture
async def hosted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Hosted]:
    """Yield the bot and its match; afterward, check that the bot shuts down and its file is sound."""
    wait_long_for_answers(monkeypatch)
    playground = await start()
    made = Hosted(playground, BotProcess(playground, tmp_path, **NO_BYTECODE))
    await made.bot.start()
    try:
        await made.begin()
        yield made
    finally:
        status = await made.bot.stop()
        await playground.close()
    assert status == 0
    assert not faults_of_file(made.bot.database)


def assert_told(answer: Seen) -> None:
    """Assert that one ephemeral sentence says that nothing was played."""
    assert NOTHING_CHANGED in answer.text, answer.text
    assert answer.ephemeral
    assert not answer.alt_texts


async def assert_goes_on(hosted: Hosted, told: int = 0) -> None:
    """Let Mara take her turn, and assert that Tom gets exactly one message about it."""
    await hosted.take_turn()
    await hosted.tom.until("the ping", lambda: len(pings(hosted.tom)) == told + 1)
    await hosted.all_said()
    assert len(pings(hosted.tom)) == told + 1
    assert not list(checks.shown_twice(hosted.playground.world))


def pings(person: Person) -> list[Seen]:
    return [seen for seen in person.messages() if "Your turn" in seen.text]


@pytest.mark.proof
async def test_a_person_on_a_full_disk_is_told_that_nothing_was_played_and_goes_on_when_there_is_room(
    hosted: Hosted,
) -> None:
    before = await hosted.rows()
    hosted.fill_the_disk()
    for _ in range(3):
        assert_told(await hosted.mara.move("roll"))
    assert await hosted.rows() == before
    hosted.make_room()
    await assert_goes_on(hosted)


@pytest.mark.slow
async def test_a_disk_that_fills_up_in_the_middle_of_a_turn_loses_and_doubles_nothing(
    hosted: Hosted,
) -> None:
    await hosted.mara.move("roll")
    moves, before = await hosted.moves(), await hosted.rows()
    hosted.fill_the_disk()
    assert_told(await hosted.mara.move(moves[0]))
    hosted.make_room()
    assert await hosted.rows() == before
    assert (await hosted.mara.move(moves[0])).alt_texts
    assert (await hosted.table()).texts == ("roll", moves[0])


@pytest.mark.slow
async def test_what_was_said_and_could_not_be_marked_on_a_full_disk_is_not_said_again(
    hosted: Hosted,
) -> None:
    hosted.fill_the_disk_at_the_next_post()
    await hosted.take_turn()
    await hosted.tom.sees("Your turn")
    assert_told(await hosted.mara.slash("/creators challenge", opponent=hosted.tom))
    hosted.make_room()
    hosted.playground.world.clock.advance(LEASE_SECONDS + 1)
    await hosted.all_said()
    assert len(pings(hosted.tom)) == 1
    assert not list(checks.shown_twice(hosted.playground.world))


@pytest.mark.proof
async def test_a_person_at_a_locked_database_is_told_that_nothing_was_played_and_goes_on_later(
    hosted: Hosted,
) -> None:
    before = await hosted.rows()
    async with hosted.locked():
        assert_told(await hosted.mara.move("roll"))
        assert await hosted.rows() == before
    await assert_goes_on(hosted)


@pytest.mark.proof
async def test_looking_needs_neither_room_nor_the_lock(hosted: Hosted) -> None:
    hosted.fill_the_disk()
    async with hosted.locked():
        assert (await hosted.mara.slash("/matches")).text
    hosted.make_room()
