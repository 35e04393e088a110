"""Check that every AI level chooses the same action in two worlds that its seat can't tell apart.

`python -m tests.contract.honest_levels [--pairs 10000] [--budget 200] [--only decoy] [--processes 2]` prints,
for each level of each game with secrets, how many pairs were compared and how many choices differed. A pair
is two states with the same view but a different truth, in both of which the same seat is to act.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import count, islice

from games.core.game import AnyGame
from tests.contract.seeing import ended, every_twins, unfolding
from tests.kit.games.known_games import GAMES
from tests.kit.worlds.twins import Pair
from tests.kit.worlds.worlds import WORLDS

STEPS = 6


def pairs_of(key: str) -> Iterator[tuple[Pair, int]]:
    """Yield pairs of states, endlessly, each with a seat that is to act and can't see the difference."""
    game = GAMES[key]
    for number in count():
        for twins in every_twins(key, number):
            blind = set(twins.unbriefed) & set(twins.blind)
            for states, _ in unfolding(key, twins, random.Random(number), STEPS):
                if any(ended(game, states)):
                    break
                for seat in sorted(blind & set(game.to_act(states[0]))):
                    if _has_choice(game, states, seat):
                        yield states, seat


def _has_choice(game: AnyGame, states: Pair, seat: int) -> bool:
    return len(list(islice(game.actions(game.view(states[0], seat)), 2))) > 1


def differing(key: str, level: str, pairs: int, budget: int) -> int:
    """Count the pairs in which a level chooses differently."""
    game, found = GAMES[key], 0
    for number, (states, seat) in enumerate(islice(pairs_of(key), pairs)):
        chosen = [
            game.players[level](
                game.view(state, seat), game.briefing(state, seat), random.Random(number), budget
            )
            for state in states
        ]
        found += chosen[0] != chosen[1]
    return found


def main() -> None:
    """Compare the choices of each level and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--budget", type=int, default=200)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--only", choices=sorted(GAMES))
    parsed = parser.parse_args()
    keys = [key for key in GAMES if WORLDS[key].hidden and parsed.only in (None, key)]
    with ProcessPoolExecutor(parsed.processes) as pool:
        jobs: list[tuple[str, Future[int]]] = [
            (f"{key}, {level}", pool.submit(differing, key, level, parsed.pairs, parsed.budget))
            for key in keys
            for level in GAMES[key].players
        ]
        for name, job in jobs:
            print(f"{name}: {parsed.pairs} pairs, {job.result()} choices differ", flush=True)


if __name__ == "__main__":
    main()
