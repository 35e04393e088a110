"""What each viewer may know of a match of creators, and nothing else. CVD-10 to CVD-12."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from games.core.game import Briefing, Result, Viewer
from games.creators.rules.geometry import geometry
from games.creators.rules.options import Options, is_open
from games.creators.rules.rules import count_held, need, round_of
from games.creators.rules.state import GLYPH_SIDE, LastMove, Pattern, Reserves, Setup, State


class View(msgspec.Struct, frozen=True, gc=False):
    """Everything that a viewer may know, as an allow-list.

    Attributes:
        options: The options; before the end they don't name the pattern.
        total: The number of cells in the pattern; this and `par` are None if secret from the viewer.
        to_act: The seat to act, None when the match is over.
        progress: Cells held by the Creator, and in a race by the Destroyer, too; empty if not shown.
        pattern: The pattern, None until the match is over.
        recalled: Squares that the viewer marked as seen in the preview, rightly or wrongly, or those that
            glow in a lesson or a puzzle (`is_taught`).
        candidates: The squares of each of the five patterns, for a Destroyer who remembers the whole preview.
    """

    who: Viewer
    options: Options
    total: int | None
    par: float | None
    board: bytes
    to_act: int | None
    die: int
    reserves: Reserves
    ply: int
    last: LastMove | None
    progress: tuple[int, ...]
    pattern: Pattern | None
    outcome: Result | None
    recalled: tuple[str, ...] = ()
    is_taught: bool = False
    candidates: tuple[tuple[str, ...], ...] = ()

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return round_of(self.ply)

    @property
    def need(self) -> int | None:
        """How many cells must be held now; None if secret from the viewer."""
        if self.total is None or self.par is None:
            return None
        return need(self.options, self.total, self.par, self.round)


def view(state: State, who: Viewer) -> View:
    """Return the view of seat 0, seat 1 or the public (None)."""
    setup, over = state.setup, state.outcome is not None
    pattern, counted = setup.pattern, over or _may_count(setup.options, who)
    glowing = setup.glowing if who is not None else ()
    return View(
        who,
        setup.options if over else setup.open_options,
        len(pattern.cells) if counted else None,
        pattern.par if counted else None,
        state.board,
        None if over else state.side,
        state.die,
        state.reserves,
        state.ply,
        state.last,
        _progress(state, who),
        pattern if over else None,
        state.outcome,
        _name_squares(setup, glowing) if glowing else (),
        bool(glowing),
    )


def _name_squares(setup: Setup, cells: tuple[int, ...]) -> tuple[str, ...]:
    names = geometry(setup.options.board_size).names
    return tuple(names[cell] for cell in cells)


def _progress(state: State, who: Viewer) -> tuple[int, ...]:
    options = state.setup.options
    if options.progress == "hidden":
        return ()
    if not (who == 0 if options.progress == "creator" else _may_count(options, who)):
        return ()
    return (
        (count_held(state, 0), count_held(state, 1)) if options.victory == "race" else (count_held(state, 0),)
    )


def public_from(seat_view: View) -> View:
    """Return the public view, computed from a seat's view alone. docs/engine.md, law 4."""
    options = seat_view.options
    shared = seat_view.progress if options.progress == "both" and _may_count(options, None) else ()
    view = msgspec.structs.replace(
        seat_view, who=None, progress=shared, recalled=(), is_taught=False, candidates=()
    )
    return view if view.outcome is not None else hide_counts(view)


def hide_briefing(view: View) -> View:
    """Return a player's view before the preview: what the public sees. CVD-12."""
    return msgspec.structs.replace(public_from(view), who=view.who)


def hide_counts(view: View) -> View:
    """Return the view without the number of cells and par if they are secret from the viewer."""
    if _may_count(view.options, view.who):
        return view
    return msgspec.structs.replace(view, total=None, par=None)


def memorable(view: View) -> tuple[tuple[str, ...], ...]:
    """Return rows of squares where a pattern can be, as the viewer sees them; none if shown none. CVD-11."""
    if view.who is None or (view.who == 1 and view.options.destroyer_preview == "none"):
        return ()
    size, names = view.options.board_size, geometry(view.options.board_size).names
    first = (size - GLYPH_SIDE) // 2
    field = range(first, first + GLYPH_SIDE)
    rows = tuple(tuple(names[row * size + column] for column in field) for row in field)
    return tuple(row[::-1] for row in rows[::-1]) if view.who == 0 else rows


def mark_recalled(view: View, squares: Collection[str]) -> View:
    """Return the view of a player who marked these squares as seen in the preview. CVD-11."""
    marked = tuple(square for row in memorable(view) for square in row if square in squares)
    return msgspec.structs.replace(view, recalled=marked, is_taught=False)


def recall_briefing(view: View, briefing: Briefing | None) -> View:
    """Return the view of a player who remembers their whole preview and sees what glows for them."""
    if briefing is None:
        return view
    recalled = tuple(dict.fromkeys((*view.recalled, *briefing.data["cells"])))
    candidates = tuple(map(tuple, briefing.data.get("candidates", {}).values()))
    return msgspec.structs.replace(view, recalled=recalled, candidates=candidates)


def _may_count(options: Options, who: Viewer) -> bool:
    """Return whether a viewer may know the pattern's number of cells before the end. CVD-12."""
    return who == 0 or is_open(options)
