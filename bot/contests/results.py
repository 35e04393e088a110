"""What the matches of a contest have come to, and those that count for nothing anymore."""

from __future__ import annotations

from collections.abc import Sequence

from bot.contests.adjudicating import overdue
from bot.contests.contest import Contest, Pairing
from bot.contests.events import Decided, Score, Why
from bot.contests.matching import are_there, is_there
from bot.core.app_context import AppContext
from bot.core.errors import Stale
from bot.core.match_state import MatchState
from bot.matches import ending
from games import MatchReason
from storage import contest_matches
from storage.handle import Reader
from storage.ply import Ending


async def decided(r: Reader, app: AppContext, contest: Contest) -> Sequence[Decided]:
    """What has been decided since it was looked at last."""
    known = await contest_matches.begun(r, [one.match for one in contest.open])
    found = list[Decided]()
    for one in contest.open:
        if one.match not in known:
            if not await are_there(r, one):
                found.append(await _walkover(r, app, one))
        elif known[one.match] is not None:
            is_overdue = one in overdue(contest, app.now())
            event = _decided(await app.match_state_in(r, one.match), app.now(), is_overdue)
            found += [event] if event is not None else []
    return found


async def superfluous(r: Reader, contest: Contest) -> Sequence[str]:
    """Matches under way that count for nothing anymore: those of pairings that were voided or decided by an
    organizer."""
    by_word = [one.match for one in contest.pairings if one.why == "decided"]
    known = await contest_matches.begun(r, (*contest.dropped, *by_word))
    return [match for match, reason in known.items() if reason is None]


async def end_superfluous(app: AppContext, match_ids: Sequence[str]) -> None:
    """These end without a result; one that has just ended by itself is left alone."""
    for match_id in match_ids:
        state = await app.match_state(match_id)
        if state.match.reason is None:
            try:
                await ending.end(app, state, Ending(None, MatchReason.CANCELLED.value), None)
            except Stale:
                continue


def _decided(state: MatchState, now: int, is_overdue: bool) -> Decided | None:
    """A canceled one is for an organizer, for as long as a match may take; then it's a draw."""
    match = state.match
    if match.reason is None or (match.reason == MatchReason.CANCELLED.value and not is_overdue):
        return None
    if match.reason == MatchReason.CANCELLED.value:
        return Decided(at=now, match=match.id, score="draw", why="adjudicated")
    at = match.ended_at or now
    if match.reason == MatchReason.ABORTED.value:
        return Decided(at=at, match=match.id, score=_absent(state), why="forfeit")
    score: Score = "draw" if match.winner is None else "win" if match.winner == 0 else "loss"
    why: Why = "adjudicated" if match.reason == MatchReason.ADJUDICATED.value else "played"
    return Decided(at=at, match=match.id, score=score, why=why)


def _absent(state: MatchState) -> Score:
    """Of a match that was aborted: whoever was to act then didn't show up."""
    there = state.showed_up
    return "none" if there is None else "win" if there == 0 else "loss"


async def _walkover(r: Reader, app: AppContext, one: Pairing) -> Decided:
    """A match that can't begin since somebody has deleted themselves."""
    there = [await is_there(r, person) for person in (one.first, one.second)]
    score: Score = "none" if not any(there) else "win" if there[0] else "loss"
    return Decided(at=app.now(), match=one.match, score=score, why="forfeit")
