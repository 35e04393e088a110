"""The results of a contest's matches, and the end of matches that are overdue or count for nothing."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Mapping, Sequence

from bot.core.app_context import AppContext
from bot.core.errors import Stale
from bot.core.match_state import MatchState
from bot.matchmaking.contests.formats.round_robin import season_ends
from bot.matchmaking.contests.log.contest import OTHER, Contest, Pairing
from bot.matchmaking.contests.log.event_store import contest_of
from bot.matchmaking.contests.log.events import Decided, Score, Why
from bot.matchmaking.contests.log.terms import DAY, Terms
from bot.matchmaking.contests.running.absences import find_present
from bot.play.dealing.hidden_info import is_bound
from bot.play.legs import legs
from bot.play.matches import ending
from games import GAMES, MatchReason
from storage.engine.handle import Reader
from storage.rows import Match
from storage.tables import contest_matches, matches
from storage.tables.contest_matches import Leg
from storage.tables.ply import Ending

CLEAR = 0.8
"""The analyst's estimate of a side's chance from which its match counts as won."""


def legs_of(terms: Terms) -> int:
    """Return how many legs each match has."""
    game = GAMES[terms.game]
    return game.legs(game.options(terms.options))


def days_of(terms: Terms) -> int:
    """Return the days after which a match is decided (0: never); two legs, one after another, get double."""
    return terms.longest * legs_of(terms) if terms.longest else 0


def rule_in_words(terms: Terms) -> str:
    """Return the card's rule for matches that run too long; empty if there's none."""
    season = terms.kind == "league" and terms.season
    if not terms.longest and not season:
        return ""
    when = [f"after {days_of(terms)} days"] if terms.longest else []
    when += ["when the season ends"] if season else []
    match = "match" if legs_of(terms) == 1 else "match of two legs"
    after = f"An unfinished {match} is decided {' or '.join(when)}: "
    if GAMES[terms.game].analyst is None:
        return after + "it's a draw."
    chance = f"I give one side a chance of at least {CLEAR:.0%}"
    return f"{after}if both of you have begun to play and {chance}, it wins. Otherwise it's a draw."


log = logging.getLogger(__name__)
NODES = 2_000
"""The nodes that the analyst may look at for a verdict."""


async def end_overdue(app: AppContext, contest_id: str) -> None:
    """Decide the matches whose time is up. Doing it twice changes nothing, since a match ends once."""
    async with app.database.read() as r:
        _, contest = await contest_of(r, app, contest_id)
        known = await contest_matches.find_begun(
            r, [pairing.match for pairing in overdue(contest, app.now())]
        )
    for match_id in (leg.match_id for leg in known.values() if leg.reason is None):
        state = await app.match_state(match_id)
        if state.match.reason is not None:
            # Its second leg is about to begin; the contest is looked at again soon.
            continue
        try:
            await ending.end(app, state, await asyncio.to_thread(judge, state), None)
        except Stale:
            # A player has just moved; the contest is looked at again soon.
            continue


def judge(state: MatchState) -> Ending:
    """Return how an overdue match ends: by verdict, or canceled (unrated, a draw) if a player never began."""
    if not all(is_bound(state, seat) for seat in (0, 1)):
        return Ending(None, MatchReason.CANCELLED.value)
    return Ending(verdict(state), MatchReason.ADJUDICATED.value)


def verdict(state: MatchState) -> int | None:
    """Return the seat that wins by the rule, or None for a draw; a position always gets the same verdict."""
    analyst = state.game.analyst
    if analyst is None:
        return None
    rng = random.Random(f"{state.match.id}:{state.length}")
    try:
        chance = analyst.estimate(state.game_state, rng, NODES)
    except Exception:
        # The contest must go on, and the rule says draw where nothing is clear.
        log.exception("match %s can't be judged, so it's a draw", state.match.id)
        return None
    return 0 if chance >= CLEAR else 1 if 1 - chance >= CLEAR else None


def overdue(contest: Contest, now: int) -> tuple[Pairing, ...]:
    """Return the undecided pairings whose time is up; none once the contest is over."""
    if contest.ended_at is not None:
        return ()
    days = days_of(contest.terms)
    untils = ((pairing, latest(contest, pairing, days)) for pairing in contest.open)
    return tuple(pairing for pairing, until in untils if until is not None and until <= now)


def latest(contest: Contest, one: Pairing, days: int) -> int | None:
    """Return when a match still under way is decided, or None for never; `days` is that of `days_of`."""
    moments = [one.at + days * DAY] if days else []
    ends = season_ends(contest)
    return min([*moments, *([] if ends is None else [ends])], default=None)


WAITS_SECONDS = 14 * 86_400
"""How long a canceled match waits for an organizer; then it's a draw."""


