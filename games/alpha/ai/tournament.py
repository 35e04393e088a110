"""The shipped decks against each other: `python -m games.alpha.ai.tournament [-n 200]`.

Every pair plays n games with the bot's level on both sides, half of them with changed seats. Printed is how
many points in a hundred the deck of the row makes against that of the column; a draw is half a point."""

from __future__ import annotations

import argparse
import random

from games.alpha.ai.players import alpha
from games.alpha.decks import SHIPPED
from games.alpha.options import read_options
from games.alpha.rules import play
from games.alpha.state import new_state
from games.alpha.view import view
from games.core.selfplay import numbered_seed
from terminal import Advance, Row, Table, Value, add_json, progress, show, unseen


def points(first: str, second: str, number: int) -> float:
    """What the first deck makes in one game, seat 0 having it: 1, 0 or a half."""
    state = new_state(read_options({"decks": [first, second]}), numbered_seed(number))
    while state.table.outcome is None:
        mover = state.table.mover
        state = play(state, mover, alpha(view(state, mover), None, random.Random(0), 0)).state
    winner = state.table.outcome.winner
    return 0.5 if winner is None else 1.0 - winner


def share(first: str, second: str, games: int) -> float:
    """Points in a hundred of the first deck, the seats changed in every other game."""
    made = (
        points(first, second, number) if number % 2 == 0 else 1 - points(second, first, number)
        for number in range(games)
    )
    return 100 * sum(made) / games


def table(games: int, advance: Advance = unseen) -> Table:
    """Points of every deck against every other one; nothing against itself."""
    names, rows = tuple(SHIPPED), list[Row]()
    for name in names:
        row: dict[str, Value] = {"deck": name}
        for other in names:
            row[other] = None if name == other else share(name, other, games)
            advance()
        rows.append(row)
    return Table("points", "Points in a hundred of the row's deck against the column's", rows)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=200, help="games per pair")
    add_json(parser)
    parsed = parser.parse_args()
    with progress("Pairs", len(SHIPPED) ** 2) as advance:
        found = table(parsed.n, advance)
    show([found], as_json=parsed.json)


if __name__ == "__main__":
    main()
