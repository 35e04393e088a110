"""What each viewer may know of a match of creators, and nothing else. CVD-10 to CVD-12."""

from __future__ import annotations

import msgspec

from games.core.game import Result, Viewer
from games.creators.options import Options
from games.creators.rules import held, need_now, round_of
from games.creators.state import LastMove, Pattern, Reserves, State


class View(msgspec.Struct, frozen=True, gc=False):
    """An allow-list. `options` do not name the pattern before the end; `total` cells in the pattern, `need`
    of them now; `to_act` None when over; `progress`: cells held, of the Creator and in a race of the
    Destroyer too (empty: not shown); `pattern` only when the match is over."""

    who: Viewer
    options: Options
    total: int
    par: int
    board: bytes
    to_act: int | None
    die: int
    reserves: Reserves
    ply: int
    round: int
    need: int
    last: LastMove | None
    progress: tuple[int, ...]
    pattern: Pattern | None
    outcome: Result | None


def view(state: State, who: Viewer) -> View:
    """The view of seat 0, seat 1 or the public (None)."""
    pattern = state.setup.pattern
    over = state.outcome is not None
    return View(
        who,
        state.setup.options if over else state.setup.open_options,
        len(pattern.cells),
        pattern.par,
        state.board,
        None if over else state.side,
        state.die,
        state.reserves,
        state.ply,
        round_of(state.ply),
        need_now(state),
        state.last,
        _progress(state, who),
        pattern if over else None,
        state.outcome,
    )


def _progress(state: State, who: Viewer) -> tuple[int, ...]:
    options = state.setup.options
    shown = options.progress == "both" or (options.progress == "creator" and who == 0)
    if not shown:
        return ()
    return (held(state, 0), held(state, 1)) if options.victory == "race" else (held(state, 0),)


def public_from(seat_view: View) -> View:
    """The public view as either seat can compute it alone. docs/engine.md, law 4."""
    shared = seat_view.progress if seat_view.options.progress == "both" else ()
    return msgspec.structs.replace(seat_view, who=None, progress=shared)
