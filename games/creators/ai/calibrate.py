"""How well the chances of `estimate` fit: `hard` plays itself, and results are compared with the estimates.

`python -m games.creators.ai.calibrate [-n 600] [--race] [--json]`. The estimate after every move is compared
with how the match ended. With `--fit`, it first finds new weights for `estimate.py` in other matches than
those of the check, and prints them. The matches are shared out among Standard, Open, Memory, Long and
Standard with all patterns; with `--race` they are races.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from games.core.search.adding import add_up
from games.core.selfplay import numbered_seed, playing
from games.creators import Creators
from games.creators.ai import estimate
from games.creators.rules.options import read_options
from slowplay import terminal

KINDS: tuple[Mapping[str, object], ...] = (
    {},
    {"destroyerPreview": "full"},
    {"category": "scribbles", "destroyerPreview": "full"},
    {"rounds": 40, "category": "all"},
    {"category": "all"},
)
RACE: tuple[Mapping[str, object], ...] = ({"victory": "race", "destroyerPreview": "full"},)
_CHECKED, _FITTED = 600_000, 500_000
_STEPS, _RIDGE = 12, 0.01
_TENTHS = 10


class Told(NamedTuple):
    """A position: features, estimated chance, result for the Creator (0 to 1), fifth of the match from 0."""

    signs: tuple[float, ...]
    chance: float
    ended: float
    fifth: int


def positions(first: int, count: int, kinds: Sequence[Mapping[str, object]]) -> Iterator[Told]:
    """Yield every position before a roll in `count` matches, numbered from `first`."""
    game = Creators()
    for number in range(first, first + count):
        raw = kinds[number % len(kinds)]
        options, players = read_options(raw), (game.players["hard"],) * 2
        states = [state for _, state in playing(game, options, numbered_seed(number), players)]
        ended = estimate.estimate(states[-1])
        signs = estimate.race_signs if options.victory == "race" else estimate.signs
        for state in states[:-1]:
            if not state.die:
                fifth = (state.ply - 1) * 5 // (2 * options.rounds)
                yield Told(signs(state), estimate.estimate(state), ended, fifth)


def fit_weights(told: Sequence[Told]) -> tuple[float, ...]:
    """Return the weights that best predict the results: logistic regression by Newton's method."""
    weights = [0.0] * len(told[0].signs)
    for _ in range(_STEPS):
        slope, bend = [0.0] * len(weights), [[0.0] * len(weights) for _ in weights]
        for sample in told:
            chance = 1.0 / (
                1.0 + math.exp(-add_up(w * s for w, s in zip(weights, sample.signs, strict=True)))
            )
            for row, sign in enumerate(sample.signs):
                slope[row] += sign * (sample.ended - chance)
                for column, other in enumerate(sample.signs):
                    bend[row][column] += sign * other * chance * (1.0 - chance)
        for place, row_of in enumerate(bend):
            row_of[place] += _RIDGE
        weights = [w + step for w, step in zip(weights, _solve(bend, slope), strict=True)]
    return tuple(round(weight, 3) for weight in weights)


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve linear equations whose matrix is symmetric and positive definite."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for place, row in enumerate(rows):
        rows[place] = row = [value / row[place] for value in row]
        for other, values in enumerate(rows):
            if other != place:
                rows[other] = [v - values[place] * p for v, p in zip(values, row, strict=True)]
    return [row[-1] for row in rows]


def brier(told: Sequence[Told]) -> float:
    """Return the Brier score, the mean squared error of the chances: 0 is best, a coin gets 0.25."""
    return add_up((sample.chance - sample.ended) ** 2 for sample in told) / len(told)


def tables(told: Sequence[Told]) -> list[terminal.Table]:
    """Return Brier scores by fifth of the match, and the share of wins by tenth of the estimated chance."""
    fifths: list[terminal.Row] = [
        {"part_of_the_match": f"{fifth + 1} of 5", "positions": len(some), "Brier": round(brier(some), 4)}
        for fifth in range(5)
        if (some := [sample for sample in told if sample.fifth == fifth])
    ]
    whole: terminal.Row = {"part_of_the_match": "all", "positions": len(told), "Brier": round(brier(told), 4)}
    tenths: list[terminal.Row] = [
        {
            "told": f"{10 * tenth} to {10 * tenth + 10}%",
            "positions": len(some),
            "%_told": round(100 * add_up(sample.chance for sample in some) / len(some), 1),
            "%_came": round(100 * add_up(sample.ended for sample in some) / len(some), 1),
        }
        for tenth in range(_TENTHS)
        if (some := [sample for sample in told if min(9, int(sample.chance * _TENTHS)) == tenth])
    ]
    return [
        terminal.Table("brier", "Brier score: 0 is best, a coin gets 0.25", [*fifths, whole]),
        terminal.Table("calibration", "The Creator's chance as it was told, and what came", tenths),
    ]


def main() -> None:
    """Check the chances, and with `--fit` find new weights first."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=600, help="number of matches (default: 600)")
    parser.add_argument("--race", action="store_true", help="races, with weights of their own")
    parser.add_argument("--fit", action="store_true", help="find the weights anew and print them")
    terminal.add_json(parser)
    parsed = parser.parse_args()
    kinds = RACE if parsed.race else KINDS
    if parsed.fit:
        print(fit_weights(list(terminal.track(positions(_FITTED, parsed.n, kinds), "Positions"))))
    told = list(terminal.track(positions(_CHECKED, parsed.n, kinds), "Positions"))
    terminal.show(tables(told), as_json=parsed.json)


if __name__ == "__main__":
    main()
