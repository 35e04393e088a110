"""Accuracy of the analyst's winning chances, and the constants that would fit them best.

`python -m games.ccc.ai.calibrate -n 100` plays matches between good levels, samples positions from them, and
compares the predicted chance that White wins with the result of the match. It also fits slope and tempo,
which are then written into `judging.py` by hand. It takes about two seconds a match; `--json` is for
programs.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Iterator, Sequence

import msgspec

from games.ccc.ai import judging
from games.ccc.ai.levels import PLAYERS
from games.ccc.rules import rules
from games.ccc.rules.options import read_options
from games.ccc.rules.state import State, new_state, view
from games.core.search.adding import add_up
from games.core.selfplay import BUDGET, numbered_seed, rng_for
from slowplay import terminal

_FIRST_MATCH, _EACH = 720_000, 8
_PAIRS = (("hard", "hard"), ("medium", "hard"), ("hard", "medium"))
_BINS, _ROUNDS = 10, 30


class Sample(msgspec.Struct, frozen=True):
    """A position sampled from a match.

    `value` is White's advantage in Flats, `side` the seat to move, `chance` White's predicted chance of
    winning, and `points` what White got: 1, 0.5 or 0.
    """

    value: float
    side: int
    chance: float
    points: float


def samples(number: int) -> Iterator[Sample]:
    """Yield randomly chosen positions of match `number`."""
    states = _play_match(number)
    outcome = states[-1].outcome
    assert outcome is not None
    points = 0.5 if outcome.winner is None else 1.0 - outcome.winner
    rng = random.Random(number)
    for state in rng.sample(states[:-1], min(_EACH, len(states) - 1)):
        value, side = judging.worth(view(state, None), judging.DEPTH, judging.NODES), state.position.side
        yield Sample(value, side, judging.likelihood(value, side), points)


def _play_match(number: int) -> list[State]:
    seed, levels = numbered_seed(_FIRST_MATCH + number), _PAIRS[number % len(_PAIRS)]
    states = [new_state(read_options({}), seed)]
    while states[-1].outcome is None:
        state, seat = states[-1], states[-1].position.side
        rng = rng_for(seed, seat, len(states))
        action = PLAYERS[levels[seat]](view(state, seat), None, rng, BUDGET)
        states.append(rules.play(state, seat, action).state)
    return states


def table(found: Sequence[Sample]) -> terminal.Table:
    """Return predicted and actual points for White, in bins by predicted chance."""
    bins: list[list[Sample]] = [[] for _ in range(_BINS)]
    for sample in found:
        bins[min(_BINS - 1, int(sample.chance * _BINS))].append(sample)
    rows: list[terminal.Row] = [
        {
            "predicted": f"{100 * place // _BINS} to {100 * (place + 1) // _BINS}%",
            "mean_%": 100 * _mean([sample.chance for sample in some]),
            "came_%": 100 * _mean([sample.points for sample in some]),
            "positions": len(some),
        }
        for place, some in enumerate(bins)
        if some
    ]
    return terminal.Table("calibration", "White's chance as predicted, and what White got", rows)


def summary(found: Sequence[Sample]) -> terminal.Table:
    """Return the Brier score, that of always predicting the mean, and the best fit of slope and tempo."""
    mean = _mean([sample.points for sample in found])
    slope, tempo = fit_curve(found)
    row: terminal.Row = {
        "positions": len(found),
        "Brier": _mean([(sample.chance - sample.points) ** 2 for sample in found]),
        "of_the_mean": _mean([(mean - sample.points) ** 2 for sample in found]),
        "slope": slope,
        "tempo": tempo,
    }
    return terminal.Table("summary", "All positions together", [row])


def _mean(values: Sequence[float]) -> float:
    return add_up(values) / len(values)


def fit_curve(found: Sequence[Sample]) -> tuple[float, float]:
    """Return the likeliest slope and tempo, by Newton's method, with values cut at ±20 Flats."""
    slope, tempo = 0.5, 0.0
    rows = [
        (max(-20.0, min(20.0, sample.value)), 1.0 if sample.side else -1.0, sample.points) for sample in found
    ]
    for _ in range(_ROUNDS):
        a = b = aa = ab = bb = 0.0
        for value, side, points in rows:
            chance = 1.0 / (1.0 + math.exp(-(slope * value + tempo * side)))
            error, weight = points - chance, chance * (1.0 - chance)
            a, b = a + error * value, b + error * side
            aa, ab, bb = aa + weight * value * value, ab + weight * value * side, bb + weight
        scale = aa * bb - ab * ab
        slope, tempo = slope + (a * bb - b * ab) / scale, tempo + (b * aa - a * ab) / scale
    return slope, tempo


def main() -> None:
    """Play matches and print the comparison."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=100, help="number of matches (default: 100)")
    terminal.add_json(parser)
    parsed = parser.parse_args()
    matches = terminal.track(range(parsed.n), "Matches", parsed.n)
    found = [sample for number in matches for sample in samples(number)]
    terminal.show([table(found), summary(found)], as_json=parsed.json)


if __name__ == "__main__":
    main()
