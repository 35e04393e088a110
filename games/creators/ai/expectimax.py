"""The level that looks ahead: each move is judged by what every face of the die would then let both sides do,
read from the cells that their pawns can land on. It knows the board and what it was briefed, nothing else."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable
from itertools import islice
from typing import NamedTuple

import msgspec

from games.core.game import Briefing
from games.creators.ai.memory import goal, known_or_guessed
from games.creators.ai.reach import Landings, Reach, pawns_of, set_of
from games.creators.rules.geometry import Action, Move, Roll, geometry
from games.creators.rules.rules import move_pawn, moves, need, round_of
from games.creators.rules.view import View

# What things are worth, found by self-play.
HELD = 400
THREATENED, ALSO_THREATENED = 40, 20
FILLABLE, ALSO_FILLABLE = 40, 6
TAKEN = 20
AT_HAND, IN_WAIT = 13, 27
"""A free pawn from which some die leads to a cell still missing; one of the other side's from which some die
leads to a cell that is held."""
ABOUT_TO_WIN = 8000
WON = 1_000_000


class Sight(msgspec.Struct, frozen=True):
    """What stays the same for all moves of a turn: the pattern, the landings, how many cells win in this turn
    (`now`: at least one more than are held, CVD-30), and how many are required in the other side's next
    (`then`)."""

    pattern: int
    landings: Landings
    now: int
    then: int


class Candidate(msgspec.Struct, frozen=True):
    """A move, the pawns of both seats after it, and what it leaves to its side."""

    move: Move
    pawns: tuple[int, int]
    worth: int


def look_ahead(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """The move that leaves most, the first of equals; a roll while the die is not rolled. Nodes are moves."""
    return best_move(view, known_or_guessed(view, briefing), budget) if view.die else Roll()


def best_move(view: View, pattern: Collection[int], budget: int) -> Move:
    """The move that leaves most to a seat that takes these cells for the pattern."""
    return max(candidates(view, sight_of(view, pattern), budget), key=lambda found: found.worth).move


def sight_of(view: View, pattern: Collection[int]) -> Sight:
    """A pattern, and the requirement in this and the next turns."""
    options, seat = view.options, view.to_act or 0
    total, par = goal(view, len(pattern))
    rounds = (min(options.rounds, round_of(view.ply + plies)) for plies in (0, 1))
    now, then = (need(options, total, par, number) for number in rounds)
    cells = set_of(pattern)
    one_more = (pawns_of(view.board, seat) & cells).bit_count() + 1
    return Sight(cells, Landings(options.board_size), max(now, one_more), then)


def candidates(view: View, sight: Sight, budget: int) -> list[Candidate]:
    """The legal moves in their order, as many as the budget lets value; all of them without a budget (0)."""
    legal = moves(view.board, view.to_act or 0, view.die, view.options)
    return valued(view, sight, islice(legal, budget or None))


def valued(view: View, sight: Sight, legal: Iterable[Move]) -> list[Candidate]:
    """Some legal moves, each with what it leaves to its side."""
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
    worth = _left_to(view, sight, seat, pawns, (reach, sight.landings.of(pawns[1 - seat])))
    return Candidate(move, pawns, worth + (TAKEN if move.capture else 0))


def _left_to(
    view: View, sight: Sight, seat: int, pawns: tuple[int, int], reaches: tuple[Reach, Reach]
) -> int:
    """What a move leaves to its side, with the other side to roll; `reaches`: its own first."""
    own, others = Side(pawns[seat], reaches[0]), Side(pawns[1 - seat], reaches[1])
    if view.options.victory == "race":
        return _after(sight, own, others) - _before(sight, others, own)
    return _after(sight, own, others) if seat == 0 else -_before(sight, others, own)


class Side(NamedTuple):
    """The pawns of a side and where they can land."""

    pawns: int
    reach: Reach


def _after(sight: Sight, builder: Side, other: Side) -> int:
    """What a builder has whose ply is over."""
    if (builder.pawns & sight.pattern).bit_count() >= sight.now:
        return WON
    return prospects(sight, builder, other) + presence(sight, builder.pawns, other.pawns)


def _before(sight: Sight, builder: Side, other: Side) -> int:
    """What a builder has who is to roll."""
    worth = prospects(sight, builder, other) + presence(sight, builder.pawns, other.pawns)
    return worth + about_to_win(sight, builder, sight.then)


def about_to_win(sight: Sight, builder: Side, needed: int) -> int:
    """What it is worth to a builder who is to roll that one more cell wins: each face that gives it one, from
    outside the pattern, since a pawn that leaves a cell for another fills none (CVD-30)."""
    if (builder.pawns & sight.pattern).bit_count() + 1 < needed:
        return 0
    missing, free = sight.pattern & ~builder.pawns, builder.pawns & ~sight.pattern
    return ABOUT_TO_WIN * sum([bool(reach & missing) for reach in sight.landings.of(free)])


def prospects(sight: Sight, builder: Side, other: Side) -> int:
    """The cells held, less those that a roll would let the other side take, and more for those that one would
    let the builder fill: each face of the die once, and a little for every further choice."""
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
    """What the pawns near the pattern are worth to the builder."""
    missing, standing = sight.pattern & ~builder, builder & sight.pattern
    at_hand = builder & ~sight.pattern & sight.landings.anywhere(missing)
    in_wait = other & sight.landings.anywhere(standing)
    return AT_HAND * at_hand.bit_count() - IN_WAIT * in_wait.bit_count()
