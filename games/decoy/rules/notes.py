"""A player's notes on the enemy pieces in sight, made only from what that player was told. DP-17, DP-18.

A note lasts while its piece stays in sight; a piece without a note has shown nothing yet. What's kept after
that is in `games.decoy.rules.memory`.
"""

from __future__ import annotations

from operator import attrgetter

import msgspec

from games.decoy.rules.board import BIT, DIAGONAL, ORTHOGONAL, SIDE
from games.decoy.rules.pieces import KINDS

DIAGONALLY, ORTHOGONALLY = 1, 2

Kinds = tuple[int, ...]
"""Indexes into `KINDS`, in ascending order."""


class Note(msgspec.Struct, frozen=True, gc=False):
    """What one enemy piece has shown while in sight.

    Attributes:
        square: The square on which it stands.
        directions: The directions of its steps, as flags DIAGONALLY | ORTHOGONALLY.
        most: The most steps it was seen to take in one turn.
        power: The points it took with an attack; 0 if no attack was seen.
        damage: The health it certainly lacks now.
        survived: The most health it certainly lacked at any time and lived.
        trail: Its squares in its latest turn, in order.
        worst: The most health it can lack now, if it was hit.
        recalled: The kinds it can be if it is the enemy last seen here; empty if nothing was known.
        recalled_ply: The ply in which that enemy was last seen.
    """

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
    """An observed step or attack of an enemy piece: its squares (None if out of sight), and which it was."""

    source: int | None
    target: int | None
    attack: bool = False


Notes = tuple[Note, ...]
"""Notes in the order of their squares."""


def possible(note: Note) -> Kinds:
    """Return the kinds that a noted piece can still be, by elimination."""
    return tuple(kind for kind in range(len(KINDS)) if _can_be(kind, note))


def likely(note: Note) -> Kinds:
    """Return the kinds a piece can be if it is the recalled one; all possible ones if it can't be."""
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
    """Return the note on the piece on a square, or an empty note if the piece has shown nothing."""
    for note in notes:
        if note.square == square:
            return note
    return Note(square)


def change_note(notes: Notes, square: int, note: Note | None) -> Notes:
    """Return the notes with the note on a square replaced, or removed if `note` is None."""
    kept = [other for other in notes if other.square != square]
    if note is not None:
        kept.append(note)
        kept.sort(key=attrgetter("square"))
    return tuple(kept)


def in_view(notes: Notes, squares: int) -> Notes:
    """Return the notes whose pieces are on these squares."""
    return tuple([note for note in notes if squares & BIT[note.square]]) if notes else notes


def after_seen_step(notes: Notes, source: int, target: int) -> Notes:
    """Record that a piece was seen to step from one square to another."""
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
    return change_note(notes, source, seen)


def after_strike(notes: Notes, square: int, power: int) -> Notes:
    """Record that a piece took `power` points from one of ours, which reveals its kind."""
    note = note_of(notes, square)
    return change_note(notes, square, msgspec.structs.replace(note, power=power))


def after_hit(notes: Notes, square: int, power: int, stray: int = 0) -> Notes:
    """Record that we took `power` points from a piece and it survived.

    It can have lacked at most `stray` health before that its note doesn't record.
    """
    note = note_of(notes, square)
    damage, worst = note.damage + power, max(note.worst, stray) + power
    hit = msgspec.structs.replace(note, damage=damage, survived=max(note.survived, damage), worst=worst)
    return change_note(notes, square, hit)


def after_healing(notes: Notes) -> Notes:
    """Heal all noted pieces by one point."""
    return tuple([heal_note(note) for note in notes]) if notes else notes


def heal_note(note: Note) -> Note:
    """Return the note after its piece has healed by one point."""
    if not note.worst:
        return note
    return msgspec.structs.replace(note, damage=max(0, note.damage - 1), worst=note.worst - 1)


def at_turn(notes: Notes) -> Notes:
    """Clear the trails of the noted pieces, because their side's next turn begins."""
    if not notes:
        return notes
    return tuple([msgspec.structs.replace(note, trail=()) if note.trail else note for note in notes])
