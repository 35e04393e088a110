"""Random playouts with full action lists, in actions per second, beside python-chess in the same loop.

Printed besides: actions listed per second, since one position of ccc can list a hundred times as many as one
of chess.

`python -m bench.engines [--rounds 7] [--seconds 1.0]`. Both sides take turns in one run; medians and spread.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

import chess

from games import GAMES
from games.core.game import AnyGame
from games.core.selfplay import numbered_seed

GOALS = {"creators": 4.0, "decoy": 4.0, "ccc": 1.0, "alpha": 8.0}
IMPORT_GOAL_MILLISECONDS = 100


Counts = tuple[int, int]
"""Actions played, actions listed."""


def game_playout(game: AnyGame, options: object, number: int) -> Counts:
    """Play one random game of ours."""
    rng, state, actions, listed = random.Random(number), game.new(options, numbered_seed(number)), 0, 0
    while acting := game.to_act(state):
        legal = list(game.actions(game.view(state, acting[0])))
        state = game.play(state, acting[0], rng.choice(legal)).state
        actions += 1
        listed += len(legal)
    return actions, listed


def chess_playout(number: int) -> Counts:
    """Play one random game of chess."""
    rng, board, moves, listed = random.Random(number), chess.Board(), 0, 0
    while not board.is_game_over():
        legal = list(board.legal_moves)
        board.push(rng.choice(legal))
        moves += 1
        listed += len(legal)
    return moves, listed


def rate(playout: Callable[[int], Counts], seconds: float) -> tuple[float, float]:
    """Actions played and listed per second of processor time, over at least `seconds`."""
    start, actions, listed, number = time.process_time(), 0, 0, 0
    while (spent := time.process_time() - start) < seconds:
        played, seen = playout(number)
        actions, listed, number = actions + played, listed + seen, number + 1
    return actions / spent, listed / spent


def compare(game: AnyGame, rounds: int, seconds: float) -> None:
    """Print both rates and their ratio, measured in turns."""
    options = game.options({})
    ours, theirs = list[tuple[float, float]](), list[tuple[float, float]]()
    for _ in range(rounds):
        ours.append(rate(lambda number: game_playout(game, options, number), seconds))
        theirs.append(rate(chess_playout, seconds))
    ratios = [a[0] / b[0] for a, b in zip(ours, theirs, strict=True)]
    listing = [a[1] / b[1] for a, b in zip(ours, theirs, strict=True)]
    goal = GOALS.get(game.key)
    verdict = (
        ""
        if goal is None
        else f", goal ≥ {goal:g}: {'met' if statistics.median(ratios) >= goal else 'missed'}"
    )
    own, peer = (statistics.median(played for played, _ in side) for side in (ours, theirs))
    rates = f"{own:,.0f} actions/s; python-chess {peer:,.0f} moves/s"
    print(
        f"{game.key}: {rates}; ratio {_spread(ratios)}{verdict}; "
        f"actions listed per second: ratio {_spread(listing)}"
    )


def _spread(ratios: list[float]) -> str:
    return f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"


def import_milliseconds(runs: int) -> list[float]:
    """How long `import games` takes in a fresh interpreter, beyond the interpreter's own start."""
    script = "import time; t = time.perf_counter(); import games; print((time.perf_counter() - t) * 1000)"
    command = [sys.executable, "-c", script]
    return [
        float(subprocess.run(command, capture_output=True, check=True, text=True).stdout) for _ in range(runs)
    ]


def main() -> None:
    """Measure every game, and the import."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0)
    parsed = parser.parse_args()
    for game in GAMES.values():
        compare(game, parsed.rounds, parsed.seconds)
    spent = import_milliseconds(parsed.rounds)
    verdict = "met" if statistics.median(spent) < IMPORT_GOAL_MILLISECONDS else "missed"
    print(
        f"import games: {statistics.median(spent):.0f} ms ({min(spent):.0f} to {max(spent):.0f}), "
        f"goal < {IMPORT_GOAL_MILLISECONDS}: {verdict}"
    )


if __name__ == "__main__":
    main()
