"""A tournament in the playground whose bot is killed between sending to Discord and recording that.

In the end, each match, each thread, each notice and the card exist once.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from bot.matchmaking.contests.log.contest import Contest, fold_events
from bot.matchmaking.contests.log.events import read_event
from bot.matchmaking.contests.log.terms import Terms
from bot.matchmaking.contests.reading.standings import standings
from playground.app import start
from playground.model import shapes
from storage.tables import contests
from tests.crash import checks
from tests.crash.books import Books, faults_of_file, left_to_do, read_books, reading
from tests.crash.deletion_world import World
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.servers.contest_table import DAY, choose, is_card
from tests.kit.servers.shard_servers import listened_to

PATIENCE_SECONDS, LOOK_AGAIN_SECONDS, AN_INTERACTION_SECONDS = 300, 0.05, 4
PLAYERS = ("mara", "tom", "juri")
POSTED = r"done POST .*/channels/[0-9]+/messages$"
MOMENTS = (
    ("the card is posted, and that isn't noted", POSTED),
    ("somebody has entered, and isn't told", r"asked POST .*/callback$"),
    ("the card shows it, and that isn't noted", r"done PATCH .*/messages/[0-9]+$"),
    ("a thread is made, and isn't noted", r"done POST .*/threads$"),
    ("a notice is sent, and that isn't noted", POSTED),
    ("a result is sent, and that isn't noted", POSTED),
)
"""The moments of the kills in order; the next one is awaited once the bot is back."""


class Cup:
    """A tournament of three people, an organizer, and a bot that is killed at each moment in turn."""

    def __init__(self, here: World) -> None:
        self.here, self.moments, self.killed = here, list(MOMENTS), asyncio.Event()
        self.people = {name: Person(here.playground.actor(name), "games") for name in PLAYERS}
        self.ines = here.ines
        self._wait_for_a_moment()

    def _wait_for_a_moment(self) -> None:
        self.killed.clear()
        self.here.ear.happened = self._heard

    def _heard(self, what: str) -> None:
        if self.moments and not self.killed.is_set() and re.match(self.moments[0][1], what):
            self.here.bot.kill()
            self.killed.set()

    async def until(self, done: Callable[[], Awaitable[bool]], act: Callable[[], Awaitable[object]]) -> None:
        """Repeat an action until it's done, restarting the bot whenever it was killed."""
        while not await done():
            trying = asyncio.ensure_future(act())
            dying = asyncio.ensure_future(self.killed.wait())
            await asyncio.wait({trying, dying}, return_when=asyncio.FIRST_COMPLETED)
            dying.cancel()
            if self.killed.is_set():
                # An interaction without an answer fails after three seconds.
                self.here.playground.world.clock.advance(AN_INTERACTION_SECONDS)
                await asyncio.gather(trying, return_exceptions=True)
            else:
                await trying
            await self.rest()

    async def rest(self) -> None:
        """Wait until the bot has nothing left to do, restarting it whenever it was killed."""
        while self.killed.is_set() or await self._left():
            if self.killed.is_set():
                await self._come_back()
            assert self.killed.is_set() or self.here.bot.running, self.here.bot.log.read_text()
            await asyncio.sleep(LOOK_AGAIN_SECONDS)

    async def _left(self) -> list[str]:
        """Return the bot's tasks for now; a day's results aren't due before its end."""
        now = self.here.playground.world.clock.now()
        async with reading(self.here.file) as r:
            later = await r.fetch("SELECT id FROM outbox WHERE due_at > :now", {"now": int(now)})
        waits = tuple(f"message {row['id']} " for row in later)
        return [
            item for item in await left_to_do(self.here.file, now) if not item.startswith(waits or ("-",))
        ]

    async def _come_back(self) -> None:
        """Restart the bot; return when it's online or was killed at the next moment."""
        sessions = self.here.playground
        await self.here.bot.ended()
        await self._look_until(lambda: not listened_to(sessions))
        self.moments.pop(0)
        self._wait_for_a_moment()
        await self.here.bot.start()
        await self._look_until(lambda: self.killed.is_set() or bool(listened_to(sessions)))

    async def _look_until(self, come: Callable[[], bool]) -> None:
        for _ in range(PATIENCE_SECONDS * int(1 / LOOK_AGAIN_SECONDS)):
            if come():
                return
            await asyncio.sleep(LOOK_AGAIN_SECONDS)
        raise TimeoutError(self.here.bot.log.read_text())

    async def contest(self) -> Contest | None:
        """Return the contest folded from its log, or None before it exists."""
        async with reading(self.here.file) as r:
            rows = await r.fetch("SELECT id FROM contests", {})
            if not rows:
                return None
            assert len(rows) == 1, "it's there once, however often it was asked for"
            row = await contests.get(r, rows[0]["id"])
            assert row is not None
            lines = await contests.events(r, row.id)
        return fold_events(msgspec.convert(row.terms, Terms), map(read_event, lines))

    async def stands(self) -> Contest:
        found = await self.contest()
        assert found is not None
        return found

    def cards(self) -> list[Seen]:
        """Return the messages in the channel that show the tournament's card."""
        return list(filter(is_card, self.ines.messages()))

    # --- what people do ---------------------------------------------------------------------------------

    async def announce(self) -> None:
        """Let Ines set up the tournament."""
        panel = await self.ines.tap("Organize one", await self.ines.slash("/compete"))
        for field, value in {"k": "r", "g": "ccc", "o": "3"}.items():
            panel = await choose(self.ines, panel, field, value)
        modal = await self.ines.tap_for_modal("Name and announce", panel)
        await self.ines.submit(modal, name="Cup", start="in 2 hours")

    async def begin(self) -> None:
        """Let Ines start the tournament."""
        await self.ines.tap("Start now", await self.ines.tap("Manage", self.cards()[0]))

    async def play(self, match_id: str) -> None:
        """Let the acting player move; after a move by each side, let the second player resign."""
        state = (await self.books()).tables[match_id]
        by_id = {int(person.id): person for person in self.people.values()}
        moved = {step.seat for step in state.steps}
        if moved == {0, 1}:
            second = by_id[state.seat_row(1).person or 0]
            await second.tap("Resign", await second.slash("/resign", match=match_id))
        else:
            (seat,) = state.to_act
            text = state.game.format(next(iter(state.game.actions(state.view(seat)))))
            await by_id[state.seat_row(seat).person or 0].move(text, match=match_id)

    async def books(self) -> Books:
        return await read_books(self.here.file)


