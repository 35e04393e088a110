"""The Creator's chance to win, estimated without playing on.

It combines the most likely course of the cells held, from a table, with the pawns near the pattern. The
weights come from `python -m games.creators.ai.calibrate --fit`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from games.core.search.adding import add_up
from games.core.search.nodes import best_few
from games.creators.ai.chances import (
    FACES,
    Placed,
    Table,
    filling_faces,
    get_pawns,
    next_round,
    table_of,
    telling_replies,
    winning_faces,
)
from games.creators.ai.expectimax import candidates, sight_of
from games.creators.ai.reach import pawns_of
from games.creators.rules import rules
from games.creators.rules.geometry import DIE_FACES
from games.creators.rules.rules import last_ply, need, round_of
from games.creators.rules.state import State
from games.creators.rules.view import view

FILLS, FILLS_LESS = 0.45, 0.09
TAKES, TAKES_MORE, TAKES_AT_MOST = 0.15, 0.27, 0.1
"""How likely a turn fills or takes a cell, as logits at par and changes per cell held.

The second of `FILLS` is the decrease per cell beyond par; the second and third of `TAKES` are the increases
per cell up to par and beyond it.
"""
WEIGHTS = (-0.337, 0.963, -0.655, 0.136, 0.013, -0.144, 0.397, -0.238, 0.209, -0.175)
"""The weights of `signs`, in its order, from self-play of `hard`."""
RACE_WEIGHTS = (0.66, 2.32, 0.254)
"""The weights of `race_signs`, in its order."""
SURE = 0.002
_TRIED = 3


class Course(NamedTuple):
    """The Creator's chances to win, by round from 0 and by number of cells held.

    `building` has them with the Creator to roll, `stopping` with the Destroyer to roll.
    """

    building: Sequence[Sequence[float]]
    stopping: Sequence[Sequence[float]]


def estimate(state: State) -> float:
    """Return the Creator's chance to win, a draw counting half; after the end, the result."""
    if state.outcome is not None:
        return 0.5 if state.outcome.winner is None else 1.0 - state.outcome.winner
    if state.die:
        return _after_the_best(state)
    if state.setup.options.victory == "race":
        return logistic(add_up(w * s for w, s in zip(RACE_WEIGHTS, race_signs(state), strict=True)))
    sure = _at_the_end(state)
    if sure is not None:
        return sure
    if state.setup.options.ending != "fading":
        return first_step(state, _course(table_of(state)))
    return logistic(add_up(w * s for w, s in zip(WEIGHTS, signs(state), strict=True)))


def _after_the_best(state: State) -> float:
    """Return the estimate after the best of the few moves that look best to the seat that has rolled."""
    seat, pattern = state.side, state.setup.pattern
    seen = msgspec.structs.replace(view(state, seat), total=len(pattern.cells), par=pattern.par)
    found = candidates(seen, sight_of(seen, pattern.cells), len(state.board) * FACES)
    best = best_few(found, lambda candidate: candidate.worth, _TRIED)
    left = [estimate(rules.play(state, seat, candidate.move).state) for candidate in best]
    return max(left) if seat == 0 else min(left)


def _at_the_end(state: State) -> float | None:
    """Return the exact chance if no turn is left, or one without compulsory captures; else None."""
    options, number = state.setup.options, next_round(state)
    turns = last_ply(options) // 2 - number + 1
    if turns < 1:
        return 0.0
    return None if turns > 1 or options.must_capture == "on" else first_step(state, None)


def first_step(state: State, course: Course | None) -> float:
    """Return the chance from each face of the next roll, then the course; None counts the rest as lost."""
    table, number = table_of(state), next_round(state)
    return (_building if state.side == 0 else _stopping)(table, get_pawns(state), number, course)


def _building(table: Table, placed: Placed, number: int, course: Course | None) -> float:
    held = _count_held(table, placed)
    if table.wins_by_any_move(held, number):
        return 1.0
    filling = sum(filling_faces(table, placed.board)) / FACES
    wins = held + 1 >= table.need(number)
    filled = 1.0 if wins else _read(course, 1, number, held + 1)
    return filling * filled + (1.0 - filling) * _read(course, 1, number, held)


def _stopping(table: Table, placed: Placed, number: int, course: Course | None) -> float:
    """Return the Creator's chance with the Destroyer to roll.

    If one more cell wins, the best reply to each face counts; else whether a face takes a cell.
    """
    held = _count_held(table, placed)
    if held + 1 >= table.need(number):
        least = (_least(table, placed, die, number, course) for die in DIE_FACES)
        return add_up(least) / FACES
    own, enemies = (pawns_of(placed.board, seat) for seat in (0, 1))
    taking = sum(bool(reach & own & table.pattern) for reach in table.landings.of(enemies)) / FACES
    filling = sum(filling_faces(table, placed.board)) / FACES
    left = [_average_roll(filling, course, number, cells) for cells in (max(0, held - 1), held)]
    return taking * left[0] + (1.0 - taking) * left[1]


