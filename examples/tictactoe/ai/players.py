"""The levels of the bot: each takes a view, and returns an action."""

import random

from examples.tictactoe.rules.rules import SEATS, SQUARES, View, board, outcome, to_act
from games.core.game import Briefing


def hasty(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> str:
    """Return any free square."""
    return rng.choice([square for square in SQUARES if square not in view.moves])


def careful(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> str:
    """Return a square that wins, or stops the opponent's win, or else any free one."""
    taken, seat = board(view), to_act(view)[0]
    free = [square for square in SQUARES if square not in taken]
    urgent = (s for mark in (SEATS[seat], SEATS[1 - seat]) for s in free if outcome(taken | {s: mark}))
    return next(urgent, rng.choice(free))
