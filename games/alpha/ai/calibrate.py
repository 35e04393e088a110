"""How far the estimated chances can be trusted, and where their weights come from.

`python -m games.alpha.ai.calibrate [-n 200]`. For each set of rules, `hard` and `skilled` play n matches in
all four combinations, with many decks, and one position is drawn from each. By the estimate there, the tables
show the points in a hundred that the human's seat scored: in the match itself, and in 60 matches from there.
They also show Brier scores (the mean squared error against the match's result) of the estimates, of the 60
matches and of always saying one half, and the estimates' root mean square distance from the mean of the 60.

`--fit` rewrites `weights.py`: the weights that best predict the mean of 12 matches from each of n positions.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from statistics import fmean

import msgspec

from games.alpha.ai import weights
from games.alpha.ai.chances import PLIES, ahead, estimate, worth
from games.alpha.ai.players import PLAYERS
from games.alpha.ai.regression import Sample, fit_weights
from games.alpha.ai.tallies import figures
from games.alpha.rules.options import SKIRMISH, read_options
from games.alpha.rules.rules import LAST_PLY, play
from games.alpha.rules.state import State, new_state, reseed
from games.alpha.rules.view import view
from games.core.chance import SEED_BYTES
from games.core.selfplay import numbered_seed
from slowplay.terminal import Advance, Row, Table, add_json, progress, show, unseen

_FIRST, _SECOND = ("balanced", "swarm", "giants", "control"), ("wild", "pack", "herd", "ambush")
_LEVELS = tuple(product(("hard", "skilled"), repeat=2))
_MILLING: Mapping[str, object] = {"pressure": "mill1"}
RULES: Mapping[str, tuple[Mapping[str, object], ...]] = {
    "v0.1": (
        *({},) * 4,
        {"summoningSickness": "on"},
        *({"decks": [deck, deck]} for deck in (*_FIRST[1:], "wild")),
        *({"decks": [first, second]} for first, second in product(_FIRST, repeat=2) if first < second),
    ),
    "Pressure": (*(_MILLING,) * 3, *({**_MILLING, "decks": [deck, deck]} for deck in ("giants", "wild"))),
    "Skirmish": tuple({"version": SKIRMISH, "decks": list(pair)} for pair in product(_SECOND, repeat=2)),
}
"""The options of the matches that are measured, by the name of the set of rules."""
_FIT_FIRST, _CHECK_FIRST = 5_000_000, 9_000_000
"""The numbers of the first matches; checks use other matches than the fit."""
_FIT_MATCHES, _CHECK_MATCHES, _TRIES = 12, 60, 3
_BUDGET = 2_000
_BUCKETS = 5


class Position(msgspec.Struct, frozen=True):
    """A position drawn from a match, and the points, from 0 to 1, that the human's seat scored there."""

    state: State
    result: float


