"""Which turns of AI players this process has taken. They are rows of the table `deadlines`, so any process
that has room takes what waits, and what a dead one had."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.core.app_context import AppContext
from bot.core.jobs import ANSWER, ANSWER_SECONDS
from bot.play.ai.queueing import Spent
from storage.rows import DueJob
from storage.tables import scheduled_jobs

_CLAIMING = "answers"
"""What a transaction names that takes turns: two could wait for each other otherwise."""
_A_TURN_SECONDS = 1.0
"""What somebody's turn is taken to last until it's known."""


class Claims:
    """`places`: how many turns this process has at once where others could take them; alone it has all of
    them, and the fair queue of its workers decides. `waiting`: how many people wait for a process to have
    room."""

    def __init__(self, app: AppContext, places: int) -> None:
        self._app = app
        self._places = places
        self._held: dict[str, tuple[int, float]] = {}
        """The person who waits in each match that is held, and since when."""
        self._spent = Spent()
        self.waiting = 0

    def may_take(self, match_id: str) -> bool:
        """Whether there's room for another turn, or this one is held already."""
        return match_id in self._held or len(self._held) < self._places

    async def take(self, match_id: str) -> bool:
        """Whether the turn in a match is this process's, from now on or already; False: another one's, none
        is open, or there's no room: then it's looked for again (`look`)."""
        async with self._app.database.read() as r:
            row = await scheduled_jobs.get(r, ANSWER, match_id)
        if row is None or row.lease_by not in (None, self._app.database.host):
            return False
        if row.lease_by is None and not self.may_take(match_id):
            self.waiting = max(1, self.waiting)
            self._app.look()
            return False
        if row.lease_by is None and not await self._taken([row]):
            return False
        self._hold(row)
        return True

    async def look(self, *, resume: bool = False) -> list[str]:
        """Take what waits, as much as there's room for: who has had the least lately goes first. The matches;
        resume: also what this host had taken before it was started."""
        async with self._app.database.read() as r:
            rows, is_alone = await scheduled_jobs.undone(r, ANSWER), await self._app.is_alone(r)
        mine = (None, self._app.database.host) if resume else (None,)
        free = [row for row in rows if row.lease_by in mine and row.subject not in self._held]
        room = len(free) if is_alone else max(0, self._places - len(self._held))
        now = self._app.clock.now()
        chosen = fairest(free, lambda person: self._had(person, rows, now), room)
        taken = await self._taken(chosen) if chosen else []
        for row in taken:
            self._hold(row)
        self.waiting = len({_person(row) for row in free} - {_person(row) for row in taken})
        return [row.subject for row in taken]

    def done(self, match_id: str) -> None:
        """A turn is over, or was given up."""
        if match_id in self._held:
            (person, began), now = self._held.pop(match_id), self._app.clock.now()
            self._spent.add(person, max(0.0, now - began), now)

    async def let_go(self) -> None:
        """Let others take what isn't done."""
        self._held.clear()
        async with self._app.database.write() as w:
            await scheduled_jobs.let_go(w, ANSWER, self._app.database.host)

    def _hold(self, row: DueJob) -> None:
        self._held[row.subject] = (_person(row), self._app.clock.now())

    async def _taken(self, rows: Sequence[DueJob]) -> list[DueJob]:
        """Those of these that nobody else has taken by now."""
        host, until = self._app.database.host, self._app.now() + ANSWER_SECONDS
        async with self._app.database.write(_CLAIMING) as w:
            return [row for row in rows if await scheduled_jobs.take(w, ANSWER, row.subject, host, until)]

    def _had(self, person: int, rows: Sequence[DueJob], now: float) -> float:
        """The seconds that a person has had lately, what any process does for them just now included."""
        taken = [row for row in rows if row.lease_by is not None and _person(row) == person]
        lasted = (now - ((row.lease_until or now) - ANSWER_SECONDS) for row in taken)
        return self._spent.of(person, now) + sum(max(_A_TURN_SECONDS, seconds) for seconds in lasted)


def fairest(rows: Sequence[DueJob], had: Callable[[int], float], count: int) -> list[DueJob]:
    """So many of these turns: first of the person who has `had` the fewest seconds, counting what is chosen;
    of equals what came first."""
    seconds = {person: had(person) for person in {_person(row) for row in rows}}
    left, chosen = sorted(rows, key=lambda row: row.id), list[DueJob]()
    while left and len(chosen) < count:
        row = min(left, key=lambda one: seconds[_person(one)])
        left.remove(row)
        chosen.append(row)
        seconds[_person(row)] += _A_TURN_SECONDS
    return chosen


def _person(row: DueJob) -> int:
    return int(row.payload.get("person", 0))
