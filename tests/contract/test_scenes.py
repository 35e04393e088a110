"""Scenes: everything drawn lies on the board, and the alternative text says it in words."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.screen.scene import Mark
from tests.budgets import budget
from tests.contract.seeing import every_twins, unfolding
from tests.kit.games.drafts import stroll
from tests.kit.games.known_games import GAMES
from tests.kit.games.playouts import VIEWERS, situations
from tests.kit.games.scenes import assert_scene_is_sound, squares_of

KEYS = sorted(GAMES)
FEW = 4
SETTLED = settings(max_examples=budget(12, 60), deadline=None, derandomize=True)

every_game = pytest.mark.parametrize("key", KEYS)


def all_scenes(situation):
    game = situation.game
    for view in situation.views().values():
        for flip in (False, True):
            yield game.scene(view, flip=flip)
    for seat in (0, 1):
        briefing = game.briefing(situation.state, seat)
        if briefing is not None:
            yield briefing.picture
            yield from (frame.scene for frame in briefing.frames)


@every_game
@SETTLED
@given(data=st.data())
def test_every_scene_names_squares_of_its_board_and_has_an_alternative_text(key, data):
    situation = data.draw(situations(key, most=200))
    for scene in all_scenes(situation):
        assert_scene_is_sound(scene)


@every_game
def test_scenes_are_sound_in_rare_situations_too(key):
    """Check some twins of a few numbers for every viewer at every step of a choice."""
    game = GAMES[key]
    for number in range(FEW):
        for twins in every_twins(key, number):
            *_, (states, _) = unfolding(key, twins, random.Random(number), FEW)
            for who in VIEWERS:
                view = game.view(states[0], who)
                pictures = [prompt.picture for _, prompt in stroll(game, view, random.Random(number))]
                for scene in (game.scene(view), *filter(None, pictures)):
                    assert_scene_is_sound(scene)


@every_game
@SETTLED
@given(data=st.data())
def test_nobody_but_its_owner_is_shown_a_hand(key, data):
    situation = data.draw(situations(key))
    scenes = {who: situation.game.scene(view) for who, view in situation.views().items()}
    assert scenes[None].hand == ()
    for seat in (0, 1):
        assert all(card.seat == seat for card in scenes[seat].hand)


@every_game
@SETTLED
@given(data=st.data())
def test_a_turned_scene_is_the_same_board_the_other_way_round(key, data):
    situation = data.draw(situations(key))
    for view in situation.views().values():
        upright, turned = (situation.game.scene(view, flip=flip) for flip in (False, True))
        assert turned.ranks == upright.ranks[::-1]
        assert squares_of(turned) == squares_of(upright)
        assert set(turned.tokens) == set(upright.tokens)


@every_game
@SETTLED
@given(data=st.data())
def test_given_marks_are_drawn_and_nothing_else_changes(key, data):
    situation = data.draw(situations(key))
    game = situation.game
    for view in situation.views().values():
        plain = game.scene(view)
        mark = Mark("option", (plain.files[0] + plain.ranks[0],))
        marked = game.scene(view, marks=(mark,))
        assert set(marked.marks) == {*plain.marks, mark}
        assert marked.tokens == plain.tokens
        assert marked.alt == plain.alt


@every_game
@SETTLED
@given(data=st.data())
def test_a_briefing_can_be_shown(key, data):
    situation = data.draw(situations(key, most=0))
    for seat in (0, 1):
        briefing = situation.game.briefing(situation.start, seat)
        if briefing is None:
            continue
        assert briefing.title
        assert briefing.text
        assert briefing.seconds > 0
        assert all(frame.milliseconds > 0 for frame in briefing.frames)


@every_game
def test_a_page_of_rules_shows_a_sound_scene(key):
    for page in GAMES[key].rules():
        if page.scene is not None:
            assert_scene_is_sound(page.scene)