@asynccontextmanager
async def cup(folder: Path) -> AsyncIterator[Cup]:
    playground = await start()
    here = World(playground, folder, random.Random(0))
    guild = next(iter(playground.world.guilds.values()))
    role = shapes.role(str(int(guild.id) + 1000), "helpers", 1 << 33, 2)
    guild.roles[role["id"]] = role
    guild.members[here.ines.id]["roles"].append(role["id"])
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await here.start()
            yield Cup(here)
    finally:
        await here.bot.stop()
        await playground.close()


async def played(made: Cup) -> Contest:
    """Announce, enter, start and play the tournament to its end."""

    async def is_there() -> bool:
        return await made.contest() is not None

    async def has_begun() -> bool:
        return (await made.stands()).status != "open"

    await made.until(is_there, made.announce)
    for person in made.people.values():

        async def is_in(id: int = int(person.id)) -> bool:
            return id in (await made.stands()).entrants

        async def enter(who: Person = person) -> Seen:
            return await who.tap("Join", made.cards()[0])

        await made.until(is_in, enter)
    await made.until(has_begun, made.begin)
    for pairing in (await made.stands()).pairings:

        async def is_over(match: str = pairing.match) -> bool:
            return (await made.books()).tables[match].match.reason is not None

        async def play(match: str = pairing.match) -> None:
            await made.play(match)

        await made.until(is_over, play)
    await made.rest()
    made.here.playground.world.clock.advance(DAY)
    await made.rest()
    return await made.stands()


@pytest.mark.proof
async def test_a_tournament_survives_kills_between_what_is_said_and_what_is_noted(tmp_path: Path) -> None:
    async with cup(tmp_path) as made:
        contest = await played(made)
        assert made.moments == [], "each of them has come"
        assert contest.status == "finished"
        books = await made.books()
        world = made.here.playground.world
        pairs = Counter(frozenset((pairing.first, pairing.second)) for pairing in contest.pairings)
        assert sorted(pairs.values()) == [1, 1, 1]
        assert {pairing.match for pairing in contest.pairings} == books.tables.keys()
        assert {(pairing.score, pairing.why) for pairing in contest.pairings} == {("win", "played")}
        wins = Counter(pairing.first for pairing in contest.pairings)
        assert {standing.person: standing.points for standing in standings(contest)} == {
            person: float(wins[person]) for person in contest.entrants
        }
        (card,) = made.cards()
        assert "**Ended** <t:" in card.text
        assert card.text.count("· **1**") == sum(points == 1 for points in wins.values())
        threads = [channel for channel in world.channels.values() if channel.is_thread]
        assert len(threads) == len(contest.pairings)
        (end,) = [message for message in made.ines.messages() if "🏆" in message.text]
        assert "Cup is over" in end.text.replace("*", ""), end.text
        check_notices(made, books)
        assert await made.here.bot.stop() == 0
        faults = [*checks.shown_twice(world), *checks.said_twice(books, world), *checks.given_up(books)]
        faults += [*checks.stray_threads(books, world), *checks.unreadable_records(books)]
        assert [*faults, *faults_of_file(made.here.file)] == []


def check_notices(made: Cup, books: Books) -> None:
    """Check that each player is told once that each match has begun, and that all learn the results once."""
    for match_id, state in books.tables.items():
        sent = [message for message in books.messages[match_id] if message.kind == "briefing"]
        assert len(sent) == len({message.nonce for message in sent}) == 2
        assert all(message.sent_at is not None for message in sent)
        for name, person in made.people.items():
            plays = int(person.id) in state.people()
            told = [message for message in sent if message.payload["person"] == int(person.id)]
            shown = [seen for seen in person.messages() if str(told and told[0].message_id) == seen.id]
            assert len(shown) == (1 if plays else 0), (name, match_id)
