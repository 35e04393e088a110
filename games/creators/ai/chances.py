"""What the next rolls bring, reckoned exactly: every face of the die, every reply that changes anything."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from games.core.search.adding import added
from games.core.vocabulary.bits import members
from games.creators.ai.reach import Landings, all_lines, landing, pawns_of, set_of
from games.creators.rules.geometry import DIE_FACES, geometry
from games.creators.rules.options import Options
from games.creators.rules.rules import move_pawn, moves, need, round_of
from games.creators.rules.state import Reserves, State

FACES = len(DIE_FACES)


class Table(msgspec.Struct, frozen=True):
    """What stays the same while a match is looked at: its options, the pattern's cells as a set, how many
    there are, how many are enough in the last round, and where pawns can land."""

    options: Options
    pattern: int
    total: int
    par: int
    landings: Landings

    def need(self, number: int) -> int:
        """How many cells win in a round."""
        return need(self.options, self.total, self.par, number)


class Placed(NamedTuple):
    """Where everybody is: the board and the pawns that wait."""

    board: bytes
    reserves: Reserves


def table_of(state: State) -> Table:
    """The table of a match; one for all that is reckoned about a position, since it keeps what it finds."""
    setup = state.setup
    pattern, size = setup.pattern, setup.options.board_size
    return Table(setup.options, set_of(pattern.cells), len(pattern.cells), pattern.par, Landings(size))


def placed_in(state: State) -> Placed:
    """Where everybody is in a state."""
    return Placed(state.board, state.reserves)


def filling_faces(table: Table, board: bytes, seat: int = 0) -> tuple[bool, ...]:
    """For each face whether it lets a seat fill a cell: with a pawn from outside the pattern, since one that
    leaves a cell for another fills none (CVD-30)."""
    own = pawns_of(board, seat)
    missing = table.pattern & ~own
    return tuple([bool(reach & missing) for reach in table.landings.of(own & ~table.pattern)])


def winning_faces(table: Table, board: bytes, number: int, seat: int = 0) -> tuple[bool, ...]:
    """For each face whether it lets a seat who is to roll in this round win at once, if it doesn't have to
    capture."""
    held = (pawns_of(board, seat) & table.pattern).bit_count()
    if held + 1 < table.need(number):
        return (False,) * FACES
    return filling_faces(table, board, seat)


def moved(table: Table, placed: Placed, seat: int, source: int, target: int) -> Placed:
    """Where everybody is after a move."""
    board, reserves, _ = move_pawn(placed.board, placed.reserves, seat, source, target, table.options)
    return Placed(board, reserves)


def every_move(table: Table, placed: Placed, seat: int, die: int) -> list[Placed]:
    """What every legal move leads to."""
    cell_of = geometry(table.options.board_size).cell_of
    legal = moves(placed.board, seat, die, table.options)
    return [moved(table, placed, seat, cell_of[move.source], cell_of[move.target]) for move in legal]


def telling_replies(table: Table, placed: Placed, seat: int, die: int) -> Iterator[Placed]:
    """What the replies lead to that can change which faces let the other seat fill a cell, and one that
    changes nothing, where there is one.

    Pawns leap and can land on enemies, so only a capture changes anything, unless pawns wait."""
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
        yield moved(table, placed, seat, source, target)
    if options.must_capture == "off" or not captures:
        yield placed


def chance_after_replies(table: Table, placed: Placed, number: int) -> float:
    """The chance that the Creator wins in this round, when the Destroyer rolls first and leaves the fewest
    faces that win. In a match in which nobody has to capture it's exact."""
    least = [
        min(
            sum(winning_faces(table, after.board, number)) for after in telling_replies(table, placed, 1, die)
        )
        for die in DIE_FACES
    ]
    return added(least) / FACES**2


def next_round(state: State) -> int:
    """The round of the Creator's next turn: this one, while it's to act."""
    return round_of(state.ply) + state.side