async def find_decisions(r: Reader, app: AppContext, contest: Contest) -> Sequence[Decided]:
    """Return the decisions since the last look; a match of two legs is decided by both together."""
    known = await contest_matches.find_begun(r, [pairing.match for pairing in contest.open])
    there = await find_present(r, [pairing for pairing in contest.open if pairing.match not in known])
    late, found = overdue(contest, app.now()), list[Decided]()
    for pairing in contest.open:
        leg = known.get(pairing.match)
        if leg is None:
            if not there.issuperset((pairing.first, pairing.second)):
                found.append(_walkover(app, pairing, there))
        elif leg.reason is not None:
            # Many may have ended since the last look, and taps mustn't wait until all are folded.
            await asyncio.sleep(0)
            # A team match has no organizer who is on neither side.
            waits = contest.terms.kind != "teams" and pairing not in late
            event = await _decide(r, app, pairing, leg, waits)
            found += [event] if event is not None else []
    return found


async def find_draw_times(r: Reader, known: Mapping[str, Leg]) -> list[int]:
    """Return when each canceled match among a contest's open ones becomes a draw."""
    canceled = [leg.match_id for leg in known.values() if leg.reason == MatchReason.CANCELLED.value]
    found = [await matches.get(r, match_id) for match_id in canceled]
    return [_is_drawn_at(match) for match in found if match is not None]


def _is_drawn_at(match: Match) -> int:
    return (match.ended_at or 0) + WAITS_SECONDS


async def superfluous(r: Reader, contest: Contest) -> Sequence[str]:
    """Return the matches under way of pairings that were voided, or decided by an organizer."""
    by_word = [pairing.match for pairing in contest.pairings if pairing.why == "decided"]
    known = await contest_matches.find_begun(r, (*contest.dropped, *by_word))
    return [leg.match_id for leg in known.values() if leg.reason is None]


async def end_superfluous(app: AppContext, match_ids: Sequence[str]) -> None:
    """End these matches without a result; skip a match that has ended meanwhile."""
    for match_id in match_ids:
        state = await app.match_state(match_id)
        if state.match.reason is None:
            try:
                await ending.end(app, state, Ending(None, MatchReason.CANCELLED.value), None)
            except Stale:
                continue


async def _decide(r: Reader, app: AppContext, one: Pairing, leg: Leg, waits: bool) -> Decided | None:
    """Return a match's decision; a canceled one is None while it `waits` (two weeks at most), then a draw."""
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
    """Return the score, after its last leg, of the player who had seat 0 in the first one."""
    if last.match.leg == 1:
        winner = last.match.winner
        return "draw" if winner is None else "win" if winner == 0 else "loss"
    together = legs.find_winner(await app.match_state_in(r, one.match), last)
    return "draw" if together == "drawn" else "win" if together == 1 else "loss"


def _absent(state: MatchState) -> Score:
    """Return the score of seat 0 in an aborted match: the player who was to act didn't show up."""
    there = state.showed_up
    return "none" if there is None else "win" if there == 0 else "loss"


def _walkover(app: AppContext, one: Pairing, there: frozenset[int]) -> Decided:
    """Return the forfeit of a match that can't begin since a player has deleted their data."""
    score: Score = "win" if one.first in there else "loss" if one.second in there else "none"
    return Decided(at=app.now(), match=one.match, score=score, why="forfeit")