def _least(table: Table, placed: Placed, die: int, number: int, course: Course | None) -> float:
    return min(_building(table, after, number, course) for after in telling_replies(table, placed, 1, die))


def _average_roll(filling: float, course: Course | None, number: int, held: int) -> float:
    more, same = (_read(course, 1, number, cells) for cells in (held + 1, held))
    return filling * more + (1.0 - filling) * same


def _read(course: Course | None, seat: int, number: int, held: int) -> float:
    """Return the chance in the course with a seat to roll, in a round, with this number of cells held."""
    if course is None:
        return 0.0
    chances = course[seat][min(number, len(course[seat]) - 1)]
    return chances[min(held, len(chances) - 1)]


def _count_held(table: Table, placed: Placed) -> int:
    return (pawns_of(placed.board, 0) & table.pattern).bit_count()


def signs(state: State) -> tuple[float, ...]:
    """Return the features of a position from which the chance is computed.

    They are 1, the logit of the first step, that logit times the share of the match left, faces that fill,
    free pawns that can reach a missing cell with some face, enemies that can reach a held cell with some
    face, cells held beyond par, that number times the share left, the share left, and the side to act. The
    counts of faces, free pawns and enemies are reduced by 4, 6 and 6.
    """
    setup, table = state.setup, table_of(state)
    logit = _logit(first_step(state, _course(table)))
    left = 1.0 - (round_of(state.ply) - 1) / setup.options.rounds
    own, enemies = pawns_of(state.board, 0), pawns_of(state.board, 1)
    missing, standing = table.pattern & ~own, table.pattern & own
    at_hand = (own & ~table.pattern & table.landings.anywhere(missing)).bit_count()
    in_wait = (enemies & table.landings.anywhere(standing)).bit_count()
    beyond = standing.bit_count() - table.par
    faces = sum(filling_faces(table, state.board))
    return (
        1.0,
        logit,
        logit * left,
        faces - 4.0,
        at_hand - 6.0,
        in_wait - 6.0,
        float(beyond),
        beyond * left,
        left,
        float(state.side),
    )


def race_signs(state: State) -> tuple[float, ...]:
    """Return the features of a race from which the chance is computed.

    They are 1, the lead in cells over the square root of one more than the plies left, and the number of
    faces that win at once, negative with the Destroyer to act.
    """
    table, left = table_of(state), last_ply(state.setup.options) - state.ply
    lead = rules.count_held(state, 0) - rules.count_held(state, 1)
    wins = sum(winning_faces(table, state.board, round_of(state.ply), state.side))
    return 1.0, lead / math.sqrt(1.0 + left), float(wins if state.side == 0 else -wins)


def _course(table: Table) -> Course:
    options = table.options
    rounds = range(round_of(last_ply(options)) + 1)
    needs = tuple(need(options, table.total, table.par, number) for number in rounds)
    return course_of(needs, table.total, table.par, options.winning_move == "any")


@lru_cache(maxsize=256)
def course_of(needs: tuple[int, ...], total: int, par: float, any_move: bool = False) -> Course:
    """Return the course of a match whose turns fill and take cells about as often as those of `hard`."""
    building, stopping = ([[0.0] * (total + 1) for _ in needs] for _ in (0, 1))
    for number in reversed(range(1, len(needs))):
        for held in range(total + 1):
            if number + 1 < len(needs):
                then, taken = building[number + 1], _takes(held, par)
                stopping[number][held] = taken * then[max(0, held - 1)] + (1.0 - taken) * then[held]
        for held in range(total + 1):
            filled, then = _fills(held, total, par), stopping[number]
            more = 1.0 if held + 1 >= needs[number] else then[held + 1]
            left = 1.0 if any_move and held >= needs[number] else then[held]
            building[number][held] = filled * more + (1.0 - filled) * left
    return Course(building, stopping)


def _fills(held: int, total: int, par: float) -> float:
    return logistic(FILLS - FILLS_LESS * (held - par)) if held < total else 0.0


def _takes(held: int, par: float) -> float:
    beyond = held - par
    slope = TAKES_MORE if beyond < 0 else TAKES_AT_MOST
    return logistic(TAKES + slope * beyond) if held else 0.0


def logistic(logit: float) -> float:
    """Return a logit as a chance, at least `SURE` away from 0 and 1."""
    chance = 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, logit))))
    return min(1.0 - SURE, max(SURE, chance))


def _logit(chance: float) -> float:
    bounded = min(1.0 - SURE, max(SURE, chance))
    return math.log(bounded / (1.0 - bounded))
