"""A second, slow implementation of Creators vs Destroyers, written from the rules alone to check the engine.

Squares are (row, column), counted from 0 at the top left. A state is a dict that `play` copies and never
changes. Numbers in brackets are rulings.
"""

from __future__ import annotations

import hashlib
import hmac
import math
from fractions import Fraction

from games.creators.rules.glyphs import CATEGORIES, cells

CREATOR, DESTROYER = "C", "D"
EMPTY = "."
TECHNICAL_END = 2000
DIRECTIONS = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)]  # CVD-39

DEFAULTS = {
    "boardSize": 16,
    "pattern": "seeded",
    "category": "even",
    "difficulty": "any",
    "flipPattern": "never",
    "destroyerPreview": "five",
    "previewSeconds": 8,
    "memoryAid": "none",
    "progress": "hidden",
    "mustCapture": "off",
    "reentry": "near",
    "victory": "creatorOnly",
    "ending": "fading",
    "rounds": 20,
    "legs": 1,
    "winningMove": "fills",
    "version": "4",
}


# --- chance (docs/engine.md, section 2) ---------------------------------------------------------


def draw(dice: dict, n: int) -> int:
    """Draw an integer in [0, n) from {"seed": bytes, "k": int}; k grows by one at every attempt."""
    while True:
        message = dice["k"].to_bytes(8, byteorder="big")
        dice["k"] = dice["k"] + 1
        digest = hmac.new(dice["seed"], message, hashlib.sha256).digest()
        x = int.from_bytes(digest[0:8], byteorder="big")
        if x >= 2**64 - (2**64 % n):
            continue
        return x % n


def shuffled(dice: dict, items: list) -> list:
    result = list(items)
    i = len(result) - 1
    while i >= 1:
        j = draw(dice, i + 1)
        result[i], result[j] = result[j], result[i]
        i = i - 1
    return result


# --- squares (docs/engine.md, section 3) --------------------------------------------------------


def square_name(size: int, row: int, column: int) -> str:
    return "abcdefghijklmnopqrst"[column] + str(size - row)


def square_at(size: int, name: str) -> tuple[int, int]:
    return size - int(name[1:]), "abcdefghijklmnopqrst".index(name[0])


def opponent(side: str) -> str:
    return DESTROYER if side == CREATOR else CREATOR


def home_rows(size: int, side: str) -> list[int]:
    """Return the home rows, back row first (CVD-24)."""
    return [0, 1] if side == CREATOR else [size - 1, size - 2]


# --- the start ----------------------------------------------------------------------------------


def new(
    options: dict,
    seed: bytes,
    par,
    allows=lambda glyph, difficulty: True,
    is_even=lambda glyph, rounds, version: True,
) -> dict:
    """Return the first state.

    `par` is a number, or a function (glyph, options) → number. `allows(glyph, difficulty)` says whether the
    option `difficulty` admits a seeded glyph (CVD-7). `is_even(glyph, rounds, version)` says whether the deck
    lists the glyph as even (CVD-31).
    """
    chosen = dict(DEFAULTS)
    for name in options:
        assert name in DEFAULTS, name
        chosen[name] = options[name]
    dice = {"seed": seed, "k": 0}
    drawable = list_category(chosen, allows, is_even)
    glyph = choose_glyph(chosen, dice, drawable)
    flipped = chosen["flipPattern"] == "seeded" and draw(dice, 2) == 1
    pattern = embed(glyph, flipped, chosen["boardSize"])
    candidates = {}
    if chosen["destroyerPreview"] == "five":
        for name in [glyph, *four_others(glyph, drawable, dice)]:
            candidates[name] = embed(name, flipped, chosen["boardSize"])
    return {
        "candidates": candidates,
        "options": chosen,
        "glyph": glyph,
        "pattern": pattern,
        "preview": destroyer_preview(chosen, pattern, candidates, dice),
        "par": par(glyph, chosen) if callable(par) else par,
        "board": first_board(chosen["boardSize"]),
        "side": CREATOR,
        "die": None,
        "reserves": {CREATOR: [], DESTROYER: []},  # columns where pawns were captured, in order
        "plies": 0,  # number of completed plies
        "dice": dice,
        "result": None,
    }


