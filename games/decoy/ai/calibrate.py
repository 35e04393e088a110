"""Measures how well the estimate of a position predicts the winner, or fits its weights anew.

`python -m games.decoy.ai.calibrate [-n 200] [--first 0] [--json]` plays matches between levels, each with a
few random actions in the middle, and prints the Brier score of the estimate (0 is perfect, 0.25 is a coin)
and the result for each tenth of the estimated chances. With `--fit WORDS`, the weights of the numbers whose
names contain these words are fitted to these matches, and all are printed instead.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.core.search.adding import add_up
from games.core.selfplay import BUDGET, numbered_seed, rng_for
from games.decoy.ai.estimating import WEIGHTS, chance
from games.decoy.ai.forces import WORDS, Numbers, forces
from games.decoy.ai.levels import PLAYERS
from games.decoy.rules import rules
from games.decoy.rules.actions import Action, Step, actions, legal_steps, piece_on
from games.decoy.rules.options import read_options
from games.decoy.rules.pieces import COMMANDER, kind_of
from games.decoy.rules.state import MOVEMENT, State, new_state, to_act
from games.decoy.rules.view import View, view
from slowplay import terminal

_PAIRS = (("hard", "hard"), ("skilled", "skilled"), ("skilled", "hard"), ("hard", "medium"))
_EARLIEST, _LATEST, _MOST_STRAYS = 10, 160, 3
"""The range of the action at which random actions begin, and the most of them."""
_SOON, _OTHERS = 3, 12
"""The number of positions sampled right after the random actions, and from the rest of the match."""
_APART = 500_000
"""The first match number, so that no other measurement uses the same matches."""
_CAUTION, _ROUNDS, _CLOSE = 2.0, 25, 1e-5
_SHARES = 10


class Example(NamedTuple):
    """A position's numbers, and the score of the side to act: 1, ½ or 0."""

    numbers: Numbers
    got: float


# --- the matches --------------------------------------------------------------------------------------


def examples(number: int) -> Iterator[Example]:
    """Yield sampled positions of one match."""
    rng = random.Random(number)
    start = rng.randint(_EARLIEST, _LATEST)
    states = _play_match(number, rng, start, start + rng.randint(1, _MOST_STRAYS))
    outcome = states[-1].outcome
    running = [state for state in states[start:] if state.outcome is None]
    chosen = (*running[:_SOON], *rng.sample(running, min(_OTHERS, len(running))))
    for state in chosen:
        drawn = outcome is None or outcome.winner is None
        yield Example(
            forces(state), 0.5 if drawn or outcome is None else float(outcome.winner == state.mover)
        )


def _play_match(number: int, rng: random.Random, start: int, end: int) -> list[State]:
    """Return all states of a match after each action, with random actions from `start` to `end`."""
    seed, levels = numbered_seed(_APART + number), rng.choice(_PAIRS)
    state, states, count = new_state(read_options({}), seed), list[State](), 0
    while acting := to_act(state):
        seen = view(state, acting[0])
        if start <= count < end:
            action = _stray(seen, rng)
        else:
            action = PLAYERS[levels[acting[0]]](seen, None, rng_for(seed, acting[0], count), BUDGET)
        state, count = rules.play(state, acting[0], action).state, count + 1
        states.append(state)
    return states


def _stray(seen: View, rng: random.Random) -> Action:
    """Return a random legal action, half of the time a step of the Commander if it has one."""
    steps = legal_steps(seen) if seen.phase == MOVEMENT else []
    leading = [step for step in steps if _leads(seen, step)]
    return rng.choice(leading if leading and rng.random() < 1 / 2 else list(actions(seen)))


def _leads(seen: View, step: Step) -> bool:
    return kind_of(piece_on(seen.own, step.source) or 0) == COMMANDER


# --- fitting ------------------------------------------------------------------------------------------


