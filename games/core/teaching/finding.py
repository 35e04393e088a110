"""Finding puzzles: an analyst looks through matches, and each position counts once."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from msgspec import structs

from games.core.game import AnyGame
from games.core.record import replay
from games.core.selfplay import numbered_seed, play_match
from games.core.vocabulary.analyst import Analyst
from games.core.vocabulary.puzzles import Course, Puzzle

BUDGET = 200_000
"""Nodes for a whole match: what is found has to be proved."""


def played(game: AnyGame, raw: Mapping[str, object], first: int, count: int) -> Iterator[Course]:
    """Matches of the game's levels, every pair of neighbors in turn, numbered from `first` on."""
    levels = sorted(game.players, key=lambda level: game.level_ratings[level])
    neighbors = list(pairwise(levels)) or [(levels[0], levels[0])]
    pairs = [*neighbors, *((other, one) for one, other in neighbors)]
    for number in range(first, first + count):
        record = play_match(game, raw, numbered_seed(number), pairs[number % len(pairs)])
        yield Course(record.options, record.seed, record.actions)


def found(
    game: AnyGame, analyst: Analyst, courses: Iterable[Course], known: Iterable[Puzzle] = ()
) -> Iterator[Puzzle]:
    """The puzzles in these matches, numbered on from those that are `known`; none stands for a position that
    another one has already."""
    names = [one.id for one in known]
    seen = {_position(game, one) for one in known}
    number = max((int(name) for name in names if name.isdigit()), default=0)
    for course in courses:
        rng = random.Random(course.seed)
        for puzzle in analyst.puzzles(course, rng, BUDGET):
            position = _position(game, puzzle)
            if position not in seen:
                seen.add(position)
                number += 1
                yield structs.replace(puzzle, id=str(number))


def _position(game: AnyGame, puzzle: Puzzle) -> tuple[str, str]:
    """What it's about, as far as its reader sees."""
    *_, state = replay(game, puzzle.course)
    return puzzle.kind + puzzle.about, game.position(game.view(state, puzzle.seat))