def positions(rules: str, first: int, count: int) -> Iterator[Position]:
    """Yield a position from each of a number of matches, from match number `first` on."""
    for number in range(first, first + count):
        options = RULES[rules][number % len(RULES[rules])]
        levels = _LEVELS[number // len(RULES[rules]) % len(_LEVELS)]
        states = list(_states(options, number, levels))
        rng = random.Random(number)
        outcome = states[-1].table.outcome
        assert outcome is not None
        yield Position(rng.choice(states[:-1]), worth(outcome))


def _states(options: Mapping[str, object], number: int, levels: Sequence[str]) -> Iterator[State]:
    state, rng = new_state(read_options(options), numbered_seed(number)), random.Random(0)
    yield state
    while state.table.outcome is None:
        mover = state.table.mover
        action = PLAYERS[levels[mover]](view(state, mover), None, rng, 0)
        state = play(state, mover, action).state
        yield state


def play_out(state: State, rng: random.Random, matches: int) -> float:
    """Return the human's mean points, from 0 to 1, in matches from here with `hard` on both sides."""
    return fmean(_end(state, rng) for _ in range(matches))


def _end(state: State, rng: random.Random) -> float:
    outcome = ahead(reseed(state, rng.randbytes(SEED_BYTES)), LAST_PLY, rng)[0].table.outcome
    assert outcome is not None
    return worth(outcome)


def fit(count: int, advance: Advance = unseen) -> Table:
    """Find the weights for all sets of rules, and write them to `weights.py`."""
    found = {}
    for rules in RULES:
        samples = list[Sample]()
        for position in positions(rules, _FIT_FIRST, count):
            samples += _samples(position.state, random.Random(count))
            advance()
        found[read_options(RULES[rules][0]).milled] = fit_weights(samples)
    _write(found)
    return Table(
        "weights", "Written to weights.py", [{"milled": key, "weights": len(found[key])} for key in found]
    )


def _samples(state: State, rng: random.Random) -> Iterator[Sample]:
    """Yield figures some plies later, for several random futures, with the chance measured from here."""
    chance, plies = play_out(state, rng, _FIT_MATCHES), PLIES[state.setup.options.milled]
    for _ in range(_TRIES):
        later, _ = ahead(reseed(state, rng.randbytes(SEED_BYTES)), plies, rng)
        if later.table.outcome is None:
            yield figures(later), chance


def _write(found: Mapping[int, Sequence[float]]) -> None:
    path = Path(weights.__file__)
    before = path.read_text(encoding="utf-8").partition("WEIGHTS")[0]
    rows = "".join(f"    {milled}: (\n{_column(row)}    ),\n" for milled, row in found.items())
    path.write_text(f"{before}WEIGHTS: Mapping[int, tuple[float, ...]] = {{\n{rows}}}\n", encoding="utf-8")


def _column(row: Sequence[float]) -> str:
    return "".join(f"        {each:.3f},\n" for each in row)


def check(count: int, advance: Advance = unseen) -> list[Table]:
    """Return tables that compare estimated chances with results, and show how far the estimates are off."""
    buckets, scores = list[Row](), list[Row]()
    for rules in RULES:
        found = list[tuple[float, Position, float]]()
        for position in positions(rules, _CHECK_FIRST, count):
            rng = random.Random(len(found))
            chance = estimate(position.state, rng, _BUDGET)
            found.append((chance, position, play_out(position.state, rng, _CHECK_MATCHES)))
            advance()
        buckets += _buckets(rules, found)
        scores.append(_score(rules, found))
    return [
        Table(
            "calibration", "Points in a hundred: estimated, made in the match, made in 60 from there", buckets
        ),
        Table("scores", "Brier scores, and the usual distance from the mean of 60 matches", scores),
    ]


def _buckets(rules: str, found: Sequence[tuple[float, Position, float]]) -> Iterator[Row]:
    for number in range(_BUCKETS):
        inside = [sample for sample in found if min(int(sample[0] * _BUCKETS), _BUCKETS - 1) == number]
        if inside:
            yield {
                "rules": rules,
                "estimated": 100 * fmean(chance for chance, _, _ in inside),
                "made": 100 * fmean(position.result for _, position, _ in inside),
                "played_out": 100 * fmean(mean for _, _, mean in inside),
                "positions": len(inside),
            }


def _score(rules: str, found: Sequence[tuple[float, Position, float]]) -> Row:
    return {
        "rules": rules,
        "brier": fmean((chance - position.result) ** 2 for chance, position, _ in found),
        "of_60_matches": fmean((mean - position.result) ** 2 for _, position, mean in found),
        "of_one_half": fmean((0.5 - position.result) ** 2 for _, position, _ in found),
        "distance": fmean((chance - mean) ** 2 for chance, _, mean in found) ** 0.5,
    }


def main() -> None:
    """Print the tables, or find and write new weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=200, help="positions of each kind of rules")
    parser.add_argument("--fit", action="store_true", help="find new weights and write them")
    add_json(parser)
    parsed = parser.parse_args()
    with progress("Positions", len(RULES) * parsed.n) as advance:
        found = [fit(parsed.n, advance)] if parsed.fit else check(parsed.n, advance)
    show(found, as_json=parsed.json)


if __name__ == "__main__":
    main()
