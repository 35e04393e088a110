"""Benchmark random playouts with full action lists against python-chess: actions per second.

It also prints the actions listed per second, since one position of ccc can list a hundred times as many as
one of chess.

`python -m bench.engines [--rounds 7] [--seconds 1.0]`. Ours and python-chess are measured alternately in
one run; medians and spread are printed.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time
from collections.abc import Callable

import chess

from bench.figures import Goal, figure, ratios
from games import GAMES
from games.core.game import AnyGame
from games.core.selfplay import numbered_seed
from slowplay.terminal import Advance, Row, Table, add_json, progress, show, unseen

GOALS = {"creators": 5.0, "decoy": 4.0, "ccc": 1.2, "alpha": 10.0}
IMPORT_GOAL_MILLISECONDS = 100


Counts = tuple[int, int]
"""Number of actions played, number of actions listed."""


def game_playout(game: AnyGame, options: object, number: int) -> Counts:
    """Play one random match of our game, seeded by `number`."""
    rng, state, actions, listed = random.Random(number), game.new(options, numbered_seed(number)), 0, 0
    while acting := game.to_act(state):
        legal = list(game.actions(game.view(state, acting[0])))
        state = game.play(state, acting[0], rng.choice(legal)).state
        actions += 1
        listed += len(legal)
    return actions, listed


def chess_playout(number: int) -> Counts:
    """Play one random game of chess, seeded by `number`."""
    rng, board, moves, listed = random.Random(number), chess.Board(), 0, 0
    while not board.is_game_over():
        legal = list(board.legal_moves)
        board.push(rng.choice(legal))
        moves += 1
        listed += len(legal)
    return moves, listed


def rate(playout: Callable[[int], Counts], seconds: float) -> tuple[float, float]:
    """Return actions played and actions listed per second of processor time, over at least `seconds`."""
    start, actions, listed, number = time.process_time(), 0, 0, 0
    while (spent := time.process_time() - start) < seconds:
        played, seen = playout(number)
        actions, listed, number = actions + played, listed + seen, number + 1
    return actions / spent, listed / spent


def compare(game: AnyGame, rounds: int, seconds: float, advance: Advance = unseen) -> list[Row]:
    """Measure the game and python-chess in turns; return both rates and their ratios."""
    options = game.options({})
    ours, theirs = list[tuple[float, float]](), list[tuple[float, float]]()
    for _ in range(rounds):
        ours.append(rate(lambda number: game_playout(game, options, number), seconds))
        theirs.append(rate(chess_playout, seconds))
        advance()
    (played, listed), (moved, seen) = (tuple(zip(*side, strict=True)) for side in (ours, theirs))
    bound = GOALS.get(game.key)
    goal = None if bound is None else Goal("at least", bound)
    return [
        figure(game.key, "actions a second", played),
        figure("python-chess", "moves a second", moved),
        figure(f"{game.key} / python-chess", "ratio", ratios(played, moved), goal),
        figure(f"{game.key} / python-chess", "ratio of actions listed", ratios(listed, seen)),
    ]


def import_milliseconds(runs: int, advance: Advance = unseen) -> list[float]:
    """Return how many milliseconds `import games` takes in fresh interpreters, without their own startup."""
    script = "import time; t = time.perf_counter(); import games; print((time.perf_counter() - t) * 1000)"
    found = []
    for _ in range(runs):
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True)
        found.append(float(done.stdout))
        advance()
    return found


def main() -> None:
    """Measure every game and the import."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0)
    add_json(parser)
    parsed = parser.parse_args()
    rows = list[Row]()
    with progress("Rounds", parsed.rounds * (len(GAMES) + 1)) as advance:
        for game in GAMES.values():
            rows += compare(game, parsed.rounds, parsed.seconds, advance)
        spent = import_milliseconds(parsed.rounds, advance)
    rows.append(figure("import games", "ms", spent, Goal("below", IMPORT_GOAL_MILLISECONDS)))
    title = f"Random games beside python-chess: medians of {parsed.rounds} rounds, lowest and highest"
    show([Table("figures", title, rows)], as_json=parsed.json)


if __name__ == "__main__":
    main()