def fit_weights(found: Sequence[Example], fitted: Sequence[int]) -> list[float]:
    """Return the weights with those of the numbers `fitted` made the most likely ones.

    They are found by Newton's method with a penalty on leaving the present ones.
    """
    weights = list(WEIGHTS)
    for _ in range(_ROUNDS):
        curvature, slope = _slopes(found, weights)
        rows = [[curvature[row][column] for column in fitted] for row in fitted]
        change = _solve(rows, [slope[row] for row in fitted])
        for at, more in zip(fitted, change, strict=True):
            weights[at] += more
        if max(map(abs, change)) < _CLOSE:
            break
    return weights


def _slopes(found: Sequence[Example], weights: Sequence[float]) -> tuple[list[list[float]], list[float]]:
    """Return the curvature and the slope of the penalized likelihood."""
    size = range(len(weights))
    curvature = [[_CAUTION * (row == column) for column in size] for row in size]
    slope = [_CAUTION * (present - weight) for present, weight in zip(WEIGHTS, weights, strict=True)]
    for numbers, got in found:
        share = chance(numbers, weights)
        used = [at for at in size if numbers[at]]
        for row in used:
            slope[row] += (got - share) * numbers[row]
            scaled = share * (1 - share) * numbers[row]
            for column in used:
                curvature[row][column] += scaled * numbers[column]
    return curvature, slope


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve a linear system by Gaussian elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for at, pivot in enumerate(rows):
        for row in rows[at + 1 :]:
            factor = row[at] / pivot[at]
            row[at:] = [value - factor * above for value, above in zip(row[at:], pivot[at:], strict=True)]
    found = [0.0] * len(rows)
    for at in reversed(range(len(rows))):
        known = add_up(rows[at][column] * found[column] for column in range(at + 1, len(rows)))
        found[at] = (rows[at][-1] - known) / rows[at][at]
    return found


# --- measuring ----------------------------------------------------------------------------------------


def measure_chances(found: Sequence[Example]) -> list[terminal.Row]:
    """Return, for each tenth of the estimated chances, their number, their mean, and the mean score."""
    told = [(chance(numbers, WEIGHTS), got) for numbers, got in found]
    rows: list[terminal.Row] = []
    for share in range(_SHARES):
        of_share = [pair for pair in told if min(_SHARES - 1, int(pair[0] * _SHARES)) == share]
        if of_share:
            given, got = (add_up(values) / len(of_share) for values in zip(*of_share, strict=True))
            rows.append({"positions": len(of_share), "given": round(given, 3), "came to": round(got, 3)})
    return rows


def brier(found: Sequence[Example], weights: Sequence[float]) -> float:
    """Return the Brier score: the mean squared error of the estimated chances."""
    return add_up((chance(numbers, weights) - got) ** 2 for numbers, got in found) / len(found)


def main() -> None:
    """Measure the estimate, or fit its weights."""
    parser = argparse.ArgumentParser(prog="python -m games.decoy.ai.calibrate", description=__doc__)
    parser.add_argument("-n", type=int, default=200, help="number of matches (default: 200)")
    parser.add_argument("--first", type=int, default=0, help="number of the first match (default: 0)")
    parser.add_argument("--fit", metavar="WORDS", help="fit the weights of these numbers, and print all")
    terminal.add_json(parser)
    parsed = parser.parse_args()
    numbers = range(parsed.first, parsed.first + parsed.n)
    found = [
        example for number in terminal.track(numbers, "Matches", parsed.n) for example in examples(number)
    ]
    if parsed.fit is not None:
        weights = fit_weights(found, [at for at, words in enumerate(WORDS) if parsed.fit in words])
        print("\n".join(f'    "{words}": {w:.3f},' for words, w in zip(WORDS, weights, strict=True)))
        return
    title = f"Brier score {brier(found, WEIGHTS):.4f}, {len(found)} positions of {parsed.n} matches"
    terminal.show([terminal.Table("chances", title, measure_chances(found))], as_json=parsed.json)


if __name__ == "__main__":
    main()
