"""The notes and memories of a viewer's board, in words to be read beside the picture. DP-17, DP-43."""

from __future__ import annotations

from games.decoy.rules.board import NAMES
from games.decoy.rules.memory import Ghost
from games.decoy.rules.notes import DIAGONALLY, ORTHOGONALLY, Kinds, Note, likely, possible
from games.decoy.rules.pieces import KINDS
from games.decoy.rules.state import SET_UP
from games.decoy.rules.view import View
from games.decoy.screen.ledger import enemy_decoys, enemy_losses, in_words, own_decoys, own_losses
from games.decoy.screen.own_notes import keeps_notes

_MOST = 6
"""The most lines about enemies in sight; those about which most is known are kept."""


def list_notes(view: View) -> tuple[str, ...]:
    """Return all notes of a player in a running match; empty for other viewers.

    Without notes on the enemies, they're the player's own losses. DP-46.
    """
    if view.who is None or view.phase == SET_UP or view.truth is not None:
        return ()
    if not keeps_notes(view):
        own = own_losses(view)
        return (f"You lost {in_words((kind,) for kind in own)}.",) if own else ()
    best = sorted(view.notes, key=lambda note: len(likely(note)))[:_MOST]
    about = [f"{note_sentence(note)}." for note in sorted(best, key=lambda note: note.square)]
    return (*about, *_last_seen(view), *_losses(view))


def note_sentence(note: Note) -> str:
    """Describe what an enemy piece has shown and can still be, such as “e5: hit for 4, so Guardian”."""
    kinds, shown = possible(note), ", ".join(_list_shown(note))
    sentence = f"{NAMES[note.square]}: {shown or 'seen'}"
    if len(kinds) < len(KINDS):
        sentence += f", so {names(kinds)}"
    if likely(note) == kinds:
        return sentence
    before = f"maybe {names(likely(note))}, as on turn {note.recalled_ply}"
    return f"{sentence}; {before}" if shown else f"{NAMES[note.square]}: {before}"


def names(kinds: Kinds) -> str:
    """Join the names of kinds, such as “Commander or Decoy”."""
    return " or ".join(KINDS[kind].name for kind in kinds)


def _list_shown(note: Note) -> list[str]:
    shown = []
    if note.power:
        shown.append(f"hit for {note.power}")
    if note.directions & DIAGONALLY:
        shown.append("moved diagonally")
    if note.directions & ORTHOGONALLY:
        shown.append("moved straight")
    if note.most > 1:
        shown.append(f"{note.most} steps in a turn")
    if note.survived:
        shown.append(f"survived {note.survived}")
    return shown


def ghosts_in_words(view: View) -> str:
    """List the remembered enemies, latest first, such as “e6 on turn 12 (Guardian), d7 on turn 14”."""
    return ", ".join(map(_ghost, reversed(view.memory.ghosts)))


def _ghost(ghost: Ghost) -> str:
    kinds = likely(ghost.note)
    what = f" ({names(kinds)})" if len(kinds) < len(KINDS) - 1 else ""
    return f"{NAMES[ghost.note.square]} on turn {ghost.ply}{what}"


def _last_seen(view: View) -> tuple[str, ...]:
    return (f"Last seen: {ghosts_in_words(view)}.",) if view.memory.ghosts else ()


def _losses(view: View) -> tuple[str, ...]:
    """Return both sides' losses and Decoys; empty until something is lost."""
    own, enemies = own_losses(view), enemy_losses(view)
    if not own and not enemies:
        return ()
    least, most = enemy_decoys(view)
    theirs = str(least) if least == most else f"{least} to {most}"
    lost = (
        f"You lost {in_words((kind,) for kind in own)}." if own else "",
        f"They lost {in_words(enemies)}." if enemies else "",
        f"Decoys left: you have {own_decoys(view)}, they have {theirs}.",
    )
    return (" ".join(filter(None, lost)),)
