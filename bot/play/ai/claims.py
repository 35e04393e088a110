"""The AI turns that this process has claimed.

Claims are rows of the table of scheduled jobs, so any process with room can take waiting turns, and those
of a process that died.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.core.app_context import AppContext
from bot.core.jobs import ANSWER, ANSWER_SECONDS
from bot.play.ai.queueing import Spent
from storage.rows import DueJob
from storage.tables import scheduled_jobs

_CLAIMING = "answers"
"""The lock of a transaction that claims turns; without it, two could wait for each other."""
_A_TURN_SECONDS = 1.0
"""The assumed duration of a turn, in seconds, until the real one is known."""


class Claims:
    """The AI turns that this process has claimed; `waiting` is the number of people whose turns aren't.

    `places` limits the turns claimed at once while other processes could take them. A process that runs alone
    claims all turns, and the fair queue of its workers decides.
    """

    def __init__(self, app: AppContext, places: int) -> None:
        self._app = app
        self._places = places
        self._held: dict[str, tuple[int, float]] = {}
        """For each claimed match: the person who waits, and the time of the claim."""
        self._spent = Spent()
        self.waiting = 0

    def may_take(self, match_id: str) -> bool:
        """Return whether there is room for another turn, or this one is claimed already."""
        return match_id in self._held or len(self._held) < self._places

    async def take(self, match_id: str) -> bool:
        """Claim the turn in a match; return whether this process has it now.

        False if another process has it, no turn is open, or there's no room; then another look is requested.
        """
        async with self._app.database.read() as r:
            row = await scheduled_jobs.get(r, ANSWER, match_id)
        if row is None or row.lease_by not in (None, self._app.database.host):
            return False
        if row.lease_by is None and not self.may_take(match_id):
            self.waiting = max(1, self.waiting)
            self._app.look()
            return False
        if row.lease_by is None and not await self._claim_rows([row]):
            return False
        self._hold(row)
        return True

    async def look(self, *, resume: bool = False) -> list[str]:
        """Claim waiting turns while there is room, and return their matches.

        People who have had the least time lately go first. With `resume`, turns that an earlier run of this
        process had claimed are included.
        """
        async with self._app.database.read() as r:
            rows, is_alone = await scheduled_jobs.undone(r, ANSWER), await self._app.is_alone(r)
        mine = (None, self._app.database.host) if resume else (None,)
        free = [row for row in rows if row.lease_by in mine and row.subject not in self._held]
        room = len(free) if is_alone else max(0, self._places - len(self._held))
        now = self._app.clock.now()
        chosen = fairest(free, lambda person: self._had(person, rows, now), room)
        taken = await self._claim_rows(chosen) if chosen else []
        for row in taken:
            self._hold(row)
        self.waiting = len({_person(row) for row in free} - {_person(row) for row in taken})
        return [row.subject for row in taken]

    def drop(self, match_id: str) -> None:
        """Drop the claim of a turn that is over or given up, and count the time it took."""
        if match_id in self._held:
            (person, began), now = self._held.pop(match_id), self._app.clock.now()
            self._spent.add(person, max(0.0, now - began), now)

    async def let_go(self) -> None:
        """Release all claims, so that other processes can take the unfinished turns."""
        self._held.clear()
        async with self._app.database.write() as w:
            await scheduled_jobs.let_go(w, ANSWER, self._app.database.host)

    def _hold(self, row: DueJob) -> None:
        self._held[row.subject] = (_person(row), self._app.clock.now())

    async def _claim_rows(self, rows: Sequence[DueJob]) -> list[DueJob]:
        """Claim these turns in the database; return those that no other process had claimed."""
        host, until = self._app.database.host, self._app.now() + ANSWER_SECONDS
        async with self._app.database.write(_CLAIMING) as w:
            return [row for row in rows if await scheduled_jobs.take(w, ANSWER, row.subject, host, until)]

    def _had(self, person: int, rows: Sequence[DueJob], now: float) -> float:
        """Return the seconds that a person has had lately, including turns under way in any process."""
        taken = [row for row in rows if row.lease_by is not None and _person(row) == person]
        lasted = (now - ((row.lease_until or now) - ANSWER_SECONDS) for row in taken)
        return self._spent.of(person, now) + sum(max(_A_TURN_SECONDS, seconds) for seconds in lasted)


def fairest(rows: Sequence[DueJob], had: Callable[[int], float], count: int) -> list[DueJob]:
    """Return up to `count` turns, each time the oldest turn of the people who have had the least time.

    `had` gives a person's seconds; every chosen turn counts as a second more.
    """
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
