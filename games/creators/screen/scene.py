"""Pictures of creators as plain data: the board and the preview."""

from __future__ import annotations

import hashlib
from functools import cache, lru_cache
from math import ceil
from typing import NamedTuple

import msgspec

from games.core.endings import describe_act
from games.core.game import Briefing, Result, Viewer
from games.core.screen.scene import Counter, Die, Frame, Mark, Scene, SeatColors, Tint, Token, steps
from games.creators.rules.geometry import geometry
from games.creators.rules.glyphs import FEWEST, MOST, cells
from games.creators.rules.options import SCRIBBLES, is_open
from games.creators.rules.rules import ENDLESS_PLIES, SEAT_NAMES, explain_vain_hold, is_fading, pawns
from games.creators.rules.scribbles import LENGTH, format_name, is_scribble
from games.creators.rules.state import GLYPH_SIDE, HOME_ROWS, CreatorsReason, Setup
from games.creators.rules.view import View

TITLE = "Creators vs Destroyers"
COLORS: SeatColors = "blue-red"
_REVEAL_MILLISECONDS = 260
_FADE_MILLISECONDS = 180
_FADE_STRENGTHS = (75, 50, 25)
_DRAWING_MILLISECONDS = 1500
"""How long each of five patterns is shown before all of them are laid over each other."""
_LOOKS: dict[str, int | None] = {"none": 0, "peek3": 3, "visible": None}


def scene(view: View, *, flip: bool = False, marks: tuple[Mark, ...] = ()) -> Scene:
    """Return the board as seen from the viewer's own side; `flip` turns it by half a turn."""
    files, ranks = labels(view.options.board_size, turned=flip != is_turned(view.who))
    return Scene(
        colors=COLORS,
        title=TITLE,
        subtitle=_subtitle(view),
        alt=_alt(view),
        files=files,
        ranks=ranks,
        tints=(*home_tints(view.options.board_size), *_goal(view)),
        tokens=_tokens(view),
        marks=(*_last_marks(view), *marks),
        die=None if view.to_act is None else Die(view.die or None, view.to_act),
        counters=_counters(view),
        turn=view.to_act,
    )


def is_turned(who: Viewer) -> bool:
    """Return whether a viewer sees the board turned by half a turn, with the Creator's home below. CVD-2."""
    return who == 0


@cache
def labels(size: int, *, turned: bool = False) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the files from the left and the ranks from the top."""
    files, ranks = tuple(chr(97 + file) for file in range(size)), tuple(map(str, range(size, 0, -1)))
    return (files[::-1], ranks[::-1]) if turned else (files, ranks)


@cache
def home_tints(size: int) -> tuple[Tint, Tint]:
    """Return the tints of both seats' home rows."""
    names, home = geometry(size).names, HOME_ROWS * size
    return Tint("home0", names[:home]), Tint("home1", names[-home:])


def _goal(view: View) -> tuple[Tint, ...]:
    if view.pattern is None:
        return (Tint("shown", view.recalled),) if view.recalled else ()
    names = geometry(view.options.board_size).names
    return (Tint("goal", tuple(names[cell] for cell in view.pattern.cells)),)


def _tokens(view: View) -> tuple[Token, ...]:
    names = geometry(view.options.board_size).names
    return tuple(
        Token(names[cell], "pawn", content - 1) for cell, content in enumerate(view.board) if content
    )


def _last_marks(view: View) -> tuple[Mark, ...]:
    if view.last is None:
        return ()
    moved = (*steps(((view.last.source, view.last.target),)), Mark("to", (view.last.target,)))
    return (*moved, Mark("entry", view.last.entries)) if view.last.entries else moved


def _counters(view: View) -> tuple[Counter, ...]:
    limit = ENDLESS_PLIES // 2 if view.options.ending == "endless" else view.options.rounds
    counters = [
        Counter("Round", f"{view.round} of {limit}"),
        Counter("Cells needed", _format_need(view)),
    ]
    counters += [Counter("Held", f"{k}/{view.total}", seat) for seat, k in enumerate(_count_held(view))]
    counters += [Counter("Waiting", str(len(r)), seat) for seat, r in enumerate(view.reserves) if r]
    return tuple(counters)


