"""Guesses of hidden pieces in Decoy Patrol can't be told from the truth by the view, and are plausible."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from games.core.selfplay import numbered_seed, play_match
from games.decoy.ai.hiding import likely_so_far
from games.decoy.rules.board import BIT, SIDE
from games.decoy.rules.pieces import COMMANDER, DECOY, KINDS, SCOUT, damage_of, kind_of, square_of
from games.decoy.rules.state import in_sight
from tests.games.decoy.table import GAME, put
from tests.kit.worlds.starts_decoy import somewhere
from tests.kit.worlds.worlds_decoy import DECOY as WORLDS

ANALYST = GAME.analyst
_STATES, _MATCHES = 60, 4


def guess(state, seat, number=0):
    return ANALYST.guess(GAME.view(state, seat), None, random.Random(number))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(_STATES))
def test_a_guess_has_the_same_view_whatever_the_shape_of_vision(number):
    """Cover bumps into unseen pieces, too, and pairs that only one side sees."""
    state = somewhere(random.Random(number))
    for seat in (0, 1):
        for other in range(3):
            assert GAME.view(guess(state, seat, other), seat) == GAME.view(state, seat)


@pytest.mark.parametrize("twins", list(WORLDS.twins(random.Random(7))), ids=lambda twins: twins.what)
def test_who_cannot_tell_two_worlds_apart_guesses_the_same(twins):
    first, second = twins.states
    for seat in twins.blind:
        if seat is not None and GAME.view(first, seat) == GAME.view(second, seat):
            assert guess(first, seat) == guess(second, seat)


@pytest.mark.slow
def test_a_guess_has_the_whole_army_and_nobody_on_two_squares():
    for number in range(_STATES):
        state = somewhere(random.Random(number))
        for seat in (0, 1):
            pieces = guess(state, seat).sides[1 - seat].pieces
            counts = Counter(map(kind_of, pieces))
            assert len({square_of(piece) for piece in pieces}) == len(pieces)
            assert len(pieces) == len(state.sides[1 - seat].pieces)
            assert all(counts[kind] <= about.count for kind, about in enumerate(KINDS))
            assert all(damage_of(piece) < KINDS[kind_of(piece)].power for piece in pieces)
            if GAME.result(state) is None and state.ply:
                assert counts[COMMANDER] == 1
                assert counts[DECOY] >= 1


def test_a_match_can_be_played_on_from_a_guess():
    for number in range(_STATES // 3):
        state = somewhere(random.Random(number))
        for seat in GAME.to_act(state):
            world = guess(state, seat)
            for action in list(GAME.actions(GAME.view(world, seat)))[:5]:
                GAME.play(world, seat, action)


@pytest.mark.proof
def test_kinds_are_guessed_about_as_often_as_they_are_there():
    """Check that guesses are better than chance and in proportion.

    In matches between strong levels, the true kind of a piece in sight is drawn far more often than by
    drawing from the army alone, and no kind is drawn out of proportion.
    """
    right, drawn, true, total = 0, Counter(), Counter(), 0
    for number in range(_MATCHES):
        for state in moments(number):
            for seat in (0, 1):
                world = guess(state, seat, number)
                seen = in_sight(state, seat)
                for piece, other in zip(within(state, seat, seen), within(world, seat, seen), strict=True):
                    right += kind_of(piece) == kind_of(other)
                    true[kind_of(piece)] += 1
                    drawn[kind_of(other)] += 1
                    total += 1
    assert right / total > 0.4
    for kind in range(len(KINDS)):
        assert abs(drawn[kind] - true[kind]) / total < 0.12


def moments(number):
    record = play_match(GAME, {}, numbered_seed(800 + number), ("skilled", "hard"))
    state, found = GAME.new(GAME.options(record.options), record.seed), []
    for text in record.actions:
        seat = GAME.to_act(state)[0]
        state = GAME.play(state, seat, GAME.parse(GAME.view(state, seat), text)).state
        found.append(state)
    return [state for state in found[2::5] if GAME.result(state) is None]


def within(state, seat, seen):
    return [piece for piece in state.sides[1 - seat].pieces if seen & BIT[square_of(piece)]]


def test_commanders_are_thought_to_stay_back_and_scouts_to_go_ahead():
    view = GAME.view(put("Sb2", "Sc7", ply=15), 0)
    far, near = 5 * SIDE, 9 * SIDE
    assert likely_so_far(view, COMMANDER, near) > 10 * likely_so_far(view, COMMANDER, far)
    assert likely_so_far(view, SCOUT, far) > likely_so_far(view, SCOUT, near)
