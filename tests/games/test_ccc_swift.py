"""The positions with which the searching levels of CCC think, beside the rules."""

from __future__ import annotations

import random
from itertools import islice, takewhile

import pytest

from games import GAMES
from games.ccc.actions import Pass, Path
from games.ccc.options import Options
from games.ccc.rules import after as next_position
from games.ccc.rules import carried_out
from games.ccc.swift import after, swift, tables
from games.ccc.swift_moves import Moves
from games.ccc.swift_steps import steps
from tests.games.ccc_positions import START, VECTORS, meeting_positions, placed, some_position

CCC = GAMES["ccc"]
_MOST_PATHS = 20_000


def essence(position):
    """All that two swift positions may differ in."""
    board, worth = tuple(position.board), round(position.worth, 6)
    rest = position.side, position.pools, position.moved, position.flags, position.quiet, position.first
    return board, *rest, position.key, position.sums, worth


def by_the_rules(state, actions):
    setting, position = state.setting, state.position
    return {
        essence(swift(next_position(position, carried_out(setting, position, action), action), ranks(state)))
        for action in actions
    }


def ranks(state) -> int:
    options: Options = state.setting.options
    return options.ranks


def swiftly(state, width, every=True):
    """(what all moves lead to, what the forcing ones lead to)."""
    options, begun = state.setting.options, swift(state.position, ranks(state))
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


@pytest.mark.parametrize("number", range(6))
def test_a_search_knows_every_action_but_quiet_collapses_of_pyramid_stacks_and_no_other_one(number):
    for raw in positions(number):
        state = CCC.new(CCC.options(raw), bytes(32))
        legal = CCC.actions(CCC.view(state, state.position.side))
        plain = by_the_rules(state, takewhile(lambda action: not isinstance(action, Path | Pass), legal))
        known, _ = swiftly(state, 0)
        assert known == plain, raw
        beyond = swiftly(state, 3)[0] - plain
        if beyond:
            again = CCC.actions(CCC.view(state, state.position.side))
            paths = (action for action in islice(again, _MOST_PATHS) if isinstance(action, Path))
            assert beyond <= by_the_rules(state, paths), raw


def test_a_search_thinks_of_fewer_moves_than_there_are():
    state = CCC.new(CCC.options({"position": meeting_positions()[7]}), bytes(32))
    assert swiftly(state, 0, every=False)[0] < swiftly(state, 0)[0]
