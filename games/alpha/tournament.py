"""The shipped decks against each other: `python -m games.alpha.tournament [-n 200]`.

Every pair plays n games with the bot's level on both sides, half of them with changed seats. Printed is how
many points in a hundred the deck of the row makes against that of the column; a draw is half a point."""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable

from games.alpha.decks import SHIPPED
from games.alpha.options import read_options
from games.alpha.players import alpha
from games.alpha.rules import play
from games.alpha.state import new_state
from games.alpha.view import view
from games.core.selfplay import numbered_seed


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


def table(games: int) -> Iterable[str]:
    """The lines of the table, in Markdown."""
    names = tuple(SHIPPED)
    yield f"| | {' | '.join(names)} |"
    yield f"|---|{'---|' * len(names)}"
    for row in names:
        cells = ("–" if row == column else f"{share(row, column, games):.0f}" for column in names)
        yield f"| **{row}** | {' | '.join(cells)} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=200, help="games per pair")
    for line in table(parser.parse_args().n):
        print(line)


if __name__ == "__main__":
    main()
