"""The shipped decks and the levels against each other, and how even the presets are.

`python -m games.alpha.ai.tournament [-n 200] [--level hard]`. Every pair of decks plays n games, the level on
both sides, half of them with seats swapped. The first table shows the points in a hundred of the row's deck
against the column's; a draw is half a point. Then each preset is played n times: points of the human's seat
and of the side that begins, each with its 95% margin, draws, and the median number of plies. Last, the level
plays the easiest one n times with each deck on both sides.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
from collections.abc import Mapping

from games.alpha.ai.players import PLAYERS
from games.alpha.rules.actions import Action
from games.alpha.rules.decks import SHIPPED
from games.alpha.rules.options import read_options
from games.alpha.rules.presets import PRESETS
from games.alpha.rules.rules import play
from games.alpha.rules.state import State, new_state
from games.alpha.rules.view import View, view
from games.core.game import Player
from games.core.selfplay import numbered_seed
from slowplay.terminal import Advance, Row, Table, Value, add_json, progress, show, unseen

Levels = tuple[str, str]
"""The levels in the human's seat and in the AI's."""
Players = tuple[Player[View, Action], Player[View, Action]]
USUAL = "hard"


def play_game(options: Mapping[str, object], number: int, levels: Levels) -> tuple[int, State]:
    """Play a game between two levels; return the seat that began, and the final state."""
    return match(options, number, (PLAYERS[levels[0]], PLAYERS[levels[1]]))


def match(options: Mapping[str, object], number: int, players: Players) -> tuple[int, State]:
    """Play a game between two players; return the seat that began, and the final state."""
    state = new_state(read_options(options), numbered_seed(number))
    starter = state.table.mover
    while state.table.outcome is None:
        mover = state.table.mover
        action = players[mover](view(state, mover), None, random.Random(0), 0)
        state = play(state, mover, action).state
    return starter, state


def count_points(end: State, seat: int) -> float:
    """Return the points of a seat in a finished game: 1, 0 or a half."""
    winner = end.table.outcome.winner if end.table.outcome else None
    return 0.5 if winner is None else float(winner == seat)


def points(first: str, second: str, number: int, levels: Levels) -> float:
    """Return the points of the first deck, played by seat 0, in one game."""
    return count_points(play_game({"decks": [first, second]}, number, levels)[1], 0)


def share(first: str, second: str, games: int, level: str = USUAL) -> float:
    """Return the first deck's points in a hundred, with seats swapped in every other game."""
    both = (level, level)
    every = (
        points(first, second, number, both) if number % 2 == 0 else 1 - points(second, first, number, both)
        for number in range(games)
    )
    return 100 * sum(every) / games


def table(games: int, level: str = USUAL, advance: Advance = unseen) -> Table:
    """Return the table of every deck's points against every other deck."""
    names, rows = tuple(SHIPPED), list[Row]()
    for name in names:
        row: dict[str, Value] = {"deck": name}
        for other in names:
            row[other] = None if name == other else share(name, other, games, level)
            advance()
        rows.append(row)
    return Table("points", "Points in a hundred of the row's deck against the column's", rows)


def evenness(games: int, level: str = USUAL, advance: Advance = unseen) -> Table:
    """Return the table of how even each preset is."""
    rows = list[Row]()
    for preset in PRESETS:
        ends = [play_game(preset.options, number, (level, level)) for number in range(games)]
        human, starter = (
            [count_points(end, 0) for _, end in ends],
            [count_points(end, first) for first, end in ends],
        )
        draws = sum(points == 0.5 for points in human)
        rows.append(
            {
                "preset": preset.name,
                "rated": preset.rated,
                "human": 100 * statistics.fmean(human),
                "within": margin(human),
                "starter": 100 * statistics.fmean(starter),
                "starter_within": margin(starter),
                "draws": 100 * draws / games,
                "plies": statistics.median(end.table.ply for _, end in ends),
            }
        )
        advance()
    return Table("presets", "Points in a hundred of the human's seat and of the side that begins", rows)


def strength(games: int, level: str = USUAL, advance: Advance = unseen) -> Table:
    """Return a level's points against the easiest one by deck, each deal played from both seats."""
    first, rows = next(iter(PLAYERS)), list[Row]()
    for deck in SHIPPED:
        each = [of_level({"decks": [deck, deck]}, number, level, first) for number in range(games)]
        rows.append({"deck": deck, "points": 100 * statistics.fmean(each), "within": margin(each)})
        advance()
    return Table("levels", f"Points in a hundred of {level} against {first}", rows)


def of_level(options: Mapping[str, object], number: int, level: str, other: str) -> float:
    """Return a level's points in a game; each pair of games has the same cards."""
    seat = number % 2
    levels = (level, other) if seat == 0 else (other, level)
    return count_points(play_game(options, number // 2, levels)[1], seat)


def margin(made_each: list[float]) -> float:
    """Return the 95% margin of the mean, in points of a hundred."""
    return 196 * statistics.pstdev(made_each) / math.sqrt(len(made_each))


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=200, help="games per pair")
    parser.add_argument("--level", choices=PLAYERS, default=USUAL, help="who plays")
    add_json(parser)
    parsed = parser.parse_args()
    with progress("Pairs, presets and decks", len(SHIPPED) ** 2 + len(PRESETS) + len(SHIPPED)) as advance:
        found = [each(parsed.n, parsed.level, advance) for each in (table, evenness, strength)]
    show(found, as_json=parsed.json)


if __name__ == "__main__":
    main()
