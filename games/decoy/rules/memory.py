"""A player's memory of enemies that are out of sight, and of those that were removed. DP-43.

All of it follows from what the player was told and saw, and from the public counts: never from where a hidden
piece really is, or what it is.
"""

from __future__ import annotations

import msgspec

from games.decoy.rules.board import BIT, squares_in
from games.decoy.rules.notes import Kinds, Note, Notes, change_note, heal_note, likely, note_of, possible
from games.decoy.rules.pieces import COMMANDER, KINDS


class Ghost(msgspec.Struct, frozen=True, gc=False):
    """An enemy that left the viewer's sight.

    Attributes:
        note: What it showed, with the square on which it was last seen.
        ply: The ply in which it was last seen.
        where: The squares on which it is if it hasn't moved since, as a set.
        still: Whether it can't have moved since.
    """

    note: Note
    ply: int
    where: int
    still: bool


class Fallen(msgspec.Struct, frozen=True, gc=False):
    """A removed enemy: the ply, the square (None if out of sight), and the kinds it can have been."""

    ply: int
    square: int | None
    kinds: Kinds


class Memory(msgspec.Struct, frozen=True, gc=False):
    """A player's memory of enemies.

    Attributes:
        ghosts: The enemies out of sight, the one longest out of sight first.
        fallen: The removed enemies, in order.
        stray: The most health that any enemy can lack by attacks that its note doesn't record.
    """

    ghosts: tuple[Ghost, ...] = ()
    fallen: tuple[Fallen, ...] = ()
    stray: int = 0


NOTHING = Memory()
ANYBODY: Kinds = tuple(kind for kind in range(len(KINDS)) if kind != COMMANDER)
"""The kinds a removed enemy can have been if nothing is known of it and the match continues."""
Known = tuple[Notes, Memory]


def record_lost(known: Known, squares: int, ply: int, still: bool) -> Known:
    """Record that the enemies on these squares are out of sight although none of them moved."""
    for square in squares_in(squares):
        known = record_left(known, square, BIT[square], ply, still=still)
    return known


def record_left(known: Known, square: int, where: int, ply: int, *, still: bool = False) -> Known:
    """Record that the enemy on a square left the player's sight for one of the squares `where`."""
    notes, memory = known
    note = note_of(notes, square)
    ghosts = (*memory.ghosts, Ghost(note, ply, where, still))
    return change_note(notes, square, None), Memory(ghosts, memory.fallen, max(memory.stray, note.worst))


def record_met(known: Known, squares: int) -> Known:
    """Record enemies that come into sight without moving, matching each with a ghost on its square."""
    for square in squares_in(squares):
        ghosts = [ghost for ghost in known[1].ghosts if ghost.where & BIT[square]]
        if ghosts:
            known = _identify(known, ghosts[-1], square)
    return known


def record_appeared(known: Known, square: int, hidden: int) -> Known:
    """Record that an enemy steps into sight; it is recognized if it was the only hidden one.

    `hidden` is the number of enemies that were out of sight before the step.
    """
    notes, memory = known
    if hidden == 1 and memory.ghosts:
        return _identify((notes, memory), memory.ghosts[-1], square)
    return known


def _identify(known: Known, ghost: Ghost, square: int) -> Known:
    """Identify a ghost with the enemy on a square: for certain only if it can't have moved."""
    notes, memory = known
    kinds = likely(ghost.note)
    if ghost.still and ghost.where == BIT[square]:
        again: Note | None = ghost.note
    else:
        again = Note(square, recalled=kinds, recalled_ply=ghost.ply) if len(kinds) < len(KINDS) else None
    ghosts = tuple([other for other in memory.ghosts if other is not ghost])
    notes = change_note(notes, square, None if again == Note(square) else again)
    return notes, Memory(ghosts, memory.fallen, memory.stray)


def sweep(known: Known, sight: int, hidden: int) -> Known:
    """Drop ghosts that would be in sight, and the oldest of more than `hidden` (enemies out of sight)."""
    notes, memory = known
    if not memory.ghosts:
        return known
    left_over = [
        ghost if not ghost.where & sight else Ghost(ghost.note, ghost.ply, ghost.where & ~sight, ghost.still)
        for ghost in memory.ghosts
        if ghost.where & ~sight
    ]
    kept = tuple(left_over[max(0, len(left_over) - hidden) :])
    return notes, memory if kept == memory.ghosts else Memory(kept, memory.fallen, memory.stray)


def record_destroyed(known: Known, square: int, power: int, ply: int) -> Known:
    """Record an enemy destroyed by the player; its health was at most `power` plus earlier damage."""
    notes, memory = known
    note = note_of(notes, square)
    most = max(note.worst, memory.stray) + power
    kinds = tuple(kind for kind in possible(note) if kind != COMMANDER and KINDS[kind].power <= most)
    return _fell(known, Fallen(ply, square, kinds))


def record_surrounded(known: Known, seen: int, number: int, ply: int) -> Known:
    """Record that `number` enemies were surrounded, those on the squares `seen` in the player's sight."""
    for square in squares_in(seen):
        kinds = tuple(kind for kind in possible(note_of(known[0], square)) if kind != COMMANDER)
        known = _fell(known, Fallen(ply, square, kinds))
    for _ in range(number - seen.bit_count()):
        known = _fell(known, Fallen(ply, None, ANYBODY))
    return known


def _fell(known: Known, fallen: Fallen) -> Known:
    notes, memory = known
    if fallen.square is not None:
        notes = change_note(notes, fallen.square, None)
    return notes, Memory(memory.ghosts, (*memory.fallen, fallen), memory.stray)


def after_healing(memory: Memory) -> Memory:
    """Heal all remembered enemies by one point."""
    if not memory.ghosts and not memory.stray:
        return memory
    ghosts = tuple(
        [Ghost(heal_note(ghost.note), ghost.ply, ghost.where, ghost.still) for ghost in memory.ghosts]
    )
    return Memory(ghosts, memory.fallen, max(0, memory.stray - 1))


def at_turn(memory: Memory) -> Memory:
    """Record the start of the enemy's turn, from which enemies out of sight may move."""
    if not any(ghost.still for ghost in memory.ghosts):
        return memory
    ghosts = tuple([Ghost(ghost.note, ghost.ply, ghost.where, False) for ghost in memory.ghosts])
    return Memory(ghosts, memory.fallen, memory.stray)
