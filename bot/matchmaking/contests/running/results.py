"""What the matches of a contest have come to, and those that count for nothing anymore."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.app_context import AppContext
from bot.core.errors import Stale
from bot.core.match_state import MatchState
from bot.matchmaking.contests.formats.round_robin import season_ends
from bot.matchmaking.contests.log.contest import OTHER, Contest, Pairing
from bot.matchmaking.contests.log.events import Decided, Score, Why
from bot.matchmaking.contests.log.terms import DAY
from bot.matchmaking.contests.running.absences import are_there, is_there
from bot.matchmaking.contests.running.adjudicating import days_of
from bot.play.legs import legs
from bot.play.matches import ending
from games import MatchReason
from storage.engine.handle import Reader
from storage.rows import Match
from storage.tables import contest_matches, matches
from storage.tables.contest_matches import Leg
from storage.tables.ply import Ending


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


WAITS_SECONDS = 14 * 86_400
"""For so long a canceled match waits for an organizer; then it's a draw."""


async def decided(r: Reader, app: AppContext, contest: Contest) -> Sequence[Decided]:
    """What has been decided since it was looked at last; a match of two legs is by both together."""
    known = await contest_matches.begun(r, [one.match for one in contest.open])
    late, found = overdue(contest, app.now()), list[Decided]()
    for one in contest.open:
        leg = known.get(one.match)
        if leg is None:
            if not await are_there(r, one):
                found.append(await _walkover(r, app, one))
        elif leg.reason is not None:
            # In a team match there's no organizer who is on neither side.
            waits = contest.terms.kind != "teams" and one not in late
            event = await _decided(r, app, one, leg, waits)
            found += [event] if event is not None else []
    return found


async def drawn_at(r: Reader, contest: Contest) -> list[int]:
    """Return when each canceled match that waits for an organizer becomes a draw."""
    known = await contest_matches.begun(r, [pairing.match for pairing in contest.open])
    canceled = [leg.match_id for leg in known.values() if leg.reason == MatchReason.CANCELLED.value]
    found = [await matches.get(r, match_id) for match_id in canceled]
    return [_is_drawn_at(match) for match in found if match is not None]


def _is_drawn_at(match: Match) -> int:
    return (match.ended_at or 0) + WAITS_SECONDS


async def superfluous(r: Reader, contest: Contest) -> Sequence[str]:
    """Matches under way that count for nothing anymore: those of pairings that were voided or decided by an
    organizer."""
    by_word = [one.match for one in contest.pairings if one.why == "decided"]
    known = await contest_matches.begun(r, (*contest.dropped, *by_word))
    return [leg.match_id for leg in known.values() if leg.reason is None]


async def end_superfluous(app: AppContext, match_ids: Sequence[str]) -> None:
    """These end without a result; one that has just ended by itself is left alone."""
    for match_id in match_ids:
        state = await app.match_state(match_id)
        if state.match.reason is None:
            try:
                await ending.end(app, state, Ending(None, MatchReason.CANCELLED.value), None)
            except Stale:
                continue


async def _decided(r: Reader, app: AppContext, one: Pairing, leg: Leg, waits: bool) -> Decided | None:
    """A canceled one is for an organizer, for as long as it `waits`, at most two weeks; then it's a draw."""
    state = await app.match_state_in(r, leg.match_id)
    match = state.match
    if match.reason == MatchReason.CANCELLED.value:
        drawn = Decided(at=app.now(), match=one.match, score="draw", why="adjudicated")
        return None if waits and app.now() < _is_drawn_at(match) else drawn
    at = match.ended_at or app.now()
    if match.reason == MatchReason.ABORTED.value:
        absent = _absent(state) if match.leg == 1 else OTHER[_absent(state)]
        return Decided(at=at, match=one.match, score=absent, why="forfeit")
    why: Why = "adjudicated" if match.reason == MatchReason.ADJUDICATED.value else "played"
    return Decided(at=at, match=one.match, score=await _score(r, app, one, state), why=why)


async def _score(r: Reader, app: AppContext, one: Pairing, last: MatchState) -> Score:
    """What its last leg brings to whoever had seat 0 in the first one."""
    if last.match.leg == 1:
        winner = last.match.winner
        return "draw" if winner is None else "win" if winner == 0 else "loss"
    together = legs.won_by(await app.match_state_in(r, one.match), last)
    return "draw" if together == "drawn" else "win" if together == 1 else "loss"


def _absent(state: MatchState) -> Score:
    """Of a match that was aborted, for its seat 0: whoever was to act then didn't show up."""
    there = state.showed_up
    return "none" if there is None else "win" if there == 0 else "loss"


async def _walkover(r: Reader, app: AppContext, one: Pairing) -> Decided:
    """A match that can't begin since somebody has deleted themselves."""
    there = [await is_there(r, person) for person in (one.first, one.second)]
    score: Score = "none" if not any(there) else "win" if there[0] else "loss"
    return Decided(at=app.now(), match=one.match, score=score, why="forfeit")
