"""The seasons of a league: who goes up, who goes down, and the season that follows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from bot.core.app_context import AppContext
from bot.matchmaking.contests.formats.round_robin import groups, moving
from bot.matchmaking.contests.log import notifications
from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.log.event_store import append_events
from bot.matchmaking.contests.log.events import Joined, Listed
from bot.matchmaking.contests.log.terms import DAY
from bot.matchmaking.contests.organizing import making
from bot.matchmaking.contests.reading.standings import standings
from bot.play.ratings.glicko import Strength
from bot.play.ratings.ratings import PEOPLE
from storage.engine.handle import Writer
from storage.tables import contest_matches, contests, outbox, scheduled_jobs
from storage.tables.contests import ContestRow

BREAK_DAYS = 3
"""The days between two seasons, in which people can come in or leave."""


def order_after(contest: Contest) -> tuple[int, ...]:
    """Return everyone of a season in the order in which they begin the next one.

    The first of each division change places with as many of the last above: at most the terms' `movers`.
    """
    tables = [[standing.person for standing in standings(contest, among)] for among in groups(contest)]
    return tuple(_order(tables, moving(contest)))


def _order(tables: Sequence[Sequence[int]], moving: Sequence[int]) -> Iterator[int]:
    for place, table in enumerate(tables):
        up = moving[place - 1] if place else 0
        down = moving[place] if place < len(moving) else 0
        if place:
            above = tables[place - 1]
            yield from above[len(above) - up :]
        yield from table[up : len(table) - down]
        if down:
            yield from tables[place + 1][:down]


async def follow(w: Writer, app: AppContext, row: ContestRow, before: Contest, contest: Contest) -> None:
    """Open the next season of a league in the transaction that ends the present one.

    It takes those who haven't left and want another one, then the substitutes. It can't happen twice, since a
    season ends once.
    """
    if row.kind != "league" or before.ended_at is not None or contest.status != "finished":
        return
    following = _row(app, row, contest)
    await contests.add(w, following)
    ratings = await contest_matches.ratings_of(w, row.id, contest.terms.game, PEOPLE)
    events = list(_carry_over(contest, ratings, app.now()))
    await contests.enter(w, following.id, *(event.person for event in events))
    empty = Contest(msgspec.convert(following.terms, type(contest.terms)))
    joined = await append_events(w, following.id, empty, events)
    for job in making.jobs(following.id, joined.terms, app.now()):
        await scheduled_jobs.set(w, job)
    new = (entrant.person for entrant in joined.there if entrant.person in contest.substitutes)
    await outbox.add(w, notifications.messages([following.id], empty, joined, app.now()))
    await outbox.add(w, [notifications.came_in(following.id, person, app.now()) for person in new])


def _carry_over(contest: Contest, ratings: Mapping[int, float], now: int) -> Iterator[Joined | Listed]:
    """Yield the next season's first events: all who stay, substitutes for free places, then listed ones."""
    staying = [person for person in order_after(contest) if contest.entrants[person].plays]
    for rank, person in enumerate(staying, 1):
        rating, number = ratings.get(person, Strength().rating), contest.entrants[person].number
        yield Joined(at=now, person=person, number=number, rating=rating, rank=rank)
    places = max(0, contest.terms.most - len(staying))
    for place, entrant in enumerate(contest.substitutes.values()):
        kind = Joined if place < places else Listed
        yield kind(at=now, person=entrant.person, number=entrant.number, rating=entrant.rating)


def _row(app: AppContext, row: ContestRow, contest: Contest) -> ContestRow:
    """Return the row of the season that begins after a break.

    Its secret was fixed with that of the first season, before anyone entered: those who stay give no new
    number. See docs/dice.md.
    """
    starts_at = (contest.ended_at or app.now()) + BREAK_DAYS * DAY
    terms = msgspec.structs.replace(contest.terms, starts_at=starts_at, number=contest.terms.number + 1)
    return msgspec.structs.replace(
        row,
        id=app.randomness.name(),
        message=None,
        terms=msgspec.to_builtins(terms),
        previous=row.id,
        created_at=app.now(),
        ended_at=None,
    )