def list_category(options: dict, allows, is_even) -> list:
    """Return the names that could be drawn, by code point; none for scribbles (CVD-6, CVD-7)."""
    if options["category"] == "scribbles":
        return []
    if options["category"] == "even":
        category = sorted(CATEGORIES["all"], key=ord)
        if options["ending"] == "fading":
            category = [g for g in category if is_even(g, options["rounds"], options["version"])]
    else:
        category = sorted(CATEGORIES[options["category"]], key=ord)
    if options["difficulty"] != "any":
        category = [glyph for glyph in category if allows(glyph, options["difficulty"])]
    return category


def choose_glyph(options: dict, dice: dict, drawable: list) -> str:
    """Return the pattern's name: the chosen one, or a draw from the category or of a scribble (CVD-6)."""
    if options["pattern"] != "seeded":
        return options["pattern"]
    if options["category"] == "scribbles":
        return scribble(dice)
    return drawable[draw(dice, len(drawable))]


def four_others(glyph: str, drawable: list, dice: dict) -> list:
    """Draw the names that a Destroyer is shown with the true one (CVD-8)."""
    if glyph.startswith("scribble-"):
        others = []
        while len(others) < 4:
            other = scribble(dice)
            if other != glyph and other not in others:
                others.append(other)
        return others
    deck = sorted({glyph for glyphs in CATEGORIES.values() for glyph in glyphs}, key=ord)
    others = [name for name in deck if (name in drawable) == (glyph in drawable) and name != glyph]
    return shuffled(dice, others)[:4]


def scribble(dice: dict) -> str:
    """Draw a scribble with a pen and return its name (CVD-40)."""
    taken = [
        sorted(cells(glyph, flipped))
        for glyphs in CATEGORIES.values()
        for glyph in glyphs
        for flipped in (False, True)
    ]
    while True:
        path = pen_path(dice)
        down, right = best_shift([row for row, _ in path]), best_shift([column for _, column in path])
        moved = sorted((row + down, column + right) for row, column in path)
        if moved not in taken:
            bits = "".join("1" if (row, column) in moved else "0" for row in range(7) for column in range(7))
            return "scribble-" + format(int(bits, 2), "013x")


def best_shift(places: list[int]) -> int:
    """Return the first shift, from the lowest, that brings the sum nearest to 45 (CVD-40, step 4)."""
    best = None
    for shift in range(-6, 7):
        moved = [place + shift for place in places]
        if all(0 <= place <= 6 for place in moved):
            distance = abs(sum(moved) - 45)
            if best is None or distance < best[0]:
                best = (distance, shift)
    return best[1]


