"""The search for puzzles in matches; each position gives one puzzle."""

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
"""Nodes for a whole match, enough to prove the solutions."""


def play_courses(game: AnyGame, raw: Mapping[str, object], first: int, count: int) -> Iterator[Course]:
    """Yield matches between AI levels of adjacent rating, in turn, with seeds numbered from `first`."""
    levels = sorted(game.players, key=lambda level: game.level_ratings[level])
    neighbors = list(pairwise(levels)) or [(levels[0], levels[0])]
    pairs = [*neighbors, *((upper, lower) for lower, upper in neighbors)]
    for number in range(first, first + count):
        record = play_match(game, raw, numbered_seed(number), pairs[number % len(pairs)])
        yield Course(record.options, record.seed, record.actions)


def find_puzzles(
    game: AnyGame, analyst: Analyst, courses: Iterable[Course], known: Iterable[Puzzle] = ()
) -> Iterator[Puzzle]:
    """Yield the puzzles in these matches, numbered on from `known`; skip positions that already have one."""
    names = [earlier.id for earlier in known]
    seen = {_position(game, earlier) for earlier in known}
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
    """Return the puzzle's kind and subject, and the position as its solver sees it."""
    *_, state = replay(game, puzzle.course)
    return puzzle.kind + puzzle.about, game.position(game.view(state, puzzle.seat))
