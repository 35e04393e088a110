"""The finder of puzzles in a match, each with an answer proved to be the only best one.

The proof examines all moves, all faces of the die and all replies.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from games.core.search.nodes import Nodes, OutOfNodes
from games.core.vocabulary.puzzles import Course, Puzzle
from games.creators.ai import difficulty
from games.creators.ai.chances import (
    FACES,
    Placed,
    Table,
    chance_after_replies,
    get_pawns,
    next_round,
    play_move,
    table_of,
    winning_faces,
)
from games.creators.ai.exercises import MISSES, WINS, at, key_of, nearly
from games.creators.ai.reach import pawns_of
from games.creators.rules.geometry import Move, geometry
from games.creators.rules.notation import format_action, parse
from games.creators.rules.options import SCRIBBLES, SPECS, Options
from games.creators.rules.rules import last_ply, moves, play, round_of
from games.creators.rules.state import State, pattern_cells
from games.creators.rules.view import view

FEWEST_MOVES = 8
LIKELY, STOPPED, APART = 3, 1, 2
"""Winning faces that a stop needs: the least after other moves, the most after it, the least gap."""
MARGIN = 4 / FACES**2
"""The least lead in winning chance of the best move over all others."""
MISSING = 3
"""The least number of missing cells; with fewer, the answer is found too easily."""
LURES = 3
"""The least number of other moves or patterns that resemble the answer, so that it can be mistaken."""
MANY = 14
"""The least number of pawns that could fill a cell in puzzles in which five faces win."""
_EACH = 2 * FACES
"""The nodes charged for all replies to one move."""


class Moment(NamedTuple):
    """A moment of a match: the number of actions so far, the state, and the table for its chances."""

    number: int
    state: State
    table: Table


class Found(NamedTuple):
    """An answer at a moment, from which a puzzle is made."""

    kind: str
    number: int
    seat: int
    rating: int
    answer: str
    about: str = ""


def puzzles(course: Course, rng: random.Random, budget: int) -> Iterator[Puzzle]:
    """Yield the puzzles in a match, one of each kind at most, drawn at random. A node is a move."""
    by_kind: dict[str, list[Found]] = defaultdict(list)
    with suppress(OutOfNodes):
        for found in _all_of(course, Nodes(budget)):
            by_kind[found.kind].append(found)
    for kind in sorted(by_kind):
        yield _puzzle(course, rng.choice(by_kind[kind]))


def _puzzle(course: Course, found: Found) -> Puzzle:
    short = Course(unusual(course.options), course.seed, course.actions[: found.number])
    return Puzzle(
        id="0",
        kind=found.kind,
        rating=found.rating,
        seat=found.seat,
        course=short,
        solution=(found.answer,),
        about=found.about,
    )


def unusual(raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the options that differ from their defaults."""
    usual = {spec.name: spec.values[0] for spec in SPECS}
    return {name: value for name, value in raw.items() if value != usual.get(name)}


def _all_of(course: Course, nodes: Nodes) -> Iterator[Found]:
    state = at(Course(course.options, course.seed, ()))
    yield from _half(state)
    table = table_of(state)
    for number, text in enumerate(course.actions, 1):
        state = play(state, state.side, parse(view(state, state.side), text)).state
        if state.outcome is None:
            yield from _at(Moment(number, state, table), nodes)


def _at(moment: Moment, nodes: Nodes) -> Iterator[Found]:
    """Yield what can be asked at a moment; nothing with compulsory captures, where chances are inexact."""
    options, state = moment.state.setup.options, moment.state
    if options.must_capture == "on":
        return
    if not state.die:
        yield from _roll(moment)
        return
    legal = moves(state.board, state.side, state.die, options)
    if len(legal) < FEWEST_MOVES:
        return
    yield from _win(moment, legal)
    if options.victory == "creatorOnly":
        nodes.spend(len(legal))
        yield from (_stop(moment, legal) if state.side else _best(moment, legal, nodes))


def _missing(moment: Moment, seat: int) -> int:
    return moment.table.pattern & ~pawns_of(moment.state.board, seat)


def _filling(moment: Moment, legal: Sequence[Move]) -> list[Move]:
    """Return the moves that fill a cell from outside the pattern."""
    cell_of = geometry(moment.table.options.board_size).cell_of
    missing, pattern = _missing(moment, moment.state.side), moment.table.pattern
    return [m for m in legal if missing >> cell_of[m.target] & 1 and not pattern >> cell_of[m.source] & 1]


def _landing(moment: Moment, legal: Sequence[Move], cells: int) -> list[Move]:
    """Return the moves onto these cells."""
    cell_of = geometry(moment.table.options.board_size).cell_of
    return [move for move in legal if cells >> cell_of[move.target] & 1]