def _format_need(view: View) -> str:
    """Return the number of cells needed in words; while it is secret, what's true of every pattern."""
    if view.need is not None:
        return f"{view.need} of {view.total}"
    return "fewer over time" if is_fading(view.options, view.round) else "all"


def _count_held(view: View) -> tuple[int, ...]:
    """Return the cells held by each side that can win by them. CVD-11.

    Before the end, only what the option `progress` shows the viewer.
    """
    if view.pattern is None:
        return view.progress
    sides = (0, 1) if view.options.victory == "race" else (0,)
    return tuple(sum(view.board[cell] == seat + 1 for cell in view.pattern.cells) for seat in sides)


def _subtitle(view: View) -> str:
    if view.outcome is not None:
        return _describe_end(view, view.outcome)
    name = SEAT_NAMES[view.to_act or 0]
    return f"{name} rolled a {view.die}" if view.die else f"{name} to roll"


def _describe_end(view: View, outcome: Result) -> str:
    """Return how the match ended, such as “Destroyer wins: held out to the end” or “Creator wins on time”."""
    winner = outcome.winner
    names = (None, None) if winner is None else (SEAT_NAMES[winner], SEAT_NAMES[1 - winner])
    act = describe_act(str(outcome.reason), *names)
    if act is not None:
        return act
    if winner is None:
        return "Drawn: both hold the same number of cells"
    how = {
        CreatorsReason.PATTERN: _how_many_won(view, winner),
        CreatorsReason.HELD_OUT: "the last turn filled no cell" if _in_vain(view) else "held out to the end",
        CreatorsReason.RACE: "more cells at the end",
    }
    return f"{names[0]} wins: {how[CreatorsReason(outcome.reason)]}"


def _how_many_won(view: View, winner: int) -> str:
    """Return how many cells the winner held; while the pattern is secret, only that they were enough."""
    if view.pattern is None:
        return "enough cells held"
    count = sum(view.board[cell] == winner + 1 for cell in view.pattern.cells)
    return f"{count} of {len(view.pattern.cells)} cells held"


def _in_vain(view: View) -> str:
    """Return why the Creator held enough cells at the end and hasn't won; empty if that isn't so."""
    held = _count_held(view)
    if view.outcome is None or view.pattern is None or view.need is None or not held:
        return ""
    return explain_vain_hold(view.outcome, held[0], view.need)


def _alt(view: View) -> str:
    names = geometry(view.options.board_size).names
    sides = (
        f"{SEAT_NAMES[seat]} pawns on {' '.join(names[cell] for cell in pawns(view.board, seat))}."
        for seat in (0, 1)
    )
    facts = f"Round {view.round}. Cells needed: {_format_need(view)}."
    last = f" Last move {view.last.source} to {view.last.target}." if view.last else ""
    held = _count_held(view)
    shown = f" Held: {' and '.join(map(str, held))}." if held else ""
    vain = f" {_in_vain(view)}" if _in_vain(view) else ""
    pattern = f" The pattern was {format_name(view.pattern.name)}." if view.pattern else ""
    how = "Glowing:" if view.is_taught else "You marked"
    marked = f" {how} {' '.join(view.recalled)}." if view.recalled else ""
    return f"{TITLE}. {_subtitle(view)}. {facts}{last}{shown}{vain}{marked}{pattern} {' '.join(sides)}"


def list_seen_cells(setup: Setup, who: int) -> tuple[int, ...]:
    """Return the cells of the preview that a seat is shown. CVD-8."""
    return setup.pattern.cells if who == 0 else setup.shown


def briefing(setup: Setup, who: int) -> Briefing:
    """Return a seat's preview: revealed cell by cell, shown as a whole, faded. CVD-8, CVD-9."""
    options, seen = setup.options, list_seen_cells(setup, who)
    if who == 1 and setup.candidates:
        return _briefing_of_five(setup)
    knows = who == 0 or is_open(options)
    name = setup.pattern.name if knows else None
    size, total = options.board_size, len(setup.pattern.cells) if knows else None
    board = _Empty(size, total, is_turned(who))
    names = tuple(geometry(size).names[cell] for cell in seen)
    return Briefing(
        beforehand="" if is_open(options) else _text_in_the_dark(setup, who),
        data={
            "pattern": name,
            "cells": list(names),
            "par": setup.pattern.par if knows else None,
        },
        title=_briefing_title(setup, who),
        text=_briefing_text(setup, who) if knows else _text_in_the_dark(setup, who),
        frames=_frames(name or "", names, board, options.preview_seconds) if seen else (),
        picture=_preview(names, board, 100),
        seconds=options.preview_seconds,
        looks=_LOOKS[options.memory_aid] if seen else 0,
    )


