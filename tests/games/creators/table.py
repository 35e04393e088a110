"""Helpers that set up positions of Creators vs Destroyers for tests."""

from __future__ import annotations

import random

import msgspec

from games import GAMES

GAME = GAMES["creators"]


SEED = bytes(range(32))


CREATOR, DESTROYER = 0, 1


SMALL = {"boardSize": 12, "pattern": "+", "destroyerPreview": "full"}


def start(seed=SEED, **options):
    return GAME.new(GAME.options(options), seed)


def cell(state, square):
    size = state.setup.options.board_size
    return (size - int(square[1:])) * size + ord(square[0]) - ord("a")


def put(creators="", destroyers="", *, side=CREATOR, die=0, waiting=((), ()), round=1, seed=SEED, **options):
    """Return a position; `die` 0 is yet to be rolled, and `waiting` holds columns of waiting pawns."""
    state = start(seed, **{**SMALL, **options})
    board = bytearray(len(state.board))
    for seat, squares in enumerate((creators, destroyers)):
        for square in squares.split():
            board[cell(state, square)] = seat + 1
    ply = 2 * round - (side == CREATOR)
    return msgspec.structs.replace(state, board=bytes(board), side=side, die=die, reserves=waiting, ply=ply)


def rows(*ranks, size=12):
    """Return all squares of some ranks."""
    return " ".join(f"{chr(97 + file)}{rank}" for rank in ranks for file in range(size))


def without(squares, *taken):
    return " ".join(square for square in squares.split() if square not in taken)


def legal(state):
    view = GAME.view(state, state.side)
    return [GAME.format(action) for action in GAME.actions(view)]


def step(state, text):
    """Return the result of `play` for a text of the side to move."""
    return GAME.play(state, state.side, GAME.parse(GAME.view(state, state.side), text))


def play(state, *texts):
    for text in texts:
        state = step(state, text).state
    return state


def pattern_squares(state):
    return list(GAME.briefing(state, CREATOR).data["cells"])


def on_pattern(count, glyph="+"):
    """Return the first cells of a pattern on the small board."""
    return " ".join(pattern_squares(start(**{**SMALL, "pattern": glyph}))[:count])


def choose(state, level="medium", seat=None):
    seat = state.side if seat is None else seat
    view = GAME.view(state, seat)
    return GAME.format(GAME.players[level](view, GAME.briefing(state, seat), random.Random(0), 1000))


def at(state, square):
    return ".CD"[state.board[cell(state, square)]]


def shown(state):
    return GAME.position(GAME.view(state, None))


def outcome(state):
    result = GAME.result(state)
    return None if result is None else (result.winner, str(result.reason))


def roll_of(state, face):
    """Return the state with a seed whose next roll shows this face."""
    for number in range(200):
        tried = msgspec.structs.replace(
            state, chance=msgspec.structs.replace(state.chance, seed=bytes([number]) * 32)
        )
        rolled = step(tried, "roll")
        if f" {face}" in rolled.told[None][0]:
            return tried
    raise AssertionError


def stuck(side=CREATOR, **more):
    """Return four pawns that block each other at a distance of six in every direction."""
    squares = "a12 g12 a6 g6"
    others = "b1 c1"
    pair = (squares, others) if side == CREATOR else (others, squares)
    return put(*pair, side=side, **more)


def near(square):
    """Return the square below."""
    return f"{square[0]}{int(square[1:]) - 1}"
