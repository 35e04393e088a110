"""A second, slow implementation of the levels' choices, written from CVD-37 to CVD-39 alone to check them.

What a move leads to is left to the rules, which have a reference of their own. Cells are (row, column) from
the top left.
"""

from __future__ import annotations

import hashlib
import math
import re
from fractions import Fraction

from games.creators.rules.options import glyphs_to_draw_from
from games.creators.rules.par import par_of
from games.creators.rules.state import pattern_cells
from tests.games.creators.table import GAME, legal, play

FORGETS = {"medium": 26, "skilled": 22, "hard": 0}
"""The percentages of cells that a level forgets (CVD-37)."""
DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))
FACES = range(1, 7)


class Sight:
    """The cells that a level takes for the pattern, and the numbers that it calculates with."""

    def __init__(self, cells, total, par, options):
        self.cells, self.total, self.par, self.options = cells, total, par, options

    def need(self, number):
        if self.options["ending"] != "fading":
            return self.total
        number = min(number, self.options["rounds"])
        share = Fraction(number - 1, self.options["rounds"] - 1)
        return math.ceil(self.total - (self.total - Fraction(self.par)) * share)


def choose(state, level):
    """Return the move of a level for the side that moves, as text; the level's view says all it knows."""
    seat, size, options = state.side, state.setup.options.board_size, _options(state)
    sight = sight_of(GAME.view(state, seat), GAME.briefing(state, seat), level, size, options)
    before, number = pawns_of(state), (state.ply + 1) // 2
    ranked = []
    for text in legal(state):
        after, move = (
            pawns_of(play(state, text)),
            tuple(place(square, size) for square in re.split("[-x]", text)),
        )
        v = value(before, after, move, seat, sight, size, state.ply)
        u = utility(before, after, move, seat, sight, size, number) if level == "medium" else 0
        ranked.append((u, v, text))
    best = max(each[:2] for each in ranked)
    return next(text for u, v, text in ranked if (u, v) == best)


def sight_of(view, briefing, level, size, options):
    """Return what a level that doesn't guess goes by."""
    cells = {place(square, size) for square in recall(briefing.data, level, view.who)}
    if level != "hard":
        cells = second_guess(view, cells, size)
    if view.total is not None:
        return Sight(cells, view.total, view.par, options)
    pars = [par_of(glyph, view.options) for glyph in glyphs_to_draw_from(view.options)]
    mean = math.floor(sum(pars) / len(pars) + 0.5)
    return Sight(cells, len(cells), min(mean, len(cells)), options)


def second_guess(view, cells, size):
    """Return the cells that a side tries that can win and holds all that it remembers, or all but one."""
    held = {divmod(cell, size) for cell, pawn in enumerate(view.board) if pawn == view.who + 1}
    if (view.who == 1 and view.options.victory != "race") or len(cells - held) > 1:
        return cells
    drawn = [
        {divmod(cell, size) for cell in pattern_cells(name, flip, size)}
        for name in glyphs_to_draw_from(view.options)
        for flip in (False, True)[: 1 + (view.options.flip_pattern == "seeded")]
    ]
    fitting = [pattern for pattern in drawn if pattern >= cells] or drawn
    total = view.total or math.floor(sum(map(len, fitting)) / len(fitting) + 0.5)
    fitting = [pattern for pattern in fitting if len(pattern) == total] or fitting
    first = (size - 7) // 2
    matrix = {(first + row, first + column) for row in range(7) for column in range(7)}
    likely = sorted(matrix - cells, key=lambda c: (-sum(c in pattern for pattern in fitting), c))
    missing = total - len(cells)
    while missing < len(likely) and set(likely[:missing]) <= held:
        missing += 1
    return cells | set(likely[: max(0, missing)])


def _options(state):
    checked = state.setup.options
    return {"ending": checked.ending, "rounds": checked.rounds, "victory": checked.victory}


def pawns_of(state):
    size = state.setup.options.board_size
    return tuple(
        {divmod(cell, size) for cell, pawn in enumerate(state.board) if pawn == seat + 1} for seat in (0, 1)
    )


def recall(shown_to_it, level, who):
    """Return the squares that a level still remembers of a briefing's data."""
    shown = shown_to_it["cells"]
    left = len(shown) - (len(shown) * FORGETS[level] + 50) // 100
    if level == "medium" and who == 1:
        left = min(len(shown), 8 if shown_to_it.get("candidates") else 4)
    salt = ",".join(shown)
    order = sorted(shown, key=lambda square: hashlib.sha256(f"{salt} {square}".encode()).digest())
    return set(order[:left])


def place(square, size):
    return size - int(square[1:]), ord(square[0]) - ord("a")


def ends(cell, face, size):
    """Yield the cells in line at a distance, in the order of CVD-39."""
    for down, right in DIRECTIONS:
        row, column = cell[0] + face * down, cell[1] + face * right
        if 0 <= row < size and 0 <= column < size:
            yield row, column


def landing(pawns, face, size):
    return {end for pawn in pawns for end in ends(pawn, face, size)}


def anywhere(cell, cells, size):
    return any(end in cells for face in FACES for end in ends(cell, face, size))


def utility(before, after, move, seat, sight, size, number):
    """Return the worth of a move to `medium`, U of CVD-38; the sides' pawns are sets of cells."""
    source, target = move
    opponent = 1 - seat
    on_pattern, captured = target in sight.cells, target in before[opponent]
    score = 100 * on_pattern + 50 * captured + 60 * (captured and on_pattern) - 110 * (source in sight.cells)
    if on_pattern and opponent in builders(sight):
        held = len(before[opponent] & sight.cells)
        score += 80 * (sight.need(number) - held <= 2)
    pairs = [fillable(sides[opponent], sight, size) for sides in (before, after)]
    return score + 6 * (pairs[0] - pairs[1])


def fillable(pawns, sight, size):
    return sum(len(landing(pawns, face, size) & (sight.cells - pawns)) for face in FACES)


def builders(sight):
    return (0, 1) if sight.options["victory"] == "race" else (0,)


def value(before, after, move, seat, sight, size, ply):
    """Return the worth of a move to `hard`, V of CVD-38, from both sides' pawns before and after it."""
    total = 20 * (move[1] in before[1 - seat])
    if seat in builders(sight):
        held = len(after[seat] & sight.cells)
        won = held >= sight.need((ply + 1) // 2) and held > len(before[seat] & sight.cells)
        total += 1_000_000 if won else _sum(after, seat, sight, size)
    if 1 - seat in builders(sight):
        own = after[1 - seat]
        part, missing = _sum(after, 1 - seat, sight, size), sight.cells - own
        if len(own & sight.cells) + 1 >= sight.need((ply + 2) // 2):
            outside = own - sight.cells
            part += 8_000 * sum(bool(landing(outside, face, size) & missing) for face in FACES)
        total -= part
    return total


def _sum(pawns, builder, sight, size):
    own, other = pawns[builder], pawns[1 - builder]
    held, missing = own & sight.cells, sight.cells - own
    total = 400 * len(held)
    for face in FACES:
        filled, taken = len(landing(own, face, size) & missing), len(landing(other, face, size) & held)
        total += bool(filled) * 40 + 6 * max(0, filled - 1)
        total -= bool(taken) * 40 + 20 * max(0, taken - 1)
    total += 13 * sum(anywhere(pawn, missing, size) for pawn in own - sight.cells)
    return total - 27 * sum(anywhere(pawn, held, size) for pawn in other)
