"""The state of a match of CCC, and the view that everyone has of it. CCC-9."""

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
    """The reasons for which a match of CCC ends by its rules."""

    PYRAMIDS = "pyramids"
    BOTH_PYRAMIDS = "both-pyramids"
    REPETITION = "repetition"
    QUIET = "quiet"
    STUCK = "stuck"


Key = tuple[Board, tuple[int, int], tuple[bool, bool], int]
"""The part of a position that counts for repetition: board, pools, Flag booleans, side to move. CCC-74."""


class Last(msgspec.Struct, frozen=True, gc=False):
    """The last action, the seat that played it, and the position before it."""

    seat: int
    action: Action
    before: Position


class State(msgspec.Struct, frozen=True, gc=False):
    """The full state of a match; nothing in it is hidden.

    Attributes:
        setting: The constants of the match.
        position: The current position.
        past: The positions since the last attack or hop, the current one last.
        passes: The number of forced passes in a row.
        last: The last action.
        outcome: The result once the match is over.
    """

    setting: Setting
    position: Position
    past: tuple[Key, ...]
    passes: int = 0
    last: Last | None = None
    outcome: Result | None = None


class View(msgspec.Struct, frozen=True, gc=False):
    """What any viewer sees: everything but the seed.

    Attributes:
        who: The viewer's seat, or None for the public.
        setting: The constants of the match.
        position: The current position.
        to_act: The seat to move, or None when the match is over.
        last: The last action.
        outcome: The result once the match is over.
        past: The positions since the last attack or hop, the current one last.
    """

    who: Viewer
    setting: Setting
    position: Position
    to_act: int | None
    last: Last | None
    outcome: Result | None
    past: tuple[Key, ...] = ()


def new_state(options: Options, seed: bytes) -> State:
    """Return the start of a match, from a layout or from a position text.

    Raises:
        OptionError: The position text isn't valid.
        ValueError: The seed doesn't have 32 bytes.
    """
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
    """Return the part of a position that counts for repetition."""
    return position.board, position.pools, position.moved, position.side


def to_act(state: State) -> tuple[int, ...]:
    """Return the seat to move, or no seat when the match is over."""
    return () if state.outcome is not None else (state.position.side,)


def view(state: State, who: Viewer) -> View:
    """Return the view of seat 0, seat 1 or the public (None)."""
    side = None if state.outcome is not None else state.position.side
    return View(who, state.setting, state.position, side, state.last, state.outcome, state.past)


def public_from(seat_view: View) -> View:
    """Return the public view, computed from a seat's view alone. docs/engine.md, law 4."""
    return msgspec.structs.replace(seat_view, who=None)
