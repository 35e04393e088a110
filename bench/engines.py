"""Random playouts with full action lists, in actions per second, beside python-chess in the same loop.

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


def game_playout(game: AnyGame, options: object, number: int) -> int:
    """Play one random game of ours; the number of actions."""
    rng, state, actions = random.Random(number), game.new(options, numbered_seed(number)), 0
    while acting := game.to_act(state):
        legal = list(game.actions(game.view(state, acting[0])))
        state = game.play(state, acting[0], rng.choice(legal)).state
        actions += 1
    return actions


def chess_playout(number: int) -> int:
    """Play one random game of chess; the number of moves."""
    rng, board, moves = random.Random(number), chess.Board(), 0
    while not board.is_game_over():
        board.push(rng.choice(list(board.legal_moves)))
        moves += 1
    return moves


def rate(playout: Callable[[int], int], seconds: float) -> float:
    """Actions per second of processor time, over at least `seconds`."""
    start, actions, number = time.process_time(), 0, 0
    while (spent := time.process_time() - start) < seconds:
        actions += playout(number)
        number += 1
    return actions / spent


def compare(game: AnyGame, rounds: int, seconds: float) -> None:
    """Print both rates and their ratio, measured in turns."""
    options = game.options({})
    ours, theirs = list[float](), list[float]()
    for _ in range(rounds):
        ours.append(rate(lambda number: game_playout(game, options, number), seconds))
        theirs.append(rate(chess_playout, seconds))
    ratios = [a / b for a, b in zip(ours, theirs, strict=True)]
    goal = GOALS.get(game.key)
    verdict = (
        ""
        if goal is None
        else f", goal ≥ {goal:g}: {'met' if statistics.median(ratios) >= goal else 'missed'}"
    )
    rates = f"{statistics.median(ours):,.0f} actions/s; python-chess {statistics.median(theirs):,.0f} moves/s"
    print(
        f"{game.key}: {rates}; "
        f"ratio {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f}){verdict}"
    )


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