def _briefing_of_five(setup: Setup) -> Briefing:
    """Return the preview of a Destroyer who is shown the true pattern among four others. CVD-8."""
    options, board = setup.options, _Empty(setup.options.board_size, None, is_turned(1))
    squares, drawings = geometry(options.board_size).names, _name_cells(setup)
    picture = tuple((name, tuple(cells)) for name, cells in drawings.items())
    return Briefing(
        beforehand=_text_before_five(setup),
        data={
            "pattern": None,
            "cells": [squares[cell] for cell in setup.shown],
            "par": None,
            "candidates": drawings,
        },
        title="Remember these patterns",
        text=_text_in_the_dark(setup, 1),
        frames=_frames_of_five(picture, board, options.preview_seconds),
        picture=_overlay(picture, board, 100),
        seconds=options.preview_seconds,
        looks=_LOOKS[options.memory_aid],
    )


def _briefing_title(setup: Setup, who: int) -> str:
    return "Remember this pattern" if list_seen_cells(setup, who) else "No preview for you"


def _name_cells(setup: Setup) -> dict[str, list[str]]:
    """Return the names of the patterns that a Destroyer is shown, each with its squares."""
    squares = geometry(setup.options.board_size).names
    return {drawing.name: [squares[cell] for cell in drawing.cells] for drawing in setup.candidates}


def _briefing_text(setup: Setup, who: int) -> str:
    total, par = len(setup.pattern.cells), ceil(setup.pattern.par)
    fading = setup.options.ending == "fading"
    until = f", falling to {par} by round {setup.options.rounds}" if fading else ""
    goal = (
        "Hold them all at once with your pawns"
        if who == 0
        else "Keep the Creator from holding them all at once"
    )
    return f"The pattern has {total} cells. {goal}: {total} are needed at first{until}."


def _text_in_the_dark(setup: Setup, who: int) -> str:
    """Return the preview's text without the facts that only the Creator knows. CVD-8.

    A Destroyer who doesn't see the whole pattern reads it, and the Creator does beforehand.
    """
    options = setup.options
    fading = ", then fewer and fewer" if options.ending == "fading" else ""
    if who == 1 and setup.candidates:
        return f"{_list_candidates(setup)} {_GOALS[1]}: all are needed at first{fading}."
    total = str(LENGTH) if options.category == SCRIBBLES else f"{FEWEST} to {MOST}"
    seen = "all" if who == 0 else str(len(setup.shown) or "none")
    if who == 1 and setup.shown and options.category != SCRIBBLES:
        total = f"{2 * len(setup.shown) - 1} or {2 * len(setup.shown)}"
    size = f"The pattern has {total} cells, and you're shown {seen} of them."
    return f"{size} {_GOALS[who]}: all are needed at first{fading}."


_GOALS = (
    "Hold enough of them at once with your pawns",
    "Keep the Creator from holding enough of them at once",
)


def _text_before_five(setup: Setup) -> str:
    """Return what a Destroyer reads before the preview, without any of the patterns."""
    fading = ", then fewer and fewer" if setup.options.ending == "fading" else ""
    total = str(LENGTH) if setup.options.category == SCRIBBLES else f"{FEWEST} to {MOST}"
    return (
        f"The pattern has {total} cells, and it's one of {_COUNTS[len(setup.candidates)]} that you're shown. "
        f"{_GOALS[1]}: all are needed at first{fading}."
    )


_COUNTS = ("no", "one", "two", "three", "four", "five")


def _list_candidates(setup: Setup) -> str:
    """Return which patterns the Destroyer is shown, and how, in two or three sentences."""
    names, sizes = [drawing.name for drawing in setup.candidates], [len(d.cells) for d in setup.candidates]
    count = _COUNTS[len(names)]
    if is_scribble(names[0]):
        listed, total = f"one of {count} scribbles", str(LENGTH)
    else:
        few, many = min(sizes), max(sizes)
        listed, total = f"one of {count}: {' '.join(names)}", f"{few} to {many}" if few < many else str(few)
    return (
        f"The pattern is {listed}. You see one after the other, then all of them laid over each other: a "
        f"cell glows brighter the more of them have it. The pattern has {total} cells."
    )