def pen_path(dice: dict) -> list[tuple[int, int]]:
    """Draw the cells of a pen's path (CVD-40, steps 1 to 3)."""
    start = draw(dice, 49)
    path = [(start // 7, start % 7)]
    while len(path) < 15:
        ways = []
        for limit in (1, 99):
            for pen in path[::-1]:
                if ways == []:
                    ways = [cell for cell in free_beside(path, pen) if inked_beside(path, cell) <= limit]
        path.append(ways[draw(dice, len(ways))])
    return path


def free_beside(path: list, pen: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the undrawn cells beside the pen, in the order of the matrix."""
    return [
        (row, column)
        for row in range(7)
        for column in range(7)
        if abs(row - pen[0]) + abs(column - pen[1]) == 1 and (row, column) not in path
    ]


def inked_beside(path: list, cell: tuple[int, int]) -> int:
    return len([1 for row, column in path if abs(row - cell[0]) + abs(column - cell[1]) == 1])


def scribble_rows(name: str) -> list[tuple[int, int]]:
    """Return the cells that a scribble's name encodes."""
    bits = format(int(name[len("scribble-") :], 16), "049b")
    return [(place // 7, place % 7) for place in range(49) if bits[place] == "1"]


def embed(glyph: str, flipped: bool, size: int) -> list[tuple[int, int]]:
    """Return the pattern's cells on the board, top to bottom and left to right (CVD-3, CVD-4)."""
    offset = math.floor((size - 7) / 2)
    result = []
    for row, column in scribble_rows(glyph) if glyph.startswith("scribble-") else cells(glyph, False):
        if flipped:
            row = 6 - row
        result.append((offset + row, offset + column))
    return sorted(result)


def destroyer_preview(options: dict, pattern: list, candidates: dict, dice: dict) -> list:
    """Return the cells that the Destroyer is shown, or those that most of five patterns have (CVD-8)."""
    if options["destroyerPreview"] == "five":
        every = [cell for pattern_cells in candidates.values() for cell in pattern_cells]
        return sorted({cell for cell in every if every.count(cell) > len(candidates) / 2})
    if options["destroyerPreview"] == "none":
        return []
    if options["destroyerPreview"] == "half":
        return sorted(shuffled(dice, pattern)[: math.ceil(len(pattern) / 2)])
    return list(pattern)


def first_board(size: int) -> list[list[str]]:
    """Return the board at the start (CVD-13)."""
    board = []
    for row in range(size):
        if row in (0, 1):
            board.append([CREATOR] * size)
        elif row in (size - 2, size - 1):
            board.append([DESTROYER] * size)
        else:
            board.append([EMPTY] * size)
    return board


# --- queries of a state -------------------------------------------------------------------------


def round_of(state: dict) -> int:
    """Return the current round, from 1, with two plies each; after the end, the last round played."""
    plies = state["plies"]
    if state["result"] is not None:
        plies = plies - 1
    return plies // 2 + 1


def need(state: dict) -> int:
    """Return the number of cells required now (CVD-31)."""
    all_cells = len(state["pattern"])
    if state["options"]["ending"] != "fading":
        return all_cells
    share = Fraction(round_of(state) - 1, state["options"]["rounds"] - 1)
    return math.ceil(all_cells - (all_cells - Fraction(state["par"])) * share)


def held(state: dict, side: str) -> int:
    count = 0
    for row, column in state["pattern"]:
        if state["board"][row][column] == side:
            count = count + 1
    return count


def is_limit_reached(state: dict) -> bool:
    if state["options"]["ending"] == "endless":
        return state["plies"] >= TECHNICAL_END
    return state["plies"] >= 2 * state["options"]["rounds"]


def position(state: dict) -> str:
    """Return the position text, equal for both seats and the public (docs/engine.md, section 5)."""
    over = state["result"] is not None
    waiting = [str(len(state["reserves"][side])) for side in (CREATOR, DESTROYER)]
    fields = [
        "/".join(row_text(row) for row in state["board"]),
        "-" if over else state["side"],
        "-" if over or state["die"] is None else str(state["die"]),
        ",".join(waiting),
        str(round_of(state)),
        str(need(state)) if over or is_open(state) else "-",
    ]
    return " ".join(fields)


def is_open(state: dict) -> bool:
    """Return whether the number of cells and par are public (CVD-12)."""
    return state["options"]["destroyerPreview"] == "full"


def row_text(row: list[str]) -> str:
    text = ""
    empty = 0
    for cell in row:
        if cell == EMPTY:
            empty = empty + 1
            continue
        if empty > 0:
            text = text + str(empty)
        empty = 0
        text = text + cell
    if empty > 0:
        text = text + str(empty)
    return text


def briefing(state: dict, seat: int) -> dict:
    """Return the pattern as this seat was shown it (docs/engine.md, section 6)."""
    size = state["options"]["boardSize"]
    shown = state["pattern"] if seat == 0 else state["preview"]
    nameless = seat == 1 and not is_open(state)
    shown_candidates = {
        name: [square_name(size, row, column) for row, column in cells_there]
        for name, cells_there in sorted(state["candidates"].items())
    }
    return {
        **({"candidates": shown_candidates} if seat == 1 and shown_candidates else {}),
        "pattern": None if nameless else state["glyph"],
        "cells": [square_name(size, row, column) for row, column in shown],
        "par": None if nameless else state["par"],
    }


def result(state: dict) -> tuple | None:
    """Return (winner, reason) or None."""
    return state["result"]


def to_act(state: dict) -> list[int]:
    if state["result"] is not None:
        return []
    return [0 if state["side"] == CREATOR else 1]


# --- moves --------------------------------------------------------------------------------------


def all_moves(state: dict) -> list[tuple]:
    """Return all pawns' moves in the order of CVD-39: ((row, column), (row', column'), captures)."""
    size, die = state["options"]["boardSize"], state["die"]
    board, side, other = state["board"], state["side"], opponent(state["side"])
    moves = []
    for row in range(size):
        for column in range(size):
            if board[row][column] != side:
                continue
            for down, right in DIRECTIONS:
                to_row, to_column = row + down * die, column + right * die
                if not (0 <= to_row < size and 0 <= to_column < size):
                    continue
                if board[to_row][to_column] == side:
                    continue
                captures = board[to_row][to_column] == other
                moves.append(((row, column), (to_row, to_column), captures))
    if state["options"]["mustCapture"] == "on" and any(captures for _, _, captures in moves):
        moves = [move for move in moves if move[2]]  # CVD-21
    return moves


def move_text(state: dict, move: tuple) -> str:
    size = state["options"]["boardSize"]
    (row, column), (to_row, to_column), captures = move
    sign = "x" if captures else "-"
    return square_name(size, row, column) + sign + square_name(size, to_row, to_column)


def actions(state: dict) -> list[str]:
    """Return the legal actions of the side to move as texts."""
    if state["result"] is not None:
        return []
    if state["die"] is None:
        return ["roll"]
    return [move_text(state, move) for move in all_moves(state)]


# --- playing ------------------------------------------------------------------------------------


def play(state: dict, text: str) -> dict:
    """Return the state after an action with either sign; raise ValueError when it's illegal."""
    after = copied(state)
    if text == "roll" and state["result"] is None and state["die"] is None:
        roll(after)
        return after
    if state["result"] is None and state["die"] is not None:
        for move in all_moves(state):
            right_text = move_text(state, move)
            if text in (right_text, right_text.replace("x", "-"), right_text.replace("-", "x")):
                execute(after, move)
                return after
    raise ValueError(text)


def copied(state: dict) -> dict:
    """Return a copy of the state, including all that a turn changes in place."""
    return {
        **state,
        "board": [list(row) for row in state["board"]],
        "reserves": {side: list(line) for side, line in state["reserves"].items()},
        "dice": dict(state["dice"]),
    }


def roll(state: dict) -> None:
    """Roll the die and end the ply if there's no move (CVD-15 to CVD-17)."""
    state["die"] = draw(state["dice"], 6) + 1
    if all_moves(state) == []:
        end_ply(state)


def execute(state: dict, move: tuple) -> None:
    """Execute a move in the seven steps of CVD-25."""
    (row, column), (to_row, to_column), captures = move
    board = state["board"]
    mover = state["side"]
    other = opponent(mover)
    held_before = held(state, mover)
    board[row][column] = EMPTY  # 1
    if captures:
        board[to_row][to_column] = EMPTY  # 2
    board[to_row][to_column] = mover  # 3
    if captures and not enter(state, other, to_column):  # 4
        state["reserves"][other].append(to_column)  # CVD-26
    for side in (mover, other):  # 5
        while state["reserves"][side] and enter(state, side, state["reserves"][side][0]):
            state["reserves"][side].pop(0)
    may_win = mover == CREATOR or state["options"]["victory"] == "race"  # CVD-29
    has_filled = held(state, mover) > held_before or state["options"]["winningMove"] == "any"  # CVD-30
    if may_win and has_filled and held(state, mover) >= need(state):  # 6
        state["plies"] = state["plies"] + 1
        state["result"] = (0 if mover == CREATOR else 1, "pattern")
        state["die"] = None
        return
    end_ply(state)  # 7


def enter(state: dict, side: str, taken_column: int) -> bool:
    """Put a pawn of this side on a home cell; return False when there's none free (CVD-24)."""
    size = state["options"]["boardSize"]
    if state["options"]["reentry"] == "scan":
        order = [(row, column) for row in sorted(home_rows(size, side)) for column in range(size)]
    else:
        columns = sorted(range(size), key=lambda column: (abs(column - taken_column), column))
        order = [(row, column) for row in home_rows(size, side) for column in columns]
    for row, column in order:
        if state["board"][row][column] == EMPTY:
            state["board"][row][column] = side
            return True
    return False


def end_ply(state: dict) -> None:
    state["die"] = None
    state["plies"] = state["plies"] + 1
    state["side"] = opponent(state["side"])
    if is_limit_reached(state):
        state["result"] = limit_result(state)


def limit_result(state: dict) -> tuple:
    """Return the result when the limit is reached (CVD-31, CVD-33)."""
    if state["options"]["victory"] == "creatorOnly":
        return (1, "held-out")
    creator, destroyer = held(state, CREATOR), held(state, DESTROYER)
    if creator == destroyer:
        return (None, "race")
    return (0 if creator > destroyer else 1, "race")
