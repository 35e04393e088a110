"""The level that looks ahead: each move is judged by what every face of the die would then let both sides do,
read from the cells that their pawns can land on. It knows the board and what it was briefed, nothing else."""

from __future__ import annotations

import random

import msgspec

from games.core.game import Briefing
from games.creators.geometry import Action, Move, Roll, geometry
from games.creators.players import remembered
from games.creators.reach import Shift, all_shifts, landing, pawns_of, set_of
from games.creators.rules import move_pawn, moves, need, round_of
from games.creators.view import View

# What things are worth, found by self-play against `medium`.
HELD = 400
THREATENED, ALSO_THREATENED = 100, 15
FILLABLE, ALSO_FILLABLE = 40, 6
TAKEN = 20
ABOUT_TO_WIN = 8000
WON = 1_000_000


class _Sight(msgspec.Struct, frozen=True):
    """What stays the same for all moves of a turn: the pattern, the lines, and how many cells win this turn
    (`now`) and in the next turn of the other side (`then`)."""

    pattern: int
    shifts: tuple[tuple[Shift, ...], ...]
    now: int
    then: int


def look_ahead(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """The move that leaves most, the first of equals; a roll while the die is not rolled."""
    if not view.die:
        return Roll()
    options = view.options
    pattern = set_of(remembered(briefing, 0, geometry(options.board_size)))
    then = need(options, view.total, view.par, round_of(view.ply + 1))
    sight = _Sight(pattern, all_shifts(options.board_size), view.need, then)
    seat = view.to_act or 0
    return max(moves(view.board, seat, view.die, options), key=lambda move: _worth(view, sight, seat, move))


def _worth(view: View, sight: _Sight, seat: int, move: Move) -> int:
    """What a move leaves to its side, with the other side to roll."""
    squares = geometry(view.options.board_size)
    source, target = squares.cell_of[move.source], squares.cell_of[move.target]
    board, _, _ = move_pawn(view.board, view.reserves, seat, source, target, view.options)
    mine, theirs = pawns_of(board, seat), pawns_of(board, 1 - seat)
    taken = TAKEN if move.capture else 0
    if view.options.victory == "race":
        return taken + _after(sight, mine, theirs) - _before(sight, theirs, mine)
    return taken + (_after(sight, mine, theirs) if seat == 0 else -_before(sight, theirs, mine))


def _after(sight: _Sight, builder: int, other: int) -> int:
    """What a builder has whose ply is over."""
    held = (builder & sight.pattern).bit_count()
    return WON if held >= sight.now else _prospects(sight, builder, other, held)


def _before(sight: _Sight, builder: int, other: int) -> int:
    """What a builder has who is to roll."""
    held = (builder & sight.pattern).bit_count()
    worth = _prospects(sight, builder, other, held)
    if held + 1 < sight.then:
        return worth
    missing = sight.pattern & ~builder
    return worth + ABOUT_TO_WIN * sum(bool(landing(builder, lines) & missing) for lines in sight.shifts)


def _prospects(sight: _Sight, builder: int, other: int, held: int) -> int:
    """The cells held, less those that a roll would let the other side take, and more for those that one would
    let the builder fill: each face of the die once, and a little for every further choice."""
    worth, standing, missing = HELD * held, builder & sight.pattern, sight.pattern & ~builder
    for lines in sight.shifts:
        threatened = (landing(other, lines) & standing).bit_count()
        fillable = (landing(builder, lines) & missing).bit_count()
        worth -= THREATENED + ALSO_THREATENED * (threatened - 1) if threatened else 0
        worth += FILLABLE + ALSO_FILLABLE * (fillable - 1) if fillable else 0
    return worth
