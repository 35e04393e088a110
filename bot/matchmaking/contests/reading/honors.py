"""A person's achievements in contests that are over: their history and medals."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from bot.core.app_context import AppContext
from bot.matchmaking.contests.formats.round_robin import groups
from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.log.event_store import Folded
from bot.matchmaking.contests.reading.standings import MEDALS, count_finished, medal_of, standings
from storage.engine.handle import Reader
from storage.tables import contest_matches
from storage.tables.contests import ContestRow
from storage.tables.profiles import SeenBy

_LOOKED_BACK = 100
"""The most contests that are searched for medals."""


class Honor(msgspec.Struct, frozen=True):
    """A person's place in a contest that is over.

    `finished` of the `people` in its standings each finished a match. A league's `season` and `division`
    count from 1; `divisions` is 0 if it had none.
    """

    contest: str
    name: str
    kind: str
    game: str
    at: int
    place: int
    people: int
    finished: int
    season: int = 0
    division: int = 0
    divisions: int = 0

    @property
    def medal(self) -> str:
        """The medal for the place, or an empty string."""
        return medal_of(self.place, self.people, self.finished)


async def history_of(r: Reader, app: AppContext, person: int, seen_by: SeenBy) -> tuple[Honor, ...]:
    """Return all places of a person that a reader may know of, the latest first."""
    found = []
    for row in await contest_matches.list_ended(r, person, seen_by, _LOOKED_BACK):
        contest = await app.own(Folded, Folded).read(r, row)
        honor = _honor(row, contest, person)
        found += [honor] if honor is not None else []
    return tuple(found)


async def medals_of(r: Reader, app: AppContext, person: int, seen_by: SeenBy) -> tuple[Honor, ...]:
    """Return the places of a person with a medal that a reader may know of."""
    return tuple(honor for honor in await history_of(r, app, person, seen_by) if honor.medal)


def _honor(row: ContestRow, contest: Contest, person: int) -> Honor | None:
    """Return a person's place; None if called off, in a team match, or if a substitute took the place."""
    if (
        row.kind == "teams"
        or contest.status != "finished"
        or person not in {entrant.person for entrant in contest.list_seeded()}
    ):
        return None
    divisions = groups(contest) if row.kind == "league" else ()
    number, among = next(
        ((n, division) for n, division in enumerate(divisions, 1) if person in division), (0, None)
    )
    table = standings(contest, among)
    place = next(standing.place for standing in table if standing.person == person)
    season = contest.terms.number if row.kind == "league" else 0
    about = (row.id, contest.terms.name, row.kind, row.game, contest.ended_at or 0)
    finished = count_finished(contest, (standing.person for standing in table))
    return Honor(*about, place, len(table), finished, season, number, len(divisions))


def in_words(honor: Honor) -> str:
    """Return what the place was in: “season 2, division 1”; empty if there's nothing to add."""
    parts = [f"season {honor.season}"] if honor.season else []
    parts += [f"division {honor.division}"] if honor.divisions > 1 else []
    return ", ".join(parts)


def count_medals(honors: Iterable[Honor]) -> dict[str, int]:
    """Return how many there are of each medal, gold first."""
    had = [honor.medal for honor in honors]
    return {medal: had.count(medal) for medal in MEDALS.values() if medal in had}