class _Empty(NamedTuple):
    """An empty preview board; `total` is the pattern's number of cells, None if secret."""

    size: int
    total: int | None
    turned: bool


_Drawings = tuple[tuple[str, tuple[str, ...]], ...]
"""The patterns that a Destroyer is shown: the name of each, and its squares."""


@lru_cache(maxsize=256)
def _frames_of_five(drawings: _Drawings, board: _Empty, seconds: int) -> tuple[Frame, ...]:
    """Return the frames of a preview of several patterns: each alone, then all of them, faded."""
    each = [
        Frame(_preview(squares, board, 100, f"Perhaps {format_name(name)}"), _DRAWING_MILLISECONDS)
        for name, squares in drawings
    ]
    whole = Frame(_overlay(drawings, board, 100), seconds * 1000)
    fade = [Frame(_overlay(drawings, board, strength), _FADE_MILLISECONDS) for strength in _FADE_STRENGTHS]
    return (*each, whole, *fade, Frame(_preview((), board, 100), 1000))


def _format_drawing(name: str) -> str:
    return "A scribble" if is_scribble(name) else f"“{name}”"


def _overlay(drawings: _Drawings, board: _Empty, strength: int) -> Scene:
    """Return these patterns laid over each other, at a strength of 0 to 100 where all of them have a cell."""
    listed = [square for _, squares in drawings for square in squares]
    counts = {square: listed.count(square) for square in listed}
    tints = tuple(
        Tint("shown", tuple(s for s in counts if counts[s] == number), strength * number // len(drawings))
        for number in sorted(set(counts.values()))
    )
    each = " ".join(f"{_format_drawing(name)}: {' '.join(squares)}." for name, squares in drawings)
    scene = _preview((), board, 100, "The pattern is one of these")
    return msgspec.structs.replace(
        scene, alt=f"{scene.subtitle}. {each}", tints=(*home_tints(board.size), *tints)
    )


@lru_cache(maxsize=256)
def _frames(pattern: str, names: tuple[str, ...], board: _Empty, seconds: int) -> tuple[Frame, ...]:
    """Return the frames of a preview; cached, since every panel asks for them and they are many."""
    order = sorted(names, key=lambda name: hashlib.sha256(f"{pattern} {name}".encode()).digest())
    reveal = [Frame(_preview(tuple(order[:n]), board, 100), _REVEAL_MILLISECONDS) for n in range(len(order))]
    whole = Frame(_preview(names, board, 100), seconds * 1000)
    fade = [Frame(_preview(names, board, strength), _FADE_MILLISECONDS) for strength in _FADE_STRENGTHS]
    return (*reveal, whole, *fade, Frame(_preview((), board, 100), 1000))


@lru_cache(maxsize=64)
def _preview(names: tuple[str, ...], board: _Empty, strength: int, subtitle: str = "") -> Scene:
    """Return the board with these cells of a pattern at a strength of 0 to 100."""
    about = subtitle or "The pattern"
    files, ranks = labels(board.size, turned=board.turned)
    return Scene(
        colors=COLORS,
        title=TITLE,
        subtitle=subtitle or "Remember this pattern",
        alt=f"{about}: cells {' '.join(names)}." if names else "An empty board.",
        files=files,
        ranks=ranks,
        tints=(*home_tints(board.size), Tint("shown", names, strength)),
        counters=() if board.total is None else (Counter("Cells", str(board.total)),),
    )


def icon() -> Scene:
    """Return the picture that stands for the game: a half-rebuilt glyph."""
    names = tuple(f"{file}{rank}" for rank in "7654321" for file in "abcdefg")
    shown = tuple(names[row * GLYPH_SIDE + column] for row, column in cells("A"))
    tokens = (
        *(Token(name, "pawn", 0) for name in shown[::2]),
        Token("d1", "pawn", 1),
        Token("g7", "pawn", 1),
    )
    return Scene(
        colors=COLORS,
        title="",
        alt=TITLE,
        files=tuple("abcdefg"),
        ranks=tuple("7654321"),
        tints=(Tint("goal", shown),),
        tokens=tokens,
        coordinates=False,
    )
