"""What somebody has achieved in contests that are over: their history, and their medals."""

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
"""Contests among which medals are sought."""


class Honor(msgspec.Struct, frozen=True):
    """A person's place in a contest that is over, among so many people, of whom `finished` each finished a
    match. `season`: of a league, from 1; `division`: from 1, of so many `divisions` (0: it had none)."""

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
        """What the place is worth; empty: nothing."""
        return medal_of(self.place, self.people, self.finished)


async def history_of(r: Reader, app: AppContext, person: int, seen_by: SeenBy) -> tuple[Honor, ...]:
    """All places of somebody that a reader may know of, the latest first."""
    found = []
    for row in await contest_matches.ended_of(r, person, seen_by, _LOOKED_BACK):
        contest = await app.own(Folded, Folded).read(r, row)
        honor = _honor(row, contest, person)
        found += [honor] if honor is not None else []
    return tuple(found)


async def medals_of(r: Reader, app: AppContext, person: int, seen_by: SeenBy) -> tuple[Honor, ...]:
    """Those with a medal."""
    return tuple(one for one in await history_of(r, app, person, seen_by) if one.medal)


def _honor(row: ContestRow, contest: Contest, person: int) -> Honor | None:
    """None where it was called off, somebody took their place, or a team won it."""
    if (
        row.kind == "teams"
        or contest.status != "finished"
        or person not in {one.person for one in contest.seeded()}
    ):
        return None
    divisions = groups(contest) if row.kind == "league" else ()
    number, among = next(((n, one) for n, one in enumerate(divisions, 1) if person in one), (0, None))
    table = standings(contest, among)
    place = next(one.place for one in table if one.person == person)
    season = contest.terms.number if row.kind == "league" else 0
    about = (row.id, contest.terms.name, row.kind, row.game, contest.ended_at or 0)
    finished = count_finished(contest, (one.person for one in table))
    return Honor(*about, place, len(table), finished, season, number, len(divisions))


def in_words(honor: Honor) -> str:
    """What the place was in, after its name: “season 2, division 1”; empty: nothing more to say."""
    parts = [f"season {honor.season}"] if honor.season else []
    parts += [f"division {honor.division}"] if honor.divisions > 1 else []
    return ", ".join(parts)


def counted(honors: Iterable[Honor]) -> dict[str, int]:
    """How many of each medal, gold first."""
    had = [one.medal for one in honors]
    return {medal: had.count(medal) for medal in MEDALS.values() if medal in had}
