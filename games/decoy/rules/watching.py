"""Updates of each side's sight, notes and memory after an event. DP-16, DP-17, DP-43."""

from __future__ import annotations

from games.decoy.rules import memory, notes
from games.decoy.rules.board import BIT, NEAR
from games.decoy.rules.memory import Known
from games.decoy.rules.notes import Seen
from games.decoy.rules.pieces import Pieces, square_of, step_piece
from games.decoy.rules.sight import sight
from games.decoy.rules.state import Side


def watch_step(
    mine: Side, theirs: Side, piece: int, target: int, ply: int, shape: str, felt: tuple[int, int]
) -> Side:
    """Return the mover's side after a step; `felt` are the enemies it has bumped, before and after it."""
    pieces = list(mine.pieces)
    pieces[pieces.index(piece)] = step_piece(piece, target)
    pieces.sort()
    now = tuple(pieces)
    sees = sight(now, shape)
    before, after = theirs.squares & (mine.sight | felt[0]), theirs.squares & (sees | felt[1])
    known = mine.notes, mine.memory
    if before != after:
        known = memory.record_lost(known, before & ~after, ply, still=True)
        known = memory.record_met(known, after & ~before)
    if mine.memory.ghosts or before != after:
        known = memory.sweep(known, sees, (theirs.squares & ~after).bit_count())
    squares = mine.squares ^ BIT[square_of(piece)] ^ BIT[target]
    return Side(now, squares, sees, known[0], mine.seen, target, known[1])


def watching(theirs: Side, ply: int, source: int | None, target: int | None, hidden: int) -> Side:
    """Return the opponent's side after a step it saw from `source` to `target`, each None if unseen.

    `hidden` is the number of enemies that it didn't see before.
    """
    known = theirs.notes, theirs.memory
    if source is not None and target is not None:
        known = notes.after_seen_step(theirs.notes, source, target), theirs.memory
    elif source is not None:
        fog = NEAR[source] & ~theirs.sight
        known = memory.sweep(memory.record_left(known, source, fog, ply), theirs.sight, hidden + 1)
    elif target is not None:
        known = memory.record_appeared(known, target, hidden)
        known = memory.sweep(known, theirs.sight, hidden - 1)
    return _saw(theirs, known, Seen(source, target))


def run_into(theirs: Side, source: int, target: int, enemies: int, felt: int, *, fresh: bool) -> Side:
    """Return the opponent's side after an enemy on `source` ran into its piece on `target`. DP-15.

    `felt` are the squares of all bumped enemies; `fresh` says that it didn't see this one before.
    """
    known = _feeling(theirs, source, enemies, felt) if fresh else (theirs.notes, theirs.memory)
    return _saw(theirs, known, Seen(source, target))


def watch_halt(mine: Side, pieces: Pieces, source: int, target: int, enemies: int, felt: int) -> Side:
    """Return the side whose piece ran into an enemy on `target` and stays where it is. DP-15."""
    notes_now, memory_now = _feeling(mine, target, enemies, felt)
    return Side(pieces, mine.squares, mine.sight, notes_now, mine.seen, source, memory_now)


def _feeling(side: Side, square: int, enemies: int, felt: int) -> Known:
    """Return the knowledge of a side that sees an enemy whose square may be out of its sight."""
    known = memory.record_met((side.notes, side.memory), BIT[square])
    return memory.sweep(known, side.sight, (enemies & ~(side.sight | felt)).bit_count())


def _saw(side: Side, known: Known, seen: Seen) -> Side:
    """Return the side after it has seen one more event of the enemy's turn."""
    return Side(side.pieces, side.squares, side.sight, known[0], (*side.seen, seen), side.moved, known[1])


def bereft(
    mine: Side, gone: int, shape: str, ply: int, enemies: int, felt: tuple[int, int], still: bool
) -> Side:
    """Return the side that lost pieces, whose sight ends at once.

    `felt` is as in `moved`. `still` says that the side knows the enemies it no longer sees can't move before
    its own next turn is over.
    """
    pieces = tuple(piece for piece in mine.pieces if not gone & BIT[square_of(piece)])
    sees = sight(pieces, shape)
    before, after = enemies & (mine.sight | felt[0]), enemies & (sees | felt[1])
    known = memory.record_lost((mine.notes, mine.memory), before & ~after, ply, still)
    known = memory.sweep(known, sees, (enemies & ~after).bit_count())
    last = None if mine.moved is not None and gone & BIT[mine.moved] else mine.moved
    return Side(pieces, mine.squares & ~gone, sees, known[0], mine.seen, last, known[1])


def bereaving(side: Side, gone: int, enemies: int, felt: int, power: int, ply: int) -> Side:
    """Return the side that removed the enemies on `gone`, by an attack of this power (0: by surrounding).

    `enemies` are all enemies before that; `felt` are those seen because of bumps.
    """
    known = side.notes, side.memory
    in_view = enemies & (side.sight | felt)
    if power:
        known = memory.record_destroyed(known, gone.bit_length() - 1, power, ply)
    else:
        known = memory.record_surrounded(known, gone & in_view, gone.bit_count(), ply)
    known = memory.sweep(known, side.sight, (enemies & ~gone & ~in_view).bit_count())
    return Side(side.pieces, side.squares, side.sight, known[0], side.seen, side.moved, known[1])
