"""Laws 2 to 6: views are allow-lists, and viewers can't tell apart worlds that must look the same to them."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.chance import Chance
from tests.budgets import budget, first_fast
from tests.contract.seeing import (
    assert_alike,
    assert_levels_choose_alike,
    assert_pictures_alike,
    assert_public_from_both_seats,
    assert_told_alike,
    ended,
    every_twins,
    rarities_in,
    unfolding,
)
from tests.kit.games.known_games import GAMES
from tests.kit.games.persons import is_the_same_for_all
from tests.kit.games.playouts import VIEWERS, situations, texts
from tests.kit.worlds.worlds import WORLDS

KEYS = sorted(GAMES)
FEW = 4
DRAWN = budget(16, 4)
"""The pictures of both worlds are drawn at one step in this many; elsewhere equal scenes stand for them."""
CLOSE, LATER = budget(5, 13), budget(16, 8)
"""How many steps are compared at the beginning, and afterward one in how many."""
SETTLED = settings(max_examples=budget(12, 50), deadline=None, derandomize=True)

every_game = pytest.mark.parametrize("key", KEYS)
every_game_with_secrets = pytest.mark.parametrize("key", [key for key in KEYS if WORLDS[key].hidden])
every_open_game = pytest.mark.parametrize("key", [key for key in KEYS if not WORLDS[key].hidden])


def parts(value: Any) -> Iterator[Any]:
    """Yield a value and everything nested in it."""
    yield value
    if isinstance(value, msgspec.Struct):
        inner = [getattr(value, name) for name in value.__struct_fields__]
    elif is_dataclass(value):
        inner = [getattr(value, field.name) for field in fields(value)]
    elif isinstance(value, (tuple, frozenset, list)):
        inner = list(value)
    elif isinstance(value, dict):
        inner = [*value, *value.values()]
    else:
        inner = []
    for item in inner:
        yield from parts(item)


# --- laws 2 and 4 -------------------------------------------------------------------------------------


@every_game
@SETTLED
@given(data=st.data())
def test_a_view_holds_no_state_no_chance_and_no_seed(key, data):
    situation = data.draw(situations(key))
    for view in situation.views().values():
        for part in parts(view):
            assert not isinstance(part, (Chance, type(situation.state)))
            assert part != situation.seed
            assert part != situation.seed.hex()


@every_game
@SETTLED
@given(data=st.data())
def test_a_view_is_enough_after_a_journey_to_another_process(key, data):
    situation = data.draw(situations(key))
    game = situation.game
    for view in situation.views().values():
        travelled = pickle.loads(pickle.dumps(view))
        assert travelled == view
        assert texts(game, travelled) == texts(game, view)
        assert game.position(travelled) == game.position(view)
        assert game.scene(travelled) == game.scene(view)


@every_game
@SETTLED
@given(data=st.data())
def test_the_public_view_follows_from_either_seats_view_alone(key, data):
    situation = data.draw(situations(key, most=200))
    assert_public_from_both_seats(situation.game, situation.state)


@pytest.mark.slow
@every_game
def test_the_public_view_follows_from_either_seats_view_in_rare_situations_too(key):
    """Check the twins of a few numbers, which must include everything that the game calls rare."""
    met = set()
    for number in range(FEW):
        for twins in every_twins(key, number):
            for states, _ in unfolding(key, twins, random.Random(number), 60):
                for state in states:
                    assert_public_from_both_seats(GAMES[key], state)
                    met |= rarities_in(key, state)
    assert met == set(WORLDS[key].rarities)


# --- law 6 --------------------------------------------------------------------------------------------


@every_game
@SETTLED
@given(data=st.data())
def test_told_maps_both_seats_and_the_public_to_sentences(key, data):
    situation = data.draw(situations(key))
    for step in situation.steps:
        told = step.played.told
        assert set(told) == set(VIEWERS)
        for lines in told.values():
            assert isinstance(lines, tuple)
            assert all(isinstance(line, str) and line.strip() == line != "" for line in lines)
        assert told[0] or told[1] or told[None]


@every_game
@SETTLED
@given(data=st.data())
def test_what_several_are_told_they_are_told_in_the_same_order(key, data):
    situation = data.draw(situations(key))
    for step in situation.steps:
        told = step.played.told
        for seat in (0, 1):
            shared = set(told[None]) & set(told[seat])
            assert [x for x in told[None] if x in shared] == [x for x in told[seat] if x in shared]


# --- laws 3 and 5: twin worlds ------------------------------------------------------------------------


@pytest.mark.budgeted
@every_game_with_secrets
@pytest.mark.parametrize("number", first_fast(range(2)))
def test_twin_worlds_look_the_same_to_whoever_cannot_know_the_difference(key, number):
    game = GAMES[key]
    for twins in every_twins(key, number):
        assert twins.states[0] != twins.states[1]
        unfolded = unfolding(key, twins, random.Random(number), twins.steps)
        for step, (states, tolds) in enumerate(unfolded):
            if any(ended(game, states)):
                break
            assert_told_alike(twins, tolds)
            if step < CLOSE or step % LATER == 1:
                assert_alike(key, twins, states, number + step)
            if step % DRAWN == 0:
                assert_pictures_alike(key, twins, states)


@every_game_with_secrets
@pytest.mark.parametrize("number", first_fast(range(2)))
def test_what_a_seat_cannot_know_the_public_is_not_shown(key, number):
    """Check the public with every seat that is blind: a player reads the public board, too."""
    seats = 0
    for twins in every_twins(key, number):
        if twins.blind != (None,):
            assert None in twins.blind, twins.what
            seats += 1
            for states, tolds in unfolding(key, twins, random.Random(number), twins.steps):
                if any(ended(GAMES[key], states)):
                    break
                public = [GAMES[key].view(state, None) for state in states]
                assert public[0] == public[1], twins.what
                assert not tolds or tolds[0][None] == tolds[1][None], twins.what
    assert seats


@every_game_with_secrets
@pytest.mark.parametrize("number", first_fast(range(2)))
def test_twin_worlds_brief_the_same_whoever_cannot_know_the_difference(key, number):
    game = GAMES[key]
    seen = 0
    for twins in every_twins(key, number):
        for seat in twins.unbriefed:
            briefings = [game.briefing(state, seat) for state in twins.states]
            assert briefings[0] == briefings[1], (twins.what, seat)
            assert repr(briefings[0]) == repr(briefings[1]), (twins.what, seat)
            seen += 1
    assert seen


@pytest.mark.budgeted
@every_game_with_secrets
@pytest.mark.parametrize("number", first_fast(range(2)))
def test_ai_levels_choose_alike_in_twin_worlds_they_cannot_tell_apart(key, number):
    asked = 0
    for twins in every_twins(key, number):
        for step, (states, _) in enumerate(unfolding(key, twins, random.Random(number), budget(8, 24))):
            if not any(ended(GAMES[key], states)):
                asked += assert_levels_choose_alike(key, twins, states, step)
    assert asked


@every_game_with_secrets
def test_when_both_worlds_have_ended_everybody_sees_which_it_was(key):
    game, opened = GAMES[key], 0
    for number in range(4):
        for twins in every_twins(key, number):
            *_, (states, _) = unfolding(key, twins, random.Random(number), twins.steps)
            if not all(ended(game, states)):
                continue
            opened += 1
            for who in VIEWERS:
                first, second = (game.view(state, who) for state in states)
                assert first != second, (twins.what, who)
                shown = game.scene if WORLDS[key].pictured else game.revealed
                assert shown(first) != shown(second), (twins.what, who)
    assert opened


def test_every_registered_game_has_a_maker_of_twins():
    assert set(WORLDS) == set(GAMES)


@every_open_game
@SETTLED
@given(data=st.data())
def test_a_game_that_hides_nothing_shows_everybody_the_same(key, data):
    situation = data.draw(situations(key))
    game, views = situation.game, situation.views()
    for seat in (0, 1):
        assert msgspec.structs.replace(views[seat], who=None) == views[None]
        assert game.position(views[seat]) == game.position(views[None])
        assert game.scene(views[seat]).alt == game.scene(views[None]).alt
    assert all(is_the_same_for_all(step.played.told, game.seats) for step in situation.steps)
