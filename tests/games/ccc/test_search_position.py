"""The search positions of CCC's levels agree with the rules."""

from __future__ import annotations

import random
from itertools import islice, takewhile

import msgspec
import pytest

from games import GAMES
from games.ccc.ai.evaluation import forces
from games.ccc.ai.search_position import after, search_position, tables
from games.ccc.ai.search_position_moves import Moves
from games.ccc.ai.search_position_steps import bits_of, steps
from games.ccc.ai.search_position_value import Evaluator
from games.ccc.rules.actions import Pass, Path
from games.ccc.rules.geometry import WIDTH
from games.ccc.rules.options import Options
from games.ccc.rules.pieces import CUBE
from games.ccc.rules.rules import after as next_position
from games.ccc.rules.rules import carry_out
from tests.budgets import first_fast
from tests.games.ccc.positions import START, VECTORS, meeting_positions, placed, some_position

CCC = GAMES["ccc"]
_MOST_PATHS = 20_000


def essence(position):
    """Return all the values in which two search positions may differ."""
    board, worth = tuple(position.board), round(position.worth, 6)
    rest = position.side, position.pools, position.moved, position.flags, position.quiet, position.first
    return board, *rest, position.key, position.sums, position.sets, worth


def by_the_rules(state, actions):
    setting, position = state.setting, state.position
    return {
        essence(
            search_position(
                next_position(position, carry_out(setting, position, action), action), ranks(state)
            )
        )
        for action in actions
    }


def ranks(state) -> int:
    options: Options = state.setting.options
    return options.ranks


def searched(state, width, every=True):
    """Return (positions after all moves, positions after forcing moves)."""
    options, begun = state.setting.options, search_position(state.position, ranks(state))
    moves = Moves(begun, steps(ranks(state)), state.setting.homes, options.torus_hits_flag == "on")
    forcing = [move for _, move in moves.forcing(width)]
    table = tables(ranks(state))
    forced = {essence(after(table, begun, move)) for move in forcing}
    return forced | {essence(after(table, begun, move)) for move in moves.quiet(every)}, forced


def positions(number):
    rng = random.Random(number)
    texts = [START, *(placed(pieces) for pieces, _, _ in VECTORS[number::6])]
    for text in [*texts, *rng.sample(meeting_positions(), 12)]:
        yield {"position": text}
    for flat_rows in (2, 3):
        for hits in ("off", "on"):
            text = some_position(rng, 10 if flat_rows == 3 else 8, rng.choice([6, 16]), 4)
            yield {"position": text, "flatRows": flat_rows, "torusHitsFlag": hits}


@pytest.mark.parametrize("number", first_fast(range(6)))
def test_a_search_knows_every_action_but_quiet_collapses_of_pyramid_stacks_and_no_other_one(number):
    for raw in positions(number):
        state = CCC.new(CCC.options(raw), bytes(32))
        legal = CCC.actions(CCC.view(state, state.position.side))
        plain = by_the_rules(state, takewhile(lambda action: not isinstance(action, Path | Pass), legal))
        known, _ = searched(state, 0)
        assert known == plain, raw
        beyond = searched(state, 3)[0] - plain
        if beyond:
            again = CCC.actions(CCC.view(state, state.position.side))
            paths = (action for action in islice(again, _MOST_PATHS) if isinstance(action, Path))
            assert beyond <= by_the_rules(state, paths), raw


def test_a_search_thinks_of_fewer_moves_than_there_are():
    state = CCC.new(CCC.options({"position": meeting_positions()[7]}), bytes(32))
    assert searched(state, 0, every=False)[0] < searched(state, 0)[0]


def valued(state):
    """Return a search position and its evaluator."""
    begun = search_position(state.position, ranks(state))
    return begun, Evaluator(steps(ranks(state)), state.setting.options, begun)


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("number", range(6))
def test_a_search_fears_on_each_square_what_can_attack_there(number, seat):
    for raw in positions(number):
        state = CCC.new(CCC.options(raw), bytes(32))
        begun, evaluator = valued(state)
        pieces = sum(1 << square for square, code in enumerate(begun.board) if code)
        blows = evaluator.blows(begun, seat, pieces)
        feared = [
            max([power for power, struck in blows if struck >> square & 1], default=0)
            for square in range(len(begun.board))
        ]
        assert feared == forces(state.setting.geometry, state.position, seat), raw


@pytest.mark.parametrize("board", [8, 10])
@pytest.mark.parametrize("seat", [0, 1])
def test_sets_of_squares_before_flats_are_those_of_the_tables(board, seat):
    table = steps(board)
    squares = range(len(table.rays))
    for target in squares:
        straight = [square for square in squares if target in table.straight[seat][square]]
        slanting = [square for square in squares if target in table.slanting[seat][square]]
        whole = (1 << len(squares)) - 1
        assert table.before(seat, 1 << target, 0) & whole == bits_of(straight)
        assert table.before(seat, 0, 1 << target) & whole == bits_of(slanting)
        assert table.find_reached(seat, 1 << target) & whole == bits_of(table.straight[seat][target])


EDGES = "FFFFFFFF/s7/ffffffff/8/8/8/8/8/8/TTS1L1C1 b 10,10 00 0 9"
"""White's Flats on Black's own first rank, which is the tenth."""


def test_a_search_on_ten_ranks_does_not_look_beyond_them():
    state = CCC.new(CCC.options({"position": EDGES, "flatRows": 3}), bytes(32))
    legal = CCC.actions(CCC.view(state, 1))
    plain = by_the_rules(state, takewhile(lambda action: not isinstance(action, Path | Pass), legal))
    assert searched(state, 0)[0] == plain


def flipped(state):
    """Return a state seen from the opposite edge with the sides changed, and what flips a square."""

    def there(square):
        return None if square is None else square + (ranks(state) - 1 - 2 * (square // WIDTH)) * WIDTH

    position = state.position
    board = [None] * len(position.board)
    for square, piece in enumerate(position.board):
        board[there(square)] = piece and msgspec.structs.replace(piece, seat=1 - piece.seat)
    turned = msgspec.structs.replace(
        position,
        board=tuple(board),
        side=1 - position.side,
        pools=position.pools[::-1],
        moved=position.moved[::-1],
        flags=tuple(map(there, position.flags[::-1])),
    )
    return msgspec.structs.replace(state, position=turned), there


def list_moves(state, there=lambda square: square):
    """Return the squares that each move of a search changes, in its order, except a Cube's moves."""
    options, begun = state.setting.options, search_position(state.position, ranks(state))
    moves = Moves(begun, steps(ranks(state)), state.setting.homes, options.torus_hits_flag == "on")
    forcing = sorted(moves.forcing(2), key=lambda ranked: -ranked[0])
    listed = [(kind_of(state, move), move) for move in [move for _, move in forcing] + moves.quiet(False)]
    return [tuple(map(there, move[1::2])) for kind, move in listed if kind != CUBE]


def kind_of(state, move):
    """Return the kind of piece on the first square that a move changes, or None."""
    piece = state.position.board[move[1]]
    return piece and piece.kind


def test_a_search_lists_the_moves_of_both_sides_alike_and_values_them_alike():
    for text in meeting_positions():
        state = CCC.new(CCC.options({"position": text}), bytes(32))
        other, there = flipped(state)
        assert list_moves(other) == list_moves(state, there), text
        assert value_of(other) == pytest.approx(value_of(state)), text


def value_of(state):
    """Return how a search values a state for the side to move."""
    begun = search_position(state.position, ranks(state))
    return Evaluator(steps(ranks(state)), state.setting.options, begun).value(begun, -1e9, 1e9)
