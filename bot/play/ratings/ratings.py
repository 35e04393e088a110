"""Ratings, updated by every match that counts, in the transaction that ends it.

Matches among people and matches against the bot are two pools that never mix. Both sides are rated by the
other's rating before the match, each aged by the time without a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

import msgspec

from bot.core.clock_pauses import DAY
from bot.core.limits import LIMITS
from bot.play.ratings.glicko import PERIODS_A_DAY, Strength, after_games, age_strength
from games import GAMES, MatchReason
from storage.engine.handle import Reader, Writer
from storage.rows import Match, Seat
from storage.tables import deleting, matches, people, ratings
from storage.tables.ply import Also, Ending
from storage.tables.ratings import Change, Rating


async def follow(w: Writer, match: Match, winner: int | None, reason: str) -> bool:
    """Count a finished match for its players; return whether it may change the loser's rating.

    For matches neither aborted nor canceled, in the transaction from which on the match counts.
    """
    late = _late(match, winner, reason)
    for row in match.seats:
        if row.person not in (None, late):
            await people.reset_timeouts(w, row.person)
    if late is None or await people.ran_out(w, late, match.rated) <= 1 or not match.rated:
        return True
    await matches.set_uncounted(w, match.id)
    return False


def _late(match: Match, winner: int | None, reason: str) -> int | None:
    """Return the person who has let the match time out, or None."""
    if reason != MatchReason.TIME or winner is None:
        return None
    return next(row.person for row in match.seats if row.seat != winner)


PEOPLE, BOTS = "people", "bots"
MOST_RATED_A_DAY = LIMITS["rated matches of the same two"].most
"""Rated matches that the same two people may begin in 24 hours; further ones are casual."""
_UNCOUNTED = (MatchReason.ABORTED, MatchReason.CANCELLED)
_LEVEL_DEVIATION = 80.0
"""The rating deviation of an AI level, whose rating comes from self-play."""


def pool_of(match: Match) -> str:
    """Return the pool in which a match counts."""
    return PEOPLE if all(row.person is not None for row in match.seats) else BOTS


def strength(rating: Rating) -> str:
    """Return “1523 ± 88”, with “?” behind it while it is provisional."""
    return f"{round(rating.rating)} ± {round(rating.deviation)}{'?' if rating.provisional else ''}"


def games_of(rating: Rating) -> str:
    """Return “1 match” or “12 matches”."""
    return "1 match" if rating.games == 1 else f"{rating.games} matches"


async def is_enough(w: Writer, two: tuple[int, ...], now: int) -> bool:
    """Return whether two people have begun all rated matches they may in 24 hours; each leg is a match."""
    if len(two) < 2:
        return False
    one, other = two
    return await ratings.count_rated_between(w, one, other, now - DAY) >= MOST_RATED_A_DAY


def match_ended(match: Match, ending: Ending, at: int) -> tuple[Also, ...]:
    """Return the writes that rate a match that ends, and before it the first leg that was sealed until now.

    A sealed leg changes no ratings yet, as they would reveal its result.
    """
    if ending.sealed:
        return ()
    first = () if match.previous_leg is None else (partial(_count_first_leg, match=match, at=at),)
    if ending.reason in _UNCOUNTED:
        return first
    return (*first, partial(_count, match=match, winner=ending.winner, reason=ending.reason, at=at))


async def _count(w: Writer, match: Match, winner: int | None, reason: str, at: int) -> None:
    """Count and rate a match that has ended, without a loser who has let several in a row time out."""
    loser_counts = await follow(w, match, winner, reason)
    if match.rated:
        await rate(w, match, winner, at, loser_counts=loser_counts)


async def _count_first_leg(w: Writer, match: Match, at: int) -> None:
    """Count the first leg of a match from now on, unless it counted before legs were sealed."""
    first = await matches.get(w, match.previous_leg or "")
    if first is None or first.counted_at != at or first.reason in _UNCOUNTED:
        return
    if not await ratings.is_counted(w, first.id):
        await _count(w, first, first.winner, first.reason or "", at)


async def rate(w: Writer, match: Match, winner: int | None, at: int, *, loser_counts: bool = True) -> None:
    """Rate both sides of a finished match in a transaction; only the winner if `loser_counts` is false."""
    before = [await _present(w, match, row, at) for row in match.seats]
    for row, mine, other in zip(match.seats, before, reversed(before), strict=True):
        if not loser_counts and row.seat != winner:
            continue
        score = 0.5 if winner is None else float(winner == row.seat)
        after = _after(mine, other, score, at)
        await ratings.put(w, after)
        change = Change(
            match_id=match.id,
            seat=row.seat,
            game=after.game,
            pool=after.pool,
            holder=after.holder,
            person=after.person,
            before=mine.rating,
            after=after.rating,
            deviation=after.deviation,
            at=at,
        )
        await ratings.add_change(w, change, match.guild)


async def _present(r: Reader, match: Match, row: Seat, at: int) -> Rating:
    """Return the rating of a side before the match counts."""
    pool, holder = pool_of(match), str(row.person) if row.person is not None else row.level or ""
    known = await ratings.find_rating(r, match.game, pool, holder)
    if known is not None:
        return known
    new = _newcomer(match.game, pool) if row.person is not None else _of_level(match.game, holder)
    return Rating(
        game=match.game,
        pool=pool,
        holder=holder,
        person=row.person,
        rating=new.rating,
        deviation=new.deviation,
        volatility=new.volatility,
        rated_at=at,
    )


def _newcomer(game_key: str, pool: str) -> Strength:
    """Return a new player's strength; in the bots' pool, it's at the rating of the first level."""
    if pool == PEOPLE:
        return Strength()
    return Strength(float(next(iter(GAMES[game_key].level_ratings.values()))))


def _of_level(game_key: str, level: str) -> Strength:
    rating = GAMES[game_key].level_ratings.get(level, Strength().rating)
    return Strength(float(rating), _LEVEL_DEVIATION)


def _after(mine: Rating, other: Rating, score: float, at: int) -> Rating:
    rival = age_strength(_strength(other), _periods(other, at))
    after = after_games(_strength(mine), [(rival, score)], _periods(mine, at))
    return msgspec.structs.replace(
        mine,
        rating=after.rating,
        deviation=after.deviation,
        volatility=after.volatility,
        wins=mine.wins + (score == 1),
        losses=mine.losses + (score == 0),
        draws=mine.draws + (score == 0.5),
        rated_at=at,
    )


def _strength(rating: Rating) -> Strength:
    return Strength(rating.rating, rating.deviation, rating.volatility)


def _periods(rating: Rating, at: int) -> float:
    return max(0, at - rating.rated_at) / DAY * PERIODS_A_DAY


async def compute_again(w: Writer, tracked: Callable[[list[Match]], Iterable[Match]] = iter) -> None:
    """Compute all ratings anew from the matches that count, in the order in which they began to count.

    `tracked` yields the matches unchanged, and may report progress.
    """
    await ratings.forget(w)
    for match in tracked(await matches.list_rated(w)):
        if match.reason not in _UNCOUNTED:
            await rate(w, match, match.winner, match.counted_at or 0, loser_counts=not match.uncounted)
    await deleting.forget_ratings(w)
