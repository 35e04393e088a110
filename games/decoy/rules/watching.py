"""Updates of each side's pieces, sight and knowledge after an event. DP-16, DP-17, DP-43."""

from __future__ import annotations

from games.decoy.rules.board import BIT, NEAR
from games.decoy.rules.knowledge import Knowledge
from games.decoy.rules.notes import Seen
from games.decoy.rules.pieces import Pieces, square_of, step_piece
from games.decoy.rules.sight import sight
from games.decoy.rules.state import Side

Looks = tuple[int, int]
"""The enemies that a side saw before an event, and those that it sees after it because they bumped."""


def watch_step(mine: Side, at: int, target: int, enemies: int, looks: Looks, ply: int, shape: str) -> Side:
    """Return the mover's side after a step of its piece number `at`; `enemies` are all of them."""
    pieces = list(mine.pieces)
    squares = mine.squares ^ BIT[square_of(pieces[at])] ^ BIT[target]
    pieces[at] = step_piece(pieces[at], target)
    pieces.sort()
    now = tuple(pieces)
    sees = sight(now, shape)
    return Side(now, squares, sees, _look(mine, sees, enemies, looks, ply, True), mine.seen, target)


def _look(mine: Side, sees: int, enemies: int, looks: Looks, ply: int, still: bool) -> Knowledge:
    """Return the knowledge of a side that now sees other squares."""
    before, after = looks[0], enemies & (sees | looks[1])
    if before == after and not sees & ~mine.sight:
        return mine.knowledge
    hidden = (enemies & ~after).bit_count()
    return mine.knowledge.learn("look", sees, hidden, before & ~after, after & ~before, ply, still)


def watching(theirs: Side, ply: int, source: int | None, target: int | None, hidden: int) -> Side:
    """Return the opponent's side after a step it saw from `source` to `target`, each None if unseen.

    `hidden` is the number of enemies that it didn't see before.
    """
    known = theirs.knowledge
    if source is not None and target is not None:
        known = known.learn("step", source, target)
    elif source is not None:
        fog = NEAR[source] & ~theirs.sight
        known = known.learn("leave", theirs.sight, hidden + 1, source, fog, ply)
    elif target is not None:
        known = known.learn("appear", theirs.sight, hidden - 1, target)
    return _saw(theirs, known, Seen(source, target))


def run_into(theirs: Side, source: int, target: int, enemies: int, felt: int, *, fresh: bool) -> Side:
    """Return the opponent's side after an enemy on `source` ran into its piece on `target`. DP-15.

    `felt` are the squares of all bumped enemies; `fresh` says that it didn't see this one before.
    """
    known = _feel(theirs, source, enemies, felt) if fresh else theirs.knowledge
    return _saw(theirs, known, Seen(source, target))


def watch_halt(mine: Side, pieces: Pieces, source: int, target: int, enemies: int, felt: int) -> Side:
    """Return the side whose piece ran into an enemy on `target` and stays where it is. DP-15."""
    return Side(pieces, mine.squares, mine.sight, _feel(mine, target, enemies, felt), mine.seen, source)


def _feel(side: Side, square: int, enemies: int, felt: int) -> Knowledge:
    """Return the knowledge of a side that sees an enemy whose square may be out of its sight."""
    hidden = (enemies & ~(side.sight | felt)).bit_count()
    return side.knowledge.learn("feel", side.sight, hidden, square)


def _saw(side: Side, known: Knowledge, seen: Seen) -> Side:
    """Return the side after it has seen one more event of the enemy's turn."""
    return Side(side.pieces, side.squares, side.sight, known, (*side.seen, seen), side.moved)


def bereft(mine: Side, gone: int, enemies: int, looks: Looks, ply: int, shape: str, still: bool) -> Side:
    """Return the side that lost pieces, whose sight ends at once.

    `still` says that the side knows the enemies it no longer sees can't move
    before its own next turn is over.
    """
    pieces = tuple(piece for piece in mine.pieces if not gone & BIT[square_of(piece)])
    sees = sight(pieces, shape)
    last = None if mine.moved is not None and gone & BIT[mine.moved] else mine.moved
    known = _look(mine, sees, enemies, looks, ply, still)
    return Side(pieces, mine.squares & ~gone, sees, known, mine.seen, last)


def bereaving(side: Side, gone: int, enemies: int, felt: int, power: int, ply: int) -> Side:
    """Return the side that removed the enemies on `gone`, by an attack of this power (0: by surrounding).

    `enemies` are all enemies before that; `felt` are those seen because of bumps.
    """
    in_view = enemies & (side.sight | felt)
    now = side.sight, (enemies & ~gone & ~in_view).bit_count()
    if power:
        known = side.knowledge.learn("destroy", *now, gone.bit_length() - 1, power, ply)
    else:
        known = side.knowledge.learn("surround", *now, gone & in_view, gone.bit_count(), ply)
    return Side(side.pieces, side.squares, side.sight, known, side.seen, side.moved)
