"""Views: what each viewer may know of a match, and nothing else. DP-14 to DP-19, DP-26, DP-42, DP-43."""

from __future__ import annotations

import msgspec

from games.core.game import Result, Viewer
from games.decoy.rules.board import with_beside, with_near
from games.decoy.rules.knowledge import IGNORANCE, Knowing, Knowledge
from games.decoy.rules.notes import Seen
from games.decoy.rules.options import Options
from games.decoy.rules.pieces import Pieces
from games.decoy.rules.sight import Bumps, find_bumped
from games.decoy.rules.state import MOVEMENT, OVER, SET_UP, Blast, State, in_sight, to_act

Contact = tuple[int, int]
"""For each seat, the squares of its pieces that are in contact with an enemy. DP-42."""


class View(Knowing, msgspec.Struct, frozen=True, gc=False):
    """Everything a viewer may know of a match, as an allow-list.

    Attributes:
        side: The seat to act; None in the setup and when the match is over.
        phase: The viewer's own phase, otherwise "-".
        points: The viewer's own movement points, otherwise None.
        own: The viewer's pieces.
        enemies: The squares of the enemies in sight, as a set.
        sight: All squares that the viewer sees, as a set.
        knowledge: What the seat knows of the enemy.
        contact: The public's pieces in contact; None for a seat, which can work them out.
        counts: The number of living pieces of each seat.
        truth: Both sides' pieces, once the match is over.
        seen: What the seat saw of the enemy's latest turn.
        moved: The square of the viewer's piece that moved last.
        blasts: The latest attacks, which are public.
        bumps: The pairs of pieces that ran into each other, which both seats know; empty for the public.
    """

    who: Viewer
    options: Options
    to_act: tuple[int, ...]
    side: int | None
    phase: str
    points: int | None
    own: Pieces
    squares: int
    enemies: int
    sight: int
    knowledge: Knowledge
    contact: Contact | None
    counts: tuple[int, int]
    since: int
    ply: int
    outcome: Result | None
    truth: tuple[Pieces, Pieces] | None
    seen: tuple[Seen, ...] = ()
    moved: int | None = None
    blasts: tuple[Blast, ...] = ()
    bumps: Bumps = ()


def view(state: State, who: Viewer) -> View:
    """Return the view of seat 0, seat 1, or the public (None)."""
    if state.phase in (SET_UP, OVER) or who is None:
        return _apart(state, who)
    mine, mover, sides = state.sides[who], state.mover, state.sides
    at_turn = who == mover
    return View(
        who,
        state.options,
        (mover,),
        mover,
        state.phase if at_turn else OVER,
        state.points if at_turn and state.phase == MOVEMENT else None,
        mine.pieces,
        mine.squares,
        in_sight(state, who),
        mine.sight,
        mine.knowledge,
        None,
        (len(sides[0].pieces), len(sides[1].pieces)),
        state.since,
        state.ply,
        None,
        None,
        mine.seen,
        mine.moved,
        state.blasts,
        state.bumps,
    )


def _apart(state: State, who: Viewer) -> View:
    """Return the view in the setup, after the end, or for the public."""
    public, set_up, over = who is None, state.phase == SET_UP, state.phase == OVER
    mine = None if who is None else state.sides[who]
    return View(
        who,
        state.options,
        to_act(state),
        None if set_up or over else state.mover,
        SET_UP if set_up else OVER,
        None,
        mine.pieces if mine else (),
        mine.squares if mine else 0,
        0 if who is None or set_up else in_sight(state, who),
        mine.sight if mine else 0,
        mine.knowledge if mine else IGNORANCE,
        contact(state) if public else None,
        (len(state.sides[0].pieces), len(state.sides[1].pieces)),
        state.since,
        state.ply,
        state.outcome,
        (state.sides[0].pieces, state.sides[1].pieces) if over else None,
        mine.seen if mine else (),
        mine.moved if mine else None,
        state.blasts,
        state.bumps if mine else (),
    )


def contact(state: State) -> Contact:
    """Return the pieces in contact, which are those that both seats surely know of. DP-42."""
    if state.phase == SET_UP:
        return 0, 0
    return find_contact(state.sides[0].squares, state.sides[1].squares, state.options.vision, state.bumps)


def find_contact(squares_0: int, squares_1: int, vision: str, bumps: Bumps) -> Contact:
    """Return the pieces in contact among those on each seat's squares.

    Neighbors are in contact if every kind sees that far: with square vision all eight, otherwise only the
    orthogonal ones. Pieces that ran into each other are in contact, too.
    """
    grow = with_near if vision == "square" else with_beside
    touching = (squares_0 & grow(squares_1), squares_1 & grow(squares_0))
    return touching[0] | find_bumped(bumps, 1), touching[1] | find_bumped(bumps, 0)


def contact_of(view: View) -> Contact:
    """Return the pieces in contact, which a seat can tell from its own view."""
    if view.contact is not None:
        return view.contact
    if view.phase == SET_UP:
        return 0, 0
    pair = (view.squares, view.enemies) if view.who == 0 else (view.enemies, view.squares)
    return find_contact(*pair, view.options.vision, view.bumps)


def public_from(seat_view: View) -> View:
    """Return the public view, which either seat can compute alone. docs/engine.md, law 4."""
    return msgspec.structs.replace(
        seat_view,
        who=None,
        phase=SET_UP if seat_view.phase == SET_UP else OVER,
        points=None,
        own=(),
        squares=0,
        enemies=0,
        sight=0,
        knowledge=IGNORANCE,
        contact=contact_of(seat_view),
        seen=(),
        moved=None,
        bumps=(),
    )
