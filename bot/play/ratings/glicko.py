"""Glicko-2: a player's rating, its deviation, and its volatility.

Pure. Source: M. E. Glickman, "Example of the Glicko-2 system"; its rating period may be a fraction here, so
that every game counts at once and certainty fades with time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import msgspec

TAU = 0.75
LEAST_DEVIATION, MOST_DEVIATION = 45.0, 500.0
PERIODS_A_DAY = 0.214
"""Rating periods in a day: at a volatility of 0.06, a year without a game raises a deviation of 60 to 110."""
_SCALE, _CENTRE = 173.7178, 1500.0
_CLOSE = 1e-6


class Strength(msgspec.Struct, frozen=True):
    """Rating and deviation in points, and volatility per rating period; by default those of a new player.

    The defaults are the source's: with a deviation of 500 one loss to a weak opponent would cost 1000 points.
    """

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06


def age_strength(strength: Strength, periods: float) -> Strength:
    """Return a strength after `periods` rating periods without a game: its deviation grows."""
    deviation = math.hypot(strength.deviation, _SCALE * strength.volatility * math.sqrt(periods))
    return msgspec.structs.replace(strength, deviation=_within(deviation))


def after_games(
    mine: Strength, results: Sequence[tuple[Strength, float]], periods: float = 1.0, tau: float = TAU
) -> Strength:
    """Return a player's strength after at least one game.

    Args:
        mine: The player's strength when last computed.
        results: The strength of each opponent with the player's score: 1 (won), 0.5 or 0.
        periods: Rating periods since `mine` was computed.
        tau: How much the volatility can change.
    """
    level, spread = (mine.rating - _CENTRE) / _SCALE, mine.deviation / _SCALE
    expected = [(_weight(other), _expect_score(level, other), score) for other, score in results]
    variance = 1 / sum(weight**2 * chance * (1 - chance) for weight, chance, _ in expected)
    surprise = sum(weight * (score - chance) for weight, chance, score in expected)
    volatility = _volatility(mine.volatility, spread, variance, variance * surprise, tau)
    before = spread**2 + periods * volatility**2
    after = 1 / (1 / before + 1 / variance)
    rating = _CENTRE + _SCALE * (level + after * surprise)
    return Strength(rating, _within(_SCALE * math.sqrt(after)), volatility)


def _within(deviation: float) -> float:
    return min(MOST_DEVIATION, max(LEAST_DEVIATION, deviation))


def _weight(other: Strength) -> float:
    """Return g: a result says less against an opponent with a large deviation."""
    return 1 / math.sqrt(1 + 3 * (other.deviation / _SCALE / math.pi) ** 2)


def _expect_score(level: float, other: Strength) -> float:
    """Return E: the expected score."""
    return 1 / (1 + math.exp(-_weight(other) * (level - (other.rating - _CENTRE) / _SCALE)))


def _volatility(volatility: float, spread: float, variance: float, delta: float, tau: float) -> float:
    """Return the new volatility: step 5 of the source, the Illinois variant of regula falsi."""
    start = math.log(volatility**2)

    def f(x: float) -> float:
        grown = spread**2 + variance + math.exp(x)
        return math.exp(x) * (delta**2 - grown) / (2 * grown**2) - (x - start) / tau**2

    low, high = start, _other_side(f, start, delta**2 - spread**2 - variance, tau)
    at_low, at_high = f(low), f(high)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)


def _other_side(f: Callable[[float], float], start: float, excess: float, tau: float) -> float:
    """Return a point beyond the root of `f`, seen from `start`."""
    if excess > 0:
        return math.log(excess)
    steps = 1
    while f(start - steps * tau) < 0:
        steps += 1
    return start - steps * tau
