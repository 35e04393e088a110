"""The sides after something happened: what each sees, notes and remembers of it. DP-16, DP-17, DP-43."""

from __future__ import annotations

from games.decoy.rules import memory, notes
from games.decoy.rules.board import BIT, NEAR
from games.decoy.rules.memory import Known
from games.decoy.rules.notes import Seen
from games.decoy.rules.pieces import Pieces, square_of, stepped
from games.decoy.rules.sight import sight
from games.decoy.rules.state import Side


def moved(
    mine: Side, theirs: Side, piece: int, target: int, ply: int, shape: str, felt: tuple[int, int]
) -> Side:
    """The mover's side after a step. `felt`: enemies that it had run into, before the step and after it."""
    pieces = list(mine.pieces)
    pieces[pieces.index(piece)] = stepped(piece, target)
    pieces.sort()
    now = tuple(pieces)
    sees = sight(now, shape)
    before, after = theirs.squares & (mine.sight | felt[0]), theirs.squares & (sees | felt[1])
    known = mine.notes, mine.memory
    if before != after:
        known = memory.lost(known, before & ~after, ply, still=True)
        known = memory.met(known, after & ~before)
    if mine.memory.ghosts or before != after:
        known = memory.swept(known, sees, (theirs.squares & ~after).bit_count())
    squares = mine.squares ^ BIT[square_of(piece)] ^ BIT[target]
    return Side(now, squares, sees, known[0], mine.seen, target, known[1])


def watching(theirs: Side, ply: int, source: int | None, target: int | None, hidden: int) -> Side:
    """The other side after a step of which it saw the beginning, the end (None: not), or both; `hidden`: how
    many enemies it did not see before."""
    known = theirs.notes, theirs.memory
    if source is not None and target is not None:
        known = notes.after_seen_step(theirs.notes, source, target), theirs.memory
    elif source is not None:
        fog = NEAR[source] & ~theirs.sight
        known = memory.swept(memory.left(known, source, fog, ply), theirs.sight, hidden + 1)
    elif target is not None:
        known = memory.appeared(known, target, hidden)
        known = memory.swept(known, theirs.sight, hidden - 1)
    return _saw(theirs, known, Seen(source, target))


def run_into(theirs: Side, source: int, target: int, enemies: int, felt: int, *, fresh: bool) -> Side:
    """The other side when an enemy ran into its piece; `felt`: the squares of all that did, or that it ran
    into; `fresh`: it did not see that one before. DP-15."""
    known = _feeling(theirs, source, enemies, felt) if fresh else (theirs.notes, theirs.memory)
    return _saw(theirs, known, Seen(source, target))


def halted(mine: Side, pieces: Pieces, source: int, target: int, enemies: int, felt: int) -> Side:
    """The side whose piece ran into an enemy on `target` and stays where it is. DP-15."""
    notes_now, memory_now = _feeling(mine, target, enemies, felt)
    return Side(pieces, mine.squares, mine.sight, notes_now, mine.seen, source, memory_now)


def _feeling(side: Side, square: int, enemies: int, felt: int) -> Known:
    """What a side knows when it sees an enemy whose square it may not see."""
    known = memory.met((side.notes, side.memory), BIT[square])
    return memory.swept(known, side.sight, (enemies & ~(side.sight | felt)).bit_count())


def _saw(side: Side, known: Known, seen: Seen) -> Side:
    """The side when it has seen one thing more of the enemy's turn."""
    return Side(side.pieces, side.squares, side.sight, known[0], (*side.seen, seen), side.moved, known[1])


def bereft(
    mine: Side, gone: int, shape: str, ply: int, enemies: int, felt: tuple[int, int], still: bool
) -> Side:
    """The side that lost pieces: their sight ends at once. `felt` as in `moved`; `still`: as the side knows,
    the enemies it no longer sees cannot move before its own next turn is over."""
    pieces = tuple(piece for piece in mine.pieces if not gone & BIT[square_of(piece)])
    sees = sight(pieces, shape)
    before, after = enemies & (mine.sight | felt[0]), enemies & (sees | felt[1])
    known = memory.lost((mine.notes, mine.memory), before & ~after, ply, still)
    known = memory.swept(known, sees, (enemies & ~after).bit_count())
    last = None if mine.moved is not None and gone & BIT[mine.moved] else mine.moved
    return Side(pieces, mine.squares & ~gone, sees, known[0], mine.seen, last, known[1])


def bereaving(side: Side, gone: int, enemies: int, felt: int, power: int, ply: int) -> Side:
    """The side whose enemies on the squares `gone` fell, to an attack of so much power (0: surrounded).
    `enemies`: all that there were; `felt`: those that it had run into."""
    known = side.notes, side.memory
    in_view = enemies & (side.sight | felt)
    if power:
        known = memory.destroyed(known, gone.bit_length() - 1, power, ply)
    else:
        known = memory.surrounded(known, gone & in_view, gone.bit_count(), ply)
    known = memory.swept(known, side.sight, (enemies & ~gone & ~in_view).bit_count())
    return Side(side.pieces, side.squares, side.sight, known[0], side.seen, side.moved, known[1])
