"""What a match of ccc is at any moment, and what everybody sees of it. CCC-9."""

from __future__ import annotations

import msgspec

from games.ccc.rules.actions import Action
from games.ccc.rules.notation import read_position
from games.ccc.rules.options import Options
from games.ccc.rules.position import Board, Position, Setting, opening
from games.core.chance import check_seed
from games.core.game import Reason, Result, Viewer

SEAT_NAMES = ("White", "Black")


class CccReason(Reason):
    """Why a match of ccc ended."""

    PYRAMIDS = "pyramids"
    BOTH_PYRAMIDS = "both-pyramids"
    REPETITION = "repetition"
    QUIET = "quiet"
    STUCK = "stuck"


Key = tuple[Board, tuple[int, int], tuple[bool, bool], int]
"""What a position is for repetition: board with Strengths, pools, Flag booleans, side to move. CCC-74."""


class Last(msgspec.Struct, frozen=True, gc=False):
    """The last action and who did it."""

    seat: int
    action: Action


class State(msgspec.Struct, frozen=True, gc=False):
    """The whole truth, of which nothing is hidden. `past`: the positions since the last attack or hop, the
    present one last; `passes`: forced passes in a row."""

    setting: Setting
    position: Position
    past: tuple[Key, ...]
    passes: int = 0
    last: Last | None = None
    outcome: Result | None = None


class View(msgspec.Struct, frozen=True, gc=False):
    """What anybody sees: everything but the seed. `to_act` is None when the match is over; `past`: as in
    State."""

    who: Viewer
    setting: Setting
    position: Position
    to_act: int | None
    last: Last | None
    outcome: Result | None
    past: tuple[Key, ...] = ()


def new_state(options: Options, seed: bytes) -> State:
    """The start of a match, from a layout or from a position text."""
    if options.position:
        homes = opening(msgspec.structs.replace(options, position=""), seed)[0].homes
        setting, position = (
            Setting(options, homes),
            read_position(options.position, options.ranks),
        )
        check_seed(seed)
    else:
        setting, position = opening(options, seed)
    return State(setting, position, (key_of(position),))


def key_of(position: Position) -> Key:
    """The part of a position that counts for repetition."""
    return position.board, position.pools, position.moved, position.side


def to_act(state: State) -> tuple[int, ...]:
    """The seat whose turn it is; nobody when the match is over."""
    return () if state.outcome is not None else (state.position.side,)


def view(state: State, who: Viewer) -> View:
    """The view of seat 0, seat 1 or the public (None)."""
    side = None if state.outcome is not None else state.position.side
    return View(who, state.setting, state.position, side, state.last, state.outcome, state.past)


def public_from(seat_view: View) -> View:
    """The public view as either seat can compute it alone. docs/engine.md, law 4."""
    return msgspec.structs.replace(seat_view, who=None)
