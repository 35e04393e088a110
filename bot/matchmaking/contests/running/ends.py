"""When matches that aren't over are decided, as was announced."""

from __future__ import annotations

from bot.matchmaking.contests.formats.round_robin import season_ends
from bot.matchmaking.contests.log.contest import Contest, Pairing
from bot.matchmaking.contests.log.terms import DAY
from bot.matchmaking.contests.running.overtime import days_of


def overdue(contest: Contest, now: int) -> tuple[Pairing, ...]:
    """The pairings that aren't decided, though their time is up; none once it's all over."""
    if contest.ended_at is not None:
        return ()
    days = days_of(contest.terms)
    untils = ((one, latest(contest, one, days)) for one in contest.open)
    return tuple(one for one, until in untils if until is not None and until <= now)


def latest(contest: Contest, one: Pairing, days: int) -> int | None:
    """The moment at which a match is decided, if it's still under way; None: there's none. `days`: by
    `days_of`."""
    moments = [one.at + days * DAY] if days else []
    ends = season_ends(contest)
    return min([*moments, *([] if ends is None else [ends])], default=None)
