"""What a player has learnt of the enemy pieces in view: only what that player was told. DP-17, DP-18.

A note lasts while its piece stays in view; a piece without a note has shown nothing yet. What is kept beyond
that is in `games.decoy.rules.memory`."""

from __future__ import annotations

from operator import attrgetter

import msgspec

from games.decoy.rules.board import BIT, DIAGONAL, ORTHOGONAL, SIDE
from games.decoy.rules.pieces import KINDS

DIAGONALLY, ORTHOGONALLY = 1, 2

Kinds = tuple[int, ...]
"""Places in `KINDS`, in ascending order."""


class Note(msgspec.Struct, frozen=True, gc=False):
    """What one enemy piece has shown while in view.

    `directions`: DIAGONALLY | ORTHOGONALLY of its steps; `most`: the most steps in one turn; `power`: the
    points it took with an attack (0: none seen); `damage`: how much of its health it surely lacks now;
    `survived`: the most that it lacked and lived; `trail`: its squares in its latest turn, the first one
    first; `worst`: the most that it can lack, if it was hit; `recalled`: what it can be if it is the one that
    was last seen here in the ply `recalled_ply` (empty: nothing was known of that one)."""

    square: int
    directions: int = 0
    most: int = 0
    power: int = 0
    damage: int = 0
    survived: int = 0
    trail: tuple[int, ...] = ()
    worst: int = 0
    recalled: Kinds = ()
    recalled_ply: int = 0


class Seen(msgspec.Struct, frozen=True, gc=False):
    """One thing that an enemy piece did, as this side saw it: from where, to where (None: out of sight), and
    whether it was an attack."""

    source: int | None
    target: int | None
    attack: bool = False


Notes = tuple[Note, ...]
"""In the order of squares."""


def possible(note: Note) -> Kinds:
    """The kinds that the piece of a note can still be, by elimination."""
    return tuple(kind for kind in range(len(KINDS)) if _can_be(kind, note))


def likely(note: Note) -> Kinds:
    """The kinds it can be if it is the one that is recalled; when it cannot be that one, all possible."""
    kinds = possible(note)
    return tuple(kind for kind in kinds if kind in note.recalled) or kinds


def _can_be(kind: int, note: Note) -> bool:
    about = KINDS[kind]
    return (
        (not note.power or about.power == note.power)
        and about.power > note.survived
        and about.reach >= note.most
        and not (note.directions & DIAGONALLY and not set(DIAGONAL) <= set(about.directions))
        and not (note.directions & ORTHOGONALLY and not set(ORTHOGONAL) <= set(about.directions))
    )


def note_of(notes: Notes, square: int) -> Note:
    """The note about the piece on a square; an empty one when it has shown nothing."""
    for note in notes:
        if note.square == square:
            return note
    return Note(square)


def changed(notes: Notes, square: int, note: Note | None) -> Notes:
    """The notes with the one about a square replaced, or taken away."""
    kept = [other for other in notes if other.square != square]
    if note is not None:
        kept.append(note)
        kept.sort(key=attrgetter("square"))
    return tuple(kept)


def in_view(notes: Notes, squares: int) -> Notes:
    """The notes whose pieces stand on these squares."""
    return tuple([note for note in notes if squares & BIT[note.square]]) if notes else notes


def after_seen_step(notes: Notes, source: int, target: int) -> Notes:
    """A piece was seen to step from one square to another."""
    note = note_of(notes, source)
    trail = (*(note.trail or (source,)), target)
    diagonal = source % SIDE != target % SIDE and source // SIDE != target // SIDE
    seen = Note(
        target,
        note.directions | (DIAGONALLY if diagonal else ORTHOGONALLY),
        max(note.most, len(trail) - 1),
        note.power,
        note.damage,
        note.survived,
        trail,
        note.worst,
        note.recalled,
        note.recalled_ply,
    )
    return changed(notes, source, seen)


def after_strike(notes: Notes, square: int, power: int) -> Notes:
    """A piece took `power` points from one of ours: all powers differ, so this names it."""
    note = note_of(notes, square)
    return changed(notes, square, msgspec.structs.replace(note, power=power))


def after_hit(notes: Notes, square: int, power: int, stray: int = 0) -> Notes:
    """We took `power` points from a piece and it lives; it lacked at most `stray` that we did not note."""
    note = note_of(notes, square)
    damage, worst = note.damage + power, max(note.worst, stray) + power
    hit = msgspec.structs.replace(note, damage=damage, survived=max(note.survived, damage), worst=worst)
    return changed(notes, square, hit)


def after_healing(notes: Notes) -> Notes:
    """The pieces of the notes have healed by one point."""
    return tuple([healed(note) for note in notes]) if notes else notes


def healed(note: Note) -> Note:
    """The note when its piece has healed by one point."""
    if not note.worst:
        return note
    return msgspec.structs.replace(note, damage=max(0, note.damage - 1), worst=note.worst - 1)


def at_turn(notes: Notes) -> Notes:
    """The turn of the noted pieces begins: their trails of the turn before are forgotten."""
    if not notes:
        return notes
    return tuple([msgspec.structs.replace(note, trail=()) if note.trail else note for note in notes])
