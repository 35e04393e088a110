"""Exact chances over the next rolls, from every face of the die and every reply that matters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from games.core.search.adding import add_up
from games.core.vocabulary.bits import members
from games.creators.ai.reach import Landings, all_lines, landing, pawns_of, set_of
from games.creators.rules.geometry import DIE_FACES, geometry
from games.creators.rules.options import Options
from games.creators.rules.rules import move_pawn, moves, need, round_of
from games.creators.rules.state import Reserves, State

FACES = len(DIE_FACES)


class Table(msgspec.Struct, frozen=True):
    """The constants of a match: options, pattern as a set of bits, its size, its par, a cache of landings."""

    options: Options
    pattern: int
    total: int
    par: float
    landings: Landings

    def need(self, number: int) -> int:
        """Return how many cells win in a round."""
        return need(self.options, self.total, self.par, number)

    def wins_by_any_move(self, held: int, number: int) -> bool:
        """Return whether a side that holds this number of cells wins in a round by any move. CVD-30."""
        return self.options.winning_move == "any" and held >= self.need(number)


class Placed(NamedTuple):
    """The pawns of a position: those on the board and those that wait."""

    board: bytes
    reserves: Reserves


def table_of(state: State) -> Table:
    """Return the table of a match; reuse it for related positions, since it caches landings."""
    setup = state.setup
    pattern, size = setup.pattern, setup.options.board_size
    return Table(setup.options, set_of(pattern.cells), len(pattern.cells), pattern.par, Landings(size))


def get_pawns(state: State) -> Placed:
    """Return the pawns of a state."""
    return Placed(state.board, state.reserves)


def filling_faces(table: Table, board: bytes, seat: int = 0) -> tuple[bool, ...]:
    """Return for each face of the die whether it lets a seat fill a cell.

    Only a pawn from outside the pattern fills one: leaving a cell for another gains nothing (CVD-30).
    """
    own = pawns_of(board, seat)
    missing = table.pattern & ~own
    return tuple([bool(reach & missing) for reach in table.landings.of(own & ~table.pattern)])


def winning_faces(table: Table, board: bytes, number: int, seat: int = 0) -> tuple[bool, ...]:
    """Return for each face whether a seat to roll in this round wins at once, with captures optional."""
    held, needed = (pawns_of(board, seat) & table.pattern).bit_count(), table.need(number)
    if table.wins_by_any_move(held, number):
        return (True,) * FACES
    if held + 1 < needed:
        return (False,) * FACES
    return filling_faces(table, board, seat)


def play_move(table: Table, placed: Placed, seat: int, source: int, target: int) -> Placed:
    """Return the pawns after a move."""
    board, reserves, _ = move_pawn(placed.board, placed.reserves, seat, source, target, table.options)
    return Placed(board, reserves)


def every_move(table: Table, placed: Placed, seat: int, die: int) -> list[Placed]:
    """Return the pawns after each legal move."""
    cell_of = geometry(table.options.board_size).cell_of
    legal = moves(placed.board, seat, die, table.options)
    return [play_move(table, placed, seat, cell_of[move.source], cell_of[move.target]) for move in legal]


def telling_replies(table: Table, placed: Placed, seat: int, die: int) -> Iterator[Placed]:
    """Yield the pawns after each reply that can change which faces let the other seat fill a cell.

    One reply without effect stands for all of them, if there is one. Pawns leap and can land on enemies, so
    only a capture has an effect, unless pawns wait.
    """
    options = table.options
    if any(placed.reserves):
        yield from every_move(table, placed, seat, die) or [placed]
        return
    own, enemies = pawns_of(placed.board, seat), pawns_of(placed.board, 1 - seat)
    lines = all_lines(options.board_size)[die - 1]
    captures = [
        (source, target)
        for target in members(landing(own, lines) & enemies)
        for source in members(landing(1 << target, lines) & own)
    ]
    for source, target in captures:
        yield play_move(table, placed, seat, source, target)
    if options.must_capture == "off" or not captures:
        yield placed


def chance_after_replies(table: Table, placed: Placed, number: int) -> float:
    """Return the Creator's chance to win in this round if the Destroyer rolls first and replies best.

    The best reply leaves the fewest winning faces. The chance is exact unless captures are compulsory.
    """
    least = [
        min(
            sum(winning_faces(table, after.board, number)) for after in telling_replies(table, placed, 1, die)
        )
        for die in DIE_FACES
    ]
    return add_up(least) / FACES**2


def next_round(state: State) -> int:
    """Return the round of the Creator's next turn, which is the current one while the Creator is to act."""
    return round_of(state.ply) + state.side
