"""The level that looks one roll ahead: it judges moves by what every face would then let both sides do.

It reads this from the cells where pawns can land, and knows only the board and its briefing.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable
from itertools import islice
from typing import NamedTuple

import msgspec

from games.core.game import Briefing
from games.creators.ai.memory import goal, guess_pattern
from games.creators.ai.reach import Landings, Reach, pawns_of, set_of
from games.creators.rules.geometry import DIE_FACES, Action, Move, Roll, geometry
from games.creators.rules.rules import move_pawn, moves, need, round_of
from games.creators.rules.view import View

# Weights of the evaluation, found by self-play.
HELD = 400
THREATENED, ALSO_THREATENED = 40, 20
FILLABLE, ALSO_FILLABLE = 40, 6
TAKEN = 20
AT_HAND, IN_WAIT = 13, 27
"""The worth of a free pawn near a missing cell, and the harm of an enemy near a held one, with any face."""
ABOUT_TO_WIN = 8000
WON = 1_000_000


class Sight(msgspec.Struct, frozen=True):
    """What stays the same for all moves of a turn: the pattern, the landings and two requirements.

    `now` cells win in this turn, if the move has to fill at least one more than are held (CVD-30); `then`
    cells win in the opponent's next turn, by `any_move` or only by one that fills.
    """

    pattern: int
    landings: Landings
    now: int
    then: int
    any_move: bool = False


class Candidate(msgspec.Struct, frozen=True):
    """A move, the pawns of both seats after it as sets of bits, and its worth to the seat that moves."""

    move: Move
    pawns: tuple[int, int]
    worth: int


def look_ahead(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """Return the most valuable move, the first of equals, or the roll before it. A node is a move."""
    return best_move(view, guess_pattern(view, briefing), budget) if view.die else Roll()


def best_move(view: View, pattern: Collection[int], budget: int) -> Move:
    """Return the most valuable move for a seat that believes these cells to be the pattern."""
    return max(candidates(view, sight_of(view, pattern), budget), key=lambda found: found.worth).move


def sight_of(view: View, pattern: Collection[int]) -> Sight:
    """Return a pattern with the requirements of this ply and the next."""
    options, seat = view.options, view.to_act or 0
    total, par = goal(view, len(pattern))
    rounds = (min(options.rounds, round_of(view.ply + plies)) for plies in (0, 1))
    now, then = (need(options, total, par, number) for number in rounds)
    cells = set_of(pattern)
    any_move = options.winning_move == "any"
    # Where any move wins, a side that holds enough hasn't won only if fewer are enough than a round ago.
    falls = any_move and now < need(options, total, par, max(1, round_of(view.ply) - 1))
    one_more = 0 if falls else (pawns_of(view.board, seat) & cells).bit_count() + 1
    return Sight(cells, Landings(options.board_size), max(now, one_more), then, any_move)


def candidates(view: View, sight: Sight, budget: int) -> list[Candidate]:
    """Return the legal moves in order, each valued: as many as the budget allows, all for a budget of 0."""
    legal = moves(view.board, view.to_act or 0, view.die, view.options)
    return evaluate_moves(view, sight, islice(legal, budget or None))


def evaluate_moves(view: View, sight: Sight, legal: Iterable[Move]) -> list[Candidate]:
    """Return these legal moves, each with its worth to the seat that moves."""
    before = (pawns_of(view.board, 0), pawns_of(view.board, 1))
    return [_candidate(view, sight, before, move) for move in legal]


def _candidate(view: View, sight: Sight, before: tuple[int, int], move: Move) -> Candidate:
    squares, seat = geometry(view.options.board_size), view.to_act or 0
    source, target = squares.cell_of[move.source], squares.cell_of[move.target]
    if move.capture or any(view.reserves):
        board, _, _ = move_pawn(view.board, view.reserves, seat, source, target, view.options)
        pawns = (pawns_of(board, 0), pawns_of(board, 1))
        reach = sight.landings.of(pawns[seat])
    else:
        moved = before[seat] ^ (1 << source | 1 << target)
        pawns = (moved, before[1]) if seat == 0 else (before[0], moved)
        reach = sight.landings.after(before[seat], 1 << source, 1 << target)
    worth = _evaluate_position(view, sight, seat, pawns, (reach, sight.landings.of(pawns[1 - seat])))
    return Candidate(move, pawns, worth + (TAKEN if move.capture else 0))


def _evaluate_position(
    view: View, sight: Sight, seat: int, pawns: tuple[int, int], reaches: tuple[Reach, Reach]
) -> int:
    """Return a move's worth to its side, with the opponent to roll; `reaches` has the mover's first."""
    own, others = Side(pawns[seat], reaches[0]), Side(pawns[1 - seat], reaches[1])
    if view.options.victory == "race":
        return _after(sight, own, others) - _before(sight, others, own)
    return _after(sight, own, others) if seat == 0 else -_before(sight, others, own)


class Side(NamedTuple):
    """The pawns of a side and where they can land."""

    pawns: int
    reach: Reach


def _after(sight: Sight, builder: Side, other: Side) -> int:
    """Return what a position is worth to a builder who has just moved."""
    if (builder.pawns & sight.pattern).bit_count() >= sight.now:
        return WON
    return prospects(sight, builder, other) + presence(sight, builder.pawns, other.pawns)


def _before(sight: Sight, builder: Side, other: Side) -> int:
    """Return what a position is worth to a builder who is to roll."""
    worth = prospects(sight, builder, other) + presence(sight, builder.pawns, other.pawns)
    return worth + about_to_win(sight, builder, sight.then)


def about_to_win(sight: Sight, builder: Side, needed: int) -> int:
    """Return the worth of each face that wins at once for a builder who is to roll.

    Only a pawn from outside the pattern fills a cell: leaving one for another gains nothing (CVD-30).
    """
    held = (builder.pawns & sight.pattern).bit_count()
    if sight.any_move and held >= needed:
        return ABOUT_TO_WIN * len(DIE_FACES)
    if held + 1 < needed:
        return 0
    missing, free = sight.pattern & ~builder.pawns, builder.pawns & ~sight.pattern
    return ABOUT_TO_WIN * sum([bool(reach & missing) for reach in sight.landings.of(free)])


def prospects(sight: Sight, builder: Side, other: Side) -> int:
    """Return the worth of the cells held, those in danger and those that can be filled.

    Each face of the die counts once, plus a little for every further cell that it could fill or take.
    """
    standing, missing = builder.pawns & sight.pattern, sight.pattern & ~builder.pawns
    worth = HELD * standing.bit_count()
    for filling, taking in zip(builder.reach, other.reach, strict=True):
        fillable, threatened = filling & missing, taking & standing
        if fillable:
            worth += FILLABLE + ALSO_FILLABLE * (fillable.bit_count() - 1)
        if threatened:
            worth -= THREATENED + ALSO_THREATENED * (threatened.bit_count() - 1)
    return worth


def presence(sight: Sight, builder: int, other: int) -> int:
    """Return what the pawns near the pattern are worth to the builder."""
    missing, standing = sight.pattern & ~builder, builder & sight.pattern
    at_hand = builder & ~sight.pattern & sight.landings.anywhere(missing)
    in_wait = other & sight.landings.anywhere(standing)
    return AT_HAND * at_hand.bit_count() - IN_WAIT * in_wait.bit_count()
