"""The level that looks a ply further: to the best few moves it plays every reply to every face of the die and
judges each by what it leaves. The third roll is not tried but read, as `looking_ahead` does."""

from __future__ import annotations

import random

from games.core.game import Briefing
from games.core.search.nodes import Nodes, OutOfNodes, best_few
from games.creators.geometry import Action, Roll
from games.creators.looking_ahead import (
    TAKEN,
    WON,
    Candidate,
    Side,
    Sight,
    about_to_win,
    candidates,
    look_ahead,
    presence,
    prospects,
    sight_of,
)
from games.creators.memory import known_or_guessed
from games.creators.reach import Lines, all_lines, every_move
from games.creators.view import View

WIDTH = 8
"""How many of the best moves are looked at more closely."""
WINS_NOW = 60_000
ONE_SHORT, TWO_SHORT = 1000, 200
"""What it is worth to the builder to lack but one or two cells in the next turn."""


def look_further(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """The move that leaves most after the best reply to every roll; a roll while the die is not rolled.

    A node is a position that is valued. In a race, where both sides build, it plays as `look_ahead` does."""
    if not view.die:
        return Roll()
    if view.options.victory == "race":
        return look_ahead(view, briefing, rng, budget)
    sight, nodes = sight_of(view, known_or_guessed(view, briefing)), Nodes(budget)
    found = candidates(view, sight, budget)
    best = best_few(found, lambda candidate: candidate.worth, WIDTH)
    if best[0].worth >= WON or len(best) == 1:
        return best[0].move
    nodes.left -= len(found)
    return _closest(view, sight, nodes, best)


def _closest(view: View, sight: Sight, nodes: Nodes, best: tuple[Candidate, ...]) -> Action:
    """Of a few moves the one that is best a ply further, as far as the nodes allow."""
    chosen, most = best[0].move, float("-inf")
    try:
        for candidate in best:
            worth = _further(view, sight, nodes, candidate)
            if worth > most:
                chosen, most = candidate.move, worth
    except OutOfNodes:
        pass
    return chosen


def _further(view: View, sight: Sight, nodes: Nodes, candidate: Candidate) -> float:
    """What a move leaves to its side, the mean over the faces of the die of the other side's best reply."""
    builder, other = candidate.pawns
    near = presence(sight, builder, other)
    taken = TAKEN if candidate.move.capture else 0
    faces = all_lines(view.options.board_size)
    if view.to_act == 0:
        return taken + near + sum(left(sight, nodes, lines, builder, other) for lines in faces) / len(faces)
    return taken - near - sum(built(sight, nodes, lines, builder, other) for lines in faces) / len(faces)


def left(sight: Sight, nodes: Nodes, lines: Lines, builder: int, other: int) -> int:
    """What the builder, then to roll, has after the reply to one face that leaves it least."""
    landings = sight.landings
    worths = []
    for source, target in every_move(other, lines):
        nodes.spend()
        spared = builder & ~target
        standing = Side(spared, landings.of(spared))
        moved = Side((other ^ source) | target, landings.after(other, source, target))
        worths.append(prospects(sight, standing, moved) + about_to_win(sight, standing, sight.later))
    if worths:
        return min(worths)
    passed = Side(builder, landings.of(builder))
    return prospects(sight, passed, Side(other, landings.of(other)))


def built(sight: Sight, nodes: Nodes, lines: Lines, builder: int, other: int) -> int:
    """What the builder has after its best reply to one face, the other side to roll."""
    landings = sight.landings
    worths = []
    for source, target in every_move(builder, lines):
        nodes.spend()
        after = (builder ^ source) | target
        if (after & sight.pattern).bit_count() >= sight.then:
            return WINS_NOW
        remaining = other & ~target
        own = Side(after, landings.after(builder, source, target))
        others = Side(remaining, landings.of(remaining))
        worths.append(prospects(sight, own, others) + _nearly(sight, after))
    if worths:
        return max(worths)
    passed = Side(builder, landings.of(builder))
    return prospects(sight, passed, Side(other, landings.of(other))) + _nearly(sight, builder)


def _nearly(sight: Sight, builder: int) -> int:
    """What it is worth to a builder whose ply is over to lack but a cell or two in its next turn."""
    short = sight.later - (builder & sight.pattern).bit_count()
    return ONE_SHORT if short <= 1 else TWO_SHORT if short == 2 else 0