def _win(moment: Moment, legal: Sequence[Move]) -> Iterator[Found]:
    """Yield a puzzle if exactly one move fills the last cell needed."""
    state, table = moment.state, moment.table
    seat = state.side
    if seat and table.options.victory != "race":
        return
    held = (pawns_of(state.board, seat) & table.pattern).bit_count()
    missing, filling = _missing(moment, seat), _filling(moment, legal)
    if held + 1 < table.need(round_of(state.ply)) or len(filling) != 1 or missing.bit_count() < MISSING:
        return
    if len(_landing(moment, legal, missing)) == 1:
        return
    rating = difficulty.of_a_win(table, state, filling[0], legal)
    yield Found("win", moment.number, seat, rating, format_action(filling[0]))


def _after(moment: Moment, move: Move) -> Placed:
    cell_of = geometry(moment.table.options.board_size).cell_of
    source, target = cell_of[move.source], cell_of[move.target]
    return play_move(moment.table, get_pawns(moment.state), moment.state.side, source, target)


def _stop(moment: Moment, legal: Sequence[Move]) -> Iterator[Found]:
    """Yield a puzzle if exactly one move of the Destroyer leaves the Creator hardly a winning roll."""
    state, table, number = moment.state, moment.table, next_round(moment.state)
    if state.ply >= last_ply(table.options) or sum(winning_faces(table, state.board, number)) < LIKELY:
        return
    left = [(sum(winning_faces(table, _after(moment, move).board, number)), move) for move in legal]
    (best, move), (second, _), *_ = sorted(left, key=lambda pair: pair[0])
    captures = sum(other.capture for other in legal)
    if best <= STOPPED and second >= max(LIKELY, best + APART) and captures > 1:
        rating = difficulty.of_a_stop(table, state, move, legal, second)
        yield Found("stop", moment.number, 1, rating, format_action(move))


def _best(moment: Moment, legal: Sequence[Move], nodes: Nodes) -> Iterator[Found]:
    """Yield a puzzle if no move of the Creator wins now, but exactly one gives the best chance next turn."""
    state, table, number = moment.state, moment.table, round_of(moment.state.ply) + 1
    held = (pawns_of(state.board, 0) & table.pattern).bit_count()
    wins = bool(_filling(moment, legal)) and held + 1 >= table.need(number - 1)
    if wins or number > round_of(last_ply(table.options)) or held + 2 < table.need(number):
        return
    nodes.spend(len(legal) * _EACH)
    left = [(chance_after_replies(table, _after(moment, move), number), move) for move in legal]
    ranked = sorted(left, key=lambda pair: -pair[0])
    (best, move), (second, _), *_ = ranked
    if best - second >= MARGIN - 1e-9 and ranked[LURES][0] > 0:
        rating = difficulty.of_a_best_move(table, state, move, [chance for chance, _ in ranked])
        yield Found("best", moment.number, 0, rating, format_action(move))


def _roll(moment: Moment) -> Iterator[Found]:
    """Yield a puzzle if exactly one roll wins at once, or exactly one doesn't."""
    state, table = moment.state, moment.table
    if state.side and table.options.victory != "race":
        return
    wins = winning_faces(table, state.board, round_of(state.ply), state.side)
    missing = _missing(moment, state.side).bit_count()
    for about, outcome in ((WINS, True), (MISSES, False)):
        if (
            wins.count(outcome) == 1
            and missing >= MISSING
            and _at_hand(moment) >= (FACES if outcome else MANY)
        ):
            rating = difficulty.of_a_roll(table, state, about == WINS)
            yield Found("roll", moment.number, state.side, rating, str(wins.index(outcome) + 1), about)


def _at_hand(moment: Moment) -> int:
    """Return how many pawns outside the pattern could fill a cell with some roll."""
    own, table = pawns_of(moment.state.board, moment.state.side), moment.table
    near = table.landings.anywhere(_missing(moment, moment.state.side))
    return (own & ~table.pattern & near).bit_count()


def _half(state: State) -> Iterator[Found]:
    """Yield a puzzle if exactly one pattern has all cells that the Destroyer saw, and some nearly have."""
    options, shown = state.setup.options, state.setup.shown
    if options.destroyer_preview != "half" or not _is_plain(options):
        return
    lacking = [_lacking(options, name, shown) for name in nearly(state)]
    if lacking.count(0) == 1 and lacking.count(1) >= LURES:
        squares = geometry(options.board_size).names
        about = " ".join(squares[cell] for cell in shown)
        yield Found("half", 0, 1, difficulty.of_a_half(lacking), key_of(state.setup.pattern.name), about)


def _is_plain(options: Options) -> bool:
    """Return whether the pattern is drawn from the deck and upright."""
    return options.pattern == "seeded" and options.category != SCRIBBLES and options.flip_pattern == "never"


def _lacking(options: Options, name: str, shown: Sequence[int]) -> int:
    cells = pattern_cells(name, False, options.board_size)
    return sum(cell not in cells for cell in shown)
