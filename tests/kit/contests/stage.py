"""Contests with real matches on a database, without Discord: people enter, matches end, time advances."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec

from bot.core.person_settings import with_holiday
from bot.core.seats import Place, User
from bot.matchmaking.contests.log.contest import Contest, Pairing
from bot.matchmaking.contests.log.event_store import CHECK_IN, CONTEST, ENDED, Folded, contest_of, terms_in
from bot.matchmaking.contests.log.terms import Terms
from bot.matchmaking.contests.organizing import entering, making
from bot.matchmaking.contests.running import absences, running
from bot.matchmaking.contests.teams.team_sides import Found
from bot.play.clocks import changing
from bot.play.dealing.hidden_info import is_unbriefed, see
from bot.play.matches import ending, playing, starting
from bot.play.matches.follow_up import NEXT_LEG
from games import MatchReason
from storage.rows import DueJob, Match, QueuedMessage
from storage.tables import matches, scheduled_jobs
from storage.tables.contests import ContestRow
from storage.tables.ply import Ending
from tests.kit.hosts.house import House, house
from tests.kit.inputs import START
from tests.kit.rows import messages_of_kind

ORGANIZER = User(900, "Olga")
MANAGER = ORGANIZER.id
HERE = Place(channel=100, guild=200)
NOW = int(START)
_JOBS = {
    CONTEST: running.look,
    ENDED: running.look,
    CHECK_IN: absences.ask,
    NEXT_LEG: starting.start_next_leg,
}


def user(number: int) -> User:
    return User(1000 + number, f"P{number}")


def person(number: int) -> int:
    return user(number).id


class Stage:
    """A house in which contests take place; scheduled work runs when a test asks for it."""

    def __init__(self, house: House) -> None:
        self.house, self.app = house, house.app
        self.ctx: Any = SimpleNamespace(app=house.app, client=None)
        """The context of screens and senders that need nothing of Discord."""
        self._taps = 5000

    def tap(self) -> int:
        """Return the number of a new interaction."""
        self._taps += 1
        return self._taps

    async def contest(self, kind: str, **terms: Any) -> str:
        """Create a contest that starts in an hour, and return its id."""
        given = {"kind": kind, "name": "Cup", "game": "decoy", "starts_at": NOW + 3600, **terms}
        row = await making.create(self.app, ORGANIZER, msgspec.convert(given, Terms), HERE)
        return row.id

    async def enter(self, id: str, *numbers: int, **changes: Any) -> None:
        """Let these people enter, one after another."""
        place = msgspec.structs.replace(HERE, **changes)
        for number in numbers:
            await entering.join(self.app, id, user(number), self.tap(), place)

    async def enter_as(self, id: str, person: User) -> None:
        """Let this very person enter."""
        await entering.join(self.app, id, person, self.tap(), HERE)

    async def list(self, id: str, *numbers: int, **changes: Any) -> None:
        """Put these people on the list of substitutes."""
        place = msgspec.structs.replace(HERE, **changes)
        for number in numbers:
            await entering.list_as_substitute(self.app, id, user(number), self.tap(), place)

    async def begun(self, kind: str, people: int, **terms: Any) -> str:
        """Start a contest with this many people, and return its id."""
        id = await self.contest(kind, **terms)
        await self.enter(id, *range(1, people + 1))
        await self.later(3600)
        return id

    async def later(self, seconds: int) -> None:
        """Advance the clock, and run all due jobs of contests."""
        self.house.clock.advance(seconds)
        await self.settle()

    async def settle(self) -> None:
        """Run all due jobs of contests, and start second legs."""
        while due := await self._due():
            for job in due:
                await _JOBS[job.kind](self.app, job)

    async def _due(self) -> list[Any]:
        async with self.app.database.read() as r:
            rows = await r.fetch("SELECT kind, subject FROM deadlines WHERE done_at IS NULL", {})
            wanted = [(row["kind"], row["subject"]) for row in rows if row["kind"] in _JOBS]
            found = [await scheduled_jobs.get(r, *key) for key in sorted(wanted)]
        return [job for job in found if job is not None and job.due_at <= self.app.now()]

    async def job(self, kind: str, id: str) -> DueJob:
        """Return a contest's job of a kind that is still to do."""
        async with self.app.database.read() as r:
            found = await scheduled_jobs.get(r, kind, id)
        assert found is not None
        return found

    async def row(self, id: str) -> ContestRow:
        async with self.app.database.read() as r:
            return (await contest_of(r, self.app, id))[0]

    async def of(self, id: str) -> Contest:
        """Return the current state of a contest."""
        async with self.app.database.read() as r:
            return (await contest_of(r, self.app, id))[1]

    async def found(self, id: str) -> Found:
        """Return a contest as its screens get it."""
        return Found(await self.row(id), await self.of(id))

    async def told(self, kind: str) -> list[QueuedMessage]:
        """Return the queued messages of a kind, oldest first."""
        async with self.app.database.read() as r:
            return await messages_of_kind(r, kind)

    async def told_people(self, kind: str) -> list[int]:
        """Return the people with messages of a kind in their lanes, oldest first."""
        return [queued.payload["person"] for queued in await self.told(kind)]

    async def read_again(self, id: str) -> Contest:
        """Return a contest's state, folded anew from its first event."""
        async with self.app.database.read() as r:
            row, _ = await contest_of(r, self.app, id)
            assert terms_in(row)
            return await Folded().read(r, row)

    async def match(self, one: Pairing) -> Match:
        async with self.app.database.read() as r:
            found = await matches.get(r, one.match)
        assert found is not None
        return found

    async def is_under_way(self, match_id: str) -> bool:
        """Return whether a match has begun and isn't over."""
        async with self.app.database.read() as r:
            found = await matches.get(r, match_id)
        return found is not None and found.reason is None

    async def end(self, one: Pairing, winner: int | None, reason: MatchReason | None = None) -> None:
        """End a match with a winner or a draw, without any follow-up."""
        state = await self.app.match_state(one.match)
        usual = MatchReason.AGREED if winner is None else MatchReason.RESIGNED
        await ending.end(self.app, state, Ending(winner, (reason or usual).value), None)

    async def both_begin(self, one: Pairing) -> None:
        """Let both players act for the first time, whatever their first action is."""
        while True:
            state = await self.app.match_state(one.match)
            seats = [seat for seat in state.to_act if not state.choices_by(seat)]
            if not seats:
                return
            person = state.seat_row(seats[0]).person or 0
            if is_unbriefed(state, seats[0]):
                await see(self.app, one.match, seats[0])
                state = await self.app.match_state(one.match)
            action = next(iter(state.game.actions(state.view(seats[0]))))
            await playing.act(self.app, one.match, person, state.game.format(action))

    async def play_out(self, id: str, better: Callable[[int, int], int | None] | None = None) -> Contest:
        """Play all matches one after another.

        The seat that `better` names wins, or by default the lower number.
        """
        for _ in range(1000):
            contest = await self.of(id)
            if contest.ended_at is not None:
                return contest
            running_ = [pairing for pairing in contest.open if await self.is_under_way(pairing.match)]
            assert running_, "nothing is under way, and it isn't over"
            one = running_[0]
            await self.end(one, better(one.first, one.second) if better else int(one.first > one.second))
            await self.later(2)
        raise AssertionError("it doesn't end")


@asynccontextmanager
async def stage(folder: Path) -> AsyncIterator[Stage]:
    """Open a stage on a new database."""
    async with house(folder) as opened:
        yield Stage(opened)


async def following_season(on_stage: Stage, id: str) -> ContestRow:
    async with on_stage.app.database.read() as r:
        (row,) = await r.fetch("SELECT id FROM contests WHERE previous = :id", {"id": id})
    return await on_stage.row(row["id"])


async def both_on_holiday(on_stage: Stage) -> None:
    """Send both players on holiday for five days from now."""
    for person in (1001, 1002):
        await changing.change_settings(
            on_stage.app, person, lambda settings, now: with_holiday(settings, now, 5 * 24)
        )
