"""Scripts of Creators vs Destroyers that refuse to play."""

from __future__ import annotations

import random
from collections.abc import Callable

from bench.refusals import Scripts
from games import GAMES
from games.core.game import Briefing
from games.creators.rules.geometry import Action, Move, geometry
from games.creators.rules.state import field
from games.creators.rules.view import View

GAME = GAMES["creators"]


def shuffle(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """Roll, and make any move."""
    actions: list[Action] = list(GAME.actions(view))
    return rng.choice(actions)


def spare(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """Make any move that captures nothing."""
    return _least(view, rng, lambda move: int(move.capture))


def shuttle(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """Move a pawn back and forth as near to the corner of the home rows as the roll allows."""
    size = view.options.board_size
    corner = 0 if view.who == 0 else size * size - 1
    return _least(
        view, rng, lambda move: sum(_distance(size, corner, square) for square in (move.source, move.target))
    )


def avoid(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """Stay off the squares where a pattern can be, and leave them."""
    size = view.options.board_size
    names, inside = geometry(size).names, frozenset(field(size))
    risky = {names[cell] for cell in inside}
    return _least(view, rng, lambda move: (move.target in risky) - (move.source in risky))


def march(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """Walk toward the opponent's home rows, as far as each roll goes, and capture nothing on the way."""
    ahead = -1 if view.who == 0 else 1
    return _least(view, rng, lambda move: (_rank(move.source) - _rank(move.target)) * ahead + move.capture)


def _least(view: View, rng: random.Random, cost: Callable[[Move], int]) -> Action:
    """Return a random one of the cheapest moves, or the roll before it."""
    actions: list[Action] = list(GAME.actions(view))
    moves = [action for action in actions if isinstance(action, Move)]
    least = min(map(cost, moves), default=0)
    return rng.choice([move for move in moves if cost(move) == least] or actions)


def _rank(square: str) -> int:
    return int(square[1:])


def _distance(size: int, cell: int, square: str) -> int:
    (row, column), (other_row, other_column) = (
        divmod(cell, size),
        divmod(geometry(size).cell_of[square], size),
    )
    return max(abs(row - other_row), abs(column - other_column))


SCRIPTS: Scripts = {
    "shuffle": shuffle,
    "spare": spare,
    "shuttle": shuttle,
    "avoid": avoid,
    "march": march,
}
