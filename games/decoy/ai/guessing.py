"""Random states that a viewer can't tell from the true one, drawn by likelihood. From a View alone.

The kinds are drawn from all armies that fit what the board keeps (`games.decoy.ai.deducing`), each weighted
by how likely that kind is to be so far forward at that time; the squares of pieces in the fog are drawn in
the same way. The viewer doesn't know what the enemy has noted of the viewer's pieces, so the enemy's notes
hold only their wounds.
"""

from __future__ import annotations

import random

from games.decoy.ai.armies import Armies, Body
from games.decoy.ai.deducing import Place, places_of
from games.decoy.ai.deployment import deploy
from games.decoy.ai.hiding import Hiding, likely_so_far
from games.decoy.rules.board import BIT
from games.decoy.rules.knowledge import know
from games.decoy.rules.layouts import pieces_of
from games.decoy.rules.memory import ANYBODY, Fallen, Memory
from games.decoy.rules.notes import Note, note_of
from games.decoy.rules.pieces import (
    ARMY,
    DECOY,
    KINDS,
    Pieces,
    after_attack,
    damage_of,
    fresh,
    hurt_piece,
    square_of,
)
from games.decoy.rules.sight import sight
from games.decoy.rules.state import ATTACK, MOVEMENT, NOBODY, OVER, POINTS, SET_UP, Side, State
from games.decoy.rules.view import View

_MORTAL = 0.2
"""The weight of a removed piece having been a Decoy, relative to other kinds, as strong levels play."""


def guess_state(view: View, rng: random.Random) -> State:
    """Return one random state that looks the same to the viewer."""
    who = view.who or 0
    if view.phase == SET_UP:
        theirs = _army(pieces_of(deploy(rng), 1 - who), view) if view.counts[1 - who] else NOBODY
        return _state(view, theirs, SET_UP, 0)
    if view.truth is not None:
        return _state(view, _army(view.truth[1 - who], view), OVER, 0)
    return _state(view, _army(_draw_pieces(view, rng), view), *_turn(view))


def _state(view: View, theirs: Side, phase: str, points: int) -> State:
    who = view.who or 0
    mine = Side(view.own, view.squares, view.sight, view.knowledge, view.seen, view.moved)
    sides = (mine, theirs) if who == 0 else (theirs, mine)
    mover = int(view.options.first == "magenta") if view.side is None else view.side
    fallen = any(loss.ply == view.ply for loss in view.memory.fallen)
    removed = fallen or any(blast.ply == view.ply and blast.destroyed for blast in view.blasts)
    common = (view.ply, view.since, removed, view.bumps, view.outcome, view.blasts)
    return State(view.options, sides, mover, phase, points, *common)


def _turn(view: View) -> tuple[str, int]:
    """Return the phase and the points left; in the enemy's turn, by what was seen of it."""
    if view.side == view.who:
        return view.phase, view.points or 0
    points = POINTS - sum(not seen.attack for seen in view.seen)
    attacks = any(blast.ply == view.ply and blast.seat == view.side for blast in view.blasts)
    return (ATTACK, 0) if attacks or points <= 0 else (MOVEMENT, points)


# --- the enemy ----------------------------------------------------------------------------------------


def _army(pieces: Pieces, view: View) -> Side:
    """Return the enemy's side with these pieces and with notes on nothing but wounds."""
    squares = sum(BIT[square_of(piece)] for piece in pieces)
    sees = sight(pieces, view.options.vision)
    wounded = ((square_of(piece), damage_of(piece)) for piece in view.own if damage_of(piece))
    notes = tuple(Note(s, damage=d, survived=d, worst=d) for s, d in wounded if sees & BIT[s])
    lost = ARMY - len(view.own) if view.ply else 0
    return Side(pieces, squares, sees, know(notes, Memory((), (Fallen(0, None, ANYBODY),) * lost)))


def _draw_pieces(view: View, rng: random.Random) -> Pieces:
    """Return random enemy pieces, in sight and out of it."""
    places = places_of(view)
    living = [_weigh_kinds(view, place) for place in places]
    dead = [_fell(fallen.kinds) for fallen in view.memory.fallen]
    kinds, fog = Armies((*living, *dead)).draw(rng)
    pieces = [_piece(view, place.square, kind) for place, kind in zip(places, kinds, strict=False)]
    hiding = Hiding(view, sum(BIT[place.square] for place in places))
    return tuple(sorted((*pieces, *hiding.hide_pieces(fog, rng))))


def _weigh_kinds(view: View, place: Place) -> Body:
    weights = (
        likely_so_far(view, kind, place.square) if kind in place.kinds else 0.0 for kind in range(len(KINDS))
    )
    return Body(tuple(weights))


def _fell(kinds: tuple[int, ...]) -> Body:
    weights = ((_MORTAL if kind == DECOY else 1.0) if kind in kinds else 0.0 for kind in range(len(KINDS)))
    return Body(tuple(weights), dead=True)


def _piece(view: View, square: int, kind: int) -> int:
    """Return a piece with the health it certainly lacks and its attack of this turn, if seen."""
    note = note_of(view.notes, square)
    ghosts = (ghost.note for ghost in view.memory.ghosts if ghost.still and ghost.note.square == square)
    if not view.enemies & BIT[square]:
        note = next(ghosts, note)
    whole = fresh(square, kind)
    piece = hurt_piece(whole, note.damage) or whole
    struck = any(seen.attack and seen.source == square for seen in view.seen)
    return after_attack(piece) if struck and view.side != view.who else piece
